"""The verb on briefs that were served, and what keeps one as it leaves by the command line."""

import sys
from typing import Annotated

import typer

from secondlayer.doors import options
from secondlayer.engine.trace import moment, trace_json
from secondlayer.errors import SecondLayerError, WrongCall
from secondlayer.opening import open_organisation
from secondlayer.records import Served, Trace
from secondlayer.serving import keep, reopen
from secondlayer.settings import Settings
from secondlayer.store import Store


def served(
    brief_id: Annotated[str | None, typer.Argument(help="The id of a served brief; without it, they are listed.")] = None,
    repo: Annotated[str | None, typer.Option("--repo", help="Only those for this repository.")] = None,
    memory: Annotated[str | None, typer.Option("--memory", help="Only those that carried the memory of this id.")] = None,
    key: Annotated[str | None, typer.Option("--key", help="Only those asked for with the key of this fingerprint.")] = None,
    since: Annotated[str | None, typer.Option("--since", help="Not before this time.")] = None,
    until: Annotated[str | None, typer.Option("--until", help="Not after this time.")] = None,
    limit: Annotated[int, typer.Option("--limit", help="How many are listed, the latest first.")] = 20,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """The briefs that were served, and any one of them as it was."""
    if not 1 <= limit <= 10_000:
        raise WrongCall(f"A limit is 1 to 10,000, not {limit:,}.")
    with open_organisation(organisation, repo) as store:
        if brief_id is not None:
            _one(store, brief_id, as_json)
            return
        listed = store.served_briefs(
            repo=repo,
            memory=memory,
            fingerprint=key,
            since=options.moment_of(since, "--since"),
            until=options.moment_of(until, "--until"),
            limit=limit,
        )
    if as_json:
        options.print_json([_values(one) for one in listed])
    for one in listed if not as_json else ():
        where = one.repo or (f"team:{one.team}" if one.team else "org")
        said = one.prompt.replace("\n", " ") if one.with_text else "(kept without text)"
        lines = f"{len(one.carried)} lines, {len(one.seated)} seats"
        print(f"{moment(one.served_at)}  {one.brief_id}  {where:24}  {lines:18}  {said[:70]}")
    if not listed:
        print("No served brief like that is kept.", file=sys.stderr)
        raise typer.Exit(1)


def keep_it(trace: Trace, settings: Settings, store: Store, *, with_text: bool) -> None:
    """The brief is kept as served; that it could not be kept is said on standard error and never stands in its way."""
    try:
        keep(trace, settings, store, door="cli", with_text=with_text)
    except SecondLayerError as error:
        print(f"note: this brief was not kept among those served. {error}", file=sys.stderr)


def _one(store: Store, brief_id: str, as_json: bool) -> None:
    found, trace = reopen(store, brief_id)
    if as_json:
        options.print_json({"served": _values(found), **trace_json(trace)})
        return
    print(trace.brief.text or "(kept without text)")
    if not found.with_text:
        for memory_id in trace.brief.carried:
            print(f"  {memory_id}")


def _values(one: Served) -> dict[str, object]:
    return {
        "brief_id": one.brief_id,
        "served_at": moment(one.served_at),
        "door": one.door,
        "fingerprint": one.fingerprint,
        "repo": one.repo,
        "team": one.team,
        "prompt": one.prompt,
        "chars": one.chars,
        "carried": list(one.carried),
        "seated": list(one.seated),
        "with_text": one.with_text,
        "whole": one.whole,
    }
