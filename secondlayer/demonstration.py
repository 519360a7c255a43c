"""The demonstration organisation: its manifest, its example prompts, and its way into a store."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime
from pathlib import Path
from typing import Any

import yaml

from secondlayer.distil import distil
from secondlayer.embedding import Encoder
from secondlayer.errors import BadFile
from secondlayer.filing import Filed, file_memories, load_file
from secondlayer.records import Actor
from secondlayer.store import Store

DATA = Path(__file__).resolve().parent.parent / "data"


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """A ready prompt, named for what it shows."""

    name: str
    title: str
    #: one sentence: what to look at
    shows: str
    prompt: str
    repo: str | None = None
    team: str | None = None
    path: str | None = None
    budget_chars: int
    as_of: datetime
    #: settings that differ from the product's, by name
    settings: dict[str, Any]
    #: the sentence of the memory it is about, exactly as stored: what Why opens on
    about: str
    #: facts that a test checks
    expect: dict[str, Any]


def organisation(data: Path = DATA) -> str:
    """The name of the demonstration organisation."""
    return str(_manifest(data)["organisation"])


def examples(data: Path = DATA) -> tuple[Example, ...]:
    """The example prompts, in the order they are shown."""
    listed = _yaml(data / "examples.yaml")
    return tuple(
        Example(
            name=one["name"],
            title=one["title"],
            shows=one["shows"],
            prompt=one["prompt"],
            repo=one.get("repo"),
            team=one.get("team"),
            path=one.get("path"),
            budget_chars=int(one.get("budget", 4000)),
            as_of=moment(one.get("as_of", listed["as_of"])),
            settings=one.get("settings", {}),
            about=one["about"],
            expect=one.get("expect", {}),
        )
        for one in listed["examples"]
    )


@dataclass(frozen=True, slots=True, kw_only=True)
class Question:
    """A ready question to the organisation's memory, named for what it shows."""

    name: str
    title: str
    #: one sentence: what to look at
    shows: str
    question: str
    repo: str | None = None
    #: the moment whose answer is set beside today's
    as_of: datetime
    #: facts that a test checks
    expect: dict[str, Any]


def questions(data: Path = DATA) -> tuple[Question, ...]:
    """The questions to the organisation's memory, in the order they are shown."""
    return tuple(
        Question(
            name=one["name"],
            title=one["title"],
            shows=one["shows"],
            question=one["question"],
            repo=one.get("repo"),
            as_of=moment(one["as_of"]),
            expect=one["expect"],
        )
        for one in _yaml(data / "questions.yaml")["questions"]
    )


_LOADER = Actor(name="demonstration", kind="system")
_REASON = "part of the demonstration organisation"


def load_demonstration(
    store: Store, encoder: Encoder, *, data: Path = DATA, told: Callable[[str, int, int], None] | None = None
) -> Filed:
    """What loading came to; a second loading adds nothing. `told` hears each source's name and its place of how many."""
    sources = _manifest(data)["sources"]
    total = Filed()
    for position, source in enumerate(sources, start=1):
        if told:
            told(str(source["path"]), position, len(sources))
        path = data / source["path"]
        if path.suffix == ".jsonl":
            filed, bad = load_file(store, encoder, path, now=moment(source["date"]), by=_LOADER, reason=_REASON)
            if bad:
                raise BadFile(f"{path}, line {bad[0].line}: {bad[0].because}.")
        else:
            # The folders lie in this project's own checkout; its commits say nothing about the organisation's documents.
            distilled = distil(
                path, scope=source["scope"], source_repo=source["source_repo"], date=moment(source["date"]), history=False
            )
            filed = file_memories(store, encoder, distilled.memories, by=_LOADER, reason=_REASON)
        if source.get("sensitive"):
            store.mark_sensitive(source["scope"])
        total += filed
    return total


def moment(value: Any) -> datetime:
    """A date or time of the manifest as a time in UTC."""
    if isinstance(value, datetime):
        return value.astimezone(UTC) if value.tzinfo else value.replace(tzinfo=UTC)
    if isinstance(value, date):
        return datetime(value.year, value.month, value.day, tzinfo=UTC)
    return moment(datetime.fromisoformat(str(value)))


def _manifest(data: Path) -> dict[str, Any]:
    return _yaml(data / "demonstration.yaml")


def _yaml(path: Path) -> dict[str, Any]:
    try:
        with path.open(encoding="utf-8") as file:
            loaded: dict[str, Any] = yaml.safe_load(file)
            return loaded
    except OSError as error:
        raise BadFile(
            f"The demonstration organisation is not beside the package ({path.name} is missing); run from a checkout."
        ) from error
