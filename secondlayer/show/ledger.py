"""The brief as a ledger: what each part of it took of the room, and what was left out where it stood (paper 003)."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.engine.overlaps import Cell, pair
from secondlayer.engine.printing import plain
from secondlayer.records import Block, Trace
from secondlayer.settings import Settings
from secondlayer.show.rows import overlap_figures
from secondlayer.show.wording import MARKS, WORDS, Fate, counted, listed, number, score, sentence


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """One row of the ledger. The characters of those that are spent add up to the brief's length."""

    #: id of the memory; empty for the brief's first line
    id: str
    #: None for the first line
    fate: Fate | None
    #: the line it is of the brief, from 1; None when it was left out, and for the first line
    line: int | None
    #: order of consideration, from 1; None for the first line
    place: int | None
    #: as printed; for a block that was left out, its sentence
    text: str
    #: characters as printed, line break included
    chars: int
    #: characters of the budget that are left after it
    left: int
    #: the test that decided, with its figures; for a carried line the closest it came to being left out, or nothing
    says: str

    @property
    def spent(self) -> bool:
        """Whether it is part of the brief."""
        return self.fate in (None, "seated", "carried")

    @property
    def mark(self) -> str:
        """The mark of its outcome; none for the first line."""
        return MARKS[self.fate] if self.fate else ""

    @property
    def outcome(self) -> str:
        """Mark and word."""
        return f"{self.mark} {WORDS[self.fate]}" if self.fate else "first line"


def ledger(trace: Trace, settings: Settings, *, everything: bool = False) -> tuple[Entry, ...]:
    """The first line, then every block of the list and every one that was carried, in order of consideration.

    With `everything`, also what was considered past the list and left out.
    """
    first = trace.brief.text.split("\n", 1)[0]
    room = trace.request.budget_chars - len(first)
    head = Entry(id="", fate=None, line=None, place=None, text=first, chars=len(first), left=room, says="")
    return (head, *(entry_of(block, trace, settings) for block in trace.blocks if everything or listed_or_carried(block)))


def entry_of(block: Block, trace: Trace, settings: Settings) -> Entry:
    """The row of one block."""
    memory = block.candidate.memory
    seated = any(seat.candidate.memory.id == memory.id for seat in trace.seats)
    carried = block.outcome == "carried"
    return Entry(
        id=memory.id,
        fate="seated" if carried and seated else block.outcome,
        line=_lines(trace).get(memory.id),
        place=block.order,
        text=block.line if carried else plain(memory.text),
        chars=block.chars,
        left=block.room_before - (block.chars if carried else 0),
        says=test_says(block, trace, settings),
    )


def test_says(block: Block, trace: Trace, settings: Settings) -> str:
    """The test that decided on a block, in one sentence with its figures; lines are numbered as the brief's."""
    lines = _lines(trace)
    if block.outcome == "carried":
        return _kept_beside(block, lines, settings)
    mark = MARKS[block.outcome]
    if block.outcome == "repeat" and block.overlap is not None:
        figures = overlap_figures(block.overlap, settings.overlap)
        spared = "; the guarded rule would keep it" if guarded_spares(block, trace, settings) else ""
        return f"{mark} repeats line {lines[block.overlap.against]}: {figures}{spared}"
    if block.outcome == "capped":
        memory = block.candidate.memory
        cited = memory.source if settings.cap_by == "section" else memory.source_path
        voices = listed([str(lines[memory_id]) for memory_id in block.same_source])
        word = "line" if len(block.same_source) == 1 else "lines"
        verb = "cites" if len(block.same_source) == 1 else "cite"
        return f"{mark} capped: {word} {voices} already {verb} {plain(cited)}"
    return f"{mark} no room: it needs {block.chars:,} characters, and {block.room_before:,} are left"


def listed_or_carried(block: Block) -> bool:
    """Whether the ledger shows a block without being asked for everything."""
    return block.by != "fill" or block.outcome == "carried"


def spent_says(trace: Trace) -> str:
    """The first sentence of the page: how much of the budget the brief spends, and on what."""
    brief = trace.brief
    if not trace.blocks:
        return brief.says
    if not brief.carried:
        return "Nothing fits: no memory is short enough for this budget."
    lines = counted(len(brief.carried), "line spends", "lines spend")
    left = brief.budget_chars - brief.chars
    rest = f"{left:,} are left" if left > 1 else f"{'one' if left else 'none'} is left"
    return sentence(f"{lines} {brief.chars:,} of {brief.budget_chars:,} characters, and {rest}")


def past_the_list_says(trace: Trace) -> str:
    """What was considered past the list and left out, by outcome; empty when nothing was."""
    out = Counter(block.outcome for block in trace.blocks if not listed_or_carried(block))
    if not out:
        return ""
    kinds = listed([f"{number(count)} {MARKS[fate]} {WORDS[fate]}" for fate, count in out.most_common()])
    return sentence(f"{counted(sum(out.values()), 'more block', 'more blocks')} from past the list left out: {kinds}")


def guarded_spares(block: Block, trace: Trace, settings: Settings) -> bool:
    """Whether a block is left out as a repeat that the guarded rule would not call one."""
    if block.outcome != "repeat" or block.overlap is None:
        return False
    carried = next(one.candidate.memory for one in trace.blocks if one.candidate.memory.id == block.overlap.against)
    return not pair(block.candidate.memory, carried, settings).guarded.repeat


def kept_apart(blocks: Sequence[Block], settings: Settings) -> tuple[Block, ...]:
    """Carried blocks that another test would have left out: their overlap reaches the line and something spared them, or
    it reaches it only by the smaller set."""
    line = settings.repeat_ratio
    return tuple(
        block
        for block in blocks
        if block.outcome == "carried" and block.overlap and max(block.overlap.ratio, block.overlap.one_sided_ratio) >= line
    )


def _lines(trace: Trace) -> dict[str, int]:
    return {memory_id: line for line, memory_id in enumerate(trace.brief.carried, start=1)}


def _kept_beside(block: Block, lines: dict[str, int], settings: Settings) -> str:
    test = block.overlap
    if test is None or not kept_apart([block], settings):
        return ""
    line = lines[test.against]
    if test.ratio < settings.repeat_ratio:
        first = f"{score(test.one_sided_ratio)} ÷ smaller, by which the first rule would leave it out"
        return f"kept beside line {line}: {score(test.ratio)} ÷ larger ({first})"
    figures = overlap_figures(test, settings.overlap)
    return f"≠ kept beside line {line}: {figures}"


def pair_of(trace: Trace, cells: Sequence[Cell], asked: str, other: str, settings: Settings) -> tuple[Block, Block] | None:
    """The two blocks to take apart, in the order asked for: those with these ids where they name two; with one id, the block
    and what it was tested against; without, a pair that only its polarity keeps apart, or one the first rule would have lost,
    or a repeat that the guarded rule would spare, or any repeat, of the best-placed line first, or the nearest two."""
    blocks = {block.candidate.memory.id: block for block in trace.blocks}
    one, two = blocks.get(asked), blocks.get(other)
    if one is None or two is None or one is two:
        one, two = _tested(one, blocks) if one else _telling(trace, blocks, settings)
    if two is None:
        near = [cell for cell in cells if one is None or one in (cell.earlier, cell.later)]
        if not near:
            return None
        found = near[0].later, near[0].earlier
        one, two = found if one is None or one is found[0] else (found[1], found[0])
    assert one is not None
    return one, two


def _tested(block: Block, blocks: dict[str, Block]) -> tuple[Block, Block | None]:
    return block, blocks.get(block.overlap.against) if block.overlap else None


def _telling(trace: Trace, blocks: dict[str, Block], settings: Settings) -> tuple[Block | None, Block | None]:
    line = settings.repeat_ratio
    apart = sorted(kept_apart(trace.blocks, settings), key=lambda block: -_one_sided(block))
    order = {memory_id: one.order for memory_id, one in blocks.items()}
    repeats = sorted(
        (block for block in trace.blocks if block.outcome == "repeat" and block.overlap),
        key=lambda block: order[block.overlap.against] if block.overlap else 0,
    )
    found = (
        next((block for block in apart if block.overlap and block.overlap.ratio >= line), None)
        or next(iter(apart), None)
        or next((block for block in repeats if guarded_spares(block, trace, settings)), None)
        or next(iter(repeats), None)
    )
    return _tested(found, blocks) if found else (None, None)


def _one_sided(block: Block) -> float:
    return block.overlap.one_sided_ratio if block.overlap else 0.0
