"""Records as plain text: the twin of each display, for a terminal and for whoever shows no HTML.

Control and bidirectional characters of stored text are left out, as in a brief: a terminal would obey them.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from secondlayer.engine.printing import plain
from secondlayer.records import Brief, Overlap, Pair, Read, Scan, Trace, Verdict
from secondlayer.show.charts import bar_sum
from secondlayer.show.comparisons import pair_table
from secondlayer.show.findings import findings, reason, verdict
from secondlayer.show.markup import clipped
from secondlayer.show.rows import printed_lines, rows
from secondlayer.show.rulings import went, word
from secondlayer.show.wording import STOPS, count, figures, score

#: characters of a memory in a line, and lines before `… 37 more`
_LONGEST, _LINES, _ROWS = 96, 60, 12


def trace_text(trace: Trace) -> str:
    """A run in lines: verdict, reason, the brief, what decided, the candidates, each read."""
    said = [f"{mark or ' '} {plain(line)}" for mark, line in printed_lines(trace)]
    decided = [f"{one.mark or ' '} {plain(one.says)}" for one in findings(trace)]
    candidates = [
        f"{row.place or '–':>4}  {row.outcome:15} {score(row.candidate.score)}  {_short(row.candidate.memory.text)}"
        for row in rows(trace, everything=False)
    ]
    bar = [f"The bar for a seat: {bar_sum(trace)}."] if trace.bar is not None else []
    return "\n".join(
        [
            plain(verdict(trace)),
            plain(reason(trace)),
            "",
            *_capped(said, _LINES),
            f"  {trace.brief.chars:,} of {trace.brief.budget_chars:,} characters.",
            "",
            *_capped(decided, _ROWS),
            *bar,
            "",
            *_capped(candidates, _ROWS),
            "",
            *(f"{read.name}: {_scan(read.scan)}" for read in trace.reads),
        ]
    )


def brief_text(brief: Brief) -> str:
    """The brief's lines, and how much of the budget it takes."""
    lines = _capped([plain(line) for line in brief.text.split("\n")], _LINES)
    return "\n".join([*lines, f"({brief.chars:,} of {brief.budget_chars:,} characters)"])


def verdict_text(verdict: Verdict) -> str:
    """A verdict in lines: sentence, memory, changes, gates."""
    lines = [f"{word(verdict)} {plain(verdict.sentence)}"]
    if verdict.memory is not None:
        where = plain(f"{verdict.memory.id} · {verdict.memory.scope} · {verdict.memory.layer}")
        lines += [f"  {where}", f"  {_short(verdict.memory.text)}"]
    lines += [f"  → {plain(change.sentence)}" for change in verdict.counterfactuals]
    lines += [f"  ✕ {plain(change.sentence)}" for change in verdict.impossible]
    for gate in verdict.gates:
        mark, said = went(gate, verdict)
        lines.append(f"  {gate.gate.replace('_', ' '):14} {mark} {said:13} {plain(figures(gate.figures))}".rstrip())
    return "\n".join(lines)


def read_text(read: Read) -> str:
    """One read in lines: scopes, scan, what it kept."""
    kept = [f"{one.rank:>4}  {score(one.score)}  {_short(one.memory.text)}" for one in read.candidates]
    heading = f"{read.name} read over {plain(', '.join(read.plan.scopes))}; {_scan(read.scan)}"
    return "\n".join([heading, *_capped(kept, _ROWS)])


def scan_text(scan: Scan) -> str:
    """One scan in a line."""
    return _scan(scan)


def overlap_text(overlap: Overlap) -> str:
    """The repeat test in a line."""
    return f"{'≈ a repeat' if overlap.repeat else '● not a repeat'}: {plain(overlap.because)}"


def pair_text(pair: Pair) -> str:
    """Which of two memories stands above the other, in a sentence, and the six terms of both."""
    table = "" if pair.higher is None or pair.lower is None else f"\n{pair_table(pair).to_string(index=False)}"
    return f"{plain(pair.sentence)}{table}"


#: record -> what makes its text
TEXTS: Mapping[type, Callable[[Any], str]] = {
    Trace: trace_text,
    Brief: brief_text,
    Verdict: verdict_text,
    Read: read_text,
    Scan: scan_text,
    Overlap: overlap_text,
    Pair: pair_text,
}


def _scan(scan: Scan) -> str:
    looked = f"{count(scan.in_scope)} in scope, {count(scan.examined)} examined, {count(scan.dead)} dead"
    found = f"{count(scan.matched)} matched, {count(scan.kept)} kept"
    return f"arm {scan.arm}, plan {scan.plan}: {looked}, {found}; {scan.stop} ({STOPS[scan.stop]}); {scan.ms:.1f} ms"


def _short(text: str) -> str:
    one_line = plain(text)
    return one_line if len(one_line) <= _LONGEST else f"{clipped(one_line, _LONGEST - 1)}…"


def _capped(lines: Sequence[str], most: int) -> list[str]:
    return [*lines[:most], *([f"  … {len(lines) - most:,} more"] if len(lines) > most else [])]
