"""Who acts, as the command line names them; and acts, actors and near memories as they are printed."""

import getpass
import os
from collections.abc import Sequence
from typing import Annotated, Any

import typer

from secondlayer.engine.trace import moment
from secondlayer.errors import WrongCall
from secondlayer.records import Actor, Event, Neighbour

By = Annotated[
    str | None, typer.Option("--by", envvar="SECONDLAYER_ACTOR", help="Who does it; the user of this machine by default.")
]
Agent = Annotated[
    str | None, typer.Option("--agent", help="It is an agent, of this seniority: junior, mid, senior, lead or principal.")
]
For = Annotated[str, typer.Option("--for", help="The person an agent acts for.")]
Model = Annotated[str, typer.Option("--model", help="The model an agent says it is; kept as a claim.")]
Reason = Annotated[str, typer.Option("--reason", help="Why; it is kept with the act.")]


def actor(by: str | None, agent: str | None, for_: str, model: str) -> Actor:
    """Who acts: a person by default, an agent when a seniority is given. The rules refuse a seniority that is none."""
    name = (by or os.environ.get("SECONDLAYER_ACTOR") or _user()).strip()
    if agent is None:
        if for_ or model:
            raise WrongCall("--for and --model belong to an agent; say with --agent of which seniority it is.")
        return Actor(name=name)
    return Actor(name=name, kind="agent", seniority=agent, on_behalf_of=for_, claimed_model=model)  # type: ignore[arg-type]


def event_json(event: Event) -> dict[str, Any]:
    """The event as plain values."""
    return {
        "event": event.key,
        "at": moment(event.at),
        "act": event.act,
        "actor": event.actor.name,
        "kind": event.actor.kind,
        "seniority": event.actor.seniority,
        "on_behalf_of": event.actor.on_behalf_of,
        "fingerprint": event.actor.fingerprint,
        "claimed_model": event.actor.claimed_model,
        "reason": event.reason,
        "memories": list(event.memories),
        "count": event.count,
    }


def near_json(one: Neighbour) -> dict[str, Any]:
    """The near memory as plain values."""
    return {
        "id": one.memory.id,
        "scope": one.memory.scope,
        "text": one.memory.text,
        "cosine": one.cosine,
        "overlap": one.overlap,
        "doubt": one.doubt,
        "because": one.because,
    }


def print_near(near: Sequence[Neighbour]) -> None:
    """One line for each, with the doubt it raises."""
    for one in near:
        doubt = f" {one.because}" if one.because else ""
        print(f"  near it ({one.cosine:.3f}): {one.memory.id} · {one.memory.scope}: {one.memory.text}{doubt}")


def who(actor_: Actor) -> str:
    """The actor in words: name, seniority, for whom, the model it says it is, its key."""
    parts = [actor_.name]
    if actor_.kind == "agent":
        parts.append(f"{actor_.seniority} agent" + (f" for {actor_.on_behalf_of}" if actor_.on_behalf_of else ""))
    if actor_.claimed_model:
        parts.append(f"says it is {actor_.claimed_model}")
    if actor_.fingerprint:
        parts.append(f"key {actor_.fingerprint}")
    return parts[0] + (f" ({', '.join(parts[1:])})" if len(parts) > 1 else "")


def _user() -> str:
    try:
        return getpass.getuser()
    except (OSError, KeyError):
        return f"user {os.getuid()}"
