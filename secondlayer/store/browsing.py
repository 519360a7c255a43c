"""The store leafed through: pages of memories, and how one of them was filed."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from secondlayer.records import Browse, Browsed, Filing, StoreState
from secondlayer.store.rows import memory_of

#: columns of browse.sql before those of a memory: found, passed
_COUNTS = 2


def parameters(asked: Browse, after: str, page: int) -> Mapping[str, Any]:
    """The parameters of browse.sql but for the organisation; NUL, which no text holds, is left out of the words."""
    words = [word for word in (word.replace("\0", "") for word in asked.words) if word]
    return {
        "words": [word.encode("utf-8", "replace").decode("utf-8") for word in words],
        "scope": asked.scope,
        "layer": asked.layer,
        "origin": asked.origin,
        "since": asked.since,
        "before": asked.before,
        "undated": asked.undated,
        "retired": asked.retired,
        "oldest": asked.oldest_first,
        "after": after.replace("\0", ""),
        "page": page,
    }


def browsed_of(rows: Sequence[Sequence[Any]]) -> Browsed:
    """The page of the rows of browse.sql; there is always one."""
    found, passed = rows[0][:_COUNTS]
    memories = tuple(memory_of(row[_COUNTS:]) for row in rows if row[_COUNTS] is not None)
    return Browsed(memories=memories, found=found, passed=passed)


def filing_of(row: Sequence[Any]) -> Filing:
    """The record of a row of filing.sql, its time in UTC."""
    stored_at, on_behalf_of, retired_by = row
    return Filing(stored_at=stored_at.astimezone(UTC), on_behalf_of=on_behalf_of, retired_by=retired_by)


def state_of(row: Sequence[Any]) -> StoreState:
    """The record of a row of state.sql."""
    memories, retired, *times = row
    return StoreState(memories=memories, retired=retired, times=tuple(times))
