"""What else is true of a memory in a run, beside its verdict: bar and seats, near repeats, shared names, rungs."""

from secondlayer.engine.printing import age
from secondlayer.records import TEAM_PREFIX, Block, Candidate, Seat, Standing, Trace, Verdict
from secondlayer.show.wording import MARKS, listed, number, score

#: value of the recency term below which a memory is called old: three half-lives
_OLD = 0.125


def circumstances(verdict: Verdict, trace: Trace) -> tuple[str, ...]:
    """Sentences that the verdict's own does not hold, those on the bar first; empty where there is nothing to add."""
    memory = verdict.memory
    if memory is None:
        return ()
    first = trace.reads[0]
    seat = next((s for s in trace.seats if s.candidate.memory.id == memory.id), None)
    standing = next((s for s in trace.standings if s.candidate.memory.id == memory.id), None)
    block = next((b for b in trace.blocks if b.candidate.memory.id == memory.id), None)
    combined = next((c for c in (*first.candidates, *first.rest) if c.memory.id == memory.id), None)
    scored = combined or (standing.candidate if standing else None)
    return (
        *_at_the_bar(verdict, standing, seat, trace),
        *_own_rank(seat, combined, trace),
        *_kept_apart(block, trace),
        *_names(scored, trace),
        *_rung(scored, trace),
        *_old(scored, verdict, trace),
    )


def named(verdict: Verdict, trace: Trace) -> tuple[tuple[str, str], ...]:
    """The memories that the verdict's sentence names or counts, each with its mark, and its place or line before its text."""
    gates = {gate.gate: gate.figures for gate in verdict.gates}
    lines = {memory_id: line for line, memory_id in enumerate(trace.brief.carried, start=1)}
    texts = {block.candidate.memory.id: block.candidate.memory.text for block in trace.blocks}
    ids: list[object]
    if verdict.verdict == "repeat":
        ids = [gates["not_a_repeat"].get("against")]
    elif verdict.verdict == "capped":
        voices = gates["under_the_cap"].get("carried")
        ids = list(voices) if isinstance(voices, (list, tuple)) else []
    elif verdict.verdict == "lost_seat" or _lost(verdict, trace):
        return tuple((MARKS["seated"], f"place {s.place}: {s.candidate.memory.text}") for s in trace.seats)
    else:
        return ()
    seated = {seat.candidate.memory.id for seat in trace.seats}
    return tuple(
        (MARKS["seated" if memory_id in seated else "carried"], f"line {lines[memory_id]}: {texts[memory_id]}")
        for memory_id in ids
        if isinstance(memory_id, str) and memory_id in lines
    )


def _lost(verdict: Verdict, trace: Trace) -> bool:
    own = verdict.memory.id if verdict.memory else ""
    return any(s.result == "lost_seat" and s.candidate.memory.id == own for s in trace.standings)


def _at_the_bar(verdict: Verdict, standing: Standing | None, seat: Seat | None, trace: Trace) -> list[str]:
    """How one that stood in the list by itself, or was left out with its seat, had fared at the bar."""
    bar = trace.bar
    if bar is None or standing is None or verdict.verdict in ("below_bar", "lost_seat", "seated", "not_reached"):
        return []
    own = score(standing.candidate.score)
    if seat is not None:
        return [f"It had taken the organisation's seat at place {seat.place}: {own} clears the bar of {score(bar.value)}."]
    if standing.result == "lost_seat":
        holders = f"{number(len(trace.seats))} that scored more"
        went = f"the seats went to {holders}" if trace.seats else "there are no seats to take"
        return [f"At the bar {own} cleared {score(bar.value)}, but {went}; it stood in the list by its own rank."]
    short = f"At the bar it was {score(-standing.margin)} short of a seat, at {own} of {score(bar.value)}"
    return [f"{short}; it stood in the list by its own rank."]


def _own_rank(seat: Seat | None, combined: Candidate | None, trace: Trace) -> list[str]:
    """Where a seated one would have stood without its seat."""
    if seat is None or trace.settings["seating"] == "combined":
        return []
    if combined is None:
        return ["The combined read did not bring it back; the organisation's own read did."]
    if combined.rank <= seat.place:
        return [f"It stands there by its own rank too: {combined.rank} in the combined read."]
    kept = trace.reads[0].k
    past = f", past the list of {kept:,}: the organisation's own read brought it" if combined.rank > kept else ""
    return [f"In the combined read it ranks {combined.rank:,}, at {score(combined.score)}{past}."]


def _kept_apart(block: Block | None, trace: Trace) -> list[str]:
    """The carried line it comes close to repeating, by either rule."""
    ratio, test = trace.settings["repeat_ratio"], block.overlap if block else None
    lines = trace.brief.carried
    if block is None or block.outcome != "carried" or test is None or not isinstance(ratio, float) or test.against not in lines:
        return []
    line = lines.index(test.against) + 1
    if test.ratio >= ratio:
        return [f"Against line {line}: {test.because}."]
    if test.one_sided_ratio >= ratio:
        shares = f"{test.shared} of the {test.larger} tokens of the larger set ({score(test.ratio)})"
        smaller = (
            f"of the smaller set it would be {score(test.one_sided_ratio)}, and the first rule would have lost one of them"
        )
        return [f"Against line {line} it shares {shares}; {smaller}."]
    return []


def _names(scored: Candidate | None, trace: Trace) -> list[str]:
    """A bare name that more than one repository may have written under, or that stands for the one that asks."""
    if scored is None:
        return []
    scope = scored.memory.scope
    if scored.over_reach:
        return [f"It is filed under {scope}, a name that {listed(list(scored.over_reach))} may both have written under."]
    own = next((rung.scopes for rung in trace.reads[0].plan.rungs if scope in rung.scopes), ())
    if len(own) > 1 and scope != own[0]:
        return [f"It is filed under {scope}, the bare name of {own[0]}, and read on the same rung."]
    return []


def _rung(scored: Candidate | None, trace: Trace) -> list[str]:
    if scored is None or not scored.memory.scope.startswith(TEAM_PREFIX):
        return []
    rungs = [f"{rung.scopes[0]} {rung.proximity:g}" for rung in trace.reads[0].plan.rungs]
    return [
        f"It is filed under {scored.memory.scope}: {scored.term('scope').value:g} for nearness of scope ({', '.join(rungs)})."
    ]


def _old(scored: Candidate | None, verdict: Verdict, trace: Trace) -> list[str]:
    old = scored is not None and scored.memory.last_said_at is not None and scored.term("recency").value < _OLD
    if scored is None or not old or verdict.verdict not in ("carried", "seated"):
        return []
    return [f"It was last said {age(scored.memory, trace.request.as_of)} ago."]
