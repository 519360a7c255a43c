"""The evidence of a view as one HTML file: it opens by a double click, without a network, and asks nobody for anything."""

import json
from urllib.parse import quote, urlencode

from secondlayer.engine.funnel import funnel
from secondlayer.engine.near import near_misses
from secondlayer.engine.pairs import above, judged_at_the_bar, rival, unscored
from secondlayer.engine.trace import TRACE_VERSION, moment, trace_json, verdict_json
from secondlayer.records import Trace, Verdict
from secondlayer.serving import settings_of
from secondlayer.settings import PRODUCT, preset, presets
from secondlayer.show import pieces, rulings, scored, tables
from secondlayer.show.address import Asked, view_of, write_address
from secondlayer.show.circumstances import circumstances, named
from secondlayer.show.comparisons import near_table, steps_table
from secondlayer.show.findings import reason
from secondlayer.show.findings import verdict as brief_verdict
from secondlayer.show.markup import Markup, element, joined, stored
from secondlayer.show.rows import printed_lines
from secondlayer.show.style import DISPLAY, PAGE
from secondlayer.show.verdicts import cannot, changes, headline, steps

#: nothing is loaded, run, framed or sent; the styles are the file's own
POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'"
#: candidates and standings shown as rows; the record at the end holds every one
_ROWS = 200


def document(title: str, trace: Trace, verdict: Verdict | None = None, *, address: str = "", view: Asked | None = None) -> str:
    """A whole page: verdict, reason, figures, evidence; the record itself, as JSON, is its last part.

    `address` is the page of an inspector that shows the same view, such as `http://127.0.0.1:8501/why`; the rest of the
    link is that of the view, or else written from the trace. Light and dark by the reader's own setting.
    """
    parts = [
        element("header", *_answer(trace, verdict)),
        _asked(trace, link_to(trace, verdict, address, view), address),
        *_looked_at(trace, verdict),
        _section(
            "The brief, exactly as sent",
            pieces.brief(trace.brief, printed_lines(trace), len(trace.brief.text)),
        ),
        _section("What decided", pieces.what_decided(trace, limit=100)),
        *_close(trace),
        _section("Candidates: six terms, stacked to the score", scored.candidates(trace, _ROWS)),
        _section("The organisation's memories at the bar, on both footings", scored.standings(trace, _ROWS)),
        _section("What each read looked at", pieces.frame(tables.scans_table(trace), "The scan of each read")),
        _section("The record", _record(trace, verdict)),
    ]
    page = element("main", *parts, id="evidence", class_="secondlayer")
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content=POLICY),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("meta", name="referrer", content="no-referrer"),
        element("title", title),
        element("style", Markup((DISPLAY + PAGE).replace("#here", "#evidence"))),
    )
    return f"<!doctype html>\n{element('html', head, element('body', page), lang='en')}\n"


def evidence_json(trace: Trace, verdict: Verdict | None = None) -> str:
    """The trace, with the verdict under its name when there is one, as JSON in lines."""
    values = trace_json(trace) | ({"verdict": verdict_json(verdict)} if verdict else {})
    return json.dumps(values, ensure_ascii=False, indent=2)


def link_to(trace: Trace, verdict: Verdict | None = None, address: str = "", view: Asked | None = None) -> str:
    """The address that shows the same view again; without `address` only what stands after it; empty when none can.

    A prompt of many thousand characters fits no address, and one that was not kept makes none.
    """
    shown = view or view_of(trace, verdict.memory.id if verdict and verdict.memory else "")
    able = (shown.prompt or "served" in shown.look) and not shown.too_long
    return f"{address}?{urlencode(write_address(shown), quote_via=quote)}" if able else ""


def _answer(trace: Trace, verdict: Verdict | None) -> list[Markup]:
    if verdict is None:
        return [element("h1", brief_verdict(trace)), element("p", reason(trace))]
    return [
        element("h1", headline(verdict, trace)),
        element("p", stored(verdict.sentence), class_="says"),
        *(element("p", stored(one)) for one in circumstances(verdict, trace)),
        pieces.memory(verdict.memory),
        pieces.marked(named(verdict, trace)),
        element("p", stored(f"The brief: {brief_verdict(trace)} {reason(trace)}")),
    ]


def _asked(trace: Trace, link: str, address: str) -> Markup:
    start = preset(trace.preset) if trace.preset in presets() else PRODUCT
    where = "The same view, after the address of your inspector" if not address else "The same view in the inspector"
    said = element("p", f"{where}: ", element("span", stored(link), class_="link")) if link else ""
    return _section(
        "The request",
        pieces.request(trace.request, preset=trace.preset, changes=pieces.changed_settings(trace, start)),
        said,
        element("p", f"Brief {trace.brief_id}, organisation ", stored(trace.request.org), ".", class_="muted"),
    )


def _looked_at(trace: Trace, verdict: Verdict | None) -> list[Markup]:
    """What is shown of one memory: the changes, the gates with the run's counts, and its six terms beside its rival's."""
    if verdict is None:
        return []
    inside = verdict.verdict in ("carried", "seated")
    carrying = "What it would take to change that" if inside else "What would have carried it"
    told = ((carrying, changes(verdict, trace)), ("What cannot carry it", cannot(verdict)))
    parts = [_section(title, pieces.marked(lines)) for title, lines in told if lines]
    passed = steps(funnel(trace), trace, verdict)
    strip = rulings.strip([(step.mark, step.says, step.counts) for step in passed])
    gates = pieces.frame(steps_table(passed), "The gates in order: this run, and this memory")
    parts.append(_section("From the store to the brief", strip, gates))
    other = rival(trace, verdict)
    if verdict.memory is not None and other is not None:
        at_the_bar = judged_at_the_bar(verdict)
        outside = unscored(trace, settings_of(trace), verdict)
        pair = above(trace, verdict.memory.id, other, at_the_bar=at_the_bar, outside=outside)
        bar = trace.bar.value if at_the_bar and trace.bar is not None else None
        drawn = scored.waterfalls(pair, verdict.memory.id, bar)
        parts.append(_section("Its six terms, beside another's", element("p", stored(pair.sentence)), drawn))
    return parts


def _record(trace: Trace, verdict: Verdict | None) -> Markup:
    written = evidence_json(trace, verdict)
    size = f"{len(written):,} characters of JSON, trace version {TRACE_VERSION}, as of {moment(trace.request.as_of)}"
    pre = element("pre", written, class_="record", id="record", tabindex=0, role="region", aria_label="The record as JSON")
    return element("details", element("summary", size), pre)


def _close(trace: Trace) -> list[Markup]:
    near = near_table(near_misses(trace), trace)
    shown = pieces.frame(near, "The memories that came closest and are not in the brief")
    return [] if near.empty else [_section("What came closest and is not in the brief", shown)]


def _section(title: str, *inside: str) -> Markup:
    return element("section", pieces.heading(title, "h2"), joined(*inside))
