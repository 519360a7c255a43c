"""Connections to the store: a pool, revived when the server was gone, with every driver error in our words."""

import contextlib
import logging
import os
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, TypeAlias, TypeVar

import psycopg
from pgvector.psycopg import register_vector
from psycopg import Connection
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from psycopg_pool import ConnectionPool, PoolClosed, PoolTimeout

from secondlayer.errors import SecondLayerError, StoreUnreachable, WrongCall
from secondlayer.store.embedded import EmbeddedServer, default_home, embedded_server
from secondlayer.store.migrate import migrate
from secondlayer.store.translate import UNDONE, lost, sentences

Result = TypeVar("Result")
Pool: TypeAlias = "ConnectionPool[Connection[Any]]"

_MIN_CONNECTIONS = 2  # a request runs two reads at once
_MAX_CONNECTIONS = 8
_WAIT_SECONDS = 30.0
_ATTEMPTS = 3

# every lost connection is answered for here, in our words
logging.getLogger("psycopg.pool").setLevel(logging.ERROR)


class Connections:
    """A pool of connections to one database. Safe for threads. Connections are in autocommit; transactions are explicit."""

    def __init__(self, dsn: str | None, home: Path | None) -> None:
        """`home` given means the embedded server there; else `dsn`, `SECONDLAYER_DSN`, or the default home, in this order.

        Migrates the database. Raises WrongCall for what is no connection string, StoreUnreachable, StoreTooOld, StoreFull.
        """
        named = (dsn or os.environ.get("SECONDLAYER_DSN", "")).strip() if home is None else ""
        self.server: EmbeddedServer | None = None if named else embedded_server(home or default_home())
        self._dsn = named
        self._guard = threading.Lock()
        self._closed = False
        self._pool: Pool | None = None
        self.where = f"{self.server.home} (embedded)" if self.server else without_password(named)
        self._open_pool()

    def close(self) -> None:
        """Closes every connection; the embedded server runs on until the last process leaves."""
        with self._guard:
            self._closed = True
            pool, self._pool = self._pool, None
        if pool is not None:
            pool.close()

    def run(self, work: Callable[[Connection[Any]], Result], *, again: bool) -> Result:
        """What the work returns, given a connection; one that answered just now, for work that may be done only once.

        When the connection is lost on the way, work that may be done `again` is, once, on a server revived for it.
        Work the server undid for another transaction is done again too. Raises errors.py's classes only.
        """
        attempt = 0
        while True:
            attempt += 1
            # what may be done again finds a dead connection by itself
            pool, connection = self._checkout(tried=not again)
            try:
                with sentences(self.where):
                    return work(connection)
            except SecondLayerError as error:
                cause = error.__cause__
                gone = cause is not None and lost(cause)
                undone = isinstance(cause, psycopg.Error) and cause.sqlstate in UNDONE
                if gone:
                    self._drop(pool)
                if attempt == _ATTEMPTS or not (undone or (gone and again and attempt == 1)):
                    raise
            finally:
                # a connection that is broken, or was left in a transaction, does not go back into use
                pool.putconn(connection)

    @contextlib.contextmanager
    def spare(self) -> Iterator[Connection[Any] | None]:
        """A second connection for work that has one, if one is free at this moment; waiting could lock two out for good."""
        pool = self._open_pool()
        try:
            connection = pool.getconn(timeout=0)
        except (PoolTimeout, PoolClosed):
            yield None
            return
        try:
            yield connection
        finally:
            pool.putconn(connection)

    def _checkout(self, *, tried: bool = True) -> tuple[Pool, Connection[Any]]:
        for _ in range(_ATTEMPTS):
            pool = self._open_pool()
            try:
                with sentences(self.where):
                    connection = pool.getconn(timeout=_WAIT_SECONDS)
            except StoreUnreachable as error:
                if isinstance(error.__cause__, PoolClosed):
                    continue  # another thread has just found it dead
                raise
            try:
                if tried:
                    connection.execute(b"SELECT 1")
                return pool, connection
            except psycopg.Error:
                pool.putconn(connection)
                self._drop(pool)
        raise StoreUnreachable(f"The store at {self.where} loses its connections again and again. Run `secondlayer doctor`.")

    def _drop(self, dead: Pool) -> None:
        with self._guard:
            if self._pool is dead:
                self._pool = None
        dead.close()

    def _open_pool(self) -> Pool:
        with self._guard:
            if self._closed:
                raise StoreUnreachable(f"The store at {self.where} was closed by this process; open it again.")
            if self._pool is None:
                conninfo = self._conninfo()
                with sentences(self.where):
                    # one direct connection first: a pool hides why it cannot connect until it times out
                    with psycopg.connect(conninfo, autocommit=True) as connection:
                        migrate(connection, self.where)
                    fresh: Pool = ConnectionPool(
                        conninfo,
                        min_size=_MIN_CONNECTIONS,
                        max_size=_most_connections(),
                        # nothing is prepared: a pooler may send the next transaction to another server process
                        kwargs={"autocommit": True, "prepare_threshold": None},
                        configure=register_vector,
                        open=False,
                        name="secondlayer",
                    )
                    try:
                        fresh.open(wait=True, timeout=_WAIT_SECONDS)
                    except BaseException:
                        fresh.close()
                        raise
                self._pool = fresh
            return self._pool

    def _conninfo(self) -> str:
        given = self.server.ensure() if self.server else self._dsn
        try:
            parts = conninfo_to_dict(given)
        except psycopg.Error:  # its words may quote the password
            raise WrongCall(
                "SECONDLAYER_DSN is not a connection string; write it as postgresql://user:password@host/database."
            ) from None
        parts.setdefault("connect_timeout", 10)
        parts.setdefault("application_name", "secondlayer")
        parts["client_encoding"] = "utf8"
        return make_conninfo("", **parts)


def _most_connections() -> int:
    given = os.environ.get("SECONDLAYER_POOL", "").strip() or str(_MAX_CONNECTIONS)
    if not given.isdigit() or not _MIN_CONNECTIONS <= int(given) <= 1000:
        raise WrongCall(
            f"SECONDLAYER_POOL is the most connections one process opens, {_MIN_CONNECTIONS} to 1000, not {given!r}."
        )
    return int(given)


def without_password(dsn: str) -> str:
    """The connection string with its password left out, fit to be shown."""
    try:
        parts = conninfo_to_dict(dsn)
    except psycopg.Error:
        return "SECONDLAYER_DSN (not a connection string)"
    return make_conninfo("", **{name: value for name, value in parts.items() if name not in ("password", "sslpassword")})
