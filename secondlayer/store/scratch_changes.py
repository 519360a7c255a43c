"""Changes to a scratch store that are made, looked at and taken back, so that what was said of them can be checked."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from psycopg import Connection

from secondlayer.records import Memory
from secondlayer.store.scratch import scratch
from secondlayer.store.store import Store


@contextlib.contextmanager
def changed(store: Store, connection: Connection[Any], change: str, memory: Memory, to: Any) -> Iterator[None]:
    """The scratch store with one memory retired, confirmed, restored or filed elsewhere, and as it was afterwards.

    `to` is the time of a confirmation, or the scope. The index on vectors keeps the entries of what was moved.
    """
    given = {"org": store.org, "id": memory.id}
    if change == "retire":
        store.retire(memory.id, at=datetime.now(UTC))
    elif change == "restore":
        connection.execute(scratch("restore"), given)
    elif change == "confirm":
        connection.execute(scratch("confirmed"), given | {"at": to})
    elif change == "file_under":
        connection.execute(scratch("refile"), given | {"scope": to})
    else:
        raise ValueError(f"{change} is no change of the store")
    try:
        yield
    finally:
        if change == "retire":
            connection.execute(scratch("restore"), given)
        elif change == "restore":
            store.retire(memory.id, at=memory.retired_at or datetime.now(UTC), reason=memory.retired_reason)
        elif change == "confirm":
            connection.execute(scratch("confirmed"), given | {"at": memory.confirmed_at})
        else:
            connection.execute(scratch("refile"), given | {"scope": memory.scope})
