"""The verbs that write: demo, load, distil."""

import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Annotated

import typer

from secondlayer import demonstration
from secondlayer.distil import distil as distil_path
from secondlayer.doors import options
from secondlayer.doors.actors import actor
from secondlayer.embedding import load_encoder
from secondlayer.engine.scopes import check_repository, check_scope
from secondlayer.errors import WrongCall
from secondlayer.filing import Filed, file_memories, load_file
from secondlayer.opening import DEFAULT_ORGANISATION
from secondlayer.records import ORG_SCOPE, TEAM_PREFIX
from secondlayer.store import open_store


def demo(as_json: options.Json = False) -> None:
    """Load the demonstration organisation; loading it again adds nothing."""
    name = demonstration.organisation()
    with open_store(name) as store, options.progress("filing the demonstration") as told:
        filed = demonstration.load_demonstration(store, load_encoder(), told=told)
        counts = store.scope_counts()
    if as_json:
        options.print_json({"organisation": name, **_counts(filed), "current": dict(counts)})
        return
    print(f"{_sentence(filed)} The organisation is {name}: {sum(counts.values()):,} current memories.")
    for scope, count in sorted(counts.items(), key=lambda row: (-row[1], row[0])):
        print(f"  {count:>6,}  {scope}")


def load(
    file: Annotated[Path, typer.Argument(help="A file in the exchange format: one JSON object a line.")],
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """File memories from JSON lines; a line that cannot be taken is named with its reason, and the others are filed."""
    if not file.is_file():
        raise WrongCall(
            f"A file in the exchange format was wanted, and {file} is {'a folder' if file.is_dir() else 'not there'}."
        )
    with open_store(organisation or DEFAULT_ORGANISATION) as store, options.progress("filing") as told:
        filed, bad = load_file(
            store,
            load_encoder(),
            file,
            now=datetime.now(UTC),
            by=actor(None, None, "", ""),
            reason=f"loaded from {file.name}",
            told=told,
        )
    if as_json:
        options.print_json({**_counts(filed), "bad_lines": [{"line": one.line, "because": one.because} for one in bad]})
    else:
        print(_sentence(filed))
    for one in bad:
        print(f"secondlayer: {file}, line {one.line}: {one.because}.", file=sys.stderr)
    if bad:
        raise typer.Exit(2)


def distil(
    path: Annotated[Path, typer.Argument(help="A folder or git checkout of Markdown, or one file.")],
    repo: Annotated[str | None, typer.Option("--repo", help="File under this repository: owner/name.")] = None,
    org: Annotated[bool, typer.Option("--org", help="File at the organisation's level.")] = False,
    team: Annotated[str | None, typer.Option("--team", help="File under this team.")] = None,
    name: Annotated[
        str | None, typer.Option("--name", help="The repository's name in citations; by default from --repo or the folder.")
    ] = None,
    date: Annotated[str | None, typer.Option("--date", help="When the documents were written, outside a git checkout.")] = None,
    sensitive: Annotated[
        bool, typer.Option("--sensitive", help="Mark the repository sensitive: no read from elsewhere sees it.")
    ] = False,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Read documents and file the durable sentences in them, each with its subject and source."""
    if sum((repo is not None, org, team is not None)) != 1:
        raise WrongCall("Say where the sentences are filed with exactly one of --repo owner/name, --team NAME, or --org.")
    if not path.exists():
        raise WrongCall(f"A folder, checkout or file of Markdown was wanted, and {path} is not there.")
    scope = check_repository(repo) if repo else check_scope(TEAM_PREFIX + team) if team else ORG_SCOPE
    if sensitive and not repo:
        raise WrongCall("Only a repository can be marked --sensitive.")
    distilled = distil_path(
        path,
        scope=scope,
        source_repo=name or repo or path.resolve().name,
        date=options.moment_of(date, "--date"),
    )
    with open_store(organisation or DEFAULT_ORGANISATION) as store, options.progress("filing") as told:
        filed = Filed()
        if distilled.memories:
            filed = file_memories(
                store,
                load_encoder(),
                distilled.memories,
                by=actor(None, None, "", ""),
                reason=f"distilled from {path.resolve().name}",
                told=told,
            )
        if sensitive:
            store.mark_sensitive(scope)
    if as_json:
        options.print_json(
            {
                "scope": scope,
                "files": distilled.files,
                "sentences": len(distilled.memories),
                **_counts(filed),
                "skipped": [{"path": str(one.path), "reason": one.reason} for one in distilled.skipped],
                "left_out": dict(distilled.left_out),
            }
        )
        return
    print(f"{distilled.files:,} files read, {len(distilled.memories):,} sentences found. {_sentence(filed)}")
    left_out = ", ".join(f"{count:,} {reason}" for reason, count in sorted(distilled.left_out.items()))
    if left_out:
        print(f"Not memories: {left_out}.")
    for one in distilled.skipped:
        print(f"skipped {one.path}: {one.reason}", file=sys.stderr)


def _counts(filed: Filed) -> dict[str, int]:
    return {"stored": filed.stored, "already": filed.already, "confirmed": filed.confirmed, "cut": filed.cut}


def _sentence(filed: Filed) -> str:
    said = f"{filed.stored:,} stored, {filed.already:,} already there"
    if filed.confirmed:
        said += f" ({filed.confirmed:,} said again later, and confirmed)"
    if filed.cut:
        said += f"; of {filed.cut:,} long ones the encoder read only the first 254 word pieces"
    return said + "."
