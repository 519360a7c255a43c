"""The verb that asks the organisation's memory: facts, with their paths or their changes."""

import asyncio
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from secondlayer.doors import options
from secondlayer.embedding import load_encoder
from secondlayer.errors import WrongCall
from secondlayer.opening import open_organisation

if TYPE_CHECKING:
    from secondlayer.organisation.backends.answering import Answer


def knowledge(
    question: Annotated[str, typer.Argument(help="What is to be known, in a sentence.")],
    backend: Annotated[
        str | None, typer.Option("--backend", help="hybrid_prompt_retrieval (the default), graph_rag or temporal_kg.")
    ] = None,
    config: Annotated[
        Path | None, typer.Option("--config", help="A YAML file with a section org_memory; --backend goes before its own.")
    ] = None,
    repo: options.Repo = None,
    team: options.Team = None,
    as_of: Annotated[
        str | None, typer.Option("--as-of", help="With temporal_kg: also what held at this moment, such as 2025-12-01.")
    ] = None,
    limit: Annotated[int, typer.Option("--limit", help="How many facts at most, 1 to 100.")] = 5,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Ask the organisation's memory: policies and what matches, how facts hang together, or what held when."""
    # what it stands on takes a while to import, and no other verb needs it
    from secondlayer.organisation.backends import BACKENDS, OrgMemoryConfig, create_org_memory_backend, read_config
    from secondlayer.organisation.backends.answering import answer, answer_json

    if backend is not None and backend not in BACKENDS:
        raise WrongCall(f"A backend is one of {', '.join(BACKENDS)}, not {backend[:40]!r}.")
    configured = read_config(config) if config is not None else OrgMemoryConfig()
    if backend is not None:
        configured = configured.model_copy(update={"backend": backend})
    at = options.moment_of(as_of)

    async def asked() -> "Answer":
        made = create_org_memory_backend(configured, store, load_encoder(), repo=repo, team=team)
        await made.connect()
        try:
            return await answer(made, question, limit=limit, as_of=at)
        finally:
            await made.disconnect()

    with open_organisation(organisation, repo) as store:
        told = asyncio.run(asked())
    if as_json:
        options.print_json(answer_json(told))
    else:
        _print(told, as_of)
    if not (told.facts or told.changes or told.then):
        raise typer.Exit(1)


def _print(told: "Answer", as_of: str | None) -> None:
    for number, fact in enumerate(told.facts, 1):
        print(f"{number}  {fact.category}  {fact.content}")
        if told.paths:
            for step in told.paths[number - 1].steps:
                print(f"     {step.link}: {step.memory.text} [{step.memory.id}]")
    if not told.facts:
        print("No fact matches.")
    if told.then is not None:
        print(f"as of {as_of}")
        for dated in told.then:
            until = f"until {dated.until:%Y-%m-%d}" if dated.until else "still"
            print(f"   {dated.since:%Y-%m-%d}, {until}: {dated.fact.content}")
        if not told.then:
            print("   nothing that matches had been said.")
    for change in told.changes:
        print(f"changed  {change.says}")
