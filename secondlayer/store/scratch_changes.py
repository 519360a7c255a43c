"""Changes to a scratch store that are made, looked at and taken back, so that what was said of them can be checked."""

import contextlib
from collections.abc import Iterator
from datetime import UTC, datetime
from typing import Any

from psycopg import Connection

from secondlayer.records import Memory
from secondlayer.store.scratch import connected, scratch
from secondlayer.store.store import Store


class Changes:
    """Makes and takes back changes to the memories of one scratch store."""

    def __init__(self, store: Store, connection: Connection[Any]) -> None:
        self._store, self._connection = store, connection

    @contextlib.contextmanager
    def made(self, change: str, memory: Memory, to: Any) -> Iterator[None]:
        """The store with that memory retired, confirmed, restored or filed elsewhere, and as it was afterwards.

        `to` is the time of a confirmation, or the scope. The index on vectors keeps the entries of what was moved.
        """
        self._make(change, memory, to)
        try:
            yield
        finally:
            self._take_back(change, memory)

    def _make(self, change: str, memory: Memory, to: Any) -> None:
        if change == "retire":
            self._store.retire(memory.id, at=datetime.now(UTC))
        elif change == "restore":
            self._run(scratch("restore"), memory)
        elif change == "confirm":
            self._run(scratch("confirmed"), memory, at=to)
        elif change == "file_under":
            self._run(scratch("refile"), memory, scope=to)
        else:
            raise ValueError(f"{change} is no change of the store")

    def _take_back(self, change: str, memory: Memory) -> None:
        if change == "retire":
            self._run(scratch("restore"), memory)
        elif change == "restore":
            self._store.retire(memory.id, at=memory.retired_at or datetime.now(UTC), reason=memory.retired_reason)
        elif change == "confirm":
            self._run(scratch("confirmed"), memory, at=memory.confirmed_at)
        else:
            self._run(scratch("refile"), memory, scope=memory.scope)

    def _run(self, query: bytes, memory: Memory, **given: Any) -> None:
        self._connection.execute(query, {"org": self._store.org, "id": memory.id, **given})


@contextlib.contextmanager
def changes(store: Store, dsn: str) -> Iterator[Changes]:
    """The changes that can be made to that store, whose database has that connection string. For scratch stores only."""
    with connected(dsn) as connection:
        yield Changes(store, connection)
