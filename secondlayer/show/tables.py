"""The trace as tables: the twin of every chart, with the same figures."""

from collections.abc import Sequence

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.trace import moment
from secondlayer.records import TERMS, Candidate, Memory, Trace
from secondlayer.settings import CARDS, Settings
from secondlayer.show.rows import Row
from secondlayer.show.wording import STOPS, count, score

#: columns of the candidates' table that hold a score or points: three decimals
POINTS = ("score", *(f"+ {name}" for name in TERMS))


def candidates_table(rows: Sequence[Row]) -> pd.DataFrame:
    """One row a candidate, in the order of `rows`: place, outcome, score, memory, figures, scope, its six terms' points."""
    return pd.DataFrame(
        [
            {
                "place": "" if row.place is None else str(row.place),
                "outcome": row.outcome,
                "score": row.candidate.score,
                "memory": row.candidate.memory.text,
                "figures": row.figures,
                "scope": row.candidate.memory.scope,
                **{f"+ {term.name}": term.points for term in row.candidate.terms},
                "id": row.id,
            }
            for row in rows
        ],
        columns=["place", "outcome", "score", "memory", "figures", "scope", *POINTS[1:], "id"],
    )


def standings_table(trace: Trace) -> pd.DataFrame:
    """The organisation's memories at the bar, best first: own score, margin, result, and their score in the combined read."""
    combined = {c.memory.id: c for read in trace.reads[:1] for c in (*read.candidates, *read.rest)}
    seats = {seat.candidate.memory.id: seat.place for seat in trace.seats}
    table = []
    for standing in trace.standings:
        memory_id = standing.candidate.memory.id
        there = combined.get(memory_id)
        result = f"◆ place {seats[memory_id]}" if memory_id in seats else "┄ below the bar"
        table.append(
            {
                "result": "◇ lost the seat" if standing.result == "lost_seat" else result,
                "own": standing.candidate.score,
                "margin": f"{standing.margin:+.3f}",
                "combined": None if there is None else there.score,
                "rank": "–" if there is None else str(there.rank),
                "memory": standing.candidate.memory.text,
            }
        )
    return pd.DataFrame(table, columns=["result", "own", "margin", "combined", "rank", "memory"])


def scans_table(trace: Trace) -> pd.DataFrame:
    """What each read looked at, one column a read."""
    columns: dict[str, dict[str, str]] = {}
    for read in trace.reads:
        scan, ceilings = read.scan, read.scan.ceilings
        limits = [
            f"{name} {count(value)}" if isinstance(value, int) else f"{name} {value}"
            for name, value in (
                ("ef_search", ceilings.ef_search),
                ("iterative", ceilings.iterative_scan),
                ("max_scan_tuples", ceilings.max_scan_tuples),
                ("scan memory, bytes", ceilings.scan_memory_bytes),
                ("timeout, ms", ceilings.statement_timeout_ms),
            )
            if value is not None
        ]
        columns[read.name] = {
            "scopes": ", ".join(read.plan.scopes),
            "plan": scan.plan + (f" (asked: {scan.arm})" if scan.arm != scan.plan else ""),
            "because": scan.because or "–",
            "in scope": count(scan.in_scope),
            "examined": count(scan.examined),
            "dead": count(scan.dead),
            "matched": count(scan.matched),
            "joined by rare words": count(scan.joined),
            "kept": f"{count(scan.kept)} of {count(read.k)} at most",
            "stop": f"{scan.stop}: {STOPS[scan.stop]}",
            "milliseconds": f"{scan.ms:.1f}",
            "ceilings": "; ".join(limits) or "none",
        }
    names = list(columns[trace.reads[0].name])
    return pd.DataFrame({"what": names} | {name: list(column.values()) for name, column in columns.items()})


def terms_table(candidate: Candidate) -> pd.DataFrame:
    """The six terms of one candidate: value × weight = points, and the score they add up to."""
    lines: list[dict[str, str]] = [
        {"term": term.name, "value": score(term.value), "weight": f"{term.weight:g}", "points": score(term.points)}
        for term in candidate.terms
    ]
    return pd.DataFrame([*lines, {"term": "score", "value": "", "weight": "", "points": score(candidate.score)}])


def origin_line(memory: Memory) -> str:
    """Where a memory comes from, in one line: what is not known is left out."""
    lines = (
        ""
        if memory.lines is None
        else f"line {memory.lines[0]}" + (f" to {memory.lines[1]}" if memory.lines[1] != memory.lines[0] else "")
    )
    parts = [
        memory.subject,
        memory.layer,
        memory.origin,
        f"filed under {memory.scope}",
        " ".join(part for part in (memory.source_repo, memory.source) if part),
        lines,
        f"at {memory.commit[:12]}" if memory.commit else "",
        f"by {memory.author}" if memory.author else "",
        f"written {memory.written_at:%d %B %Y}" if memory.dated else "undated",
        f"said again {memory.confirmed_at:%d %B %Y}" if memory.confirmed_at else "",
        f"id {memory.id}",
    ]
    return " · ".join(part for part in parts if part)


def origin_table(memory: Memory) -> pd.DataFrame:
    """Where a memory comes from, name and value."""
    lines = {
        "id": memory.id,
        "scope": memory.scope,
        "layer": memory.layer,
        "origin": memory.origin,
        "subject": memory.subject,
        "source": " ".join(part for part in (memory.source_repo, memory.source) if part),
        "lines": "–".join(map(str, memory.lines)) if memory.lines else "",
        "commit": memory.commit,
        "author": memory.author,
        "written": moment(memory.written_at) or "",
        "confirmed": moment(memory.confirmed_at) or "",
    }
    return pd.DataFrame([{"what": name, "value": value} for name, value in lines.items() if value], columns=["what", "value"])


def changes_table(changed: Settings, product: Settings) -> pd.DataFrame:
    """The settings that differ from the product's, with both values."""
    return pd.DataFrame(
        [
            {
                "setting": card.name,
                "here": setting_value(getattr(changed, card.name)),
                "product": setting_value(getattr(product, card.name)),
            }
            for card in CARDS
            if getattr(changed, card.name) != getattr(product, card.name) and card.name != "budget_chars"
        ],
        columns=["setting", "here", "product"],
    )


def setting_value(value: object) -> str:
    """A setting's value in words: `on`, `0.85`, `two_reads`."""
    return ("on" if value else "off") if isinstance(value, bool) else f"{value:g}" if isinstance(value, float) else str(value)
