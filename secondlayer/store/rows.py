"""A memory as columns, both ways."""

import hashlib
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from secondlayer.errors import WrongCall
from secondlayer.records import Memory

#: columns of the view memory_record that come before those of a memory: key, org_id, scope_id, content_hash
_OWN_COLUMNS = 4


def folded(text: str) -> str:
    """The text with every run of whitespace as one space, and none at its ends."""
    return " ".join(text.split())


def content_hash(text: str) -> bytes:
    """SHA-256 of the folded text: equal for sentences that are the same but for whitespace."""
    return hashlib.sha256(folded(text).encode("utf-8", "surrogatepass")).digest()


def memory_of(row: Sequence[Any]) -> Memory:
    """The memory of a row of the view memory_record; its times in UTC."""
    return memory_from(row[_OWN_COLUMNS:])


def memory_from(columns: Sequence[Any]) -> Memory:
    """The memory of the columns of memory_record from id on; its times in UTC."""
    (
        id_, scope, text, subject, layer, origin, source_repo, source_path, source_heading, first, last, commit, author,
        written_at, dated, confirmed_at, retired_at, retired_reason, superseded_by, read_pieces, all_pieces,
    ) = columns  # fmt: skip
    return Memory(
        id=id_,
        scope=scope,
        text=text,
        subject=subject,
        layer=layer,
        origin=origin,
        source_repo=source_repo,
        source_path=source_path,
        source_heading=source_heading,
        lines=None if first is None else (first, last),
        commit=commit,
        author=author,
        written_at=written_at.astimezone(UTC),
        dated=dated,
        confirmed_at=_utc(confirmed_at),
        retired_at=_utc(retired_at),
        retired_reason=retired_reason,
        superseded_by=superseded_by,
        read_pieces=read_pieces,
        all_pieces=all_pieces,
    )


#: types of the staging table's columns, in its order, for the binary COPY
STAGING_TYPES = (
    *("int4", *["text"] * 9, "int4", "int4", "text", "text"),
    *("timestamptz", "bool", "timestamptz", "timestamptz", "text", "text", "int4", "int4", "bytea", "text[]", "vector"),
)


def staged(ordinal: int, memory: Memory, tokens: Sequence[str], vector: Any) -> tuple[Any, ...]:
    """The memory as a row of the staging table."""
    first, last = memory.lines or (None, None)
    return (
        ordinal, memory.id, memory.scope, memory.text, memory.subject, memory.layer, memory.origin,
        memory.source_repo, memory.source_path, memory.source_heading, first, last, memory.commit, memory.author,
        memory.written_at, memory.dated, memory.confirmed_at, memory.retired_at, memory.retired_reason, memory.superseded_by,
        memory.read_pieces, memory.all_pieces, content_hash(memory.text), list(tokens), vector,
    )  # fmt: skip


def check_storable(memory: Memory) -> None:
    """Nothing; raises WrongCall for what a column cannot hold: a NUL, half a character, a time without a zone."""
    for name in ("id", "scope", "text", "subject", "source_repo", "source_path", "source_heading", "commit", "author"):
        value = getattr(memory, name)
        if "\x00" in value or any("\ud800" <= letter <= "\udfff" for letter in value):
            raise WrongCall(
                f"The {name} of memory {memory.id!r} holds a NUL or half a character, which cannot be stored; remove it."
            )
    if not memory.id or not memory.scope or not memory.text.strip():
        raise WrongCall(f"Memory {memory.id!r} needs an id, a scope and a text that is not blank.")
    for name in ("written_at", "confirmed_at", "retired_at"):
        moment = getattr(memory, name)
        if moment is not None and moment.tzinfo is None:
            raise WrongCall(f"The {name} of memory {memory.id!r} has no time zone; give one.")


def _utc(moment: datetime | None) -> datetime | None:
    return None if moment is None else moment.astimezone(UTC)
