"""Where seats change hands as the bar's ratio goes up: exact, from the run's own scores (paper 002 §3-4)."""

import math
from dataclasses import dataclass
from itertools import pairwise

from secondlayer.engine.rules import refit
from secondlayer.engine.seats import judge, place
from secondlayer.records import Bar, Candidate, Outcome, Trace
from secondlayer.settings import Settings

#: a quotient and its product, each rounded once, are never farther apart than this many neighbouring floats
_STEPS = 4


@dataclass(frozen=True, slots=True, kw_only=True)
class Holder:
    """A memory that holds a place for the organisation."""

    place: int
    candidate: Candidate
    #: what the budget then made of it
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class Stretch:
    """Ratios between which nothing changes hands: above `low` and up to `high`, which belongs to it.

    The first stretch of a sweep holds its `low` too.
    """

    low: float
    high: float
    #: in order of place
    holders: tuple[Holder, ...]


def sweep(trace: Trace, settings: Settings, low: float = 0.5, high: float = 1.0) -> tuple[Stretch, ...]:
    """The stretches of the ratio from `low` to `high`, lowest first, with who is seated in each; () without a bar.

    A memory of the best `settings.seats` is seated up to the ratio it reaches and not above; no other ever is, since the
    order of the organisation's memories does not depend on the bar. Between two such ratios `judge` and `place` give the
    same seats, so each stretch is worked out once, at its upper end.
    """
    if trace.bar is None:
        return ()
    top = trace.bar.top
    reached = [reach(standing.candidate.score, top) for standing in trace.standings[: settings.seats]]
    edges = sorted({low, high, *(ratio for ratio in reached if low <= ratio < high)})
    stretches = [_stretch(trace, settings, start, end) for start, end in pairwise(edges)]
    if low in reached and len(edges) > 1:  # seated at `low` itself and nowhere above it
        stretches.insert(0, _stretch(trace, settings, low, low))
    return tuple(stretches)


def reach(score: float, top: float) -> float:
    """The highest ratio of `top`, above 0, whose bar that score still clears, to the last bit.

    >>> round(reach(0.495, 0.578), 3)
    0.856
    """
    ratio = score / top
    for _ in range(_STEPS):
        if ratio * top > score:
            ratio = math.nextafter(ratio, -math.inf)
    for _ in range(_STEPS):
        if (above := math.nextafter(ratio, math.inf)) * top <= score:
            ratio = above
    return ratio


def _stretch(trace: Trace, settings: Settings, low: float, high: float) -> Stretch:
    assert trace.bar is not None
    bar = Bar(top=trace.bar.top, ratio=high, value=high * trace.bar.top)
    standings = judge([standing.candidate for standing in trace.standings], bar, settings)
    _, seats = place(trace.reads[0].candidates, standings)
    outcomes = {block.candidate.memory.id: block.outcome for block in refit(trace, settings, standings)}
    return Stretch(
        low=low,
        high=high,
        holders=tuple(
            Holder(place=seat.place, candidate=seat.candidate, outcome=outcomes[seat.candidate.memory.id]) for seat in seats
        ),
    )
