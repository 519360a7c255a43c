"""Records as pieces of HTML: sentences, lists and tables with their drawings in them. Everything stored is escaped text."""

from collections.abc import Sequence
from typing import Any

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.trace import moment
from secondlayer.records import Brief, Memory, Request, Scan, Trace
from secondlayer.settings import Settings, card_of
from secondlayer.show import drawing
from secondlayer.show.findings import findings, reason, verdict
from secondlayer.show.markup import Markup, element, joined, stored
from secondlayer.show.tables import setting_value
from secondlayer.show.wording import STOPS, count, counted, score

#: characters of one memory in a table, before it says how long it is
LONGEST = 280


def table(header: Sequence[str], lines: Sequence[Sequence[str]], says: str, *, numbers: Sequence[int] = ()) -> Markup:
    """A table that scrolls inside itself, its columns at `numbers` set to the right; `says` names it for those who listen."""
    kinds = ["number" if at in numbers else None for at in range(len(header))]
    head = element("tr", *(element("th", name, scope="col", class_=kind) for name, kind in zip(header, kinds, strict=True)))
    body = [element("tr", *(_cell(cell, kind) for cell, kind in zip(line, kinds, strict=True))) for line in lines]
    return element(
        "div",
        element("table", element("thead", head), element("tbody", *body)),
        class_="scrolls",
        tabindex=0,
        role="region",
        aria_label=says,
    )


def frame(shown: pd.DataFrame, says: str) -> Markup:
    """A table of show/tables as it is: scores to three decimals, everything else as stored text."""
    numbers = [at for at, name in enumerate(shown.columns) if pd.api.types.is_float_dtype(shown[name])]
    lines = [[_shown(value) for value in line] for line in shown.itertuples(index=False)]
    return table([str(name) for name in shown.columns], lines, says, numbers=numbers)


def heading(title: str, level: str = "div") -> Markup:
    """A title: `h2` on a page of its own, a plain line inside a notebook, whose headings are its own."""
    return element(level, title, class_="title" if level == "div" else None)


def more(left: int, where: str) -> Markup:
    """`… 37 more; …` when some are left, else nothing."""
    return element("p", f"… {left:,} more; {where}.", class_="muted") if left > 0 else Markup()


def answer(trace: Trace) -> Markup:
    """The verdict on a brief and its reason."""
    return joined(element("p", verdict(trace), class_="says"), element("p", reason(trace)))


def request(asked: Request, *, preset: str = "", changes: Sequence[tuple[str, object]] = ()) -> Markup:
    """What was asked for, from where, as of when, and with which settings changed."""
    facts = [("prompt", asked.prompt), ("repository", asked.repo), ("team", asked.team), ("path", asked.path)]
    facts += [("budget", f"{asked.budget_chars:,} characters"), ("as of", moment(asked.as_of)), ("settings", preset)]
    facts += [(name, f"{setting_value(value)} ({card_of(name).unit})") for name, value in changes]
    return element(
        "dl",
        *(joined(element("dt", name), element("dd", stored(value, 2000))) for name, value in facts if value),
        class_="facts",
    )


def brief(shown: Brief, lines: Sequence[tuple[str, str]], limit: int) -> Markup:
    """The brief exactly as sent, line by line beside its marks, and how much of the budget it takes."""
    taken = f"{shown.chars:,} of {shown.budget_chars:,} characters"
    printed = [element("li", element("span", mark, class_="mark"), stored(line)) for mark, line in lines[:limit]]
    return joined(
        element("p", f"{taken}; {counted(len(shown.carried), 'memory', 'memories')}.", class_="muted"),
        drawing.share(shown.chars, shown.budget_chars, taken),
        element("ol", *printed, class_="lines") if lines else element("p", "It was kept without its text."),
        more(len(lines) - limit, "the text of the brief has them all"),
    )


def what_decided(trace: Trace, limit: int = 8) -> Markup:
    """The findings, weightiest first."""
    return marked([(one.mark, one.says) for one in findings(trace)[:limit]])


def marked(lines: Sequence[tuple[str, str]]) -> Markup:
    """Sentences one under the other, each with its mark beside it."""
    said = [element("li", element("span", mark, class_="mark"), stored(line)) for mark, line in lines]
    return element("ul", *said, class_="lines") if said else Markup()


def memory(shown: Memory | None) -> Markup:
    """A memory's text and where it comes from, in one line."""
    if shown is None:
        return Markup()
    parts = [shown.id, shown.scope, shown.layer, shown.origin, " ".join(p for p in (shown.source_repo, shown.source) if p)]
    where = " · ".join(part for part in parts if part)
    return element("blockquote", stored(shown.text, 2000), element("p", stored(where), class_="muted"))


def scan(shown: Scan) -> Markup:
    """What one read looked at, in figures and in a sentence."""
    whole = max((value for value in (shown.in_scope, shown.examined) if value is not None), default=0)
    lines: list[list[str]] = []
    for name, value in (
        ("in scope", shown.in_scope),
        ("examined", shown.examined),
        ("dead entries", shown.dead),
        ("matched", shown.matched),
        ("kept", shown.kept),
    ):
        drawn = "" if value is None else drawing.share(value, whole, f"{count(value)} of {count(whole)}")
        lines.append([name, count(value), drawn])
    limits = shown.ceilings
    ceilings = [
        f"{name} {count(value) if isinstance(value, int) else value}"
        for name, value in (
            ("ef_search", limits.ef_search),
            ("iterative scan", limits.iterative_scan),
            ("max_scan_tuples", limits.max_scan_tuples),
            ("scan memory, bytes", limits.scan_memory_bytes),
            ("timeout, ms", limits.statement_timeout_ms),
        )
        if value is not None
    ]
    said = f"Arm {shown.arm}, plan {shown.plan}, {shown.ms:.1f} ms. It stopped because {STOPS[shown.stop]} ({shown.stop})."
    return joined(
        element("p", said),
        element("p", shown.because) if shown.because else "",
        table(["rows", "count", f"of {count(whole)}"], lines, "What the read looked at", numbers=(1,)),
        element("p", f"Ceilings in force: {'; '.join(ceilings) or 'none'}.", class_="muted"),
    )


def changed_settings(trace: Trace, start: Settings) -> list[tuple[str, object]]:
    """(name, value) of the settings of a run that differ from those it started from."""
    named = start.as_dict()
    return [
        (name, value)
        for name, value in trace.settings.items()
        if name in named and value != named[name] and name != "budget_chars"
    ]


def _cell(cell: str, kind: str | None) -> Markup:
    return element("td", cell if kind or isinstance(cell, Markup) else stored(cell), class_=kind)


def _shown(value: Any) -> str:
    if isinstance(value, float):
        return "–" if value != value else score(value)
    return stored(str(value), LONGEST)
