"""The store examined, for `doctor`: what is looked at, how it stands, and what to do."""

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any

from psycopg import Connection

from secondlayer.store.in_force import set_locally, snapshot
from secondlayer.store.statements import statement
from secondlayer.store.upkeep import state

SAMPLE = 25
_LEAST_RECALL = 0.95
_STALE_DAYS = 180
_REPAIR = "Run `secondlayer doctor --repair`, which builds it anew."
_WALK = {
    "enable_seqscan": "off",
    "enable_bitmapscan": "off",
    "enable_sort": "off",
    "hnsw.ef_search": "100",
    "hnsw.iterative_scan": "off",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Check:
    """One thing that was looked at."""

    name: str
    #: None when it cannot be told here
    ok: bool | None
    says: str
    #: what to do about it; empty when nothing
    do: str = ""


def checkup(connection: Connection[Any], org_id: int, part: int, *, now: datetime, sample: int = SAMPLE) -> tuple[Check, ...]:
    """The checks, in a fixed order: index, self_recall, dead_share, freshness."""
    return (
        _index(connection),
        _self_recall(connection, org_id, part, sample),
        _dead(connection),
        _freshness(connection, org_id, now),
    )


def _index(connection: Connection[Any]) -> Check:
    now = state(connection)
    if now.exists and now.valid:
        return Check(name="index", ok=True, says=f"The index on vectors is valid, over about {now.rows:,} vectors.")
    says = "The index on vectors is invalid, as a build that was broken off leaves it" if now.exists else "There is no index"
    return Check(
        name="index",
        ok=False,
        says=f"{says}, so every read compares all.",
        do=_REPAIR,
    )


def _self_recall(connection: Connection[Any], org_id: int, part: int, sample: int) -> Check:
    """Sampled vectors searched for through the index: a memory that its own vector does not find is as good as lost."""
    with snapshot(connection):
        vectors = [row[0] for row in connection.execute(statement("checkup_sample"), {"org": org_id, "sample": sample})]
        set_locally(connection, _WALK)
        before = connection.execute(statement("read_counters"), {"part": part}).fetchone()
        reached = 0
        for vector in vectors:
            row = connection.execute(statement("checkup_reached"), {"org": org_id, "vector": vector}).fetchone()
            reached += bool(row and row[0])
        after = connection.execute(statement("read_counters"), {"part": part}).fetchone()
    if not vectors:
        return Check(name="self_recall", ok=None, says="There are no vectors to search for.")
    if before and after and after[3] and after[0] == before[0]:
        return Check(name="self_recall", ok=None, says="The index was not used, so it cannot be tried.")
    found = f"{reached} of {len(vectors)} sampled memories are found by their own vector through the index."
    if reached >= _LEAST_RECALL * len(vectors):
        return Check(name="self_recall", ok=True, says=found)
    return Check(
        name="self_recall",
        ok=False,
        says=found,
        do="REINDEX INDEX CONCURRENTLY memory_vector_hnsw rebuilds it; then run `secondlayer doctor` again.",
    )


def _dead(connection: Connection[Any]) -> Check:
    now = state(connection)
    says = f"{now.dead:,} entries of the index are of memories that are gone ({now.dead_share:.0%})."
    if now.due:
        return Check(
            name="dead_share",
            ok=False,
            says=says,
            do=_REPAIR,
        )
    return Check(name="dead_share", ok=True, says=says)


def _freshness(connection: Connection[Any], org_id: int, now: datetime) -> Check:
    written, stored = connection.execute(statement("checkup_freshness"), {"org": org_id}).fetchone() or (None, None)
    if stored is None:
        return Check(
            name="freshness",
            ok=None,
            says="There are no memories yet.",
            do="Run `secondlayer distil`, or `load`.",
        )
    said = f"said on {written.astimezone(UTC):%Y-%m-%d}" if written else "undated"
    says = f"The newest memory was {said} and the last one stored on {stored.astimezone(UTC):%Y-%m-%d}."
    if (now - stored).days > _STALE_DAYS:
        return Check(name="freshness", ok=False, says=says, do="Distil the repositories again: what they say now may differ.")
    return Check(name="freshness", ok=True, says=says)
