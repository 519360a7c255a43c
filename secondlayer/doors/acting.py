"""The verbs on what is stored: confirm, retire, restore, supersede, history."""

import sys
from collections.abc import Callable, Sequence
from datetime import UTC, datetime
from typing import Annotated

import typer

from secondlayer.doors import options
from secondlayer.doors.actors import Agent, By, For, Model, Reason, actor, event_json, who
from secondlayer.embedding import load_encoder
from secondlayer.engine.trace import memory_json, moment
from secondlayer.errors import WrongCall
from secondlayer.opening import open_organisation
from secondlayer.organisation import remembering
from secondlayer.organisation.roles import changing
from secondlayer.records import Actor
from secondlayer.store import Store

Ids = Annotated[list[str], typer.Argument(help="Ids of memories.")]
Yes = Annotated[bool, typer.Option("--yes", help="Do not ask before an act on several memories.")]


def confirm(
    ids: Ids,
    at: Annotated[str | None, typer.Option("--at", help="When it was found true; now by default.")] = None,
    by: By = None,
    agent: Agent = None,
    for_: For = "",
    reason: Reason = "",
    yes: Yes = False,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Say that memories are still true: they count as said again now."""
    said_at = options.moment_of(at, "--at") or datetime.now(UTC)
    _each(
        "confirm",
        ids,
        lambda store, by_: store.confirm(ids, at=said_at, by=by_, reason=reason),
        actor(by, agent, for_, ""),
        organisation,
        yes,
        as_json,
    )


def retire(
    ids: Ids,
    reason: Annotated[str, typer.Option("--reason", help="Why it no longer holds; it is kept and shown.")],
    by: By = None,
    agent: Agent = None,
    for_: For = "",
    yes: Yes = False,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Take memories out of every read; nothing is deleted, and `restore` brings them back."""
    if not reason.strip():
        raise WrongCall("Say with --reason why it no longer holds; whoever looks for it later will want to know.")
    now = datetime.now(UTC)
    _each(
        "retire",
        ids,
        lambda store, by_: store.retire_many(ids, at=now, by=by_, reason=reason)[0],
        actor(by, agent, for_, ""),
        organisation,
        yes,
        as_json,
    )


def restore(
    ids: Ids,
    by: By = None,
    agent: Agent = None,
    for_: For = "",
    reason: Reason = "",
    yes: Yes = False,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Make retired memories current again."""
    _each(
        "restore", ids, lambda s, a: s.restore(ids, by=a, reason=reason), actor(by, agent, for_, ""), organisation, yes, as_json
    )


def supersede(
    old: Annotated[str, typer.Argument(help="The id of the memory that no longer holds.")],
    text: Annotated[str, typer.Argument(help="What holds now, in one sentence.")],
    layer: Annotated[str | None, typer.Option("--layer", help="The layer of what holds now; the old one's by default.")] = None,
    by: By = None,
    agent: Agent = None,
    for_: For = "",
    model: Model = "",
    reason: Reason = "",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Put one sentence in the place of another, which is retired in its favour."""
    changer, now = actor(by, agent, for_, model), datetime.now(UTC)
    with open_organisation(organisation) as store:
        before = store.memory(old)
        if before is None:
            raise WrongCall(f"No memory {old[:80]!r} is stored; `secondlayer why` finds one by its text. Nothing was changed.")
        memory = remembering.stated(
            text,
            before.scope,
            changer,
            layer=layer or before.layer,
            subject=before.subject,
            source=before.source,
            source_repo=before.source_repo,
            now=now,
        )
        new = remembering.supersede(store, load_encoder(), old, memory, changer, now=now, reason=reason)
    if as_json:
        options.print_json({"superseded": old, "by": memory_json(new)})
    else:
        print(f"{old} is superseded by {new.id}.")


def history(
    memory: Annotated[str, typer.Argument(metavar="ID", help="The id of a memory.")],
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """One memory's whole life: who filed, confirmed, retired, restored or superseded it, when and why."""
    with open_organisation(organisation) as store:
        told = store.history(memory)
    if told is None:
        raise WrongCall(f"No memory {memory[:80]!r} is stored; `secondlayer why` finds one by its text.")
    if as_json:
        spans = [{"from": moment(begin), "until": moment(end)} for begin, end in told.current]
        options.print_json(
            {"memory": memory_json(told.memory), "events": [event_json(e) for e in told.events], "current": spans}
        )
        return
    print(f"{told.memory.id} · {told.memory.scope} · {told.memory.layer}: {told.memory.text}")
    for event in told.events:
        print(f"  {moment(event.at)}  {event.act:10}  {who(event.actor)}{f': {event.reason}' if event.reason else ''}")
    if not told.events:
        print("  stored before acts were recorded.")
    for begin, end in told.current:
        print(f"  current from {moment(begin)} {f'until {moment(end)}' if end else 'on'}")


def _each(
    verb: str,
    ids: Sequence[str],
    act: Callable[[Store, Actor], tuple[str, ...]],
    by: Actor,
    organisation: str | None,
    yes: bool,
    as_json: bool,
) -> None:
    """An act on memories by their ids, shown before it is done when it is on several; those it did not touch are named."""
    ruling = changing(by)
    if ruling.verdict != "allowed":
        raise WrongCall(f"{ruling.because} Nothing was changed.")
    with open_organisation(organisation) as store:
        if len(ids) > 1 and not yes and not as_json:
            _show(store, ids, verb)
        done = act(store, by)
    untouched = [id_ for id_ in ids if id_ not in done]
    if as_json:
        options.print_json({verb: list(done), "untouched": untouched})
    else:
        print(f"{verb}: {', '.join(done) or 'none'}.")
    if untouched:
        wanted = "retired memory" if verb == "restore" else "current memory"
        then = " that was last said earlier" if verb == "confirm" else ""
        print(f"secondlayer: no {wanted}{then} was found for {', '.join(untouched)}.", file=sys.stderr)
        raise typer.Exit(1)


def _show(store: Store, ids: Sequence[str], verb: str) -> None:
    for id_ in ids:
        memory = store.memory(id_)
        print(f"  {id_}: {memory.text if memory else '(not stored)'}")
    if not typer.confirm(f"{verb} these {len(ids)}?", err=True):
        raise WrongCall("Nothing was changed.")
