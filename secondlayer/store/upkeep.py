"""The index on vectors kept in hand: built after a bulk load, built anew after many retirements, and never out of memory."""

import contextlib
import shutil
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psutil  # type: ignore[import-untyped]
from psycopg import Connection, sql

from secondlayer.store.migrate import version_of
from secondlayer.store.progress import Told, indexing, silent
from secondlayer.store.statements import statement

#: a load this large against what is stored is quicker without the index, which is then built whole: a live index takes
#: some 800 vectors a second and a build some 4,700 (measured, 384 numbers each), so that a fifth would do; readers go
#: without the index meanwhile, so that it is half
LARGE_LOAD, LARGE_SHARE = 5000, 0.5
#: from this share of dead entries on the index is built anew, before a vacuum has to repair it entry by entry
DEAD_SHARE, MANY_DEAD = 0.15, 1000
#: what an element of the graph takes beside its vector (measured: 391 MB for 200,000 of 384 numbers)
_BYTES_AN_ELEMENT = 500
_PARTS = 16
_MOST_MEMORY = 4 * 1024**3
_MOST_ELSEWHERE = 1024**3  # of a server on another machine nothing is known
_SAFE_PARALLEL = (0, 8, 2)  # before it a parallel build could write past its memory (CVE-2026-3172)
_SHARED = Path("/dev/shm")


@dataclass(frozen=True, slots=True, kw_only=True)
class State:
    """What upkeep goes by; see upkeep_state.sql."""

    rows: int
    #: rows of the largest part: each has an index of its own, built one after another
    largest: int
    #: the part with most dead entries, its rows and those entries
    worst: int
    worst_rows: int
    dead: int
    width: int
    exists: bool
    valid: bool
    memory_bytes: int

    @property
    def dead_share(self) -> float:
        """Dead entries ÷ all entries of that part, as far as the server has counted; 0 for an empty one."""
        return self.dead / (self.worst_rows + self.dead) if self.worst_rows + self.dead else 0.0

    @property
    def due(self) -> bool:
        """Whether that part's index is to be built anew."""
        return self.dead >= MANY_DEAD and self.dead_share >= DEAD_SHARE


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """The resources a build of the index is given."""

    #: maintenance_work_mem
    memory_bytes: int
    #: what the whole graph takes
    wanted_bytes: int
    workers: int
    #: one sentence when memory or shared memory is short, else empty
    warning: str


def state(connection: Connection[Any]) -> State:
    """The state of the index and its table."""
    row = connection.execute(statement("upkeep_state")).fetchone()
    assert row is not None
    return State(
        rows=row[0],
        largest=row[1],
        worst=row[2],
        worst_rows=row[3],
        dead=row[4],
        width=row[5],
        exists=row[6],
        valid=row[7],
        memory_bytes=row[8],
    )


def large(load: int, stored: int) -> bool:
    """Whether a load of that many is quicker with the index taken away and built afterwards."""
    return load >= LARGE_LOAD and load >= LARGE_SHARE * stored


def plan(now: State, vector_version: str, *, here: bool, free: int | None = None, shared: int | None = None) -> Plan:
    """The resources for a build, whose largest part is over now.largest vectors; `here` when the server shares this machine.

    Memory: what the graph takes, at least the server's own setting, at most a quarter of what is `free`. Parallel workers
    keep the graph in shared memory: two when /dev/shm has that much left, and none elsewhere, where nobody can tell.
    """
    wanted = int(now.largest * (4 * now.width + _BYTES_AN_ELEMENT) * 1.1)
    spare = psutil.virtual_memory().available if free is None else free
    most = min(_MOST_MEMORY, spare // 4) if here else _MOST_ELSEWHERE
    memory = max(now.memory_bytes, min(wanted, most))
    left = (shutil.disk_usage(_SHARED).free if _SHARED.is_dir() else 0) if shared is None else shared
    roomy = here and left > memory + 16 * 1024**2
    workers = 2 if roomy and version_of(vector_version) >= _SAFE_PARALLEL else 0
    warning = ""
    if wanted > memory:
        warning = (
            f"The index over {now.largest:,} vectors takes about {wanted / 1024**2:,.0f} MB to build and may use "
            f"{memory / 1024**2:,.0f}; it is built all the same, far slower. Free some memory, or raise maintenance_work_mem."
        )
    elif here and not roomy and left < memory:
        warning = (
            f"/dev/shm has {left / 1024**2:,.0f} MB left and a parallel build of the index takes {memory / 1024**2:,.0f}, "
            "so it is built by one process; give the container more shared memory (--shm-size) to use more."
        )
    return Plan(memory_bytes=memory, wanted_bytes=wanted, workers=workers, warning=warning)


def drop(connection: Connection[Any]) -> None:
    """Takes the index away."""
    connection.execute(statement("upkeep_drop"))


def build(connection: Connection[Any], *, here: bool, told: Told = silent) -> str:
    """Builds the index when it is missing or invalid, then vacuums; a sentence about short memory, or nothing."""
    now = state(connection)
    warning = ""
    if not (now.exists and now.valid):
        given = plan(now, _version(connection), here=here)
        warning = given.warning
        with indexing(connection, told), connection.transaction():
            # a build by another process may have come first
            connection.execute(statement("vectors_lock"))
            if not state(connection).valid:
                connection.execute(statement("upkeep_drop"))
                _allow(connection, given, "SET LOCAL")
                connection.execute(statement("upkeep_build"))
    _vacuum(connection, "memory_vector")
    return warning


def renew(connection: Connection[Any], part: int, *, here: bool, told: Told = silent) -> str:
    """Builds the index of that part anew beside the old one and vacuums it; a sentence about short memory, or nothing."""
    given = plan(state(connection), _version(connection), here=here)
    index = sql.Identifier(f"memory_vector_{part}_embedding_idx")
    with _allowed(connection, given), indexing(connection, told):
        connection.execute(sql.SQL(statement("upkeep_renew").decode()).format(index=index))
    _vacuum(connection, f"memory_vector_{part}")
    return given.warning


def keep(connection: Connection[Any], *, here: bool, told: Told = silent) -> str:
    """Does what the state of the index asks for, if anything, and says it in one sentence; empty when nothing was due."""
    connection.execute(statement("upkeep_flush"))
    now = state(connection)
    if not now.exists or not now.valid:
        warning = build(connection, here=here, told=told)
        return f"The index on vectors was {'invalid' if now.exists else 'missing'} and is built. {warning}".strip()
    said = []
    for _ in range(_PARTS):
        if not now.due:
            break
        warning = renew(connection, now.worst, here=here, told=told)
        said.append(f"The index held {now.dead:,} dead entries ({now.dead_share:.0%}) and is built anew. {warning}".strip())
        connection.execute(statement("upkeep_flush"))
        now = state(connection)
    return " ".join(said)


def _vacuum(connection: Connection[Any], vectors: str) -> None:
    connection.execute(sql.SQL(statement("upkeep_vacuum").decode()).format(vectors=sql.Identifier(vectors)))


def _version(connection: Connection[Any]) -> str:
    row = connection.execute(statement("vector_version")).fetchone()
    return str(row[0]) if row and row[0] else "0"


def _allow(connection: Connection[Any], given: Plan, how: str) -> None:
    for name, value in (
        ("maintenance_work_mem", f"{given.memory_bytes // 1024}kB"),
        ("max_parallel_maintenance_workers", str(given.workers)),
    ):
        connection.execute(sql.SQL(f"{how} {{}} = {{}}").format(sql.Identifier(name), sql.Literal(value)))


@contextlib.contextmanager
def _allowed(connection: Connection[Any], given: Plan) -> Iterator[None]:
    # REINDEX CONCURRENTLY runs in no transaction, so that nothing can be made local
    _allow(connection, given, "SET SESSION")
    try:
        yield
    finally:
        if not connection.closed:
            for name in ("maintenance_work_mem", "max_parallel_maintenance_workers"):
                connection.execute(sql.SQL("RESET {}").format(sql.Identifier(name)))
