"""The budget as tables: the ledger, the cap by source, pairs by overlap, and the same blocks under other rules."""

from collections import Counter
from collections.abc import Sequence

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.budget import source_of
from secondlayer.engine.overlaps import Cell, Pair
from secondlayer.engine.rules import Ruled
from secondlayer.records import Block, Outcome, Overlap, Trace
from secondlayer.settings import Settings
from secondlayer.show.budget_findings import polarity_says
from secondlayer.show.ledger import Entry
from secondlayer.show.wording import MARKS, WORDS, score

#: overlap from which a pair is worth a row
PAIRS_FROM = 0.4
#: the rules of engine.rules as columns
RULES = {
    "own": "this run",
    "larger": "÷ larger",
    "smaller": "first rule, ÷ smaller",
    "guarded": "guarded",
    "cap": "cap by {other}",
}
#: the three tests of a pair, as they are named
_TESTS = {"larger": "÷ larger, the product's", "smaller": "÷ smaller, the first rule", "guarded": "÷ larger, guarded"}


def ledger_table(entries: Sequence[Entry]) -> pd.DataFrame:
    """The ledger's rows: outcome, characters, what is spent by then and left after, and the test that decided."""
    return pd.DataFrame(
        [
            {
                "place": "" if entry.place is None else str(entry.place),
                "line": "" if entry.line is None else str(entry.line),
                "outcome": entry.outcome,
                "characters": entry.chars,
                "left after": entry.left,
                "test": entry.says,
                "text": entry.text,
                "id": entry.id,
            }
            for entry in entries
        ],
        columns=["place", "line", "outcome", "characters", "left after", "test", "text", "id"],
    )


def cap_table(trace: Trace, settings: Settings) -> pd.DataFrame:
    """The sources that have spoken as often as one may, as the cap counts them: outcomes by source, those that were
    capped most first."""
    counts: dict[tuple[str, ...], Counter[Outcome]] = {}
    for block in trace.blocks:
        source = source_of(block.candidate.memory, settings)
        if source is not None:
            counts.setdefault(source, Counter())[block.outcome] += 1
    full = [(source, found) for source, found in counts.items() if found["carried"] >= settings.cap_per_source]
    full.sort(key=lambda row: (-row[1]["capped"], -row[1].total(), row[0]))
    columns = ["repository", "file", *(["section"] if settings.cap_by == "section" else [])]
    outcomes: tuple[Outcome, ...] = ("carried", "capped", "repeat", "no_room")
    return pd.DataFrame(
        [
            {
                **dict(zip(columns, source, strict=True)),
                "considered": found.total(),
                **{_outcome(outcome): found[outcome] for outcome in outcomes},
            }
            for source, found in full
        ],
        columns=[*columns, "considered", *map(_outcome, outcomes)],
    )


def pairs_table(cells: Sequence[Cell], settings: Settings) -> pd.DataFrame:
    """The pairs whose overlap by the larger set is at or above PAIRS_FROM, highest first."""
    return pd.DataFrame(
        [
            {
                "earlier": str(cell.earlier.order),
                "later": str(cell.later.order),
                "shared": f"{cell.overlap.shared} of {cell.overlap.larger}",
                "÷ larger": larger_ratio(cell.overlap),
                "÷ smaller": cell.overlap.one_sided_ratio,
                "polarity": _polarity(cell.overlap),
                "test": test_outcome(cell.overlap, settings),
                "earlier is": _outcome(cell.earlier.outcome),
                "later is": _outcome(cell.later.outcome),
                "later text": cell.later.candidate.memory.text,
                "earlier text": cell.earlier.candidate.memory.text,
            }
            for cell in near_pairs(cells)
        ],
        columns=[
            *("earlier", "later", "shared", "÷ larger", "÷ smaller", "polarity", "test"),
            *("earlier is", "later is", "later text", "earlier text"),
        ],
    )


def near_pairs(cells: Sequence[Cell]) -> tuple[Cell, ...]:
    """The pairs that the table lists, in its order."""
    near = [cell for cell in cells if larger_ratio(cell.overlap) >= PAIRS_FROM]
    return tuple(sorted(near, key=lambda cell: -larger_ratio(cell.overlap)))


def tests_table(pair: Pair, settings: Settings) -> pd.DataFrame:
    """The three tests of one pair: what is divided by what, the line, polarity, and the outcome."""
    rows = []
    for name, says in _TESTS.items():
        test: Overlap = getattr(pair, name)
        divisor = test.smaller if name == "smaller" else test.larger
        rows.append(
            {
                "rule": says,
                "ratio": f"{test.shared} ÷ {divisor} = {score(test.ratio)}",
                "line": f"{settings.repeat_ratio:g}",
                "polarity": polarity_says(test, pair.negations, pair.other_negations),
                "outcome": test_outcome(test, settings),
                "because": test.because,
            }
        )
    return pd.DataFrame(rows, columns=["rule", "ratio", "line", "polarity", "outcome", "because"])


def rules_table(ruled: Sequence[Ruled]) -> pd.DataFrame:
    """The blocks that not every rule would carry alike, in order of consideration, one column a rule; of those past the list
    only such as some rule would carry."""
    columns = [RULES[one.name].format(other=one.settings.cap_by) for one in ruled]
    rows = []
    for blocks in zip(*(one.blocks for one in ruled), strict=True):
        found = {block.outcome for block in blocks}
        if len(found) > 1 and ("carried" in found or blocks[0].by != "fill"):
            outcomes = {column: _outcome(block.outcome) for column, block in zip(columns, blocks, strict=True)}
            rows.append({"place": str(blocks[0].order), **outcomes, "memory": blocks[0].candidate.memory.text})
    return pd.DataFrame(rows, columns=["place", *columns, "memory"])


def larger_ratio(overlap: Overlap) -> float:
    """Shared ÷ the larger set, whichever the run's rule divides by."""
    return overlap.shared / overlap.larger if overlap.larger else 0.0


def test_outcome(overlap: Overlap, settings: Settings) -> str:
    """`≈ repeat`, `≠ kept apart` when the line is reached and something spares the pair, or `below the line`."""
    if overlap.repeat:
        return _outcome("repeat")
    return "≠ kept apart" if overlap.ratio >= settings.repeat_ratio else "below the line"


def block_name(block: Block) -> str:
    """Place, outcome and the start of the sentence, for a choice among blocks."""
    text = block.candidate.memory.text
    return f"{block.order}  {_outcome(block.outcome)}  {text if len(text) <= 90 else text[:89] + '…'}"


def _outcome(outcome: Outcome) -> str:
    return f"{MARKS[outcome]} {WORDS[outcome]}"


def _polarity(overlap: Overlap) -> str:
    if overlap.negated == overlap.against_negated:
        return "both negated" if overlap.negated else "neither negated"
    return "one negated"
