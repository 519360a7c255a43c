"""A lesson's figures as bars: its own words and numbers, never a stored text."""

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.lessons.step import Figures
from secondlayer.show.charts import STROKE

#: pixels of a row, and of the axis with its title, which Streamlit takes from a chart's height
_ROW, _AXIS = 30, 62
#: characters of a row's name that fit beside its bar on a narrow screen
_NAME = 34


def figures_table(figures: Figures) -> pd.DataFrame:
    """The figures as they stand, one row each."""
    return pd.DataFrame(list(figures.rows), columns=list(figures.head))


def figures_chart(figures: Figures) -> alt.LayerChart | alt.FacetChart | None:
    """The drawn column as one bar a row, each with its number, and the mark as a line through them; None when none is drawn."""
    if not figures.drawn or not figures.rows:
        return None
    at = figures.head.index(figures.drawn)
    names = [_name(row[0]) for row in figures.rows]
    frame = pd.DataFrame(
        {
            "name": names,
            "value": [float(row[at]) for row in figures.rows],
            "figure": [_figure(row[at]) for row in figures.rows],
        }
    )
    reach = [0.0, *frame["value"], *([figures.mark[0]] if figures.mark else [])]
    low, high = min(reach), max(reach)
    # room for the figures beside the bars, on the side they grow to
    room = 0.18 * ((high - low) or 1.0)
    x = alt.X(
        "value:Q",
        title=figures.unit,
        scale=alt.Scale(domain=[low - (room if low < 0 else 0), high + room], nice=False),
        axis=alt.Axis(tickCount=5),
    )
    y = alt.Y("name:N", title=None, sort=names, axis=alt.Axis(labelLimit=230, labelOverlap=False))
    bars = alt.Chart(frame).mark_bar(color=STROKE, opacity=0.55, stroke=STROKE, height=16, aria=False).encode(x=x, y=y)
    numbers = alt.Chart(frame).mark_text(align="left", dx=5, color=STROKE, aria=False).encode(x=x, y=y, text="figure:N")
    layers: list[alt.Chart] = [bars, numbers]
    if figures.mark:
        value, says = figures.mark
        layers.append(
            alt.Chart(pd.DataFrame([{}])).mark_rule(color=STROKE, strokeDash=[4, 3], aria=False).encode(x=alt.datum(value))
        )
        layers.append(
            alt.Chart(pd.DataFrame([{"says": says}]))
            .mark_text(align="left", dx=4, dy=-6, baseline="bottom", color=STROKE, aria=False)
            .encode(x=alt.datum(value), y=alt.value(0), text="says:N")
        )
    return alt.layer(*layers).properties(height=_ROW * len(names) + _AXIS + (18 if figures.mark else 0), width="container")


def takeaway(figures: Figures) -> str:
    """The chart in a sentence, for those who do not see it."""
    at = figures.head.index(figures.drawn)
    told = "; ".join(f"{row[0]} {_figure(row[at])}" for row in figures.rows)
    return f"{figures.title}, {figures.unit}: {told}."


def _figure(value: object) -> str:
    return f"{value:.3f}" if isinstance(value, float) else f"{value:,}" if isinstance(value, int) else str(value)


def _name(value: object) -> str:
    said = f"{value:g}" if isinstance(value, float) else str(value)
    return said if len(said) <= _NAME else said[: _NAME - 1] + "…"
