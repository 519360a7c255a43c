"""One read under each arm, in sentences, as a table and as a chart (DESIGN §4)."""

from collections.abc import Sequence
from typing import Any

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.records import ArmReading, Ceilings, Plan, Scan
from secondlayer.show.wording import STOPS, count, counted, listed, score, sentence

#: a bar's fill and its outline: grey, since the six colours are for terms
_BAR, _TRACK = "#5B6B7A", "#A3ABB3"
_MEGABYTE = 1024**2
PLANS: dict[Plan, str] = {"hnsw": "walk of the index", "exact": "all compared", "none": "nothing to read"}
#: columns of figures, which stand to the right
FIGURES = ("in scope", "examined", "dead", "matched", "brought", "kept", "of the exact list", "ms")


def verdict(readings: Sequence[ArmReading]) -> str:
    """How much of the exact list each arm found."""
    first = readings[0]
    if not first.read.scan.in_scope:
        return "There is nothing to read: the scopes hold no current memories."
    if not first.exact:
        return "Nothing in scope matches the prompt, whichever arm reads."
    belong = f"the {first.exact:,} that belong in the list" if first.exact > 1 else "the one that belongs in the list"
    others = [one for one in readings if one.arm != "exact"] or list(readings)
    if all(one.shared == one.exact for one in readings):
        return f"Every arm found {'all of ' if first.exact > 1 else ''}{belong}."
    parts = [f"{one.arm} {'found ' if one is others[0] else ''}{one.shared:,}" for one in others]
    return sentence(f"Of {belong}, {listed(parts)}")


def reasons(readings: Sequence[ArmReading], stored: int) -> tuple[str, ...]:
    """What the figures come from: whether the product's arm walked, who came back short, and doubts about the counts."""
    said = []
    auto = next((one for one in readings if one.arm == "auto"), None)
    if auto is not None and auto.read.scan.plan == "exact" and auto.read.scan.stop == "complete":
        said.append(
            f"The arm auto compared all {count(auto.read.scan.in_scope)} in scope and walked no index: in a store of "
            f"{stored:,} that costs less. The arms default and paper walk it whatever the size; auto can be made to, here."
        )
    for one in readings:
        if one.brought < one.wanted:
            said.append(f"The arm {one.arm} came back with {one.brought:,} of the {one.wanted:,} it could have brought.")
    if any(one.read.scan.examined is None for one in readings):
        said.append("A dash is a count that this server cannot tell.")
    walked = [one.read.scan.examined or 0 for one in readings]
    if max(walked, default=0) > stored:
        said.append("The index also holds memories of other organisations in the same part, and a walk comes past those too.")
    return tuple(said)


def arms_table(readings: Sequence[ArmReading], *, whole_store: bool = True) -> pd.DataFrame:
    """One row an arm: plan, counts, agreement, stop, ceilings, milliseconds.

    Without `whole_store` what a walk looked at outside the caller's scopes, and its time, are left out (DESIGN §4).
    """
    rows = []
    for one in readings:
        scan = one.read.scan
        shown = whole_store or scan.plan != "hnsw"
        rows.append(
            {
                "arm": one.arm,
                "plan": PLANS[scan.plan],
                "in scope": count(scan.in_scope),
                "examined": count(scan.examined if shown else None),
                "dead": count(scan.dead if shown else None),
                "matched": count(scan.matched),
                "kept": f"{scan.kept} of {one.read.k}",
                "brought": f"{one.brought:,} of {one.wanted:,}",
                "of the exact list": f"{one.shared:,} of {one.exact:,}, {score(one.agreement)}",
                "ms": f"{scan.ms:.1f}" if shown else "–",
                "stop": STOPS[scan.stop],
                "ceilings in force": ceilings(scan.ceilings),
            }
        )
    return pd.DataFrame(rows)


def examined_chart(readings: Sequence[ArmReading], stored: int) -> alt.LayerChart | alt.FacetChart:
    """From 0 to the store's size on a log axis: what each arm examined as a bar, and what is in scope as a tick."""
    rows: list[dict[str, Any]] = []
    for one in readings:
        examined, scope = one.read.scan.examined, one.read.scan.in_scope
        rows.append(
            {
                "arm": one.arm,
                "store": stored,
                "examined": examined or 0,
                "scope": scope or 0,
                "label": "not known" if examined is None else f"{examined:,} examined",
                "in_scope": count(scope),
            }
        )
    frame = pd.DataFrame(rows)
    most = max(stored, int(frame["examined"].max()), 1)
    arms = alt.Axis(title=None, ticks=False, domain=False, labelFontSize=13, labelOverlap=False)
    y = alt.Y("arm:N", sort=[one.arm for one in readings], axis=arms)
    scale = alt.Scale(type="symlog", constant=1, domain=[0, most], nice=False)
    axis = alt.Axis(values=_decades(most), format=",d", title="memories, log axis", grid=True, gridOpacity=0.35)
    tooltip = [
        alt.Tooltip("arm:N"),
        alt.Tooltip("label:N", title="examined"),
        alt.Tooltip("in_scope:N", title="in scope"),
    ]
    track = (
        alt.Chart(frame)
        .mark_bar(height=18, fillOpacity=0, stroke=_TRACK, strokeWidth=1, aria=False)
        .encode(x=alt.X("store:Q", scale=scale, axis=axis), y=y)
    )
    bars = (
        alt.Chart(frame)
        .mark_bar(height=12, color=_BAR, aria=False)
        .encode(x=alt.X("examined:Q", scale=scale), y=y, tooltip=tooltip)
    )
    ticks = (
        alt.Chart(frame)
        .mark_tick(thickness=2.5, size=26, color="#7A828C", aria=False)
        .encode(x=alt.X("scope:Q", scale=scale), y=y, tooltip=tooltip)
    )
    return alt.layer(track, bars, ticks).properties(height=alt.Step(34), padding={"left": 4, "right": 16})


def missed_table(readings: Sequence[ArmReading]) -> pd.DataFrame:
    """What belongs in the list and an arm did not find, best first; empty when nothing was missed."""
    return pd.DataFrame(
        [
            {
                "arm": one.arm,
                "rank": candidate.rank,
                "score": candidate.score,
                "scope": candidate.memory.scope,
                "memory": candidate.memory.text,
                "id": candidate.memory.id,
            }
            for one in readings
            for candidate in one.missed
        ],
        columns=["arm", "rank", "score", "scope", "memory", "id"],
    )


def because(reading: ArmReading) -> str:
    """Why that arm took its plan and ended where it did, what words brought, and what may lie outside the pool."""
    return " ".join(part for part in (reading.read.scan.because, _joined(reading.read.scan), reading.read.bound_says) if part)


def ceilings(limits: Ceilings) -> str:
    """The limits in force, in words."""
    parts = []
    if limits.ef_search is not None:
        parts.append(f"a list of {limits.ef_search:,}")
    if limits.iterative_scan is not None:
        parts.append("no iteration" if limits.iterative_scan == "off" else limits.iterative_scan)
    if limits.max_scan_tuples is not None and limits.iterative_scan != "off":
        parts.append(f"{limits.max_scan_tuples:,} entries")
    if limits.scan_memory_bytes is not None and limits.iterative_scan != "off":
        parts.append(f"{limits.scan_memory_bytes / _MEGABYTE:.4g} MB of scan memory")
    if limits.statement_timeout_ms:
        parts.append(f"{limits.statement_timeout_ms:,} ms")
    return ", ".join(parts) or "none"


def _joined(scan: Scan) -> str:
    if not scan.words:
        return ""
    taken = [word.word for word in scan.words if word.taken]
    if not taken:
        return f"None of the {counted(len(scan.words), 'word', 'words')} looked up is rare enough to bring memories in."
    brought = counted(scan.joined, "memory", "memories") if scan.joined else "none that was not there already"
    return f"{counted(len(taken), 'rare word', 'rare words').capitalize()} of the prompt brought in {brought}."


def _decades(most: int) -> list[int]:
    marks, at = [0, 1], 10
    while at < most:
        marks.append(at)
        at *= 10
    # the last power is left out where the store's own size would be written over it
    if marks[-1] > most / 2 and len(marks) > 2:
        marks.pop()
    return [*marks, most]
