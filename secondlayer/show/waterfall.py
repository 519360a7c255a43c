"""The six terms of two memories as waterfalls on one axis: where each term starts and ends is computed before it is drawn."""

import json
from typing import Any

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.pairs import rises
from secondlayer.records import TERMS, Candidate, Pair
from secondlayer.show.charts import STROKE, TERM_COLOURS
from secondlayer.show.comparisons import ABOVE, BELOW
from secondlayer.show.wording import score

#: pixels of a term's two bars with the space between terms
_ROW = 46
#: where the bars of the one above and of the one below lie inside a row of height 1
_LANES = ((0.12, 0.46), (0.54, 0.88))


def waterfall_chart(pair: Pair, bar: float | None = None) -> alt.LayerChart | alt.FacetChart:
    """Both waterfalls, the one above over the one below in each row, and `bar` drawn through them where it decides.

    The last row holds both scores. Both memories must be scored.
    """
    assert pair.higher is not None and pair.lower is not None
    steps, joins = [], []
    for lane, (mark, candidate) in zip(_LANES, ((ABOVE, pair.higher), (BELOW, pair.lower)), strict=True):
        steps += _steps(candidate, mark, lane)
        joins += _joins(candidate, lane)
    rows = [*TERMS, "score"]
    x = alt.X(
        "start:Q", title="score", axis=alt.Axis(format=".1f", tickCount=6, grid=True), scale=alt.Scale(nice=True, zero=True)
    )
    y = alt.Y(
        "top:Q",
        scale=alt.Scale(domain=[0, len(rows)], reverse=True, nice=False),
        axis=alt.Axis(
            title=None,
            values=[position + 0.5 for position in range(len(rows))],
            labelExpr=f"{json.dumps(rows)}[floor(datum.value)]",
            ticks=False,
            domain=False,
            grid=False,
        ),
    )
    names = [*TERMS, "score"]
    colours = alt.Scale(domain=names, range=[*(TERM_COLOURS[name] for name in TERMS), STROKE])
    frame = pd.DataFrame(steps)
    bars = (
        alt.Chart(frame)
        .mark_bar(stroke=STROKE, strokeWidth=0.5, aria=False)
        .encode(
            x=x,
            x2="end:Q",
            y=y,
            y2="bottom:Q",
            color=alt.Color("term:N", scale=colours, legend=None),
            tooltip=["memory:N", "term:N", alt.Tooltip("sum:N", title="weight × value"), alt.Tooltip("upto:N", title="so far")],
        )
    )
    labels = (
        alt.Chart(frame)
        .mark_text(align="left", baseline="middle", dx=5, fontSize=11, color=STROKE, aria=False)
        .encode(x="end:Q", y=alt.Y("middle:Q"), text="label:N")
    )
    links = (
        alt.Chart(pd.DataFrame(joins))
        .mark_rule(color=STROKE, strokeWidth=0.75, opacity=0.7, aria=False)
        .encode(x="at:Q", y="top:Q", y2="bottom:Q")
    )
    layers: list[Any] = [links, bars, labels]
    if bar is not None:
        rule = pd.DataFrame([{"bar": bar}])
        layers.append(alt.Chart(rule).mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=STROKE, aria=False).encode(x="bar:Q"))
    return alt.layer(*layers).properties(height=_ROW * len(rows))


def _steps(candidate: Candidate, mark: str, lane: tuple[float, float]) -> list[dict[str, Any]]:
    top, bottom = lane
    steps = []
    for position, (rise, term) in enumerate(zip(rises(candidate), candidate.terms, strict=True)):
        steps.append(
            {
                "memory": mark,
                "term": rise.term,
                "start": rise.start,
                "end": rise.end,
                "top": position + top,
                "bottom": position + bottom,
                "middle": position + (top + bottom) / 2,
                "label": f"{mark} {score(term.points)}",
                "sum": f"{term.weight:g} × {score(term.value)} = {score(term.points)}",
                "upto": score(rise.end),
            }
        )
    last = len(candidate.terms)
    whole = {"memory": mark, "term": "score", "start": 0.0, "end": candidate.score}
    placed = {"top": last + top, "bottom": last + bottom, "middle": last + (top + bottom) / 2}
    figures = {"label": f"{mark} {score(candidate.score)}", "sum": "the six together", "upto": score(candidate.score)}
    return [*steps, whole | placed | figures]


def _joins(candidate: Candidate, lane: tuple[float, float]) -> list[dict[str, float]]:
    """From the end of each term down to where the next one starts."""
    top, bottom = lane
    return [
        {"at": rise.end, "top": position + bottom, "bottom": position + 1 + top}
        for position, rise in enumerate(rises(candidate))
    ]
