"""Renaming a repository: its rows are rewritten and its alias removed in one transaction with one event; and back again."""

from collections.abc import Sequence
from typing import Any

from psycopg import Connection

from secondlayer.errors import WrongCall
from secondlayer.records import Actor
from secondlayer.store import events
from secondlayer.store.statements import statement


def rename(
    connection: Connection[Any], org_id: int, before: str, after: str, ids: Sequence[str], by: Actor, *, reason: str
) -> tuple[int, tuple[str, ...]]:
    """(the event's key, the ids whose scope was rewritten); `after` no longer reads its bare name.

    A sentence that `after` holds already stays under the old name.
    """
    with connection.transaction():
        connection.execute(statement("scopes_add"), {"org": org_id, "names": [after]})
        moved = _move(connection, org_id, before, after, ids)
        connection.execute(statement("rename_alias"), {"org": org_id, "name": after, "alias": False})
        details = {"before": before, "after": after}
        return events.record(connection, org_id, "rename", by, reason=reason, ids=moved, details=details), moved


def undo(connection: Connection[Any], org_id: int, key: int, by: Actor, *, reason: str) -> tuple[str, str, tuple[str, ...]]:
    """(old name, new name, ids that are filed under the old name again) of the renaming recorded in that event.

    Raises WrongCall when the event is no renaming of this organisation, or was undone already.
    """
    with connection.transaction():
        row = connection.execute(statement("event"), {"org": org_id, "key": key}).fetchone()
        done = None if row is None else events.event_of(row)
        if done is None or done.act != "rename":
            raise WrongCall(f"Event {key} is no renaming; `secondlayer history` of a renamed memory shows its event.")
        before, after = str(done.details["before"]), str(done.details["after"])
        back = _move(connection, org_id, after, before, done.memories)
        if done.memories and not back:
            raise WrongCall(f"The renaming of event {key} was undone already, or its memories were renamed again.")
        connection.execute(statement("rename_alias"), {"org": org_id, "name": after, "alias": True})
        details = {"before": before, "after": after, "undone": key}
        events.record(connection, org_id, "undo_rename", by, reason=reason, ids=back, details=details)
    return before, after, back


def _move(connection: Connection[Any], org_id: int, before: str, after: str, ids: Sequence[str]) -> tuple[str, ...]:
    given = {"org": org_id, "before": before, "after": after, "ids": list(ids)}
    return tuple(id_ for (id_,) in connection.execute(statement("rename_move"), given).fetchall())
