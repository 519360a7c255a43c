"""The reads, the sweep of the bar's ratio and the paraphrases as charts: numbers and marks, never a memory's text."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.footing import Footing, footings
from secondlayer.engine.paraphrases import Reworded
from secondlayer.engine.sweep import Stretch
from secondlayer.records import ORG_SCOPE, Bar, Trace
from secondlayer.show.charts import STROKE, bar_sum
from secondlayer.show.wording import score

#: where the two reads stand on the width of the chart: room on the left for the bar's sum, on the right for margins
_COMBINED, _OWN = 0.43, 0.69
#: pixels of the chart, and between two labels so that both can be read
_HEIGHT, _APART = 440, 15
#: how many of the organisation's memories are labelled past those that are seated
_NEXT = 2
#: a memory that holds a seat is a full mark, any other a hollow one: told by shape, as by its mark
_FILLED = alt.when(alt.datum.seated == "seated").then(alt.value(1)).otherwise(alt.value(0))
#: full, and what is drawn through it can still be seen
_HALF_FILLED = alt.when(alt.datum.seated == "seated").then(alt.value(0.4)).otherwise(alt.value(0))
_RATIOS = alt.Axis(format=".2f", tickCount=6)
#: pixels of one memory's row, and of an axis with its title, which Streamlit takes from a chart's height
_ROW, _AXIS = 42, 62


def reads_chart(trace: Trace) -> alt.LayerChart | alt.FacetChart:
    """Both reads as columns of one score axis, the bar drawn through both, the organisation's memories joined across.

    The bar's sum stands left of both columns and the margins right of them, clear of the lines that join the two.
    """
    judged = footings(trace)
    others = _others(trace)
    owns = _owns(trace, judged)
    low, high = _domain([point["score"] for point in (*others, *owns)], trace.bar)
    x = alt.X("x:Q", title=None, scale=alt.Scale(domain=[0, 1]), axis=_columns(trace))
    y = alt.Y("score:Q", title="score", scale=alt.Scale(domain=[low, high], zero=False), axis=alt.Axis(format=".2f"))
    tooltip = [
        alt.Tooltip("says:N", title="memory"),
        alt.Tooltip("figure:N", title="score"),
        alt.Tooltip("rank:N", title="rank in this read"),
    ]
    layers: list[Any] = []
    if trace.bar is not None:
        layers += _bar(trace.bar.value, bar_sum(trace))
    if others:  # an empty layer draws nothing and makes the browser's console complain of an infinite extent
        ticks = alt.Chart(pd.DataFrame(others)).mark_tick(
            thickness=2, size=28, color=STROKE, opacity=0.75, orient="horizontal", aria=False
        )
        layers.append(ticks.encode(x=x, y=y, tooltip=tooltip))
    if owns:
        frame = pd.DataFrame(owns)
        lines = alt.Chart(frame).mark_line(strokeWidth=1, color=STROKE, opacity=0.8, aria=False)
        layers.append(lines.encode(x=x, y=y, detail="memory:N"))
        diamonds = alt.Chart(frame).mark_point(
            shape="diamond", size=120, opacity=1, stroke=STROKE, fill=STROKE, strokeWidth=1.5, aria=False
        )
        layers.append(diamonds.encode(x=x, y=y, fillOpacity=_FILLED, tooltip=tooltip))
    if judged:
        layers.append(_labels(judged, (high - low) / _HEIGHT * _APART))
        layers.append(_between(judged[0], trace.bar))
    return alt.layer(*layers).properties(height=_HEIGHT)


def sweep_chart(stretches: Sequence[Stretch], judged: Sequence[Footing], bar: Bar) -> alt.LayerChart | alt.FacetChart:
    """One row a memory of the organisation that is seated at some ratio, or clears the bar at some: full where it is
    seated, hollow where it clears the bar and better ones hold the seats, and the run's own ratio drawn through."""
    spans = sweep_spans(stretches, judged)
    frame = pd.DataFrame(spans)
    low, high = stretches[0].low, stretches[-1].high
    x = alt.X("low:Q", title="bar, as a share of the top score", scale=alt.Scale(domain=[low, high], nice=False), axis=_RATIOS)
    y = alt.Y("memory:O", title=None, axis=alt.Axis(ticks=False, domain=False, labelPadding=8))
    bars = alt.Chart(frame).mark_bar(height=14, stroke=STROKE, strokeWidth=1.5, fill=STROKE, aria=False)
    tooltip = [
        alt.Tooltip("memory:N", title="memory"),
        alt.Tooltip("says:N", title="seat"),
        alt.Tooltip("span:N", title="ratio"),
    ]
    layers: list[Any] = [bars.encode(x=x, x2="high:Q", y=y, fillOpacity=_HALF_FILLED, tooltip=tooltip)]
    said = alt.Chart(frame).mark_text(align="left", baseline="bottom", dx=2, dy=-9, fontSize=11, color=STROKE, aria=False)
    layers.append(said.encode(x=x, y=y, text="says:N"))
    own = pd.DataFrame([{"low": bar.ratio, "says": f"{bar.ratio:g}"}])
    rule = alt.Chart(own).mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=STROKE, aria=False)
    layers.append(rule.encode(x=x))
    above = alt.Chart(own).mark_text(baseline="bottom", dy=-4, fontSize=12, color=STROKE, aria=False)
    layers.append(above.encode(x=x, y=alt.value(0), text="says:N"))
    rows = len({span["memory"] for span in spans})
    room = {"top": 22, "left": 4, "right": 18, "bottom": 4}
    return alt.layer(*layers).properties(height=_ROW * rows + _AXIS + 26, padding=room)


def sweep_spans(stretches: Sequence[Stretch], judged: Sequence[Footing]) -> list[dict[str, Any]]:
    """Where each memory holds which place, and where it would clear the bar without one; stretches that follow on are one."""
    low, high = stretches[0].low, stretches[-1].high
    spans: list[dict[str, Any]] = []
    for number, footing in enumerate(judged, start=1):
        memory_id = footing.standing.candidate.memory.id
        held: list[tuple[float, float, int]] = []
        for stretch in stretches:
            for holder in stretch.holders:
                if holder.candidate.memory.id != memory_id:
                    continue
                if held and held[-1][1:] == (stretch.low, holder.place):
                    held[-1] = (held[-1][0], stretch.high, holder.place)
                else:
                    held.append((stretch.low, stretch.high, holder.place))
        for start, end, place in held:
            spans.append(_span(number, start, end, f"place {place}", "seated"))
        if not held and footing.ratio > low and number <= _rows(judged):
            spans.append(_span(number, low, min(high, footing.ratio), "clears the bar, behind better ones", "not seated"))
    return spans


def paraphrases_chart(
    reworded: Sequence[Reworded], names: Sequence[str], own: Sequence[float]
) -> alt.LayerChart | alt.FacetChart:
    """One row a memory watched, one mark a wording at its margin to the bar: full where it is seated, hollow where it is not.
    The prompt as asked is the larger diamond."""
    points = []
    for number, result in enumerate(reworded, start=1):
        for name, held in zip(names, result.held, strict=True):
            if held.margin is not None:
                points.append(_point(name, held.margin, held.place, f"wording {number}"))
    asked = [{"memory": name, "margin": margin} for name, margin in zip(names, own, strict=True)]
    x = alt.X(
        "margin:Q", title="score − bar", scale=alt.Scale(nice=True, padding=14), axis=alt.Axis(format="+.2f", tickCount=5)
    )
    y = alt.Y("memory:N", sort=list(names), title=None, axis=alt.Axis(ticks=False, domain=False, labelPadding=8))
    tooltip = [alt.Tooltip("wording:N"), alt.Tooltip("figure:N", title="score − bar"), alt.Tooltip("seated:N", title="seat")]
    layers: list[Any] = [
        alt.Chart(pd.DataFrame([{"margin": 0.0}]))
        .mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=STROKE, aria=False)
        .encode(x=x)
    ]
    diamond = alt.Chart(pd.DataFrame(asked)).mark_point(
        shape="diamond", size=260, stroke=STROKE, strokeWidth=1.5, fillOpacity=0, opacity=1, aria=False
    )
    layers.append(diamond.encode(x=x, y=y))
    if points:
        dots = alt.Chart(pd.DataFrame(points)).mark_point(
            shape="circle", size=55, stroke=STROKE, fill=STROKE, strokeWidth=1.2, opacity=0.85, aria=False
        )
        layers.append(dots.encode(x=x, y=y, fillOpacity=_FILLED, tooltip=tooltip))
    return alt.layer(*layers).properties(height=_ROW * len(names) + _AXIS)


def labelled(judged: Sequence[Footing]) -> tuple[Footing, ...]:
    """Those that are named beside a chart: the seated ones and the best few after them, in the order of the standings."""
    after = [footing for footing in judged if footing.place is None][:_NEXT]
    return tuple(footing for footing in judged if footing.place is not None or footing in after)


def _others(trace: Trace) -> list[dict[str, Any]]:
    """The memories of other scopes that the combined list kept; at the organisation's level, what its one read kept."""
    read = trace.reads[0]
    return [
        {
            "x": _COMBINED,
            "read": read.name,
            "score": candidate.score,
            "figure": score(candidate.score),
            "rank": f"{candidate.rank} of {len(read.candidates) + len(read.rest)}",
            "says": candidate.memory.scope,
        }
        for candidate in read.candidates
        if candidate.memory.scope != ORG_SCOPE or len(trace.reads) == 1
    ]


def _owns(trace: Trace, judged: Sequence[Footing]) -> list[dict[str, Any]]:
    """Two points for each memory that was judged: its score in the combined read, and in its own."""
    if len(trace.reads) < 2:
        return []
    ranks = {candidate.memory.id: candidate.rank for candidate in trace.reads[1].candidates}
    points = []
    for number, footing in enumerate(judged, start=1):
        memory_id = footing.standing.candidate.memory.id
        shared = {
            "memory": f"{number:03}",
            "says": f"the organisation's {number}",
            "seated": "seated" if footing.place is not None else "not seated",
        }
        for x, read, value, rank in (
            (_COMBINED, "combined", footing.combined, footing.combined_rank),
            (_OWN, "organisation", footing.own, ranks.get(memory_id)),
        ):
            at = "not kept" if rank is None else str(rank)
            points.append({**shared, "x": x, "read": read, "score": value, "figure": score(value), "rank": at})
    return points


def _columns(trace: Trace) -> alt.Axis:
    names = {_COMBINED: trace.reads[0].name, _OWN: trace.reads[1].name if len(trace.reads) > 1 else ""}
    values = [place for place, name in names.items() if name]
    left, right = names[_COMBINED], names[_OWN]
    return alt.Axis(
        orient="top",
        values=values,
        labelExpr=f"datum.value < {(_COMBINED + _OWN) / 2} ? '{left}' : '{right}'",
        grid=False,
        ticks=False,
        domain=False,
        labelFontSize=13,
    )


def _domain(scores: Sequence[float], bar: Bar | None) -> tuple[float, float]:
    """The lowest and highest score with a little room around them."""
    shown = [*scores, *([bar.value] if bar else [])]
    margin = max(0.01, (max(shown) - min(shown)) * 0.05)
    return min(shown) - margin, max(shown) + margin


def _bar(value: float, says: str) -> list[Any]:
    frame = pd.DataFrame([{"score": value, "x": 0.0, "says": says}])
    rule = alt.Chart(frame).mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=STROKE, aria=False)
    text = alt.Chart(frame).mark_text(align="left", baseline="bottom", dx=3, dy=-4, fontSize=11, color=STROKE, aria=False)
    return [rule.encode(y="score:Q"), text.encode(x="x:Q", y="score:Q", text="says:N")]


def _labels(judged: Sequence[Footing], apart: float) -> Any:
    """Number and margin beside the right-hand column, moved apart where two would lie on each other."""
    shown = set(map(id, labelled(judged)))
    rows = []
    lowest = float("inf")
    for number, footing in enumerate(judged, start=1):
        if id(footing) in shown:
            lowest = min(footing.standing.candidate.score, lowest - apart)
            rows.append({"x": _OWN, "score": lowest, "label": f"{number}  {footing.standing.margin:+.3f}"})
    text = alt.Chart(pd.DataFrame(rows)).mark_text(align="left", dx=14, fontSize=12, color=STROKE, aria=False)
    return text.encode(x="x:Q", y="score:Q", text="label:N")


def _between(best: Footing, bar: Bar | None) -> Any:
    """The difference of footing, on the topmost of the lines that join the two columns, where the bar is farthest."""
    ways = [(best.combined + best.difference * part, _COMBINED + (_OWN - _COMBINED) * part) for part in (0.72, 0.55)]
    height, across = max(ways, key=lambda way: abs(way[0] - bar.value)) if bar else ways[0]
    row = {"x": across, "score": height, "says": f"{best.difference:.3f}"}
    text = alt.Chart(pd.DataFrame([row])).mark_text(
        align="right", baseline="bottom", dx=-3, fontSize=11, color=STROKE, aria=False
    )
    return text.encode(x="x:Q", y="score:Q", text="says:N")


def _rows(judged: Sequence[Footing]) -> int:
    return len([footing for footing in judged if footing.place is not None]) + _NEXT


def _span(number: int, low: float, high: float, says: str, seated: str) -> dict[str, Any]:
    return {
        "memory": str(number),
        "low": low,
        "high": high,
        "says": says,
        "span": f"{low:.4f} to {high:.4f}",
        "seated": seated,
    }


def _point(name: str, margin: float, place: int | None, wording: str) -> dict[str, Any]:
    return {
        "memory": name,
        "margin": margin,
        "figure": f"{margin:+.3f}",
        "wording": wording,
        "seated": "seated" if place is not None else "not seated",
    }
