"""The trace as charts. Text of memories is never drawn in one: marks, places and figures only."""

import json
from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.records import ORG_SCOPE, TERMS, TermName, Trace
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
#: pixels of a table's row and header, which a chart beside it shares
ROW_HEIGHT, HEADER_HEIGHT = 35, 35
#: two of the six colours are pale on white and one is dark on black: a thin grey stroke holds all of them
_STROKE = "#7A828C"
#: a seat is a full diamond, any other memory of the organisation a hollow one: told by shape, as by its mark
_FILLED = alt.when(alt.datum.seated == "seated").then(alt.value(1)).otherwise(alt.value(0))


def terms_chart(rows: Sequence[Row], trace: Trace) -> alt.LayerChart | alt.FacetChart:
    """One stacked bar a row, its six terms in order on one score axis; the bar for a seat is drawn through them."""
    marks, labels = [], []
    for at, row in enumerate(rows):
        labels.append(f"{row.place if row.place is not None else ''} {MARKS[row.fate]}".strip())
        for position, term in enumerate(row.candidate.terms):
            marks.append(
                {
                    "row": at,
                    "term": term.name,
                    "position": position,
                    "points": term.points,
                    "sum": f"{term.weight:g} × {score(term.value)} = {score(term.points)}",
                    "score": score(row.candidate.score),
                    "outcome": row.outcome,
                }
            )
    bars = (
        alt.Chart(pd.DataFrame(marks))
        .mark_bar(stroke=_STROKE, strokeWidth=0.5, height=15, aria=False)
        .encode(
            x=alt.X(
                "points:Q",
                stack="zero",
                axis=alt.Axis(
                    orient="top",
                    title=None,
                    format=".1f",
                    tickCount=6,
                    minExtent=HEADER_HEIGHT,
                    maxExtent=HEADER_HEIGHT,
                    domain=False,
                    ticks=False,
                    labelPadding=8,
                ),
            ),
            y=alt.Y("row:O", axis=alt.Axis(title=None, labelExpr=_label_expression(labels), ticks=False, domain=False)),
            color=alt.Color("term:N", scale=_colours(), sort=list(TERMS), legend=None),
            order=alt.Order("position:Q"),
            tooltip=["outcome:N", "term:N", alt.Tooltip("sum:N", title="weight × value"), "score:N"],
        )
    )
    layers: list[Any] = [bars]
    if trace.bar is not None:
        layers.append(_rule(trace.bar.value))
    return alt.layer(*layers).properties(height=ROW_HEIGHT * len(rows), padding={"top": 0, "left": 4, "right": 12, "bottom": 4})


def reads_chart(trace: Trace) -> alt.LayerChart | alt.FacetChart:
    """Both reads as columns of one score axis, the bar drawn through both, the organisation's memories joined across."""
    points = _points(trace)
    columns = [read.name for read in trace.reads]
    frame = pd.DataFrame(points)
    x = alt.X(
        "read:N",
        sort=columns,
        title=None,
        axis=alt.Axis(labelAngle=0, orient="top", ticks=False, domain=False),
        scale=alt.Scale(padding=0.5),
    )
    y = alt.Y("score:Q", title="score", scale=alt.Scale(zero=False, nice=True, padding=12), axis=alt.Axis(format=".2f"))
    tooltip = [
        alt.Tooltip("says:N", title="memory"),
        alt.Tooltip("figure:N", title="score"),
        alt.Tooltip("rank:N", title="rank in this read"),
    ]
    owns, others = frame[frame["organisation"]], frame[~frame["organisation"]]
    labelled = owns[owns["label"] != ""]
    ticks = (
        alt.Chart(others)
        .mark_tick(thickness=2, size=34, color=_STROKE, opacity=0.75, orient="horizontal", aria=False)
        .encode(x=x, y=y, tooltip=tooltip)
    )
    diamonds = [
        alt.Chart(owns).mark_line(strokeWidth=1, color=_STROKE, opacity=0.8, aria=False).encode(x=x, y=y, detail="memory:N"),
        alt.Chart(owns)
        .mark_point(shape="diamond", size=120, opacity=1, stroke=_STROKE, fill=_STROKE, strokeWidth=1.5, aria=False)
        .encode(x=x, y=y, fillOpacity=_FILLED, tooltip=tooltip),
    ]
    labels = (
        alt.Chart(labelled)
        .mark_text(align="left", dx=14, fontSize=13, color=_STROKE, aria=False)
        .encode(x=x, y=y, text="label:N")
    )
    # an empty layer draws nothing and makes the browser's console complain of an infinite extent
    layers: list[Any] = [] if others.empty else [ticks]
    layers += [] if owns.empty else diamonds
    layers += [] if labelled.empty else [labels]
    if trace.bar is not None:
        bar = pd.DataFrame([{"score": trace.bar.value, "read": columns[0], "says": bar_sum(trace)}])
        layers.append(
            alt.Chart(bar).mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=_STROKE, aria=False).encode(y="score:Q")
        )
        layers.append(
            alt.Chart(bar)
            .mark_text(align="center", baseline="bottom", dy=-3, fontSize=11, color=_STROKE, aria=False)
            .encode(y="score:Q", x=alt.value(alt.expr("width / 2")), text="says:N")
        )
    return alt.layer(*layers).properties(height=420)


def bar_sum(trace: Trace) -> str:
    """`0.85 × 0.578 = 0.491`; empty without a bar."""
    bar = trace.bar
    return "" if bar is None else f"{bar.ratio:g} × {score(bar.top)} = {score(bar.value)}"


def _points(trace: Trace) -> list[dict[str, Any]]:
    """One point for each candidate a read kept, and for each organisation memory that was judged, on both footings."""
    seats = {seat.candidate.memory.id: seat for seat in trace.seats}
    judged = {standing.candidate.memory.id for standing in trace.standings}
    points = []
    for position, read in enumerate(trace.reads):
        kept = {candidate.memory.id for candidate in read.candidates}
        for candidate in (*read.candidates, *read.rest):
            memory = candidate.memory
            if memory.id not in kept and memory.id not in judged:
                continue
            own = memory.scope == ORG_SCOPE
            seat = seats.get(memory.id)
            last = position == len(trace.reads) - 1
            points.append(
                {
                    "memory": memory.id,
                    "read": read.name,
                    "score": candidate.score,
                    "figure": score(candidate.score),
                    "rank": f"{candidate.rank} of {len(read.candidates) + len(read.rest)}",
                    "organisation": own,
                    "seated": "seated" if seat else "not seated",
                    "says": "the organisation's" if own else memory.scope,
                    "label": f"place {seat.place}, {seat.margin:+.3f}" if seat and last else "",
                }
            )
    return points


def _colours() -> alt.Scale:
    return alt.Scale(domain=list(TERMS), range=[TERM_COLOURS[name] for name in TERMS])


def _rule(value: float) -> alt.Chart:
    rule: alt.Chart = (
        alt.Chart(pd.DataFrame([{"bar": value}]))
        .mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=_STROKE, aria=False)
        .encode(x="bar:Q")
    )
    return rule


def _label_expression(labels: Sequence[str]) -> str:
    """A Vega expression from a row's position to its place and mark."""
    return f"{json.dumps(list(labels))}[datum.value]"
