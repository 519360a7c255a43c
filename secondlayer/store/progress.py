"""How far a build of an index has come, told while it goes on."""

import contextlib
import threading
from collections.abc import Callable, Iterator
from typing import Any

import psycopg
from psycopg import Connection

from secondlayer.store.statements import statement

#: told (what is being done, how many, of how many)
Told = Callable[[str, int, int], None]

_LOOK_SECONDS = 0.3


def silent(doing: str, done: int, of: int) -> None:
    """Tells nobody."""


@contextlib.contextmanager
def indexing(connection: Connection[Any], told: Told) -> Iterator[None]:
    """Within it, an index is built on that connection; how far it is, in blocks, is looked up on another one and told."""
    if told is silent:
        yield
        return
    ended = threading.Event()
    pid = connection.info.backend_pid
    dsn, password = connection.info.dsn, connection.info.password

    def look() -> None:
        with contextlib.suppress(psycopg.Error), psycopg.connect(dsn, password=password, autocommit=True) as watcher:
            while not ended.wait(_LOOK_SECONDS):
                row = watcher.execute(statement("upkeep_progress"), {"pid": pid}).fetchone()
                if row is not None and row[1]:
                    told("indexing", row[0], row[1])

    looking = threading.Thread(target=look, daemon=True)
    looking.start()
    try:
        yield
    finally:
        ended.set()
        looking.join()
