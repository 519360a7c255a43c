"""What a walk of the index did, read from the server's own counters, and how it ended."""

import math
import re
from dataclasses import dataclass

from secondlayer.records import Stop

#: a visited element takes up to this much scan memory (measured: 180 to 220 bytes, whatever the width)
BYTES_A_TUPLE = 256
#: entries being vacuumed count towards the ceiling and are not handed out
_NEAR_CEILING = 0.95
_UNITS = {"B": 1, "kB": 1024, "MB": 1024**2, "GB": 1024**3, "TB": 1024**4}
_TIMES = {"us": 0.001, "ms": 1, "s": 1000, "min": 60_000, "h": 3_600_000, "d": 86_400_000}


@dataclass(frozen=True, slots=True, kw_only=True)
class Counters:
    """Differences of the index's counters around one statement, in its transaction."""

    #: walks started
    scans: int
    #: entries the index handed out
    returned: int
    #: of those, rows that are visible
    fetched: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Walk:
    """One walk of the index with the limits it ran under."""

    #: None when the server does not count
    counters: Counters | None
    #: in scope, that the walk came to
    matched: int
    #: how many in scope would have ended it
    wanted: int
    #: rows a whole walk could come to; None when not asked, because the walk was not short
    indexed: int | None
    iterative: bool
    ef_search: int
    max_scan_tuples: int
    memory_bytes: int


def ending(walk: Walk) -> tuple[Stop, str]:
    """(stop, one sentence) for a walk that did start. The order of the rules is that of their certainty.

    A filled limit says nothing about completeness. Duplicates can take the entries handed out past the ceiling, so
    that exhaustion is looked at before it. Without iteration the candidate list is the ceiling.
    """
    found = f"{walk.matched:,} of {walk.wanted:,} wanted"
    if walk.matched >= walk.wanted:
        return (
            "limit",
            f"The walk of the index ended when {walk.wanted:,} in scope were found; nearer ones may have been passed by.",
        )
    if walk.counters is None or walk.indexed is None:
        return "unknown", f"The walk of the index ended with {found}; this server does not say how far it came."
    if walk.counters.fetched >= walk.indexed:
        return "exhausted", f"The walk came to every entry of the index and found {found}."
    if not walk.iterative:
        return "ceiling", f"The walk ended with its one list of {walk.ef_search:,} candidates and {found}."
    if walk.counters.returned >= _NEAR_CEILING * walk.max_scan_tuples:
        return "ceiling", f"The walk stopped at its ceiling of {walk.max_scan_tuples:,} entries with {found}."
    entries = walk.indexed + walk.counters.returned - walk.counters.fetched
    if walk.memory_bytes >= BYTES_A_TUPLE * min(walk.max_scan_tuples, entries):
        unreached = walk.indexed - walk.counters.fetched
        return "exhausted", f"The walk found {found}; {unreached:,} entries cannot be reached through the index."
    return "memory", (
        f"The walk ran out of its {walk.memory_bytes / 1024**2:.4g} MB of scan memory, "
        f"before its ceiling of {walk.max_scan_tuples:,} entries, with {found}."
    )


def bytes_of(shown: str) -> int:
    """4194304 of "4MB", as the server shows a size."""
    match = re.fullmatch(r"(\d+)\s*([kMGT]?B)", shown)
    if match is None:
        raise ValueError(f"not a size: {shown!r}")
    return int(match[1]) * _UNITS[match[2]]


def milliseconds_of(shown: str) -> int:
    """15000 of "15s", as the server shows a time; "0" is no limit."""
    match = re.fullmatch(r"(\d+)\s*(us|ms|s|min|h|d)?", shown)
    if match is None:
        raise ValueError(f"not a time: {shown!r}")
    return math.floor(int(match[1]) * _TIMES[match[2] or "ms"])
