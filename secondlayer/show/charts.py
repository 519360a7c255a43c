"""The trace as charts. Text of memories is never drawn in one: marks, places and figures only."""

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.records import TERMS, TermName, Trace
from secondlayer.show.rows import Row
from secondlayer.show.wording import MARKS, score

#: one colour a term, everywhere and only for terms; the order keeps neighbours apart for every kind of colour vision
TERM_COLOURS: dict[TermName, str] = {
    "meaning": "#0072B2",
    "words": "#56B4E9",
    "recency": "#E69F00",
    "layer": "#009E73",
    "scope": "#D55E00",
    "path": "#CC79A7",
}
#: pixels of one memory's bar with the space around it, and of the axis above all of them
BAR_ROW, _AXIS = 22, 28
#: two of the six colours are pale on white and one is dark on black: a thin grey stroke holds all of them, and all that is
#: not a term is drawn in it
STROKE = "#7A828C"


def terms_chart(rows: Sequence[Row], trace: Trace) -> alt.LayerChart | alt.FacetChart:
    """One stacked bar a row, its six terms in order on one score axis; the bar for a seat is drawn through them.

    Each is named by its place and mark, so that it stands for itself however a table of the same rows is sorted.
    """
    marks, labels = [], []
    for at, row in enumerate(rows):
        labels.append(f"{row.place if row.place is not None else '–'} {MARKS[row.fate]}")
        for position, term in enumerate(row.candidate.terms):
            marks.append(
                {
                    "row": at,
                    "term": term.name,
                    "position": position,
                    "points": term.points,
                    "sum": f"{term.weight:g} × {score(term.value)} = {score(term.points)}",
                    "score": score(row.candidate.score),
                    "place": "–" if row.place is None else str(row.place),
                    "outcome": row.outcome,
                }
            )
    bars = (
        alt.Chart(pd.DataFrame(marks))
        .mark_bar(stroke=STROKE, strokeWidth=0.5, height=14, aria=False)
        .encode(
            x=alt.X(
                "points:Q",
                stack="zero",
                axis=alt.Axis(
                    orient="top",
                    title=None,
                    format=".2f",
                    tickCount=6,
                    minExtent=_AXIS,
                    maxExtent=_AXIS,
                    domain=False,
                    ticks=False,
                    labelPadding=8,
                ),
            ),
            y=alt.Y("row:O", axis=alt.Axis(title=None, labelExpr=_label_expression(labels), ticks=False, domain=False)),
            color=alt.Color("term:N", scale=_colours(), sort=list(TERMS), legend=None),
            order=alt.Order("position:Q"),
            tooltip=["place:N", "outcome:N", "term:N", alt.Tooltip("sum:N", title="weight × value"), "score:N"],
        )
    )
    layers: list[Any] = [bars]
    if trace.bar is not None:
        layers.append(_rule(trace.bar.value))
    return alt.layer(*layers).properties(height=BAR_ROW * len(rows), padding={"top": 0, "left": 4, "right": 12, "bottom": 4})


def bar_sum(trace: Trace) -> str:
    """`0.85 × 0.578 = 0.491`; empty without a bar."""
    bar = trace.bar
    return "" if bar is None else f"{bar.ratio:g} × {score(bar.top)} = {score(bar.value)}"


def _colours() -> alt.Scale:
    return alt.Scale(domain=list(TERMS), range=[TERM_COLOURS[name] for name in TERMS])


def _rule(value: float) -> alt.Chart:
    rule: alt.Chart = (
        alt.Chart(pd.DataFrame([{"bar": value}]))
        .mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=STROKE, aria=False)
        .encode(x="bar:Q")
    )
    return rule


def _label_expression(labels: Sequence[str]) -> str:
    """A Vega expression from a row's position to its place and mark."""
    return f"{json.dumps(list(labels))}[datum.value]"
