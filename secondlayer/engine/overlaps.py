"""Two sentences beside each other, and every two of a brief: tokens, ratios, polarity, outcome (paper 003 §2-3)."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from secondlayer.engine.repeats import overlap
from secondlayer.engine.tokens import negations, tokens
from secondlayer.records import Block, Memory, Overlap
from secondlayer.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """The repeat test between a candidate's sentence and another one, taken apart. Tokens are in order of the alphabet."""

    only_candidate: tuple[str, ...]
    shared: tuple[str, ...]
    only_other: tuple[str, ...]
    #: words that mark the candidate as negated, and those of the other
    negations: tuple[str, ...]
    other_negations: tuple[str, ...]
    #: by the run's own rule
    own: Overlap
    #: by the larger set, by the smaller (the first rule), and guarded
    larger: Overlap
    smaller: Overlap
    guarded: Overlap


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """Two of the blocks considered, the earlier and the later, and their test by the run's own rule."""

    earlier: Block
    later: Block
    overlap: Overlap


def pair(candidate: Memory, other: Memory, settings: Settings) -> Pair:
    """The test with `other` as if it were carried; ratio, least tokens and guard are the settings'."""
    mine, others = tokens(candidate.text), tokens(other.text)

    def tested(rule: Settings) -> Overlap:
        return overlap(candidate.text, other.text, rule, against=other.id)

    return Pair(
        only_candidate=tuple(sorted(mine - others)),
        shared=tuple(sorted(mine & others)),
        only_other=tuple(sorted(others - mine)),
        negations=negations(candidate.text),
        other_negations=negations(other.text),
        own=tested(settings),
        larger=tested(settings.replace(overlap="larger", repeat_rule="paper")),
        smaller=tested(settings.replace(overlap="smaller", repeat_rule="paper")),
        guarded=tested(settings.replace(overlap="larger", repeat_rule="guarded")),
    )


def overlaps(blocks: Sequence[Block], settings: Settings) -> tuple[Cell, ...]:
    """Every two of the blocks that share a token, highest ratio first, then in order of consideration."""
    cells = []
    for earlier, later in combinations(sorted(blocks, key=lambda block: block.order), 2):
        one, other = earlier.candidate.memory, later.candidate.memory
        if tokens(one.text) & tokens(other.text):
            cells.append(Cell(earlier=earlier, later=later, overlap=overlap(other.text, one.text, settings, against=one.id)))
    cells.sort(key=lambda cell: (-cell.overlap.ratio, cell.earlier.order, cell.later.order))
    return tuple(cells)
