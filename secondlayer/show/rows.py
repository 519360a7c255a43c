"""Every candidate of a run as one row, with what became of it and the figures that decided (DESIGN §5)."""

from dataclasses import dataclass

from secondlayer.records import Block, Candidate, Figures, Overlap, Standing, Trace
from secondlayer.show.wording import MARKS, WORDS, Fate, score


@dataclass(frozen=True, slots=True, kw_only=True)
class Row:
    """One candidate as it is shown."""

    candidate: Candidate
    fate: Fate
    #: order of consideration, from 1; None for a candidate that was never considered for the brief
    place: int | None
    #: one sentence with the figures of the test that decided
    figures: str
    block: Block | None = None
    standing: Standing | None = None

    @property
    def id(self) -> str:
        """The memory's id."""
        return self.candidate.memory.id

    @property
    def outcome(self) -> str:
        """Mark and word: never told by colour."""
        return f"{MARKS[self.fate]} {WORDS[self.fate]}"


def rows(trace: Trace, *, everything: bool = True) -> tuple[Row, ...]:
    """The rows in the order the run took them: blocks, then the organisation's that were judged and not considered,
    then what was never reached.

    With `everything=False`, of the blocks past the list only the carried ones, and nothing that was never reached.
    """
    seated = {seat.candidate.memory.id for seat in trace.seats}
    standings = {standing.candidate.memory.id: standing for standing in trace.standings}
    order = {block.candidate.memory.id: block.order for block in trace.blocks}
    shown = []
    for block in trace.blocks:
        if not everything and block.by == "fill" and block.outcome != "carried":
            continue
        memory_id = block.candidate.memory.id
        fate: Fate = "seated" if block.outcome == "carried" and memory_id in seated else block.outcome
        shown.append(
            Row(
                candidate=block.candidate,
                fate=fate,
                place=block.order,
                figures=_figures(block, order, trace.settings),
                block=block,
                standing=standings.get(memory_id),
            )
        )
    judged = [s for s in trace.standings if s.candidate.memory.id not in order and s.result != "seated"]
    shown += [_short(standing, trace) for standing in judged]
    if everything:
        known = set(order) | set(standings)
        for read in trace.reads:
            for candidate in (*read.candidates, *read.rest):
                if candidate.memory.id not in known:
                    known.add(candidate.memory.id)
                    shown.append(_never_reached(candidate, read.k))
    return tuple(shown)


def printed_lines(trace: Trace) -> tuple[tuple[str, str], ...]:
    """The brief line by line, each with its mark; joined by line breaks the second parts are the brief's exact text.

    Of a brief that was kept without its text there are none.
    """
    if not trace.brief.text:
        return ()
    seated = {seat.candidate.memory.id for seat in trace.seats}
    marks = ["", *(MARKS["seated" if memory_id in seated else "carried"] for memory_id in trace.brief.carried)]
    return tuple(zip(marks, trace.brief.text.split("\n"), strict=True))


def _figures(block: Block, order: dict[str, int], settings: Figures) -> str:
    if block.outcome == "repeat" and block.overlap is not None:
        return f"repeats {_at(block.overlap.against, order)}: {overlap_figures(block.overlap, settings['overlap'])}"
    if block.outcome == "capped":
        voices = " and ".join(str(order[memory_id]) for memory_id in block.same_source)
        memory = block.candidate.memory
        cited = memory.source if settings["cap_by"] == "section" else memory.source_path
        return f"places {voices} already cite {cited}"
    if block.outcome == "no_room":
        return f"needs {block.chars:,} characters, {block.room_before:,} left"
    closest = block.overlap
    nearest = "" if closest is None else f"; closest {_at(closest.against, order)} at {score(closest.ratio)}"
    return f"{block.chars:,} of {block.room_before:,} characters left{nearest}"


def overlap_figures(overlap: Overlap, rule: object = "larger") -> str:
    """`6 of 7 tokens shared, 0.857 ÷ larger (0.857 ÷ smaller), neither negated`; `rule` is the set the run divided by."""
    if overlap.negated == overlap.against_negated:
        polarity = "both negated" if overlap.negated else "neither negated"
    else:
        polarity = "one of the two negated"
    if rule == "larger":
        shares = f"{overlap.shared} of {overlap.larger} tokens shared, {score(overlap.ratio)} ÷ larger"
        shares += f" ({score(overlap.one_sided_ratio)} ÷ smaller)"
    else:
        shares = f"{overlap.shared} of {overlap.smaller} tokens shared, {score(overlap.ratio)} ÷ smaller"
        shares += f" (the larger has {overlap.larger})"
    return f"{shares}, {polarity}"


def _at(memory_id: str, order: dict[str, int]) -> str:
    return f"place {order[memory_id]}" if memory_id in order else memory_id


def _short(standing: Standing, trace: Trace) -> Row:
    assert trace.bar is not None
    own = score(standing.candidate.score)
    if standing.result == "below_bar":
        fate: Fate = "below_bar"
        figures = f"{score(-standing.margin)} short: {own} of the {score(trace.bar.value)} it needs"
    else:
        fate = "lost_seat"
        figures = f"{own} clears {score(trace.bar.value)}; the seats went to better ones"
    return Row(candidate=standing.candidate, fate=fate, place=None, figures=figures, standing=standing)


def _never_reached(candidate: Candidate, k: int) -> Row:
    return Row(candidate=candidate, fate="past_list", place=None, figures=f"ranks {candidate.rank}, and the list keeps {k}")
