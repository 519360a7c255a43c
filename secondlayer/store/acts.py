"""Acts on memories that are stored: confirm, retire, restore, supersede. Each is one transaction with its event."""

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection

from secondlayer.errors import WrongCall
from secondlayer.records import Actor, Memory
from secondlayer.store import events, writes
from secondlayer.store.statements import statement


def retire(
    connection: Connection[Any], org_id: int, ids: Sequence[str], by: Actor, *, at: datetime, reason: str
) -> tuple[str, ...]:
    """The ids of the current memories that were retired, in order; one event for all of them, none when none was."""
    with connection.transaction():
        gone = _retire(connection, org_id, ids, by, at, reason, None)
        if gone:
            events.record(connection, org_id, "retire", by, reason=reason, ids=gone)
    return gone


def restore(connection: Connection[Any], org_id: int, ids: Sequence[str], by: Actor, *, reason: str) -> tuple[str, ...]:
    """The ids of the retired memories that are current again, in order; one event for all of them."""
    with connection.transaction():
        rows = connection.execute(statement("restore"), {"org": org_id, "ids": list(ids)}).fetchall()
        back = tuple(id_ for (id_,) in rows)
        if back:
            events.record(connection, org_id, "restore", by, reason=reason, ids=back)
    return back


def confirm(
    connection: Connection[Any], org_id: int, ids: Sequence[str], by: Actor, *, at: datetime, reason: str
) -> tuple[str, ...]:
    """The ids of the current memories now confirmed at that moment, in order; one event for all of them."""
    with connection.transaction():
        rows = connection.execute(statement("confirm_ids"), {"org": org_id, "ids": list(ids), "at": at}).fetchall()
        return writes.recorded_confirmation(connection, org_id, rows, by, reason)


def supersede(
    connection: Connection[Any],
    org_id: int,
    old: str,
    memory: Memory,
    vector: NDArray[np.float32],
    tokens: Sequence[str],
    by: Actor,
    *,
    at: datetime,
    reason: str,
) -> None:
    """The new memory is stored and the old one retired in its favour, in one transaction with one event.

    Raises WrongCall when the old one is not current, or the new sentence is already stored in its scope.
    """
    with connection.transaction():
        key = events.next_key(connection)
        stored = writes.insert(connection, org_id, [memory], vector[np.newaxis], [tokens], key)
        if not stored:
            raise WrongCall(
                f"The sentence that is to replace {old!r} is already stored in {memory.scope}; name it by its id instead, or "
                "retire the old one with a reason. Nothing was changed."
            )
        if not _retire(connection, org_id, [old], by, at, reason, memory.id):
            raise WrongCall(f"There is no current memory {old!r} to supersede; nothing was changed.")
        events.record(connection, org_id, "supersede", by, reason=reason, ids=[old, memory.id], key=key)


def supersede_by(connection: Connection[Any], org_id: int, old: str, new: str, by: Actor, *, at: datetime, reason: str) -> None:
    """The old memory is retired in favour of one that is stored already. Raises WrongCall when either is not current."""
    with connection.transaction():
        row = connection.execute(statement("memory"), {"org": org_id, "id": new}).fetchone()
        if row is None or writes.is_retired(row):
            raise WrongCall(f"There is no current memory {new!r} to take the place of {old!r}; nothing was changed.")
        if not _retire(connection, org_id, [old], by, at, reason, new):
            raise WrongCall(f"There is no current memory {old!r} to supersede; nothing was changed.")
        events.record(connection, org_id, "supersede", by, reason=reason, ids=[old, new])


def _retire(
    connection: Connection[Any],
    org_id: int,
    ids: Sequence[str],
    by: Actor,
    at: datetime,
    reason: str,
    superseded_by: str | None,
) -> tuple[str, ...]:
    given = {"org": org_id, "ids": list(ids), "at": at, "by": by.name, "reason": reason, "superseded_by": superseded_by}
    return tuple(id_ for (id_,) in connection.execute(statement("retire"), given).fetchall())
