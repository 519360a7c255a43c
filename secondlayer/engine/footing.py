"""The organisation's memories on both footings: in their own read, and where the scope term puts them (paper 002 §3)."""

from collections.abc import Iterable
from dataclasses import dataclass, replace

from secondlayer.engine.scopes import organisation_plan, proximity
from secondlayer.engine.sweep import reach
from secondlayer.engine.terms import score
from secondlayer.records import Candidate, ScopePlan, Standing, Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Footing:
    """One of the organisation's memories that was judged at the bar, with its score in each read."""

    standing: Standing
    #: score where the organisation is the nearest scope
    own: float
    #: score where it is the farthest rung
    combined: float
    #: its rank among all that the combined read scored; None when that read did not bring it back
    combined_rank: int | None
    #: the highest bar ratio at which it still clears; its own score as a share of the top
    ratio: float
    #: place of its seat; None when it took none
    place: int | None

    @property
    def difference(self) -> float:
        """own − combined: the weight of the scope term times the rungs between."""
        return self.own - self.combined


@dataclass(frozen=True, slots=True, kw_only=True)
class Held:
    """How one memory stands at the bar of a run; all None when that run did not judge it and cannot say."""

    memory_id: str
    score: float | None
    margin: float | None
    #: place of its seat; None when it took none
    place: int | None


def footings(trace: Trace) -> tuple[Footing, ...]:
    """Every memory judged at the bar, in the order of the standings; () without a bar."""
    if trace.bar is None:
        return ()
    listed = {candidate.memory.id: candidate for candidate in _scored(trace, 0)}
    seats = {seat.candidate.memory.id: seat.place for seat in trace.seats}
    return tuple(
        Footing(
            standing=standing,
            own=_scored_by(standing.candidate, organisation_plan()),
            combined=_scored_by(standing.candidate, trace.reads[0].plan),
            combined_rank=listed[memory_id].rank if memory_id in listed else None,
            ratio=reach(standing.candidate.score, trace.bar.top),
            place=seats.get(memory_id),
        )
        for standing in trace.standings
        for memory_id in (standing.candidate.memory.id,)
    )


def at_the_bar(trace: Trace, ids: Iterable[str]) -> tuple[Held, ...]:
    """How these memories of the organisation stand at that run's bar, on the footing it judges by, in the order given.

    One that the organisation's read scored and did not keep is told too: it stands behind those that were judged.
    """
    judged = {standing.candidate.memory.id: standing.candidate.score for standing in trace.standings}
    if len(trace.reads) > 1 and trace.settings["seating"] == "two_reads":
        judged = {candidate.memory.id: candidate.score for candidate in _scored(trace, 1)} | judged
    seats = {seat.candidate.memory.id: seat.place for seat in trace.seats}
    return tuple(
        Held(
            memory_id=memory_id,
            score=judged.get(memory_id),
            margin=judged[memory_id] - trace.bar.value if memory_id in judged and trace.bar is not None else None,
            place=seats.get(memory_id),
        )
        for memory_id in ids
    )


def _scored(trace: Trace, position: int) -> tuple[Candidate, ...]:
    read = trace.reads[position]
    return (*read.candidates, *read.rest)


def _scored_by(candidate: Candidate, plan: ScopePlan) -> float:
    """The candidate's score with its scope's rung in that plan, all else as it was weighed."""
    value = proximity(candidate.memory.scope, plan) or 0.0
    scope = candidate.term("scope")
    changed = replace(scope, value=value, points=scope.weight * value)
    return score(tuple(changed if term.name == "scope" else term for term in candidate.terms))
