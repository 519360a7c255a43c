"""Paper 001's experiment on the server: its table, its index, and its read, each with its plan checked."""

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection, sql

from secondlayer.store.in_force import set_locally
from secondlayer.store.progress import Told, silent
from secondlayer.store.scratch import IndexNotUsed, build, composed, scratch

_BATCH = 5000
_INDEX = "memories_hnsw"
#: the scope whose memories are asked for (paper 001 §2)
SCOPE = "acme/app"
#: arm -> what is set for its reads; a sequential scan is off, as in the paper, so that only the index is left
ARMS: Mapping[str, Mapping[str, str]] = {
    "default (ef_search 40)": {
        "enable_seqscan": "off",
        "hnsw.iterative_scan": "off",
        "hnsw.ef_search": "40",
        "hnsw.max_scan_tuples": "20000",
    },
    "iterative, relaxed_order, ef_search 100, max_scan_tuples 40000": {
        "enable_seqscan": "off",
        "hnsw.iterative_scan": "relaxed_order",
        "hnsw.ef_search": "100",
        "hnsw.max_scan_tuples": "40000",
    },
}
EXACT = "exact (all compared)"
_EXACT_SETTINGS = {"enable_indexscan": "off"}


class Experiment:
    """The table of paper 001 §2 in a scratch schema. Not safe for threads."""

    def __init__(self, connection: Connection[Any], width: int, told: Told = silent) -> None:
        self._connection = connection
        self._width = width
        self._told = told
        connection.execute(composed("experiment_tables", width=sql.Literal(width)))

    def fill_uniform(self, rows: int, probes: int) -> tuple[Any, ...]:
        """The probes, after the rows, from the paper's seed and in the paper's order."""
        self._connection.execute(scratch("seed"))
        for first in range(1, rows + 1, _BATCH):
            last = min(rows, first + _BATCH - 1)
            given = {"width": self._width, "first": first, "last": last}
            self._connection.execute(scratch("experiment_uniform"), given)
            self._told("drawing vectors", last, rows)
        given = {"width": self._width, "probes": probes}
        return tuple(row[0] for row in self._connection.execute(scratch("experiment_probes"), given))

    def fill(self, scopes: Sequence[str], vectors: NDArray[np.float32]) -> None:
        """Stores rows drawn elsewhere: one scope and one float32 [width] a row."""
        with self._connection.cursor().copy(scratch("experiment_copy")) as copy:
            copy.set_types(["int4", "text", "vector"])
            for number, (scope, vector) in enumerate(zip(scopes, vectors, strict=True), start=1):
                copy.write_row((number, scope, vector))
                if number % _BATCH == 0:
                    self._told("storing vectors", number, len(scopes))

    def index(self) -> None:
        """Builds the index, anew when there is one: construction is randomised, so that each is another graph."""
        self.drop_index()
        build(self._connection, scratch("experiment_index"), self._told)
        self._connection.execute(scratch("experiment_analyze"))

    def drop_index(self) -> None:
        """Takes the index away, when there is one."""
        self._connection.execute(scratch("experiment_index_drop"))

    def arm(self, name: str, probes: Sequence[Any], limit: int) -> tuple[tuple[int, ...], ...]:
        """The ids each probe's read brought back, nearest first as the plan gave them.

        The plan is looked at before the first read and the index's own counter after each; raises IndexNotUsed when a
        read of an approximate arm did not walk the index exactly once, or an exact one walked it at all.
        """
        settings = ARMS.get(name, _EXACT_SETTINGS)
        walks = 1 if name in ARMS else 0
        self._check_plan(name, probes[0], limit, settings)
        answers = []
        for number, probe in enumerate(probes, start=1):
            with self._connection.transaction():
                self._set(settings)
                before = self._scans()
                rows = self._connection.execute(scratch("experiment_nearest"), self._given(probe, limit)).fetchall()
                after = self._scans()
            if before is None or after is None or after - before != walks:
                seen = "an unknown number of" if before is None or after is None else f"{after - before}"
                raise IndexNotUsed(
                    f"Probe {number} of the arm “{name}” was to walk the index {walks} times and did so {seen} times; "
                    "nothing is printed. Is track_counts on?"
                )
            answers.append(tuple(row[0] for row in rows))
            self._told(name, number, len(probes))
        return tuple(answers)

    def _check_plan(self, name: str, probe: Any, limit: int, settings: Mapping[str, str]) -> None:
        with self._connection.transaction():
            self._set(settings)
            query = scratch("explain").replace(b"{query}", scratch("experiment_nearest"))
            row = self._connection.execute(query, self._given(probe, limit)).fetchone()
        nodes = list(_nodes(row[0][0]["Plan"])) if row else []
        indexed = any(node.get("Index Name") == _INDEX for node in nodes)
        if indexed != (name in ARMS):
            seen = ", ".join(node["Node Type"] for node in nodes)
            raise IndexNotUsed(
                f"The arm “{name}” was to be read {'from the index' if name in ARMS else 'without the index'}, and the plan is "
                f"{seen}. A sequential scan proves nothing about the index (paper 001 §2), so nothing is printed."
            )

    def _set(self, settings: Mapping[str, str]) -> None:
        set_locally(self._connection, {**settings, "max_parallel_workers_per_gather": "0"})

    def _scans(self) -> int | None:
        row = self._connection.execute(scratch("counters"), {"index": _INDEX}).fetchone()
        return None if row is None else row[0]

    def _given(self, probe: Any, limit: int) -> dict[str, Any]:
        return {"scope": SCOPE, "vector": probe, "limit": limit}


def _nodes(plan: Mapping[str, Any]) -> Any:
    yield plan
    for below in plan.get("Plans", ()):
        yield from _nodes(below)
