"""The plan of a read's statement, asked of the server without running it."""

import re
from typing import Any

from psycopg import Connection

from secondlayer.records import Scan
from secondlayer.store import best, reads
from secondlayer.store.ask import Ask
from secondlayer.store.in_force import ONLY_THE_INDEX, set_locally, snapshot, wanted_settings
from secondlayer.store.statements import statement

#: a vector, and the marks of a sparse one, as the server prints them in a plan
_VECTOR = re.compile(r"'\[([^\]']*)\]'::vector(?:\(\d+\))?")
_MARKS = re.compile(r"'\{([^}']*)\}/\d+'::sparsevec(?:\(\d+\))?")


def plan_of(connection: Connection[Any], ask: Ask, scan: Scan) -> str:
    """The plan of the statement that scan ran, under the settings of its arm, as the server prints it, a line a node.

    Vectors are printed as how many numbers they have. Empty when the scan ran no statement. Raises BadSetting when a
    setting is refused.
    """
    if not scan.statement:
        return ""
    walked = scan.statement.encode() in (statement("read_hnsw"), best.best_of_walk())
    arm = scan.arm if walked else "exact"
    with snapshot(connection):
        set_locally(connection, wanted_settings(ask.settings, arm), reads.scan_memory(ask.settings, arm))
        place = reads.place_of(reads.scopes_of(connection, ask).fetchone(), arm)
        query, given = reads.asked(ask, place, reads.walked_for(ask, arm) if walked else None)
        if walked:
            set_locally(connection, ONLY_THE_INDEX)
        lines = connection.execute(statement("read_explain").replace(b"{query}", query), given).fetchall()
    plan = "\n".join(line for (line,) in lines)
    return _MARKS.sub(_so_many("marks", "{", "}"), _VECTOR.sub(_so_many("numbers", "[", "]"), plan))


def _so_many(what: str, opening: str, closing: str) -> Any:
    return lambda match: f"'{opening}… {match[1].count(',') + 1} {what}{closing}'"
