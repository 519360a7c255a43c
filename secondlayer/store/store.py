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
from psycopg import Connection

from secondlayer.errors import EncoderMismatch, WrongCall
from secondlayer.records import Browse, Browsed, Filing, Found, Memory, Repository, Scan, StoreState, Worth
from secondlayer.settings import Settings
from secondlayer.store import browsing, plans, reads, upkeep, writes
from secondlayer.store import checkup as checkups
from secondlayer.store import health as healths
from secondlayer.store.acting import Acting
from secondlayer.store.ask import Ask, Wanted
from secondlayer.store.checkup import Check
from secondlayer.store.connect import Connections
from secondlayer.store.health import Health
from secondlayer.store.progress import Told, silent
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
        self._number, self._part = 0, 0
        self._encoder: tuple[str, int] | None = None
        try:
            self._look()
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
            self._look()
        return self._encoder

    def use_encoder(self, name: str, width: int) -> None:
        """Records the encoder at its first use. Raises EncoderMismatch when the stored vectors come from another one."""
        if not name or not 1 <= width <= _WIDEST:
            raise EncoderMismatch(
                f"An encoder needs a name and 1 to {_WIDEST:,} numbers a vector, not {name!r} with {width:,}."
            )
        if self.encoder() is None:
            org_id = self._known()
            self._run(lambda connection: writes.record_encoder(connection, org_id, name, width), again=True)
            self._look()
        if self._encoder is not None and self._encoder != (name, width):
            stored, numbers = self._encoder
            raise EncoderMismatch(
                f"The store of {self.org} holds vectors of {stored} with {numbers} numbers each, and the encoder given is "
                f"{name} with {width}; use {stored}, run `secondlayer reembed` to change over, or give {name} "
                "a store of its own."
            )

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
        given = {"org": self._known(), "name": repo, "sensitive": sensitive}
        self._run(lambda connection: connection.execute(statement("scope_sensitive"), given), again=True)

    # -- upkeep

    def keep_up(self, told: Told = silent) -> str:
        """What the index on vectors was in need of, done and said in one sentence; empty when nothing was due."""
        return self._run(lambda connection: upkeep.keep(connection, here=self._here, told=told), again=False)

    @contextlib.contextmanager
    def loading(self, count: int, told: Told = silent) -> Iterator[None]:
        """Within it, `count` memories are about to be added; told how far the index is, when it is built.

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
            warning = self._run(lambda connection: upkeep.build(connection, here=self._here, told=told), again=True)
            if warning:
                log.warning("%s", warning)

    @property
    def _here(self) -> bool:
        return self._connections.server is not None

    def checkup(self, *, now: datetime | None = None, sample: int = checkups.SAMPLE) -> tuple[Check, ...]:
        """The index, self-recall of sampled memories, dead entries, freshness: how each stands and what to do."""
        moment, org_id = now or datetime.now(UTC), self._id
        return self._run(
            lambda connection: checkups.checkup(connection, org_id, self._part, now=moment, sample=sample), again=True
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
        worth: Worth | None = None,
    ) -> tuple[tuple[Found, ...], Scan]:
        """(the best current memories, at most `limit`; what the scan looked at), by settings.arm.

        The best are the nearest, by cosine and then id; or, given what everything is `worth`, under settings.pool_by = score
        and the arms auto and exact, those of the highest score, what matches first. Under `auto`, where not all scores
        were added up, the memories that share the rarest of the `tokens` come behind them, settings.rare_limit at most,
        unless settings.pool_by is meaning alone; tokens in one string, separated by spaces, must stand together. Scopes
        are compared whole. Raises BadSetting and WrongCall.
        """
        wanted = Wanted(scopes=tuple(scopes), settings=settings, limit=limit, tokens=tuple(tokens), worth=worth)
        return self.read_at_once([wanted], vector)[0]

    def read_at_once(self, wanted: Sequence[Wanted], vector: NDArray[np.float32]) -> tuple[tuple[tuple[Found, ...], Scan], ...]:
        """What `read` gives for each, in their order; a second one runs beside the first, on a connection of its own.

        Where no second connection is free at the moment, one after the other.
        """
        checked = self._checked(vector)
        asks = [Ask.of(one, self._id, self._part, checked) for one in wanted]

        def work(connection: Connection[Any]) -> tuple[tuple[tuple[Found, ...], Scan], ...]:
            if len(asks) > 1:
                with self._connections.spare() as second:
                    if second is not None:
                        return reads.at_once([reads.read(*pair) for pair in zip((connection, second), asks, strict=True)])
            return tuple(reads.at_once([reads.read(connection, ask)])[0] for ask in asks)

        return self._run(work, again=True)

    def plan(self, wanted: Wanted, vector: NDArray[np.float32], scan: Scan) -> str:
        """The server's plan of the statement that scan of such a read ran, not run again, a line a node; empty without one."""
        ask = Ask.of(wanted, self._id, self._part, self._checked(vector))
        return self._run(lambda connection: plans.plan_of(connection, ask, scan), again=True)

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

    def browse(self, asked: Browse, *, after: str = "", page: int = 50) -> Browsed:
        """One page of the memories asked for, by when they were last said and then by id, what has no date last.

        `after` is the id of the last one of the page before; an id that is not there begins anew.
        """
        return browsing.browsed_of(self._all("browse", browsing.parameters(asked, after, page)))

    def filing(self, id: str) -> Filing | None:
        """How that memory came into the store, and who took it out of use; None when the organisation has none of that id."""
        row = self._one("filing", {"id": id}) if "\x00" not in id else None
        return None if row is None else browsing.filing_of(row)

    def state(self) -> StoreState:
        """Figures that are equal only while the organisation's memories are the same."""
        return browsing.state_of(self._one("state", {}))

    def may_write(self) -> bool:
        """Whether the role that asks may file memories here."""
        return bool(self._one("may_write", {})[0])

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
        encoder, org_id = self.encoder(), self._id
        return self._run(lambda connection: healths.health(connection, org_id, where, socket, encoder), again=True)

    # -- inside

    @property
    def _id(self) -> int:
        """The organisation's number; 0, under which nothing is filed, while the database has not heard of it."""
        if not self._number:
            self._look()
        return self._number

    def _known(self) -> int:
        """The organisation's number, made known by the first write: opening a store and reading it write nothing."""
        if not self._id:
            self._run(lambda connection: connection.execute(statement("organisation_add"), {"name": self.org}), again=True)
            self._look()
        return self._number

    def _look(self) -> None:
        rows = self._run(
            lambda connection: connection.execute(statement("organisation"), {"name": self.org}).fetchall(), again=True
        )
        if rows:
            self._number, name, width, self._part = rows[0]
            self._encoder = None if name is None else (name, width)

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
