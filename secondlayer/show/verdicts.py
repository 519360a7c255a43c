"""A verdict in words: its headline, the memories it names, the gates with their counts, and the changes that were tried."""

from collections.abc import Mapping
from dataclasses import dataclass

from secondlayer.records import Block, Gate, Memory, Passing, Trace, Verdict
from secondlayer.show.wording import GATES, VERDICTS, count, counted, figures, number, score


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One gate on the way from the store to the brief, as it is shown."""

    gate: str
    #: what its count is a count of: "readable here"
    says: str
    #: how many of the whole run passed it, thousands separated, of how many; a dash where that cannot be told
    counts: str
    #: ✓, ✕ or · and how the memory looked at fared, in words; both empty when none is looked at
    mark: str = ""
    went: str = ""
    #: its own figures there, in one line
    figures: str = ""


def headline(verdict: Verdict, trace: Trace) -> str:
    """The verdict in a few words with its mark and the figure that decided; no text of a memory is in it."""
    mark, _ = VERDICTS[verdict.verdict]
    return f"{mark} {_HEADLINES[verdict.verdict](verdict, trace)}"


def steps(passing: tuple[Passing, ...], trace: Trace, verdict: Verdict | None = None) -> tuple[Step, ...]:
    """The gates in order with the counts of the run and, with a verdict, how its memory fared at each.

    A gate that the run has no count for is left out, unless the memory stopped there. One that stopped at the bar may
    have been taken up again to fill the room left: the gates it met then are told.
    """
    counts = {one.gate: one for one in passing}
    if verdict is None:
        return tuple(Step(gate=one.gate, says=GATES[one.gate], counts=_counts(one)) for one in passing)
    stop = VERDICTS[verdict.verdict][1]
    block = _block(verdict, trace) if stop == "bar" else None
    again = VERDICTS[block.outcome][1] if block else ""
    met = True
    shown = []
    for gate in verdict.gates:
        mark, went = _went(gate, stop, met)
        if again and not met:
            mark, went = ("✕", "stopped again, filling the room") if gate.gate == again else ("✓", "passed, filling the room")
            again = "" if gate.gate == again else again
        met = met and gate.gate != stop
        if gate.gate in counts or gate.gate == stop:
            one = counts.get(gate.gate)
            shown.append(
                Step(
                    gate=gate.gate,
                    says=GATES.get(gate.gate, gate.gate),
                    counts=_counts(one) if one else "–",
                    mark=mark,
                    went=went,
                    figures=figures(gate.figures),
                )
            )
    return tuple(shown)


def changes(verdict: Verdict, trace: Trace) -> tuple[tuple[str, str], ...]:
    """What would have carried it, one change a line with what else it moves under it; the texts come from the trace."""
    texts = {block.candidate.memory.id: block.candidate.memory.text for block in trace.blocks}
    own = verdict.memory.id if verdict.memory else ""
    lines = []
    for change in verdict.counterfactuals:
        lines.append(("→", change.sentence))
        lines += [("", f"loses its line: {texts.get(one, one)}") for one in change.lost]
        lines += [("", f"comes in beside it: {texts.get(one, one)}") for one in change.gained if one != own]
    return tuple(lines)


def cannot(verdict: Verdict) -> tuple[tuple[str, str], ...]:
    """What was tried and cannot carry it, each with its reason."""
    return tuple(("✕", change.sentence) for change in verdict.impossible)


def _went(gate: Gate, stop: str, met: bool) -> tuple[str, str]:
    if gate.gate == stop:
        return "✕", "stopped here"
    if not met:
        return "·", "not met"
    if gate.gate == "bar" and (not gate.figures or gate.figures.get("needed") is False):
        return "·", "not needed: it is in the list" if gate.figures else "not asked of it"
    if gate.passed is False:
        return "·", "not in it" if gate.gate == "listed" else "not passed"
    return ("✓", "passed") if gate.passed else ("·", "not met")


def _counts(one: Passing) -> str:
    if one.count is None:
        return "–"
    return count(one.count) if one.of is None or one.of == one.count else f"{count(one.count)} of {count(one.of)}"


def _figures(verdict: Verdict) -> dict[str, Mapping[str, object]]:
    return {gate.gate: gate.figures for gate in verdict.gates}


def _block(verdict: Verdict, trace: Trace) -> Block | None:
    own = verdict.memory.id if verdict.memory else None
    return next((block for block in trace.blocks if block.candidate.memory.id == own), None)


def _line(memory: Memory | None, trace: Trace) -> str:
    return f"line {trace.brief.carried.index(memory.id) + 1} of the brief" if memory else ""


def _seated(verdict: Verdict, trace: Trace) -> str:
    seat = next(s for s in trace.seats if verdict.memory and s.candidate.memory.id == verdict.memory.id)
    return f"Seated at place {seat.place}, {score(seat.margin)} above the bar: {_line(verdict.memory, trace)}"


def _carried(verdict: Verdict, trace: Trace) -> str:
    block = _block(verdict, trace)
    past = ", from past the list" if block and block.by == "fill" else ""
    return f"Carried: {_line(verdict.memory, trace)}{past}"


def _below_bar(verdict: Verdict, _: Trace) -> str:
    margin = _figures(verdict)["bar"].get("margin")
    return f"Not seated: {score(-margin)} short of the bar" if isinstance(margin, float) else "Not seated: short of the bar"


def _lost_seat(_: Verdict, trace: Trace) -> str:
    if not trace.seats:
        return "Not seated: it cleared the bar, and there are no seats"
    return f"Not seated: it cleared the bar, behind {number(len(trace.seats))} that scored more"


def _repeat(verdict: Verdict, trace: Trace) -> str:
    against = _figures(verdict)["not_a_repeat"].get("against")
    carried = trace.brief.carried
    return f"Left out: it repeats line {carried.index(against) + 1}" if against in carried else "Left out: a repeat"


def _capped(verdict: Verdict, trace: Trace) -> str:
    voices = _figures(verdict)["under_the_cap"].get("carried")
    times = len(voices) if isinstance(voices, (list, tuple)) else 0
    return f"Left out: its {trace.settings['cap_by']} has {counted(times, 'line', 'lines')} in the brief already"


def _no_room(verdict: Verdict, trace: Trace) -> str:
    block = _block(verdict, trace)
    over = block.chars - block.room_before if block else 0
    return f"Left out: {over:,} character{'' if over == 1 else 's'} too long for the room left"


def _below_list(verdict: Verdict, trace: Trace) -> str:
    rank = _figures(verdict)["listed"].get("rank")
    if isinstance(rank, int):
        return f"Not in the list: it ranks {rank:,}, and {trace.reads[0].k:,} are kept"
    return "Not in the list: it was not scored"


_HEADLINES = {
    "unknown_memory": lambda *_: "Never written: no memory has this id or says this",
    "retired": lambda *_: "Not read: it is retired",
    "superseded": lambda *_: "Not read: a newer one took its place",
    "not_embedded": lambda *_: "Not read: it is stored without a vector",
    "out_of_scope": lambda *_: "Not read: it is filed where this request does not look",
    "excluded": lambda *_: "Not read: its scope is left out on purpose",
    "not_reached": lambda *_: "Not reached: no read came to it",
    "below_list": _below_list,
    "below_bar": _below_bar,
    "lost_seat": _lost_seat,
    "repeat": _repeat,
    "capped": _capped,
    "no_room": _no_room,
    "carried": _carried,
    "seated": _seated,
}

assert set(_HEADLINES) == set(VERDICTS)
