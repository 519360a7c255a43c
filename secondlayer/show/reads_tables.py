"""The reads as tables: the organisation's memories on both footings, who moved where, the sweep, and the paraphrases."""

from collections.abc import Sequence

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.footing import Footing, Held
from secondlayer.engine.paraphrases import Reworded
from secondlayer.engine.sweep import Holder, Stretch
from secondlayer.records import ORG_SCOPE, Trace
from secondlayer.show.wording import MARKS, WORDS, count, score


def footings_table(judged: Sequence[Footing]) -> pd.DataFrame:
    """The organisation's memories at the bar, best first: both scores, the difference, the margin and the share of the top."""
    return pd.DataFrame(
        [
            {
                "no.": str(number),
                "result": result(footing),
                "own read": footing.own,
                "margin": f"{footing.standing.margin:+.3f}",
                "combined": footing.combined,
                "between": footing.difference,
                "rank there": "not scored" if footing.combined_rank is None else count(footing.combined_rank),
                "of the top": f"{footing.ratio:.4f}",
                "memory": footing.standing.candidate.memory.text,
            }
            for number, footing in enumerate(judged, start=1)
        ],
        columns=["no.", "result", "own read", "margin", "combined", "between", "rank there", "of the top", "memory"],
    )


def moves_table(trace: Trace) -> pd.DataFrame:
    """Who moved where: every memory of the list in its final order, then the organisation's that were judged and took no
    place, each with its rank in either read and how far the seats moved it."""
    combined, own = trace.reads[0], trace.reads[-1] if len(trace.reads) > 1 else None
    there = {candidate.memory.id: candidate.rank for candidate in (*combined.candidates, *combined.rest)}
    here = {candidate.memory.id: candidate.rank for candidate in (own.candidates if own else ())}
    seats = {seat.candidate.memory.id for seat in trace.seats}
    placed = [(block.order, block.candidate.memory) for block in trace.blocks if block.by != "fill"]
    known = {memory.id for _, memory in placed}
    unplaced = [s.candidate.memory for s in trace.standings if s.candidate.memory.id not in known]
    rows = []
    for place, memory in [*placed, *((None, memory) for memory in unplaced)]:
        rank = there.get(memory.id)
        rows.append(
            {
                "place": "–" if place is None else str(place),
                "seat": MARKS["seated"] if memory.id in seats else "",
                "moved": _moved(rank, place),
                "combined": "–" if rank is None else count(rank),
                "own read": count(here[memory.id]) if memory.id in here else "–",
                "whose": "the organisation's" if memory.scope == ORG_SCOPE else memory.scope,
                "memory": memory.text,
            }
        )
    return pd.DataFrame(rows, columns=["place", "seat", "moved", "combined", "own read", "whose", "memory"])


def sweep_table(stretches: Sequence[Stretch], judged: Sequence[Footing]) -> pd.DataFrame:
    """One row a stretch of the ratio, lowest first: who holds which place, and what the brief then makes of it."""
    numbers = {footing.standing.candidate.memory.id: number for number, footing in enumerate(judged, start=1)}

    def held(holder: Holder) -> str:
        left = "" if holder.outcome == "carried" else f", {MARKS[holder.outcome]} {WORDS[holder.outcome]} in the brief"
        return f"place {holder.place}: no. {numbers[holder.candidate.memory.id]}{left}"

    return pd.DataFrame(
        [
            {
                "ratio above": f"{stretch.low:.4f}" if position else "",
                "up to": f"{stretch.high:.4f}",
                "seats": str(len(stretch.holders)),
                "who": "; ".join(map(held, stretch.holders)) or "nobody of the organisation",
            }
            for position, stretch in enumerate(stretches)
        ],
        columns=["ratio above", "up to", "seats", "who"],
    )


def paraphrases_table(reworded: Sequence[Reworded], names: Sequence[str]) -> pd.DataFrame:
    """One row a wording, in order: the bar, and the margin of each memory watched with the place it took."""
    return pd.DataFrame(
        [
            {
                "no.": str(number),
                "left out": one.wording.without or "–",
                "bar": "–" if one.bar is None else score(one.bar.value),
                **{name: _held(held) for name, held in zip(names, one.held, strict=True)},
                "others seated": str(len(_others(one))),
                "wording": one.wording.prompt,
            }
            for number, one in enumerate(reworded, start=1)
        ],
        columns=["no.", "left out", "bar", *names, "others seated", "wording"],
    )


def result(footing: Footing) -> str:
    """Mark and word: `◆ place 2`, `◇ lost the seat`, `┄ below the bar`."""
    if footing.place is not None:
        return f"{MARKS['seated']} place {footing.place}"
    fate = "below_bar" if footing.standing.result == "below_bar" else "lost_seat"
    return f"{MARKS[fate]} {WORDS[fate]}"  # type: ignore[index]


def names_of(shown: Sequence[Footing], judged: Sequence[Footing]) -> list[str]:
    """The column of each memory that is watched: its number among the organisation's and how it stood as asked."""
    numbers = {footing.standing.candidate.memory.id: number for number, footing in enumerate(judged, start=1)}
    return [f"{numbers[footing.standing.candidate.memory.id]} {result(footing)}" for footing in shown]


def _moved(rank: int | None, place: int | None) -> str:
    if place is None:
        return "not placed"
    if rank is None:
        return "▲ from outside the pool"
    return "" if rank == place else f"▲ {count(rank - place)}" if rank > place else f"▼ {count(place - rank)}"


def _held(held: Held) -> str:
    if held.margin is None:
        return "not scored"
    mark = (
        f"{MARKS['seated']} {held.place}" if held.place is not None else MARKS["below_bar" if held.margin < 0 else "lost_seat"]
    )
    return f"{held.margin:+.3f} {mark}"


def _others(one: Reworded) -> list[str]:
    watched = {held.memory_id for held in one.held}
    return [seat.candidate.memory.id for seat in one.seats if seat.candidate.memory.id not in watched]
