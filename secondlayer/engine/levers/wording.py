"""Numbers and outcomes as the sentences of a change say them."""

import math
from collections.abc import Callable, Sequence

from secondlayer.records import Trace

_FEWEST, _MOST = 2, 6
#: lines that lose their places, named by number up to so many
_NAMED = 4


def shown(value: float, *, up: bool, carries: Callable[[float], bool]) -> str:
    """The number in as few decimals as it takes for the number as written to carry too, rounded away from what was.

    `up` says on which side of the threshold the memory is carried.
    """
    for digits in range(_FEWEST, _MOST + 1):
        scale = 10**digits
        rounded = (math.ceil(value * scale) if up else math.floor(value * scale)) / scale
        written = f"{rounded:.{digits}f}"
        while written.endswith("0") and len(written.partition(".")[2]) > 1:
            written = written[:-1]
        if 0.0 <= float(written) <= 1.0 and carries(float(written)):
            return written
    return repr(value)


def conclusion(id: str, run: Trace, before: Trace, lost: Sequence[str], gained: Sequence[str]) -> str:
    """The sentence's second half: where it would stand, and who would lose a line to it or come in with it."""
    line = run.brief.carried.index(id) + 1
    says = f"it would be line {line} of the brief"
    seat = next((seat for seat in run.seats if seat.candidate.memory.id == id), None)
    if seat is not None and id not in {other.candidate.memory.id for other in before.seats}:
        says += ", in a seat of the organisation's"
    if lost:
        says += f"; {_losing(lost, before)}"
    if gained:
        says += f"{' and' if lost else ';'} {'one other' if len(gained) == 1 else f'{len(gained):,} others'} would come in"
    return f"{says}."


def listed(parts: Sequence[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def _losing(lost: Sequence[str], before: Trace) -> str:
    lines = [f"{before.brief.carried.index(id) + 1}" for id in lost]
    if len(lines) == 1:
        return f"line {lines[0]} ({lost[0]}) would lose its place"
    if len(lines) > _NAMED:
        return f"line {lines[0]} and {len(lines) - 1:,} more lines would lose their places"
    return f"lines {listed(lines)} would lose their places"
