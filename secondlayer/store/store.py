"""The store of one organisation's memories: what the other rooms call."""

import contextlib
import logging
from collections.abc import Callable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from pathlib import Path
from types import TracebackType
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection, sql

from secondlayer.errors import EncoderMismatch, WrongCall
from secondlayer.records import Found, Memory, Repository, Scan
from secondlayer.settings import Settings
from secondlayer.store import checkup as checkups
from secondlayer.store import health as healths
from secondlayer.store import reads, upkeep
from secondlayer.store.acting import Acting
from secondlayer.store.ask import Ask
from secondlayer.store.checkup import Check
from secondlayer.store.connect import Connections
from secondlayer.store.health import Health
from secondlayer.store.rows import content_hash, memory_of
from secondlayer.store.statements import statement

log = logging.getLogger("secondlayer.store")

Result = TypeVar("Result")

_PAGE = 500
_WIDEST = 2000  # pgvector's HNSW takes no wider vectors, nor does a row in one page


def open_store(org: str, *, dsn: str | None = None, home: Path | None = None) -> "Store":
    """The store of that organisation, made and migrated when it is new; a context manager.

    With `home`, the embedded server there; else `dsn`, `SECONDLAYER_DSN`, or the embedded server of the default home.
    Raises StoreUnreachable, StoreTooOld, StoreFull, and WrongCall for a name that cannot be one.
    """
    if not org.strip() or "\x00" in org:
        raise WrongCall("An organisation needs a name.")
    return Store(org, Connections(dsn, home))


class Store(Acting):
    """One organisation's memories. Safe for threads; two reads may run at once. Every method may raise StoreUnreachable."""

    def __init__(self, org: str, connections: Connections) -> None:
        self.org = org
        self._connections = connections
        try:
            self._id, self._part, self._encoder = self._run(self._opened, again=True)
        except BaseException:
            connections.close()
            raise

    def __enter__(self) -> "Store":
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    def close(self) -> None:
        """Closes its connections."""
        self._connections.close()

    # -- the encoder

    def encoder(self) -> tuple[str, int] | None:
        """(name, width) of the encoder of the stored vectors; None before the first use."""
        if self._encoder is None:
            self._id, self._part, self._encoder = self._run(self._opened, again=True)
        return self._encoder

    def use_encoder(self, name: str, width: int) -> None:
        """Records the encoder at its first use. Raises EncoderMismatch when the stored vectors come from another one."""
        if not name or not 1 <= width <= _WIDEST:
            raise EncoderMismatch(
                f"An encoder needs a name and 1 to {_WIDEST:,} numbers a vector, not {name!r} with {width:,}."
            )
        if self.encoder() is None:
            self._run(lambda connection: self._record(connection, name, width), again=True)
            self._encoder = self._run(self._opened, again=True)[2]
        if self._encoder is not None and self._encoder != (name, width):
            stored, numbers = self._encoder
            raise EncoderMismatch(
                f"The store of {self.org} holds vectors of {stored} with {numbers} numbers each, and the encoder given is "
                f"{name} with {width}; use {stored}, run `secondlayer reembed` to change over, or give {name} "
                "a store of its own."
            )

    def _opened(self, connection: Connection[Any]) -> tuple[int, int, tuple[str, int] | None]:
        row = connection.execute(statement("organisation"), {"name": self.org}).fetchone()
        if row is None:
            connection.execute(statement("organisation_add"), {"name": self.org})
            row = connection.execute(statement("organisation"), {"name": self.org}).fetchone()
        assert row is not None
        return row[0], row[3], None if row[1] is None else (row[1], row[2])

    def _record(self, connection: Connection[Any], name: str, width: int) -> None:
        with connection.transaction():
            row = connection.execute(statement("vectors_width")).fetchone()
            if row is not None and row[0] != width:
                connection.execute(statement("vectors_lock"))
                row = connection.execute(statement("vectors_width")).fetchone()
                assert row is not None
                if row[1]:
                    raise EncoderMismatch(
                        f"The database holds vectors of {row[0]} numbers, and {name} gives {width}; "
                        f"use an encoder of {row[0]}, or another database for this one."
                    )
                for change in (statement("vectors_widen"), statement("vectors_widen_archive")):
                    connection.execute(sql.SQL(change.decode()).format(width=sql.Literal(width)))
            connection.execute(statement("encoder_record"), {"org": self._id, "name": name, "width": width})

    # -- organisations and scopes

    def organisations(self) -> Mapping[str, int]:
        """Organisation -> its current memories, for every organisation of the database, by name."""
        return dict(self._all("organisations", {}))

    def organisations_with(self, repo: str) -> tuple[str, ...]:
        """The organisations that have a scope of exactly that name, by name."""
        return tuple(name for (name,) in self._all("organisations_with", {"scope": repo}))

    def repositories(self) -> tuple[Repository, ...]:
        """The repositories the organisation has named as scopes, owner/name and bare names, by name."""
        rows = self._all("repositories", {})
        return tuple(Repository(name=name, sensitive=sensitive, alias=alias) for name, sensitive, alias in rows)

    def scope_counts(self) -> Mapping[str, int]:
        """Scope -> current memories in it, every scope of the organisation, by name."""
        return dict(self._all("scope_counts", {}))

    def mark_sensitive(self, repo: str, sensitive: bool = True) -> None:
        """Marks a repository sensitive, or no longer so, whether or not it has memories."""
        given = {"org": self._id, "name": repo, "sensitive": sensitive}
        self._run(lambda connection: connection.execute(statement("scope_sensitive"), given), again=True)

    # -- upkeep

    def keep_up(self) -> str:
        """What the index on vectors was in need of, done and said in one sentence; empty when nothing was due."""
        return self._run(lambda connection: upkeep.keep(connection, here=self._here), again=False)

    @contextlib.contextmanager
    def loading(self, count: int) -> Iterator[None]:
        """Within it, `count` memories are about to be added.

        When they are many against what is stored, the index on vectors is taken away and built at the end, also when the
        load fails: reads then compare all meanwhile. A process that is killed half way leaves no index; `keep_up` builds
        it. Memory that is short for the build is logged in one sentence.
        """
        now = self._run(upkeep.state, again=True)
        if not (now.exists and upkeep.large(count, now.rows)):
            yield
            return
        self._run(upkeep.drop, again=True)
        try:
            yield
        finally:
            warning = self._run(lambda connection: upkeep.build(connection, here=self._here), again=True)
            if warning:
                log.warning("%s", warning)

    @property
    def _here(self) -> bool:
        return self._connections.server is not None

    def checkup(self, *, now: datetime | None = None, sample: int = checkups.SAMPLE) -> tuple[Check, ...]:
        """The index, self-recall of sampled memories, dead entries, freshness: how each stands and what to do."""
        moment = now or datetime.now(UTC)
        return self._run(
            lambda connection: checkups.checkup(connection, self._id, self._part, now=moment, sample=sample), again=True
        )

    # -- reads

    def read(
        self,
        scopes: Sequence[str],
        vector: NDArray[np.float32],
        *,
        settings: Settings,
        limit: int,
        tokens: Sequence[str] = (),
    ) -> tuple[tuple[Found, ...], Scan]:
        """(the nearest current memories, at most `limit`, by cosine and then id; what the scan looked at), by settings.arm.

        Under `auto` the memories that share the rarest of the `tokens` come behind them, settings.rare_limit at most,
        unless settings.pool_by is meaning alone; tokens in one string, separated by spaces, must stand together. Scopes
        are compared whole. Raises BadSetting and WrongCall.
        """
        ask = Ask(
            org_id=self._id,
            part=self._part,
            scopes=tuple(scopes),
            vector=self._checked(vector),
            settings=settings,
            limit=limit,
            words=tuple(tokens),
        )
        return self._run(lambda connection: reads.read(connection, ask), again=True)

    def nearest(self, vector: NDArray[np.float32], scopes: Sequence[str], n: int) -> tuple[Found, ...]:
        """The n nearest current memories of those scopes, all compared, by cosine and then id."""
        found, _ = self.read(scopes, vector, settings=Settings(arm="exact"), limit=n)
        return found

    def cosine(self, id: str, vector: NDArray[np.float32]) -> float | None:
        """Similarity in [-1, 1] of that memory, current or retired; None when it has no vector or is not known."""
        row = self._one("cosine", {"id": id, "vector": self._checked(vector)})
        return None if row is None else float(row[0])

    def cosines(self, ids: Sequence[str], vector: NDArray[np.float32]) -> Mapping[str, float]:
        """Id -> similarity in [-1, 1] of those memories, current or retired; without those that have no vector."""
        return dict(self._all("cosines", {"ids": list(ids), "vector": self._checked(vector)}))

    def nearer(self, scopes: Sequence[str], vector: NDArray[np.float32], cosine: float) -> int:
        """How many current memories of those scopes are strictly nearer than that similarity."""
        given = {"scopes": list(scopes), "vector": self._checked(vector), "cosine": cosine}
        row = self._one("nearer", given)
        return int(row[0]) if row else 0

    def memory(self, id: str) -> Memory | None:
        """The memory of that id, current or retired; None when the organisation has none."""
        row = self._one("memory", {"id": id}) if "\x00" not in id else None
        return None if row is None else memory_of(row)

    def find_text(self, text: str, scopes: Sequence[str] | None = None) -> Memory | None:
        """The memory that is this sentence but for whitespace: current before retired, then in the scopes' order."""
        row = self._one("memory_by_text", {"hash": content_hash(text), "scopes": None if scopes is None else list(scopes)})
        return None if row is None else memory_of(row)

    def all_memories(self, scope: str | None = None, limit: int | None = None, *, retired: bool = False) -> Iterator[Memory]:
        """Every current memory of the organisation or of one scope, and the retired with `retired`, by id, page by page.

        Each page is a read of its own, so that an iteration left half way holds nothing on the server.
        """
        after, left = "", limit
        while left is None or left > 0:
            page = _PAGE if left is None else min(_PAGE, left)
            rows = self._all("memories_after", {"after": after, "scope": scope, "retired": retired, "page": page})
            memories = [memory_of(row) for row in rows]
            yield from memories
            if len(memories) < page:
                return
            after = memories[-1].id
            left = None if left is None else left - page

    def newest(
        self, scopes: Sequence[str], layers: Sequence[str], *, limit: int | None = None, offset: int = 0
    ) -> tuple[Memory, ...]:
        """Current memories of those scopes and layers, the latest written first and then by id."""
        given = {"scopes": list(scopes), "layers": list(layers), "limit": limit, "offset": offset}
        return tuple(map(memory_of, self._all("memories_newest", given)))

    def count(self, scopes: Sequence[str], layers: Sequence[str]) -> int:
        """How many current memories those scopes and layers hold."""
        return int(self._one("memories_count", {"scopes": list(scopes), "layers": list(layers)})[0])

    def health(self) -> Health:
        """The state of the store, for `doctor`."""
        server = self._connections.server
        where, socket = self._connections.where, server.socket if server else ""
        encoder = self.encoder()
        return self._run(lambda connection: healths.health(connection, self._id, where, socket, encoder), again=True)

    # -- inside

    def _run(self, work: Callable[[Connection[Any]], Result], *, again: bool) -> Result:
        return self._connections.run(work, again=again)

    def _all(self, name: str, given: Mapping[str, Any]) -> list[Any]:
        query = {"org": self._id, **given}
        return self._run(lambda connection: connection.execute(statement(name), query).fetchall(), again=True)

    def _one(self, name: str, given: Mapping[str, Any]) -> Any:
        rows = self._all(name, given)
        return rows[0] if rows else None

    def _checked(self, vector: NDArray[np.float32]) -> NDArray[np.float32]:
        encoder = self.encoder()
        if encoder is not None and vector.shape != (encoder[1],):
            raise EncoderMismatch(
                f"The store holds vectors of {encoder[0]} with {encoder[1]} numbers each, and was asked with {vector.shape}; "
                "use that encoder."
            )
        if not np.isfinite(vector).all() or not np.any(vector):
            raise WrongCall("A read needs a finite vector that is not all zeros.")
        return vector
