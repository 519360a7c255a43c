"""What somebody would write instead of the product: a bare query on a connection of their own."""

import contextlib
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection, sql

from secondlayer.errors import WrongCall
from secondlayer.records import Found, Memory
from secondlayer.settings import Settings
from secondlayer.store.in_force import ONLY_THE_INDEX, set_locally, snapshot, wanted_settings
from secondlayer.store.progress import Told
from secondlayer.store.rows import memory_of
from secondlayer.store.scratch import IndexNotUsed, build, composed, connected, scratch
from secondlayer.store.statements import statement

Way = Literal["exact", "hnsw"]
WAYS: tuple[Way, ...] = ("exact", "hnsw")
_INDEX = "memory_vector_hnsw"


class BareReads:
    """Bare queries on connections of their own, two for each way; a context manager. Not safe for threads."""

    def __init__(self, dsn: str, org: str) -> None:
        self._stack = contextlib.ExitStack()
        self._connections: dict[tuple[Way, int], Connection[Any]] = {}
        for way in WAYS:
            for at in range(2):
                self._connections[way, at] = self._opened(dsn, way)
        self._pool = self._stack.enter_context(ThreadPoolExecutor(max_workers=2))
        rows = self._connections["exact", 0].execute(scratch("bare_scopes"), {"org": org}).fetchall()
        self._org = rows[0][0] if rows else 0
        self._scopes = {name: number for _, name, number in rows}

    def __enter__(self) -> "BareReads":
        return self

    def __exit__(self, *error: Any) -> None:
        self._stack.close()

    def _opened(self, dsn: str, way: Way) -> Connection[Any]:
        connection = self._stack.enter_context(connected(dsn))
        connection.execute(statement("read_load"))
        settings = wanted_settings(Settings(), "paper") | (ONLY_THE_INDEX if way == "hnsw" else {})
        for name, value in settings.items():
            setting = sql.SQL(".").join(map(sql.Identifier, name.split(".")))
            connection.execute(sql.SQL("SET {} = {}").format(setting, sql.Literal(value)))
        return connection

    def ask(self, way: Way, scopes: Sequence[str], vector: NDArray[np.float32], limit: int, *, at: int = 0) -> list[Any]:
        """Rows (id, text, distance), nearest first, on the `at`-th connection of its way."""
        cursor = self._connections[way, at].cursor(binary=True)
        name = {"exact": "bare_exact", "hnsw": "bare_hnsw"}[way]
        return cursor.execute(scratch(name), self._given(scopes, vector, limit)).fetchall()

    def both(self, asked: Sequence[tuple[Way, Sequence[str], NDArray[np.float32], int]]) -> list[list[Any]]:
        """The rows of two queries run at once, each on its own connection."""
        going = [self._pool.submit(self.ask, *one, at=at) for at, one in enumerate(asked)]
        return [one.result() for one in going]

    def check(self, way: Way, scopes: Sequence[str], vector: NDArray[np.float32], limit: int) -> None:
        """Nothing; raises IndexNotUsed unless the query walks the index exactly as often as its way says."""
        connection = self._connections[way, 0]
        with connection.transaction():
            before = connection.execute(scratch("counters"), {"index": _INDEX}).fetchone()
            self.ask(way, scopes, vector, limit)
            after = connection.execute(scratch("counters"), {"index": _INDEX}).fetchone()
        walks = None if before is None or after is None or None in (*before, *after) else after[0] - before[0]
        if walks != (1 if way == "hnsw" else 0):
            raise IndexNotUsed(f"The bare query ({way}) walked the index {walks} times; its figures would mean nothing.")

    def without_counts(self, scopes: Sequence[str], vector: NDArray[np.float32], settings: Settings) -> tuple[Found, ...]:
        """What the product's exact statement brings back under its settings, with nothing counted or read back."""
        connection = self._connections["exact", 0]
        wanted = wanted_settings(settings, "exact")
        with snapshot(connection):
            set_locally(connection, wanted)
            cursor = connection.cursor(binary=True)
            cursor.execute(statement("read_exact"), self._given(scopes, vector, settings.pool))
            rows = cursor.fetchall()
        return tuple(Found(memory=memory_of(row[2:]), cosine=row[0]) for row in rows)

    def _given(self, scopes: Sequence[str], vector: NDArray[np.float32], limit: int) -> dict[str, Any]:
        ids = [self._scopes[scope] for scope in scopes if scope in self._scopes]
        return {"org": self._org, "scopes": ids, "vector": vector, "limit": limit}


class BareLoad:
    """A table of sentences and vectors, loaded by COPY and nothing else, which the product's load is compared with."""

    def __init__(self, connection: Connection[Any], width: int) -> None:
        if not 1 <= width <= 2000:
            raise WrongCall(f"A vector has 1 to 2,000 numbers, not {width:,}.")
        self._connection = connection
        connection.execute(composed("bare_table", width=sql.Literal(width)))

    def copy(self, memories: Sequence[Memory], vectors: NDArray[np.float32]) -> None:
        """Loads one batch."""
        with self._connection.cursor().copy(scratch("bare_copy")) as copy:
            copy.set_types(["text", "text", "text", "vector"])
            for memory, vector in zip(memories, vectors, strict=True):
                copy.write_row((memory.id, memory.scope, memory.text, vector))

    def index(self, told: Told, *, memory: int) -> None:
        """Builds its index on vectors, with that many bytes of memory."""
        build(self._connection, scratch("bare_index"), told, memory=memory)
