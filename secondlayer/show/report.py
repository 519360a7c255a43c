"""A report as sections of plain values, and as one HTML file that prints and asks nothing of any other host."""

from collections.abc import Sequence
from dataclasses import dataclass

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.show.markup import Markup, element

_STYLE = """
@page { size: A4; margin: 12mm 12mm 13mm }
:root { color-scheme: light }
body { font: 7.8pt/1.25 system-ui, "Segoe UI", "Source Sans 3", Helvetica, Arial, sans-serif; color: #1d2329; margin: 0 auto;
       max-width: 186mm }
h1 { font-size: 14pt; font-weight: 600; margin: 0 0 1mm }
h2 { font-size: 9pt; font-weight: 600; margin: 3mm 0 .5mm; break-after: avoid }
p { margin: 0 0 1mm }
.first { font-size: 9.5pt; font-weight: 600 }
table { border-collapse: collapse; width: 100%; margin: .6mm 0 0 }
th { text-align: left; font-weight: 600; border-bottom: .3mm solid #7a828c; padding: .25mm 2.5mm .25mm 0 }
th { vertical-align: bottom }
td { border-bottom: .1mm solid #dde1e5; padding: .25mm 2.5mm .25mm 0; vertical-align: top; overflow-wrap: break-word }
td.figure, th.figure { text-align: right; white-space: nowrap; font-variant-numeric: tabular-nums }
tr { break-inside: avoid }
.more { color: #55606a }
@media screen { .wide { overflow-x: auto } }
@media screen { body { font-size: 10.5pt; max-width: 210mm; padding: 8mm 6mm } }
"""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """One part of a report."""

    title: str
    #: sentences over the table
    says: tuple[str, ...] = ()
    #: cells are data, shown as they are
    table: pd.DataFrame | None = None
    #: names of its columns that hold figures
    figures: tuple[str, ...] = ()
    #: rows that are printed at most; all of them stand on the page
    printed: int = 16


def report_html(title: str, says: Sequence[str], sections: Sequence[Section]) -> str:
    """The report as one HTML file: of each table the rows to print, without ids, and how many more there are.

    Every text is escaped, and nothing in the file refers to another one.
    """
    parts = [element("h1", title)]
    parts += [element("p", one, class_="first" if position == 0 else None) for position, one in enumerate(says)]
    for section in sections:
        parts.append(element("h2", section.title))
        parts += [element("p", one) for one in section.says]
        if section.table is not None and len(section.table):
            parts += _table(section.table.drop(columns="id", errors="ignore"), section.figures, section.printed)
    head = element(
        "head",
        element("meta", charset="utf-8"),
        element("meta", http_equiv="Content-Security-Policy", content="default-src 'none'; style-src 'unsafe-inline'"),
        element("meta", name="viewport", content="width=device-width, initial-scale=1"),
        element("title", title),
        element("style", Markup(_STYLE)),
    )
    return "<!doctype html>\n" + element("html", head, element("body", element("main", *parts)), lang="en") + "\n"


def _table(table: pd.DataFrame, figures: Sequence[str], most: int) -> list[Markup]:
    names = [str(name) for name in table.columns]
    kinds = ["figure" if name in figures else None for name in names]
    head = element("tr", *(element("th", name, class_=kind, scope="col") for name, kind in zip(names, kinds, strict=True)))
    rows = [
        element("tr", *(element("td", str(value), class_=kind) for value, kind in zip(row, kinds, strict=True)))
        for row in table.head(most).itertuples(index=False)
    ]
    whole = element("div", element("table", element("thead", head), element("tbody", *rows)), class_="wide")
    if len(table) <= most:
        return [whole]
    return [whole, element("p", f"… and {len(table) - most:,} more, listed in the inspector.", class_="more")]
