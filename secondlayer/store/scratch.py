"""Scratch places on the store's server for experiments and benchmarks: made, worked in, and taken away again."""

import contextlib
import os
import shutil
import uuid
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
import psycopg
from pgvector.psycopg import register_vector
from psycopg import Connection, sql
from psycopg.conninfo import make_conninfo

from secondlayer.errors import NotAllowed, SecondLayerError
from secondlayer.store.connect import without_password
from secondlayer.store.embedded import default_home, embedded_server
from secondlayer.store.in_force import set_locally
from secondlayer.store.progress import Told, indexing
from secondlayer.store.statements import statement
from secondlayer.store.translate import sentences

_PREFIX = "secondlayer_scratch_"
_PATTERN = r"secondlayer\_scratch\_%"
#: beside its vector, a node of the graph takes about this much while it is built
_NODE_BYTES = 700
#: share of the machine's free memory that a build may ask for; a graph that outgrows its memory is built on, far more slowly
_BUILD_SHARE = 0.4


class IndexNotUsed(SecondLayerError):
    """The figures were to come from the index, and the plan was another one; nothing was printed."""


def scratch(name: str) -> bytes:
    """The statement of `sql/scratch/<name>.sql`. Raises FileNotFoundError."""
    return statement(f"scratch/{name}")


def composed(called: str, /, **parts: sql.Composable) -> sql.Composed:
    """The statement of `sql/scratch/<called>.sql` with each {part} put in."""
    return sql.SQL(scratch(called).decode()).format(**parts)


def server_process() -> int | None:
    """The process id of the embedded server when it is the one measured; None for a server of one's own."""
    return None if _named() else embedded_server(default_home()).pid


def check_may_make_schemas() -> None:
    """Nothing; raises NotAllowed when the role that asks may make no schema, or StoreUnreachable."""
    with sentences(_where()), psycopg.connect(_base(), autocommit=True) as connection:
        row = connection.execute(scratch("may_make_schemas")).fetchone()
        if row is None or not row[0]:
            raise NotAllowed(
                f"A scratch schema is needed in the database at {_where()}, and the role {connection.info.user} may not make "
                "one there; run it as a role with the right CREATE on the database, or on another server."
            )


@contextlib.contextmanager
def scratch_schema() -> Iterator[Connection[Any]]:
    """A connection whose first schema is new and empty; dropped afterwards, also when interrupted.

    Schemas left behind by a killed process are dropped first. Raises NotAllowed, StoreUnreachable, StoreTooOld.
    """
    check_may_make_schemas()
    base = _base()
    name = _PREFIX + uuid.uuid4().hex[:8]
    with sentences(_where()):
        # never prepared: a prepared statement keeps a plan that was made under another arm's settings
        with psycopg.connect(base, autocommit=True, prepare_threshold=None) as connection:
            connection.execute(statement("vector_extension"))
            with connection.transaction():
                for (left,) in connection.execute(scratch("schemas_left"), {"pattern": _PATTERN}).fetchall():
                    connection.execute(composed("schema_drop", name=sql.Identifier(left)))
            connection.execute(scratch("lock"), {"name": name})
            connection.execute(composed("schema_create", name=sql.Identifier(name)))
            try:
                register_vector(connection)
                connection.execute(scratch("schema_enter"), {"name": name})
                yield connection
            finally:
                # by a connection of its own: this one may have been cut off, or still be at work
                with psycopg.connect(base, autocommit=True) as cleaner:
                    if not connection.closed:
                        connection.cancel_safe(timeout=5.0)
                    cleaner.execute(composed("schema_drop", name=sql.Identifier(name)))


@contextlib.contextmanager
def scratch_database() -> Iterator[str]:
    """The connection string of a new database with pgvector and nothing else; dropped afterwards, also when interrupted.

    Databases left behind by a killed process are dropped first. Raises StoreUnreachable.
    """
    base = _base()
    name = _PREFIX + uuid.uuid4().hex[:8]
    with sentences(_where()), psycopg.connect(base, autocommit=True) as keeper:
        for (left,) in keeper.execute(scratch("databases_left"), {"pattern": _PATTERN}).fetchall():
            keeper.execute(composed("database_drop", name=sql.Identifier(left)))
        keeper.execute(composed("database_create", name=sql.Identifier(name)))
        try:
            made = make_conninfo(base, dbname=name)
            # held open, so that another process sees it is in use
            with psycopg.connect(made, autocommit=True) as holder:
                holder.execute(statement("vector_extension"))
                yield made
        finally:
            with psycopg.connect(base, autocommit=True) as cleaner:
                cleaner.execute(composed("database_drop", name=sql.Identifier(name)))


@contextlib.contextmanager
def connected(dsn: str, *, prepare: int | None = 5) -> Iterator[Connection[Any]]:
    """A connection of its own to a scratch database, in autocommit, that knows vectors."""
    with sentences(without_password(dsn)), psycopg.connect(dsn, autocommit=True, prepare_threshold=prepare) as connection:
        register_vector(connection)
        yield connection


def graph_bytes(rows: int, width: int) -> int:
    """What the graph of so many vectors takes while it is built."""
    return rows * (4 * width + _NODE_BYTES)


def build(connection: Connection[Any], making: bytes, told: Told, *, memory: int | None = None) -> None:
    """Runs a CREATE INDEX and tells how far it has come, with that much memory, or with the server's own settings."""
    with indexing(connection, told), connection.transaction():
        settings = {}
        if memory is not None:
            allowed = max(64 * 1024**2, min(memory, _most_memory()))
            settings["maintenance_work_mem"] = f"{allowed // 1024}kB"
            if not _room_for_workers(allowed):
                settings["max_parallel_maintenance_workers"] = "0"
        set_locally(connection, settings)
        connection.execute(making)


@contextlib.contextmanager
def without_index(dsn: str, told: Told, *, memory: int) -> Iterator[Callable[[], None]]:
    """The store of that scratch database without its index on vectors; the value given makes it again, as it was."""
    with connected(dsn) as connection:
        row = connection.execute(scratch("index_definition")).fetchone()
        assert row is not None
        connection.execute(scratch("index_drop"))
        yield lambda: build(connection, row[0].encode(), told, memory=memory)


def tidy(dsn: str) -> tuple[int, int]:
    """(bytes of the database, bytes of its index on vectors), after a vacuum with statistics."""
    with connected(dsn) as connection:
        connection.execute(scratch("tidy"))
        row = connection.execute(scratch("size")).fetchone()
    assert row is not None
    return int(row[0]), int(row[1])


def _most_memory() -> int:
    """Bytes a build may ask for: a share of what is free here, or a cautious figure for a server on another machine."""
    return 1024**3 if _named() else int(_BUILD_SHARE * psutil.virtual_memory().available)


def _room_for_workers(memory: int) -> bool:
    """Whether a parallel build's memory fits /dev/shm; never assumed of a server on another machine."""
    shared = Path("/dev/shm")
    return not _named() and shared.is_dir() and shutil.disk_usage(shared).free > 1.5 * memory


def _named() -> str:
    return os.environ.get("SECONDLAYER_DSN", "").strip()


def _base() -> str:
    return _named() or embedded_server(default_home()).ensure()


def _where() -> str:
    return without_password(_named()) if _named() else f"{default_home()} (embedded)"
