"""What the budget decided, and what other rules would have, as sentences."""

from collections.abc import Sequence

from secondlayer.engine.budget import source_of
from secondlayer.engine.overlaps import Cell, Pair
from secondlayer.engine.rules import Ruled, changed_by
from secondlayer.records import Block, Outcome, Overlap, Trace
from secondlayer.settings import Settings
from secondlayer.show.wording import counted, number, sentence

#: rule -> how it is named where it would change something
_WOULD = {
    "larger": "By the product's rule, shared ÷ the larger set,",
    "smaller": "By the first rule, shared ÷ the smaller set,",
    "guarded": "By the guarded rule",
    "cap": "With the cap counted by {other}",
}

#: outcome -> what became of a block
_WAS: dict[Outcome, str] = {
    "carried": "was carried",
    "repeat": "was left out as a repeat",
    "capped": "was capped",
    "no_room": "found no room",
}


def rules_say(ruled: Sequence[Ruled]) -> tuple[str, ...]:
    """One sentence for each of the other rules: what it would leave out or carry that the run's do not."""
    own, *others = ruled
    return tuple(_rule_says(own, other) for other in others)


def cap_says(trace: Trace, settings: Settings) -> str:
    """What the cap is, and how many blocks it left out of how many sources."""
    one = settings.cap_by
    rule = f"A brief carries at most {counted(settings.cap_per_source, 'block', 'blocks')} that cite one {one}"
    capped = [source_of(block.candidate.memory, settings) for block in trace.blocks if block.outcome == "capped"]
    if not capped:
        return f"{rule}; none was left out for that."
    left = counted(len(capped), "block was", "blocks were")
    return f"{rule}: {left} left out, of {counted(len(set(capped)), one, one + 's')}."


def pair_says(pair: Pair, candidate: Block, other: Block, settings: Settings) -> str:
    """The test between two blocks in one sentence, and what it came to in this brief."""
    test = pair.own
    verdict = "would repeat" if test.repeat else "would not repeat"
    says = f"Place {candidate.order} {verdict} place {other.order} by this run's rule: {test.because}."
    if other.outcome != "carried":
        return f"{says} Place {other.order} is not in the brief, so this test was not met."
    if candidate.overlap is not None and candidate.overlap.against == other.candidate.memory.id:
        return f"{says} It is the test that place {candidate.order} met, and it {_WAS[candidate.outcome]}."
    return says


def overlaps_say(cells: Sequence[Cell], blocks: int, settings: Settings) -> str:
    """How many of the pairs reach the line, and how many of those a test would still keep apart."""
    line = settings.repeat_ratio
    over = [cell for cell in cells if cell.overlap.ratio >= line]
    of = f"{counted(len(over), 'pair', 'pairs')} of the {blocks * (blocks - 1) // 2:,} among these {blocks:,} blocks"
    apart = sum(not cell.overlap.repeat for cell in over)
    kept = f"; {number(apart)} of them {'is' if apart == 1 else 'are'} kept apart all the same" if apart else ""
    reach = "reaches" if len(over) == 1 else "reach"
    met = " Only a pair whose earlier block is carried is ever tested." if len(over) > apart else ""
    return f"{sentence(f'{of} {reach} the line of {line:g}{kept}')}{met}"


def polarity_says(test: Overlap, negations: Sequence[str], other_negations: Sequence[str]) -> str:
    """`neither negated`, `both negated (never; not)`, or which of the two is, with the words that say so."""
    if not negations and not other_negations:
        return "neither negated"
    if negations and other_negations:
        return f"both negated ({', '.join(negations)}; {', '.join(other_negations)})"
    which, words = ("the later", negations) if negations else ("the earlier", other_negations)
    return f"only {which} negated ({', '.join(words)})"


def _rule_says(own: Ruled, other: Ruled) -> str:
    changes = changed_by(own, other)
    name = _WOULD[other.name].format(other=other.settings.cap_by)
    if not changes:
        return f"{name} nothing would change here."
    lost = [change for change in changes if change.own.outcome == "carried"]
    won = [change for change in changes if change.other.outcome == "carried"]
    parts = []
    if lost:
        without = sum(not change.by_rule for change in lost)
        lines = counted(len(lost), "line carried here", "lines carried here")
        parts.append(f"{lines} would be left out{_of_them(without, len(lost), 'for want of room')}")
    if won:
        freed = sum(not change.by_rule for change in won)
        blocks = counted(len(won), "block left out here", "blocks left out here")
        parts.append(f"{blocks} would be carried{_of_them(freed, len(won), 'in the room that is freed')}")
    rest = len(changes) - len(lost) - len(won)
    if rest:
        parts.append(f"{counted(rest, 'block', 'blocks')} would be left out for another reason")
    return f"{name} {'; '.join(parts)}."


def _of_them(some: int, all_of_them: int, why: str) -> str:
    """Told only where the room, and not the rule's own test, decides on some."""
    if not some:
        return ""
    return f" {why}" if some == all_of_them else f", {number(some)} of them {why}"
