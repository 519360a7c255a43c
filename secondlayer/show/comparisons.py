"""Memories beside each other: a pair with its terms, near misses, and what a change of settings moves."""

from collections.abc import Sequence

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.records import TERMS, Near, Pair, Trace
from secondlayer.show.rows import Row, rows
from secondlayer.show.verdicts import Step
from secondlayer.show.wording import MARKS, Fate, count, counted, number, score, sentence

#: the one above and the one below, wherever a pair is shown
ABOVE, BELOW = "▲", "▽"

_NEAR: dict[str, Fate] = {
    "listed": "past_list",
    "bar": "below_bar",
    "not_a_repeat": "repeat",
    "under_the_cap": "capped",
    "fits": "no_room",
}
_UNITS = {"score": "of the score", "ratio": "of the ratio"}


def pair_table(pair: Pair) -> pd.DataFrame:
    """The six terms of both, value × weight = points, and the points of the one above minus those of the one below."""
    columns = ["term", f"{ABOVE} points", f"{BELOW} points", f"{ABOVE} − {BELOW}"]
    if pair.higher is None or pair.lower is None:
        return pd.DataFrame(columns=columns)
    table = []
    for name, difference in zip(TERMS, pair.differences, strict=True):
        own, other = pair.higher.term(name), pair.lower.term(name)
        table.append(
            {
                "term": f"{name}, decides" if name == pair.term else name,
                f"{ABOVE} points": f"{own.weight:g} × {score(own.value)} = {score(own.points)}",
                f"{BELOW} points": f"{other.weight:g} × {score(other.value)} = {score(other.points)}",
                f"{ABOVE} − {BELOW}": f"{difference:+.3f}",
            }
        )
    totals = [score(pair.higher.score), score(pair.lower.score), f"{pair.margin:+.3f}"]
    return pd.DataFrame([*table, dict(zip(columns, ["score", *totals], strict=True))], columns=columns)


def takeaway(pair: Pair) -> str:
    """What the two waterfalls show, without any text of a memory: for those who cannot see them."""
    if pair.higher is None or pair.lower is None:
        return "One of the two was not scored"
    scores = f"Six terms of two memories, stacked to {score(pair.higher.score)} and {score(pair.lower.score)}"
    if pair.term is None:
        return scores
    return f"{scores}; {pair.term} decides, by {score(pair.differences[TERMS.index(pair.term)])}"


def near_table(near: Sequence[Near], trace: Trace) -> pd.DataFrame:
    """The near misses, closest first: memory, where it stopped, by how much, and the figures of that gate."""
    lost = {standing.candidate.memory.id for standing in trace.standings if standing.result == "lost_seat"}
    return pd.DataFrame(
        [
            {
                "memory": one.candidate.memory.text,
                "stopped at": _stopped(one, lost),
                "short by": margin_of(one),
                "share": one.share,
                "figures": one.sentence,
                "id": one.candidate.memory.id,
            }
            for one in near
        ],
        columns=["memory", "stopped at", "short by", "share", "figures", "id"],
    )


def margin_of(near: Near) -> str:
    """Its margin with its unit: three decimals of a score or ratio, a count of characters or lines."""
    if near.unit in _UNITS:
        return f"{score(near.margin)} {_UNITS[near.unit]}"
    whole = round(near.margin)
    one = "character" if near.unit == "characters" else "line over the cap"
    many = "characters" if near.unit == "characters" else "lines over the cap"
    return f"{count(whole)} {one if whole == 1 else many}"


def steps_table(steps: Sequence[Step]) -> pd.DataFrame:
    """The gates in order: what the run let through, how the memory fared, and its own figures there."""
    return pd.DataFrame(
        [
            {
                "gate": step.says,
                "this run": step.counts,
                "this memory": f"{step.mark} {step.went}".strip(),
                "its figures": step.figures,
            }
            for step in steps
        ],
        columns=["gate", "this run", "this memory", "its figures"],
    )


def moved_table(here: Trace, product: Trace) -> pd.DataFrame:
    """What moves against the product's own brief: lines gained, lost, and carried at another place, with both places."""
    before, after = ({row.id: row for row in rows(trace)} for trace in (product, here))
    gained = [memory_id for memory_id in here.brief.carried if memory_id not in product.brief.carried]
    lost = [memory_id for memory_id in product.brief.carried if memory_id not in here.brief.carried]
    moved = [
        memory_id
        for memory_id in here.brief.carried
        if memory_id in product.brief.carried and before[memory_id].place != after[memory_id].place
    ]
    marked = [("+ gained", one) for one in gained] + [("− lost", one) for one in lost] + [("moved", one) for one in moved]
    return pd.DataFrame(
        [
            {
                "change": change,
                "before": _placed(before.get(one)),
                "after": _placed(after.get(one)),
                "memory": (after.get(one) or before[one]).candidate.memory.text,
                "id": one,
            }
            for change, one in marked
        ],
        columns=["change", "before", "after", "memory", "id"],
    )


def moved(table: pd.DataFrame) -> str:
    """A sentence on that table: `Two lines are gained and one is lost; nine stand at another place.`"""
    kinds = table["change"].value_counts()
    gained, lost, elsewhere = (int(kinds.get(kind, 0)) for kind in ("+ gained", "− lost", "moved"))
    if not gained and not lost and not elsewhere:
        return "The brief carries the same lines at the same places."
    carried = (
        f"{counted(gained, 'line is', 'lines are')} gained and {number(lost)} {'is' if lost == 1 else 'are'} lost"
        if gained or lost
        else "the brief carries the same lines"
    )
    places = f"{number(elsewhere)} {'stands' if elsewhere == 1 else 'stand'} at another place" if elsewhere else "none moves"
    return sentence(f"{carried}; {places}")


def _placed(row: Row | None) -> str:
    if row is None:
        return "not scored"
    return f"{MARKS[row.fate]} {'–' if row.place is None else row.place}"


def _stopped(one: Near, lost: set[str]) -> str:
    fate: Fate = "lost_seat" if one.gate == "bar" and one.candidate.memory.id in lost else _NEAR[one.gate]
    return f"{MARKS[fate]} {_WHERE[fate]}"


_WHERE: dict[Fate, str] = {
    "past_list": "the end of the list",
    "below_bar": "the bar",
    "lost_seat": "the seats",
    "repeat": "a line it repeats",
    "capped": "the cap",
    "no_room": "the room left",
}
