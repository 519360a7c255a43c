"""Scores as pieces of HTML: candidates with their six terms, waterfalls, and the organisation's memories at the bar."""

from collections.abc import Sequence

from secondlayer.engine.pairs import rises
from secondlayer.records import TERMS, Candidate, Pair, Trace
from secondlayer.show import drawing
from secondlayer.show.charts import bar_sum
from secondlayer.show.comparisons import ABOVE, BELOW, pair_table, takeaway
from secondlayer.show.markup import Markup, element, escape, joined, stored
from secondlayer.show.pieces import LONGEST, more, table
from secondlayer.show.rows import rows
from secondlayer.show.tables import standings_table
from secondlayer.show.wording import score


def candidates(trace: Trace, limit: int) -> Markup:
    """Every candidate with what became of it, its six terms stacked to its score, and the figures that decided."""
    shown = rows(trace, everything=False)
    lines = []
    for row in shown[:limit]:
        place = "" if row.place is None else str(row.place)
        lines.append((row.candidate, [escape(place), element("span", row.outcome, class_="nowrap")], row.figures))
    bar = None if trace.bar is None else trace.bar.value
    return joined(
        _terms_table(lines, bar, ("place", "outcome"), "what decided"),
        element("p", f"The dashed line is the bar for a seat: {bar_sum(trace)}.", class_="muted") if bar is not None else "",
        more(len(shown) - limit, "the record holds them all"),
    )


def scored(kept: Sequence[Candidate], limit: int) -> Markup:
    """Candidates of one read in rank order, their six terms stacked to their scores."""
    lines = [(candidate, [escape(str(candidate.rank)), stored(candidate.memory.scope)], "") for candidate in kept[:limit]]
    return joined(
        _terms_table(lines, None, ("rank", "scope"), ""), more(len(kept) - limit, "the read's candidates hold them all")
    )


def waterfalls(pair: Pair, looked_at: str, bar: float | None) -> Markup:
    """The six terms of both memories, each drawn from where those before it end, on one axis, with what each is ahead by.

    Nothing is drawn for a pair of which one was not scored; its sentence says so.
    """
    if pair.higher is None or pair.lower is None:
        return Markup()
    both = [pair.higher, pair.lower]
    axis = drawing.axis_of([*(one.score for one in both), *([] if bar is None else [bar])], from_zero=True)
    steps = [rises(one) for one in both]
    told = pair_table(pair)
    lines = []
    for at, (_, higher, lower, apart) in enumerate(told.itertuples(index=False)):
        figures = [higher, lower]
        line: list[str] = []
        for which, one in enumerate(both):
            last = at == len(TERMS)
            drawn = drawing.stacked(one, axis, bar) if last else drawing.step(one.terms[at], steps[which][at], axis)
            line += [element("div", drawn, class_="chart"), figures[which]]
        name = told["term"][at]
        head = element("span", *([] if at == len(TERMS) else [drawing.swatch(both[0].terms[at])]), name, class_="nowrap")
        lines.append([head, *line, apart])
    whose = ["this memory" if one.memory.id == looked_at else "the other" for one in both] if looked_at else ["", ""]
    named = [f"{mark} {who}".strip() for mark, who in zip((ABOVE, BELOW), whose, strict=True)]
    header = ["term", named[0], "points", named[1], "points", f"{ABOVE} − {BELOW}"]
    texts = [element("p", f"{mark} ", stored(one.memory.text, LONGEST)) for mark, one in zip((ABOVE, BELOW), both, strict=True)]
    return joined(*texts, table(header, lines, takeaway(pair), numbers=(2, 4, 5)))


def standings(trace: Trace, limit: int) -> Markup:
    """The organisation's memories at the bar, each with both its scores on one axis, under those of the combined list."""
    if trace.bar is None or not trace.standings:
        return element("p", "No memory of the organisation was judged at a bar.")
    bar = trace.bar.value
    there = {one.memory.id: one.score for read in trace.reads[:1] for one in (*read.candidates, *read.rest)}
    kept = [one.score for one in trace.reads[0].candidates]
    judged = [(there.get(one.candidate.memory.id), one.candidate.score) for one in trace.standings]
    both = [one for pair in judged for one in pair if one is not None]
    axis = drawing.axis_of([*kept, bar, *both], from_zero=False)
    listed = f"the list of {len(kept)}: {score(max(kept))} to {score(min(kept))}"
    lines: list[list[str]] = [["", "", element("div", drawing.ticks(kept, axis, bar), class_="chart"), "", "", listed]]
    told = standings_table(trace)
    for standing, result, margin, (combined, own) in list(
        zip(trace.standings, told["result"], told["margin"], judged, strict=True)
    )[:limit]:
        drawn = drawing.two_footings(combined, own, standing.result == "seated", axis, bar)
        lines.append(
            [
                element("span", result, class_="nowrap"),
                "–" if combined is None else score(combined),
                element("div", drawn, class_="chart"),
                score(own),
                margin,
                element("div", stored(standing.candidate.memory.text, LONGEST), class_="wide"),
            ]
        )
    ends = f"{score(axis.low)} to {score(axis.high)}"
    return joined(
        table(
            ["result", "○ combined read", ends, "◆ own footing", "margin", "memory"],
            lines,
            "The organisation's memories at the bar",
            numbers=(1, 3, 4),
        ),
        element("p", f"The dashed line is the bar: {bar_sum(trace)}.", class_="muted"),
        more(len(trace.standings) - limit, "the trace's standings hold them all"),
    )


def _terms_table(
    lines: Sequence[tuple[Candidate, list[Markup], str]], bar: float | None, before: tuple[str, ...], last: str
) -> Markup:
    """One line a candidate: what stands before, memory, its bar and score, a last column when named, its six terms' points."""
    if not lines:
        return element("p", "None.")
    values = [candidate.score for candidate, _, _ in lines] + ([] if bar is None else [bar])
    axis = drawing.axis_of(values, from_zero=True)
    names = [element("span", drawing.swatch(term), term.name, class_="nowrap") for term in lines[0][0].terms]
    header = [*before, "memory", f"0 to {score(axis.high)}", "score", *([last] if last else []), *names]
    written = []
    for candidate, cells, figures in lines:
        text = element("div", stored(candidate.memory.text, LONGEST), class_="wide")
        drawn = element("div", drawing.stacked(candidate, axis, bar), class_="chart")
        said = [element("div", stored(figures), class_="wide")] if last else []
        points = [score(term.points) for term in candidate.terms]
        written.append([*cells, text, drawn, score(candidate.score), *said, *points])
    numbers = [len(before) + 2, *range(len(header) - 6, len(header))]
    return joined(
        element("p", *names, class_="legend"),
        table(header, written, "Candidates with their six terms", numbers=numbers),
    )
