"""Near misses: the memories that came closest to a brief and are not in it (DESIGN §1, §5)."""

from dataclasses import replace

from secondlayer.engine.terms import score
from secondlayer.records import ORG_SCOPE, Block, Candidate, Near, Standing, Trace


def near_misses(trace: Trace, n: int = 5) -> tuple[Near, ...]:
    """The n that came closest and were not carried, closest first, each at the gate that a verdict on it names.

    Each margin is in the unit of its gate: score short of the bar, of the last seat or of the last one kept; characters
    too long; ratio over the repeat rule's; blocks over the cap. They are ordered by margin ÷ the larger of the two
    figures the gate compared (score and bar, needed and left, ratio and limit, voices and cap), which is in [0, 1] for
    every gate; ties in the order of consideration, then by id.
    """
    carried = set(trace.brief.carried)
    listed = {candidate.memory.id for candidate in trace.reads[0].candidates}
    order = {block.candidate.memory.id: block.order for block in trace.blocks}
    at_the_bar = {
        standing.candidate.memory.id: standing
        for standing in (*trace.standings, *_unjudged(trace))
        if standing.result != "seated" and standing.candidate.memory.id not in listed
    }
    misses = [_at_the_bar(standing, trace) for standing in at_the_bar.values() if standing.candidate.memory.id not in carried]
    misses += [
        _block(block, trace)
        for block in trace.blocks
        if block.outcome != "carried" and block.candidate.memory.id not in at_the_bar
    ]
    if not trace.settings["fill"]:
        misses += [
            _past_the_list(candidate, trace)
            for candidate in trace.reads[0].rest
            if candidate.memory.id not in at_the_bar and candidate.memory.id not in order
        ]
    known = [near for near in misses if near is not None and near.candidate.memory.id not in carried]
    last = len(trace.blocks) + 1
    known.sort(key=lambda near: (near.share, order.get(near.candidate.memory.id, last), near.candidate.memory.id))
    return tuple(known[:n])


def _unjudged(trace: Trace) -> list[Standing]:
    """The organisation's memories past what its read keeps, and past the list: as they would have stood at the bar."""
    bar = trace.bar
    if bar is None or trace.settings["seating"] == "combined":
        return []
    judged = {standing.candidate.memory.id for standing in trace.standings}
    found = {c.memory.id: _on_own_footing(c) for c in trace.reads[0].rest if c.memory.scope == ORG_SCOPE}
    found |= {c.memory.id: c for read in trace.reads[1:] for c in (*read.candidates, *read.rest)}
    return [
        Standing(candidate=c, margin=c.score - bar.value, result="below_bar" if c.score < bar.value else "lost_seat")
        for memory_id, c in found.items()
        if memory_id not in judged
    ]


def _on_own_footing(candidate: Candidate) -> Candidate:
    """One of the organisation's as its own read scores it: there its scope is the nearest."""
    terms = tuple(replace(t, value=1.0, points=t.weight) if t.name == "scope" else t for t in candidate.terms)
    return replace(candidate, terms=terms, score=score(terms))


def _at_the_bar(standing: Standing, trace: Trace) -> Near | None:
    bar = trace.bar
    assert bar is not None
    own = standing.candidate.score
    if standing.result == "below_bar":
        says = f"{-standing.margin:.3f} short of the bar: {own:.3f} of the {bar.value:.3f} it needs."
        return _near(standing.candidate, "bar", own, bar.value, says)
    if not trace.seats:
        return None  # no figure could have brought it nearer: there are no seats
    last = min(seat.candidate.score for seat in trace.seats)
    says = f"{last - own:.3f} behind the last one seated: {own:.3f} against {last:.3f}."
    return _near(standing.candidate, "bar", own, last, says)


def _past_the_list(candidate: Candidate, trace: Trace) -> Near | None:
    last = trace.reads[0].candidates[-1].score
    says = f"{last - candidate.score:.3f} behind the last one kept: {candidate.score:.3f} against {last:.3f}."
    return _near(candidate, "listed", candidate.score, last, says)


def _block(block: Block, trace: Trace) -> Near | None:
    test, candidate = block.overlap, block.candidate
    if block.outcome == "repeat" and test is not None:
        limit = float(trace.settings["repeat_ratio"])  # type: ignore[arg-type]
        divisor = test.larger if trace.settings["overlap"] == "larger" else test.smaller
        line = trace.brief.carried.index(test.against) + 1
        over = f"{test.ratio:.3f} of the {trace.settings['overlap']} set is shared, {test.ratio - limit:.3f} over {limit:g}"
        says = f"It repeats line {line}: {test.shared} of {divisor} tokens, {over}."
        return _near(candidate, "not_a_repeat", limit, test.ratio, says, "ratio")
    if block.outcome == "capped":
        cap, voice = int(trace.settings["cap_per_source"]), len(block.same_source) + 1  # type: ignore[call-overload]
        by = trace.settings["cap_by"]
        cited = candidate.memory.source if by == "section" else candidate.memory.source_path
        says = f"{len(block.same_source)} carried lines already cite {cited}, and a {by} has {cap}."
        return _near(candidate, "under_the_cap", cap, voice, says, "blocks")
    over_by = block.chars - block.room_before
    long = f"{over_by:,} character{'' if over_by == 1 else 's'} too long"
    says = f"{long}: it needs {block.chars:,} and {block.room_before:,} were left."
    return _near(candidate, "fits", block.room_before, block.chars, says, "characters")


def _near(candidate: Candidate, gate: str, smaller: float, larger: float, says: str, unit: str = "score") -> Near:
    margin = max(0.0, larger - smaller)
    share = min(1.0, margin / larger) if larger > 0.0 else 0.0
    return Near(candidate=candidate, gate=gate, margin=margin, unit=unit, share=share, sentence=says)  # type: ignore[arg-type]
