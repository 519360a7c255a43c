"""Why one memory stands above another: one sentence, and the term that decides by the most points (DESIGN §5)."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from secondlayer.engine.ranking import rank
from secondlayer.engine.scopes import organisation_plan
from secondlayer.records import (
    ORG_SCOPE,
    TERMS,
    Block,
    Candidate,
    Found,
    Pair,
    Rise,
    Seat,
    Standing,
    TermName,
    Trace,
    Verdict,
)
from secondlayer.settings import Settings

#: characters of a memory that a sentence quotes
_QUOTED = 70

_BECAUSE: dict[TermName, str] = {
    "meaning": "it is nearer to the prompt in meaning",
    "words": "it shares more of the prompt's words",
    "recency": "it was said more lately",
    "layer": "its layer stands higher",
    "scope": "its scope is nearer",
    "path": "it comes from a nearer part of the repository",
}


def above(trace: Trace, one_id: str, other_id: str, *, at_the_bar: bool = False, outside: Sequence[Candidate] = ()) -> Pair:
    """Which of the two stands above the other in that run, and why, in one sentence; every case is answered.

    The order is that of consideration: the list with its seats, what filled the room, then the rest of the pool by rank,
    then what was only judged at the bar. The deciding term is the one with the most points in the direction of the
    result, the earlier in TERMS when two have as many. With `at_the_bar` the organisation's memories are compared by the
    score they were judged by there, whatever place they took. `outside` holds memories that the run did not score and
    that were weighed by themselves.
    """
    one, other = _Known(trace, one_id, at_the_bar, outside), _Known(trace, other_id, at_the_bar, outside)
    if one_id == other_id:
        return _pair(one, other, "same", f"{one.name} is compared with itself.")
    if not one.scored and not other.scored:
        neither = f"Neither {one.name} nor {other.name} was among the memories that this run scored."
        return _pair(one, other, "nothing", neither)
    first, second = (one, other) if one.before(other, at_the_bar) else (other, one)
    if not second.scored:
        return _pair(first, second, "scored", f"{first.name} was scored, and {second.name} was not brought back by any read.")
    if at_the_bar:
        return _by_terms(first, second)
    return _as_considered(first, second)


def rival(trace: Trace, verdict: Verdict) -> str | None:
    """The id of the memory that a verdict is best seen beside; None when there is none to compare with.

    What decided it where one memory did: the top that sets the bar, the holder of the last seat, the line it repeats, the
    latest one of its source, the last one kept. Otherwise the last one carried, or the first for that one itself.
    """
    figures = {gate.gate: gate.figures for gate in verdict.gates}
    combined = trace.reads[0].candidates
    own = verdict.memory.id if verdict.memory else ""
    wanted: object = None
    if verdict.verdict == "below_bar" and combined:
        wanted = combined[0].memory.id
    elif verdict.verdict == "lost_seat" and trace.seats:
        wanted = min(trace.seats, key=lambda seat: (seat.candidate.score, seat.place)).candidate.memory.id
    elif verdict.verdict == "repeat":
        wanted = figures["not_a_repeat"].get("against")
    elif verdict.verdict == "capped":
        voices = figures["under_the_cap"].get("carried")
        wanted = voices[-1] if isinstance(voices, (list, tuple)) and voices else None
    elif verdict.verdict == "below_list" and combined:
        wanted = combined[-1].memory.id
    if not isinstance(wanted, str):
        carried = trace.brief.carried
        wanted = carried[-1] if carried and carried[-1] != own else carried[0] if carried else None
    return wanted if isinstance(wanted, str) and wanted != own else None


def judged_at_the_bar(verdict: Verdict) -> bool:
    """Whether the bar decided: the memory is then compared by the score it was judged by there."""
    return verdict.verdict in ("seated", "below_bar", "lost_seat")


def unscored(trace: Trace, settings: Settings, verdict: Verdict) -> tuple[Candidate, ...]:
    """The memory of a verdict weighed by itself, its rank 0, when the run did not score it; else nothing.

    The organisation's where there is a bar on the organisation's own footing, any other on that of the first read.
    Nothing either for one that does not match the prompt, or whose likeness to it is not known.
    """
    memory = verdict.memory
    cosine = next((gate.figures.get("cosine") for gate in verdict.gates if gate.gate == "reached"), None)
    if memory is None or not isinstance(cosine, float) or _Known(trace, memory.id, False, ()).scored:
        return ()
    plan = organisation_plan() if trace.bar is not None and memory.scope == ORG_SCOPE else trace.reads[0].plan
    ranked, _ = rank([Found(memory=memory, cosine=cosine)], trace.request, plan, settings)
    return tuple(replace(candidate, rank=0) for candidate in ranked)


def rises(candidate: Candidate) -> tuple[Rise, ...]:
    """The waterfall of a score: each term's points from where the one before it ended, in the order of TERMS, from 0."""
    steps, start = [], 0.0
    for term in candidate.terms:
        steps.append(Rise(term=term.name, start=start, end=start + term.points))
        start += term.points
    return tuple(steps)


@dataclass(frozen=True, slots=True)
class _Footed:
    candidate: Candidate
    #: whether the score was made on the organisation's own footing
    own: bool


class _Known:
    """What a trace holds of one memory."""

    def __init__(self, trace: Trace, memory_id: str, at_the_bar: bool, outside: Sequence[Candidate]) -> None:
        self.id = memory_id
        first = trace.reads[0]
        # the first repair judges by the score of the combined list, so there is one footing only
        apart = trace.settings["seating"] != "combined"
        self.combined = _by_id((*first.candidates, *first.rest), memory_id)
        self.block: Block | None = next((b for b in trace.blocks if b.candidate.memory.id == memory_id), None)
        self.seat: Seat | None = next((s for s in trace.seats if s.candidate.memory.id == memory_id), None)
        self.standing: Standing | None = next((s for s in trace.standings if s.candidate.memory.id == memory_id), None)
        self.outside = _by_id(outside, memory_id)
        self.scored = self.combined is not None or self.standing is not None
        own = _Footed(self.standing.candidate, apart) if self.standing else None
        listed = _Footed(self.combined, False) if self.combined else None
        alone = _Footed(self.outside, _organisations(self.outside, trace)) if self.outside else None
        self.footings = [f for f in ((own, listed, alone) if at_the_bar else (listed, own, alone)) if f is not None]

    @property
    def name(self) -> str:
        """The memory as a sentence names it: its own words, or its id when this run holds none."""
        if not self.footings:
            return self.id
        text = " ".join(self.footings[0].candidate.memory.text.split())
        return f"“{text if len(text) <= _QUOTED else text[: _QUOTED - 1] + '…'}”"

    def before(self, other: "_Known", at_the_bar: bool) -> bool:
        """Whether this one stands above the other: by consideration, or at the bar by score; ties by id."""
        if at_the_bar and self.footings and other.footings and self.scored and other.scored:
            own, theirs = self.footings[0].candidate.score, other.footings[0].candidate.score
            return (-own, self.id) < (-theirs, other.id)
        return self._order() < other._order()

    def _order(self) -> tuple[int, float, str]:
        if self.block is not None:
            return 0, self.block.order, self.id
        if self.combined is not None:
            return 1, self.combined.rank, self.id
        if self.standing is not None:
            return 2, -self.standing.candidate.score, self.id
        return 3, 0, self.id


def _as_considered(first: _Known, second: _Known) -> Pair:
    """Both are scored, and `first` stands above: by their scores on one footing, or else by what moved them."""
    shared = _on_one_footing(first, second)
    if shared is not None and _in_order(*shared, first, second):
        return _by_terms(first, second, shared)
    if first.seat is not None:
        held = f"it holds the organisation's seat at place {first.seat.place}, at {first.seat.candidate.score:.3f} at the bar"
        says = f"{first.name} stands above {second.name} because {held}."
        if shared is not None:
            own, theirs = shared[0].candidate.score, shared[1].candidate.score
            says += f" By score in one read it would stand below: {own:.3f} against {theirs:.3f}."
        return _pair(first, second, "seat", says, shared)
    if second.seat is not None:
        held = f"holds the organisation's seat at place {second.seat.place}, behind it"
        says = f"{first.name} stands above {second.name} by its own rank; {second.name} {held}."
        return _pair(first, second, "seat", says, shared)
    because = "was only judged at the bar, and is not in the list"
    return _pair(first, second, "considered", f"{first.name} stands above {second.name}, which {because}.", shared)


def _by_terms(first: _Known, second: _Known, shared: tuple[_Footed, _Footed] | None = None) -> Pair:
    higher, lower = shared or (first.footings[0], second.footings[0])
    differences = _differences(higher.candidate, lower.candidate)
    names = f"{first.name} stands above {second.name}"
    margin = higher.candidate.score - lower.candidate.score
    if margin == 0.0:
        says = f"{names} by the order of their ids: both score {higher.candidate.score:.3f}."
        return _pair(first, second, "id", says, (higher, lower))
    term = max(TERMS, key=lambda name: (differences[TERMS.index(name)], -TERMS.index(name)))
    more, own, theirs = differences[TERMS.index(term)], higher.candidate.term(term), lower.candidate.term(term)
    says = f"{names} because {_BECAUSE[term]}: {more:.3f} points more ({own.points:.3f} against {theirs.points:.3f})."
    least = min(TERMS, key=lambda name: differences[TERMS.index(name)])
    if differences[TERMS.index(least)] <= -0.0005:
        says += f" The other is ahead by {-differences[TERMS.index(least)]:.3f} for {least}."
    scores = f"{higher.candidate.score:.3f} against {lower.candidate.score:.3f}"
    footing = "" if higher.own == lower.own else ", each on the footing it is judged by"
    return _pair(first, second, "term", f"{says} In all {scores}{footing}: {margin:.3f} apart.", (higher, lower), term)


def _pair(
    first: _Known,
    second: _Known,
    decided_by: str,
    sentence: str,
    shared: tuple[_Footed, _Footed] | None = None,
    term: TermName | None = None,
) -> Pair:
    higher = shared[0] if shared else next(iter(first.footings), None)
    lower = shared[1] if shared else next(iter(second.footings), None)
    return Pair(
        above=first.id,
        below=second.id,
        higher=higher.candidate if higher else None,
        lower=lower.candidate if lower else None,
        decided_by=decided_by,  # type: ignore[arg-type]
        term=term,
        differences=_differences(higher.candidate, lower.candidate) if higher and lower else (),
        margin=higher.candidate.score - lower.candidate.score if higher and lower else None,
        same_footing=higher is not None and lower is not None and higher.own == lower.own,
        sentence=sentence,
    )


def _on_one_footing(first: _Known, second: _Known) -> tuple[_Footed, _Footed] | None:
    for own in (False, True):
        higher = next((f for f in first.footings if f.own is own), None)
        lower = next((f for f in second.footings if f.own is own), None)
        if higher is not None and lower is not None:
            return higher, lower
    return None


def _in_order(higher: _Footed, lower: _Footed, first: _Known, second: _Known) -> bool:
    return (-higher.candidate.score, first.id) < (-lower.candidate.score, second.id)


def _differences(higher: Candidate, lower: Candidate) -> tuple[float, ...]:
    return tuple(own.points - other.points for own, other in zip(higher.terms, lower.terms, strict=True))


def _by_id(candidates: Sequence[Candidate], memory_id: str) -> Candidate | None:
    return next((candidate for candidate in candidates if candidate.memory.id == memory_id), None)


def _organisations(candidate: Candidate, trace: Trace) -> bool:
    return trace.bar is not None and candidate.memory.scope == ORG_SCOPE
