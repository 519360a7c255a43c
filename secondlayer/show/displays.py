"""Records as displays for a notebook: HTML that needs no script and asks nobody for anything, each bounded in length.

In JupyterLab, VS Code and static HTML alike; `secondlayer.show.plain` holds the same as plain text.
"""

from collections.abc import Callable, Mapping
from typing import Any

from secondlayer.records import Brief, Overlap, Pair, Read, Scan, Trace, Verdict
from secondlayer.settings import PRODUCT, preset, presets
from secondlayer.show import pieces, rulings, scored
from secondlayer.show.markup import Markup, element, scoped, stored
from secondlayer.show.rows import printed_lines
from secondlayer.show.style import DISPLAY

#: rows of a table, and lines of a brief, before `… 37 more` stands for the rest
ROWS, LINES = 12, 60


def trace_html(trace: Trace) -> Markup:
    """A run: verdict, reason, request, the brief as sent, what decided; then candidates, both reads at the bar, and scans."""
    start = preset(trace.preset) if trace.preset in presets() else PRODUCT
    changed = pieces.changed_settings(trace, start)
    scans = [part for read in trace.reads for part in (pieces.heading(f"The {read.name} read"), pieces.scan(read.scan))]
    return scoped(
        DISPLAY,
        pieces.answer(trace),
        pieces.request(trace.request, preset=trace.preset, changes=changed),
        pieces.heading("The brief, exactly as sent"),
        pieces.brief(trace.brief, printed_lines(trace), LINES),
        pieces.heading("What decided"),
        pieces.what_decided(trace),
        _folded("Candidates: six terms, stacked to the score", scored.candidates(trace, ROWS), opened=True),
        _folded("The organisation's memories at the bar, on both footings", scored.standings(trace, ROWS)),
        _folded("What each read looked at", *scans),
    )


def brief_html(brief: Brief) -> Markup:
    """A brief's text exactly as sent, and how much of its budget it takes."""
    lines = [("", line) for line in brief.text.split("\n")]
    return scoped(DISPLAY, pieces.brief(brief, lines, LINES))


def verdict_html(verdict: Verdict) -> Markup:
    """A verdict: sentence, memory, the changes that would have carried it, the gates with their figures."""
    return scoped(DISPLAY, rulings.ruling(verdict), rulings.changes(verdict), rulings.gates(verdict))


def read_html(read: Read) -> Markup:
    """One read: its scopes nearest first, what it looked at, what it kept with the six terms, what lies outside it."""
    ladder = "; ".join(f"{', '.join(rung.scopes)} at {rung.proximity:g}" for rung in read.plan.rungs)
    kept = f"The {read.name} read keeps {len(read.candidates):,} of {read.k:,} at most."
    return scoped(
        DISPLAY,
        element("p", kept, class_="says"),
        element("p", "Scopes, nearest first: ", stored(ladder), "."),
        pieces.scan(read.scan),
        scored.scored(read.candidates, ROWS),
        element("p", stored(read.bound_says), class_="muted") if read.bound_says else "",
    )


def scan_html(scan: Scan) -> Markup:
    """What one read looked at: counts, why it stopped, the ceilings in force."""
    return scoped(DISPLAY, pieces.scan(scan))


def overlap_html(overlap: Overlap) -> Markup:
    """The repeat test between two sentences."""
    return scoped(DISPLAY, rulings.overlap(overlap))


def pair_html(pair: Pair) -> Markup:
    """Which of two memories stands above the other, in a sentence, and the six terms of both."""
    return scoped(DISPLAY, element("p", stored(pair.sentence), class_="says"), scored.waterfalls(pair, "", None))


#: record -> what makes its display
DISPLAYS: Mapping[type, Callable[[Any], Markup]] = {
    Trace: trace_html,
    Brief: brief_html,
    Verdict: verdict_html,
    Read: read_html,
    Scan: scan_html,
    Overlap: overlap_html,
    Pair: pair_html,
}


def _folded(title: str, *inside: str, opened: bool = False) -> Markup:
    return element("details", element("summary", title), *inside, open="" if opened else None)
