"""The exchange format: memories as JSON lines (DESIGN §7), read line by line."""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from secondlayer.distil import memory_id
from secondlayer.engine.scopes import check_repository, check_scope
from secondlayer.errors import BadFile, SecondLayerError
from secondlayer.records import LAYERS, ORG_SCOPE, ORIGINS, TEAM_PREFIX, Memory

#: characters one sentence may have; a longer text is a document, which `distil` reads
LONGEST_TEXT = 20_000
FIELDS = (
    "id", "scope", "text", "subject", "layer", "origin", "source", "source_repo", "lines", "commit", "author",
    "written_at", "confirmed_at", "embedding", "encoder", "sensitive",
)  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One good line: a memory, with its vector when one was given, or a repository's mark."""

    line: int
    memory: Memory | None
    #: the given vector and the name of the encoder it comes from
    embedding: tuple[float, ...] | None = None
    encoder: str = ""
    #: (repository, sensitive) when the line marks one instead of stating a memory
    mark: tuple[str, bool] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class BadLine:
    """One line that could not be taken, with what was wanted and what was found."""

    line: int
    because: str


def read_lines(path: Path, *, now: datetime) -> Iterator[Entry | BadLine]:
    """Each line of the file in order, good or bad, empty lines skipped; `now` dates those without `written_at`.

    Raises BadFile when the file itself cannot be read.
    """
    try:
        with path.open("rb") as file:
            for number, raw in enumerate(file, start=1):
                if raw.strip():
                    try:
                        yield _entry(number, raw.decode("utf-8-sig" if number == 1 else "utf-8"), now)
                    except UnicodeDecodeError:
                        yield BadLine(line=number, because="the line is not UTF-8")
                    except (SecondLayerError, ValueError) as error:
                        yield BadLine(line=number, because=str(error))
    except OSError as error:
        raise BadFile(f"{path} could not be read ({error.strerror or error}); nothing was loaded from it.") from error


def _entry(number: int, line: str, now: datetime) -> Entry:
    try:
        fields = json.loads(line, parse_constant=_refuse)
    except json.JSONDecodeError as error:
        raise ValueError(f"a JSON object was wanted, and at column {error.colno} it is not one") from None
    except RecursionError:
        raise ValueError("a JSON object was wanted, and this one is nested too deep") from None
    if not isinstance(fields, dict):
        raise ValueError(f"a JSON object was wanted, not a {type(fields).__name__}")
    unknown = sorted(set(fields) - set(FIELDS))
    if unknown:
        raise ValueError(f"unknown field {unknown[0]!r}; the fields are {', '.join(FIELDS)}")
    scope = check_scope(_text(fields, "scope", required=True))
    if "text" not in fields and isinstance(fields.get("sensitive"), bool):
        return Entry(line=number, memory=None, mark=(check_repository(scope), fields["sensitive"]))
    if "sensitive" in fields:
        raise ValueError("`sensitive` marks a repository on a line without `text`")
    memory = _memory(fields, scope, now)
    vector = fields.get("embedding")
    if vector is None:
        return Entry(line=number, memory=memory)
    numbers = isinstance(vector, list) and all(isinstance(x, (int, float)) and not isinstance(x, bool) for x in vector)
    if not numbers or not any(vector):
        raise ValueError("`embedding` is a list of numbers that are not all zero")
    encoder = _text(fields, "encoder")
    if not encoder:
        raise ValueError("a line with `embedding` names its encoder in `encoder`")
    return Entry(line=number, memory=memory, embedding=tuple(map(float, vector)), encoder=encoder)


def _memory(fields: dict[str, Any], scope: str, now: datetime) -> Memory:
    text = _text(fields, "text", required=True)
    if len(text) > LONGEST_TEXT:
        raise ValueError(
            f"`text` has {len(text):,} characters and at most {LONGEST_TEXT:,} are taken; distil documents instead"
        )
    layer, origin = _text(fields, "layer") or "note", _text(fields, "origin") or "stated"
    if layer not in LAYERS:
        raise ValueError(f"`layer` is one of {', '.join(LAYERS)}, not {layer!r}")
    if origin not in ORIGINS:
        raise ValueError(f"`origin` is one of {', '.join(ORIGINS)}, not {origin!r}")
    path, _, heading = _text(fields, "source").partition("#")
    in_repository = scope != ORG_SCOPE and not scope.startswith(TEAM_PREFIX)
    written = _moment(fields, "written_at") or now
    return Memory(
        id=_text(fields, "id") or memory_id(scope, text),
        scope=scope,
        text=text,
        subject=_text(fields, "subject"),
        layer=layer,
        origin=origin,
        source_repo=_text(fields, "source_repo") or (scope if in_repository and path else ""),
        source_path=path,
        source_heading=heading,
        lines=_line_range(fields),
        commit=_text(fields, "commit"),
        author=_text(fields, "author"),
        written_at=written,
        confirmed_at=_moment(fields, "confirmed_at"),
    )


def _text(fields: dict[str, Any], name: str, *, required: bool = False) -> str:
    value = fields.get(name)
    if value is None and not required:
        return ""
    if not isinstance(value, str):
        raise ValueError(f"`{name}` is a string, not {'missing' if value is None else type(value).__name__}")
    # PostgreSQL's text holds every character but NUL, and no lone surrogates.
    value = value.replace("\0", "").encode("utf-8", "replace").decode("utf-8")
    if required and not value.strip():
        raise ValueError(f"`{name}` is empty")
    return value


def _moment(fields: dict[str, Any], name: str) -> datetime | None:
    value = _text(fields, name)
    if not value:
        return None
    try:
        at = datetime.fromisoformat(value)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"`{name}` is a time like 2026-05-01T00:00:00Z, not {value[:40]!r}") from None


def _line_range(fields: dict[str, Any]) -> tuple[int, int] | None:
    value = fields.get("lines")
    if value is None:
        return None
    whole = isinstance(value, list) and len(value) == 2 and all(type(x) is int and 0 < x < 2**31 for x in value)
    if not whole or value[0] > value[1]:
        raise ValueError("`lines` is [first, last], counted from 1")
    return value[0], value[1]


def _refuse(constant: str) -> float:
    raise ValueError(f"{constant} is not a number that can be stored")
