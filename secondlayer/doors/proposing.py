"""The verbs that file one sentence, and decide on those that wait: remember, proposals, accept, refuse."""

from datetime import UTC, datetime
from typing import Annotated

import typer

from secondlayer.doors import options
from secondlayer.doors.actors import Agent, By, For, Model, Reason, actor, event_json, near_json, print_near, who
from secondlayer.embedding import load_encoder
from secondlayer.engine.scopes import check_repository, check_scope
from secondlayer.engine.trace import memory_json, moment
from secondlayer.errors import WrongCall
from secondlayer.opening import DEFAULT_ORGANISATION, open_organisation
from secondlayer.organisation import remembering
from secondlayer.records import ORG_SCOPE, TEAM_PREFIX
from secondlayer.store import open_store


def remember(
    text: Annotated[str, typer.Argument(help="One durable sentence.")],
    repo: Annotated[str | None, typer.Option("--repo", help="File under this repository: owner/name.")] = None,
    org: Annotated[bool, typer.Option("--org", help="File at the organisation's level.")] = False,
    team: Annotated[str | None, typer.Option("--team", help="File under this team.")] = None,
    layer: Annotated[
        str, typer.Option("--layer", help="policy, decision, convention, procedure, lesson, fact or note.")
    ] = "note",
    subject: Annotated[str, typer.Option("--subject", help="What the sentence is about.")] = "",
    source: Annotated[str, typer.Option("--source", help="The document it rests on: path#heading.")] = "",
    by: By = None,
    agent: Agent = None,
    for_: For = "",
    model: Model = "",
    reason: Reason = "",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """File one sentence, or propose it where a person has to accept it; says what is stored near it."""
    if sum((repo is not None, org, team is not None)) != 1:
        raise WrongCall("Say where the sentence is filed with exactly one of --repo owner/name, --team NAME, or --org.")
    scope = check_repository(repo) if repo else check_scope(TEAM_PREFIX + team) if team else ORG_SCOPE
    filer = actor(by, agent, for_, model)
    memory = remembering.stated(
        text, scope, filer, layer=layer, subject=subject, source=source, source_repo=repo or "", now=datetime.now(UTC)
    )
    with open_store(organisation or DEFAULT_ORGANISATION) as store:
        told = remembering.remember(store, load_encoder(), memory, filer, reason=reason)
    if as_json:
        options.print_json(
            {
                "result": told.result,
                "sentence": told.sentence,
                "memory": memory_json(told.memory),
                "near": [near_json(one) for one in told.near],
            }
        )
    else:
        print(f"{told.result}: {told.sentence}")
        print_near(told.near)
    if told.result == "refused":
        raise typer.Exit(1)


def proposals(
    state: Annotated[str, typer.Option("--state", help="open, accepted, refused or all.")] = "open",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """What waits for a person, with who proposed it and what is stored near it."""
    if state not in ("open", "accepted", "refused", "all"):
        raise WrongCall(f"A state is open, accepted, refused or all, not {state[:40]!r}.")
    with open_organisation(organisation) as store:
        listed = store.proposals(state=None if state == "all" else state)
        encoder = load_encoder() if any(one.state == "open" for one in listed) else None
        near = [remembering.nearest(store, encoder, one.memory) if encoder and one.state == "open" else () for one in listed]
    if as_json:
        options.print_json(
            [
                {
                    "state": one.state,
                    "memory": memory_json(one.memory),
                    "proposed": event_json(one.proposed),
                    "near": [near_json(other) for other in others],
                }
                for one, others in zip(listed, near, strict=True)
            ]
        )
        return
    for one, others in zip(listed, near, strict=True):
        print(f"{one.memory.id} · {one.memory.scope} · {one.memory.layer} · {one.state}: {one.memory.text}")
        said = f": {one.proposed.reason}" if one.proposed.reason else ""
        print(f"  proposed {moment(one.proposed.at)} by {who(one.proposed.actor)}{said}")
        print_near(others)
    if not listed:
        print("No proposal waits." if state == "open" else "No proposal like that is kept.")


def accept(
    proposal: Annotated[str, typer.Argument(metavar="ID", help="The id of a proposal.")],
    by: By = None,
    reason: Reason = "",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Accept a proposal: its sentence is filed. Only people do."""
    with open_organisation(organisation) as store:
        done = remembering.accept(store, load_encoder(), proposal, actor(by, None, "", ""), reason=reason)
    _decided(done.memory.id, "accepted", done.memory.scope, as_json)


def refuse(
    proposal: Annotated[str, typer.Argument(metavar="ID", help="The id of a proposal.")],
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept with the act.")],
    by: By = None,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Refuse a proposal: its sentence is not filed. Only people do."""
    with open_organisation(organisation) as store:
        done = remembering.refuse(store, proposal, actor(by, None, "", ""), reason=reason)
    _decided(done.memory.id, "refused", done.memory.scope, as_json)


def _decided(id_: str, state: str, scope: str, as_json: bool) -> None:
    if as_json:
        options.print_json({"memory": id_, "scope": scope, "state": state})
    else:
        print(f"{id_} is {state}{f', and filed in {scope}' if state == 'accepted' else ''}.")
