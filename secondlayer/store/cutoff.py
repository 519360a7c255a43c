"""How large a scope an exact read still takes, by this server's own measured speed."""

import math
import threading
import time
from typing import Any

from psycopg import Connection

from secondlayer.store.ask import Ask
from secondlayer.store.statements import statement

#: fewer rows than this are compared without asking: it takes a millisecond or two anywhere
SMALL = 2000
_PROBES = 5
#: an entry that is walked costs about six that are compared (measured: 7 µs and 1.2)
_WALK_TO_COMPARE = 6
_LEAST_MS = 0.0001  # a tenth of a microsecond a row: no machine is faster, and nothing is divided by 0

#: server, database and width -> milliseconds a row, measured once in this process
_MEASURED: dict[tuple[Any, ...], float] = {}
_GUARD = threading.Lock()


def cutoff(connection: Connection[Any], ask: Ask, in_scope: int, in_part: int, wanted: int) -> tuple[int, str]:
    """(the most memories to compare all of, how that came about in a few words).

    settings.exact_cutoff at most; within that, what settings.exact_ms allows at the measured speed, or where a walk of the
    index for `wanted` in scope, out of `in_part`, would be expected to take longer than comparing all. Nothing is measured
    for a scope that is either small or too large for exact_cutoff.
    """
    most = ask.settings.exact_cutoff
    even = int(math.sqrt(_WALK_TO_COMPARE * wanted * in_part))
    if in_scope <= SMALL or in_scope > most:
        return most, f"up to {most:,} are"
    if in_scope <= even:
        return min(most, even), f"up to {min(most, even):,} are, as a walk of the index is expected to take longer"
    pace = _pace(connection, ask)
    allowed = min(most, int(ask.settings.exact_ms / pace))
    each = f"{ask.settings.exact_ms} ms at the {pace * 1000:.2g} µs each takes here"
    if allowed < even:
        return min(most, even), f"up to {min(most, even):,} are, as a walk of the index is expected to take longer"
    return allowed, f"up to {allowed:,} are, which takes {'less than ' if allowed == most else ''}{each}"


def _pace(connection: Connection[Any], ask: Ask) -> float:
    """Milliseconds a row; the best of a few probes, so that what else the machine did at the moment counts little."""
    key = (connection.info.host, connection.info.port, connection.info.dbname, len(ask.vector))
    with _GUARD:
        if key not in _MEASURED:
            many, rows = min(_timed(connection, ask, SMALL) for _ in range(_PROBES))
            none, _ = min(_timed(connection, ask, 0) for _ in range(_PROBES))
            _MEASURED[key] = max(_LEAST_MS, (many - none) / max(rows, 1))
        return _MEASURED[key]


def _timed(connection: Connection[Any], ask: Ask, rows: int) -> tuple[float, int]:
    started = time.perf_counter()
    row = connection.execute(statement("read_probe"), {"org": ask.org_id, "vector": ask.vector, "rows": rows}).fetchone()
    return (time.perf_counter() - started) * 1000, row[0] if row else 0
