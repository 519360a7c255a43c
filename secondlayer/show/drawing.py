"""Figures as drawn marks: small SVG drawings that stretch with their column. Text of memories is never drawn in one.

Positions are shares of an axis, written in percent, so that a drawing keeps its marks in shape at any width.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.engine.pairs import rises
from secondlayer.records import Candidate, Rise, Term
from secondlayer.show.charts import TERM_COLOURS
from secondlayer.show.markup import Markup, element
from secondlayer.show.wording import score

#: holds the pale ones of the six colours on white, and the dark one on black
_STROKE = "#7A828C"
_HEIGHT = 16


@dataclass(frozen=True, slots=True, kw_only=True)
class Axis:
    """A scale of scores from left to right. `high` is above `low`."""

    low: float
    high: float

    def at(self, value: float) -> str:
        """Where a value lies, `37.5%`; what lies beyond an end is drawn at it."""
        share = (value - self.low) / (self.high - self.low)
        return f"{100 * min(1.0, max(0.0, share)):.2f}%"

    def length(self, start: float, end: float) -> str:
        """The distance between two values."""
        return f"{100 * max(0.0, end - start) / (self.high - self.low):.2f}%"


def axis_of(values: Sequence[float], *, from_zero: bool) -> Axis:
    """An axis that holds the values, with a little room; from 0 when lengths are to be compared."""
    low, high = (min(values), max(values)) if values else (0.0, 1.0)
    if from_zero:
        return Axis(low=0.0, high=high if high > 0 else 1.0)
    room = (high - low) * 0.06 or 0.01
    return Axis(low=low - room, high=high + room)


def stacked(candidate: Candidate, axis: Axis, bar: float | None) -> Markup:
    """The six terms end to end, in order, to the score; the bar for a seat as a dashed line."""
    marks = [_block(term, rise.start, axis) for term, rise in zip(candidate.terms, rises(candidate), strict=True)]
    if bar is not None:
        marks.append(_dashed(bar, axis))
    return _drawn(*marks, says=f"{score(candidate.score)}, the sum of its six terms")


def step(term: Term, rise: Rise, axis: Axis) -> Markup:
    """One term of a waterfall, from where the terms before it end."""
    return _drawn(_block(term, rise.start, axis), says=f"{term.name} adds {score(term.points)}")


def two_footings(combined: float | None, own: float, seated: bool, axis: Axis, bar: float) -> Markup:
    """A memory's score in the combined read, ○, joined to the one on its own footing, ◆ or ◇, and the bar."""
    marks = [_dashed(bar, axis)]
    said = f"{score(own)} on its own footing"
    if combined is not None:
        marks.append(_line(axis.at(combined), axis.at(own)))
        marks.append(_glyph("○", combined, axis))
        said = f"{score(combined)} in the combined read, {said}"
    marks.append(_glyph("◆" if seated else "◇", own, axis))
    return _drawn(*marks, says=f"{said}; the bar is at {score(bar)}")


def ticks(scores: Sequence[float], axis: Axis, bar: float) -> Markup:
    """One tick a score, and the bar."""
    drawn = [
        element("line", x1=axis.at(one), x2=axis.at(one), y1=3, y2=_HEIGHT - 3, stroke=_STROKE, stroke_width="1.5")
        for one in scores
    ]
    return _drawn(_dashed(bar, axis), *drawn, says=f"{len(scores)} scores; the bar is at {score(bar)}")


def share(value: float, of: float, says: str) -> Markup:
    """How much of a whole is taken."""
    axis = Axis(low=0.0, high=of if of > 0 else 1.0)
    return _drawn(
        element("rect", x=0, y=3, width="100%", height=10, fill="none", stroke=_STROKE, stroke_width="0.75"),
        element("rect", x=0, y=3, width=axis.at(value), height=10, fill=_STROKE),
        says=says,
    )


def swatch(term: Term) -> Markup:
    """The colour of a term, beside its name."""
    square = element("rect", x=0, y=0, width=10, height=10, fill=TERM_COLOURS[term.name], stroke=_STROKE, stroke_width="0.5")
    return element("svg", square, width=10, height=10, class_="swatch", aria_hidden="true")


def _drawn(*marks: Markup, says: str) -> Markup:
    return element("svg", *marks, width="100%", height=_HEIGHT, role="img", aria_label=says)


def _block(term: Term, start: float, axis: Axis) -> Markup:
    return element(
        "rect",
        x=axis.at(start),
        y=2,
        width=axis.length(start, start + term.points),
        height=_HEIGHT - 4,
        fill=TERM_COLOURS[term.name],
        stroke=_STROKE,
        stroke_width="0.5",
    )


def _line(start: str, end: str) -> Markup:
    middle = _HEIGHT // 2
    return element("line", x1=start, x2=end, y1=middle, y2=middle, stroke=_STROKE, stroke_width="1")


def _dashed(value: float, axis: Axis) -> Markup:
    at = axis.at(value)
    return element(
        "line", x1=at, x2=at, y1=-4, y2=_HEIGHT + 4, stroke="currentColor", stroke_width="1.25", stroke_dasharray="3 2"
    )


def _glyph(mark: str, value: float, axis: Axis) -> Markup:
    return element("text", mark, x=axis.at(value), y=_HEIGHT - 3, fill="currentColor", font_size=13, text_anchor="middle")
