"""The room as it fills, and the overlap of every two blocks, as charts: places and figures, never a memory's text."""

from collections.abc import Sequence
from typing import Any, Literal

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.overlaps import Cell
from secondlayer.records import Block
from secondlayer.settings import Settings
from secondlayer.show.budget_tables import larger_ratio, test_outcome
from secondlayer.show.charts import STROKE
from secondlayer.show.ledger import Entry
from secondlayer.show.wording import score

#: one hue that is no term's, for overlap: the more, the more of it, over whichever page lies under it
_HUE = "#5F7182"
#: pixels of a row of the room, of a cell of the matrix, and of an axis with its title
_ROW, _CELL, _AXIS = 17, 13, 62
#: pixels that the matrix of few blocks is tall
_SMALLEST = 300
_FULL = alt.when(alt.datum.spent == "spent").then(alt.value(0.85)).otherwise(alt.value(0))


def room_chart(entries: Sequence[Entry], budget: int) -> alt.LayerChart | alt.FacetChart:
    """One row an entry, in order: the stretch of the budget that it took, full, or that it would have, hollow; the budget
    is the line at the end."""
    stretches = [(budget - entry.left - (entry.chars if entry.spent else 0), entry.chars) for entry in entries]
    rows = [
        {
            "row": at,
            "from": start,
            "to": start + length,
            "spent": "spent" if entry.spent else "left out",
            "outcome": entry.outcome,
            "chars": f"{entry.chars:,}",
            "left": f"{entry.left:,}",
        }
        for at, (entry, (start, length)) in enumerate(zip(entries, stretches, strict=True))
    ]
    frame = pd.DataFrame(rows)
    labels = [entry.mark if not entry.spent else str(entry.line) if entry.line else "first" for entry in entries]
    y = alt.Y("row:O", axis=alt.Axis(title="line", labelExpr=_labels(labels), ticks=False, domain=False, labelOverlap=False))
    farthest = max([budget, *(start + length for start, length in stretches)])
    x = alt.X(
        "from:Q",
        title="characters spent",
        scale=alt.Scale(domain=[0, farthest], nice=False),
        axis=alt.Axis(format=",d", tickCount=4),
    )
    tooltip = [
        alt.Tooltip("outcome:N"),
        alt.Tooltip("chars:N", title="characters"),
        alt.Tooltip("left:N", title="left after it"),
    ]
    bars = alt.Chart(frame).mark_bar(height=11, fill=_HUE, stroke=_HUE, strokeWidth=1.2, aria=False)
    end = alt.Chart(pd.DataFrame([{"from": budget}])).mark_rule(strokeWidth=1.5, color=STROKE, aria=False)
    return alt.layer(bars.encode(x=x, x2="to:Q", y=y, fillOpacity=_FULL, tooltip=tooltip), end.encode(x="from:Q")).properties(
        height=_ROW * len(rows) + _AXIS, padding={"top": 4, "left": 4, "right": 20, "bottom": 4}
    )


def overlap_chart(cells: Sequence[Cell], blocks: Sequence[Block], settings: Settings) -> alt.LayerChart | alt.FacetChart:
    """The overlap of every two blocks: the later one's row, the earlier one's column, both by place. At the line and above,
    a cell jumps to full colour and carries the mark of its test: ≈ a repeat, ≠ kept apart."""
    line = settings.repeat_ratio
    at_line = f"abs(datum.value - {line}) < 1e-6"
    places = [block.order for block in sorted(blocks, key=lambda block: block.order)]
    rows = [
        {
            "earlier": cell.earlier.order,
            "later": cell.later.order,
            "ratio": larger_ratio(cell.overlap),
            "figure": f"{cell.overlap.shared} of {cell.overlap.larger}: {score(larger_ratio(cell.overlap))}",
            "test": test_outcome(cell.overlap, settings),
            "mark": test_outcome(cell.overlap, settings)[0] if larger_ratio(cell.overlap) >= line else "",
        }
        for cell in cells
    ]
    frame = pd.DataFrame(rows)
    x = alt.X("earlier:O", title="the earlier, by place", scale=alt.Scale(domain=places[:-1]), axis=_places("top"))
    y = alt.Y("later:O", title="the later, by place", scale=alt.Scale(domain=places[1:]), axis=_places("left"))
    shade = alt.Opacity(
        "ratio:Q",
        scale=alt.Scale(domain=[0, line - 1e-9, line, 1], range=[0.05, 0.5, 0.85, 1]),
        legend=alt.Legend(
            title="shared ÷ larger",
            values=[0.2, 0.4, line, 0.8, 1],
            labelExpr=f"{at_line} ? format(datum.value, '.2f') + ', the line' : format(datum.value, '.1f')",
            orient="bottom",
            symbolType="square",
            symbolFillColor=_HUE,
            symbolStrokeColor=_HUE,
        ),
    )
    tooltip = [
        alt.Tooltip("later:O", title="later, place"),
        alt.Tooltip("earlier:O", title="earlier, place"),
        alt.Tooltip("figure:N", title="shared ÷ larger"),
        alt.Tooltip("test:N"),
    ]
    layers: list[Any] = [alt.Chart(frame).mark_rect(fill=_HUE, aria=False).encode(x=x, y=y, opacity=shade, tooltip=tooltip)]
    marked = frame[frame["mark"] != ""]
    if not marked.empty:
        text = alt.Chart(marked).mark_text(fontSize=11, color="white", aria=False)
        layers.append(text.encode(x=x, y=y, text="mark:N"))
    tall = max(_CELL * len(places), min(_SMALLEST, 2 * _CELL * len(places)))
    return alt.layer(*layers).properties(height=tall + _AXIS + 50)


def _places(orient: Literal["top", "left"]) -> alt.Axis:
    return alt.Axis(orient=orient, ticks=False, domain=False, labelAngle=0, labelOverlap="greedy", labelFontSize=10)


def _labels(labels: Sequence[str]) -> str:
    """A Vega expression from a row's position to its line or mark."""
    return f"[{', '.join(repr(label) for label in labels)}][datum.value]"
