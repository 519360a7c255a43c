"""How large a scope an exact read still takes, by this server's own measured speed."""

import threading
import time
from typing import Any

from numpy.typing import NDArray
from psycopg import Connection

from secondlayer.settings import Settings
from secondlayer.store.statements import statement

#: fewer rows than this are compared without asking: it takes a millisecond or two anywhere
SMALL = 2000
_PROBES = 5
_LEAST_MS = 0.0001  # a tenth of a microsecond a row: no machine is faster, and nothing is divided by 0

#: server, database and width -> milliseconds a row, measured once in this process
_MEASURED: dict[tuple[Any, ...], float] = {}
_GUARD = threading.Lock()


def cutoff(
    connection: Connection[Any], org_id: int, vector: NDArray[Any], in_scope: int, settings: Settings
) -> tuple[int, str]:
    """(the most memories to compare all of, how that came about in a few words).

    The smaller of settings.exact_cutoff and what settings.exact_ms allows at the measured speed. Nothing is measured for a
    scope that either is too large for exact_cutoff or is small.
    """
    if in_scope <= SMALL or in_scope > settings.exact_cutoff:
        return settings.exact_cutoff, f"up to {settings.exact_cutoff:,}"
    pace = _pace(connection, org_id, vector)
    allowed = int(settings.exact_ms / pace)
    each = f"at the {pace * 1000:.2g} µs each takes here"
    if allowed < settings.exact_cutoff:
        return allowed, f"up to {allowed:,}, which take {settings.exact_ms} ms {each}"
    return settings.exact_cutoff, f"up to {settings.exact_cutoff:,}, less than {settings.exact_ms} ms {each}"


def _pace(connection: Connection[Any], org_id: int, vector: NDArray[Any]) -> float:
    """Milliseconds a row; the best of a few probes, so that what else the machine did at the moment counts little."""
    key = (connection.info.host, connection.info.port, connection.info.dbname, len(vector))
    with _GUARD:
        if key not in _MEASURED:
            many, rows = min(_timed(connection, org_id, vector, SMALL) for _ in range(_PROBES))
            none, _ = min(_timed(connection, org_id, vector, 0) for _ in range(_PROBES))
            _MEASURED[key] = max(_LEAST_MS, (many - none) / max(rows, 1))
        return _MEASURED[key]


def _timed(connection: Connection[Any], org_id: int, vector: NDArray[Any], rows: int) -> tuple[float, int]:
    started = time.perf_counter()
    row = connection.execute(statement("read_probe"), {"org": org_id, "vector": vector, "rows": rows}).fetchone()
    return (time.perf_counter() - started) * 1000, row[0] if row else 0
