"""What the Why page draws: the search, the strip of gates, two waterfalls on one axis, near misses, and the nearest stored."""

from collections.abc import Sequence

import streamlit as st

from secondlayer.records import Near, Pair, Trace, Verdict
from secondlayer.show import comparisons
from secondlayer.show.address import Asked
from secondlayer.show.charts import bar_sum
from secondlayer.show.on_screen import candidates, strip, text
from secondlayer.show.rows import Row, rows
from secondlayer.show.unwritten import Nearest
from secondlayer.show.verdicts import Step
from secondlayer.show.waterfall import waterfall_chart


def search(trace: Trace, asked: Asked, found: str) -> None:
    """The question: an id or any text, or one of the run's candidates; `found` is the id of the memory looked at."""
    typed, listed = st.columns([3, 2], gap="medium", vertical_alignment="bottom")
    st.session_state["why.memory"] = asked.memory
    with typed:
        st.text_input(
            "Which memory? Its id, or any text",
            key="why.memory",
            type="search",
            placeholder="Paste the sentence you expected, or an id",
            on_change=lambda: strip.look_at((st.session_state["why.memory"] or "").strip()),
        )
    with listed:
        label = "Or one of this run's candidates"
        candidates.choice(rows(trace), found, strip.look_at, label=label, placeholder="Choose, or type a word of it")


def gates(steps: Sequence[Step]) -> None:
    """The strip of gates from the store to the brief: the run's count at each and, with a memory, how far it came."""
    with st.container(horizontal=True, gap="medium", key="gates"):
        for step in steps:
            told, says = f"{step.mark} {step.counts}".strip(), f":small[{step.says}]"
            with st.container(width="content", gap=None):
                st.markdown(f"**{told}**" if step.mark == "✕" else told, width="content")
                st.markdown(f"**{says}**" if step.mark == "✕" else says, width="content")


def other_choice(listed: Sequence[Row], other: str) -> None:
    """Which memory it is seen beside."""

    def chosen(memory_id: str) -> None:
        strip.look(**{"with": memory_id})

    candidates.choice(
        listed, other, chosen, key="look.with", label="Compare with", placeholder="Any other candidate of this run"
    )


def waterfalls(pair: Pair, trace: Trace, looked_at: str, *, bar: bool) -> None:
    """What decides between the two in a sentence, then both waterfalls on one axis and the table of the same figures."""
    text.said(pair.sentence)
    if pair.higher is None or pair.lower is None:
        return
    drawn = trace.bar.value if bar and trace.bar is not None else None
    chart, figures = st.columns(2, gap="medium")
    with chart:
        for mark, one in ((comparisons.ABOVE, pair.higher), (comparisons.BELOW, pair.lower)):
            which = "this memory" if one.memory.id == looked_at else "the other"
            text.said(f"{mark} {which}: {one.memory.text}")
        st.altair_chart(
            waterfall_chart(pair, drawn), alt=comparisons.takeaway(pair), key=f"fall-{trace.brief_id}-{pair.above}-{pair.below}"
        )
        if drawn is not None:
            text.said(f"┆ the bar for a seat, {bar_sum(trace)}.")
        if not pair.same_footing:
            text.said("Each is on the footing it is judged by: in its own read the organisation's scope counts 1.")
    with figures:
        table = comparisons.pair_table(pair)
        widths = dict(zip(table.columns, (120, 145, 145, 70), strict=True))
        columns = {name: st.column_config.TextColumn(name, width=width) for name, width in widths.items()}
        text.table(table, "The six terms of both memories, and how far they are apart", columns=columns)


def near(misses: Sequence[Near], trace: Trace) -> None:
    """The near misses as a table; the row picked is looked at."""
    if not misses:
        text.said("Nothing came close: every memory that was scored is in the brief, or none was scored.")
        return
    ids = [one.candidate.memory.id for one in misses]
    key = f"near-{trace.brief_id}"

    def picked() -> None:
        positions = st.session_state[key]["selection"]["rows"]
        if positions:
            strip.look_at(ids[positions[0]])

    text.table(
        comparisons.near_table(misses, trace),
        "The memories that came closest and are not in the brief, each with its margin",
        columns={
            "memory": st.column_config.TextColumn("memory", width=320),
            "stopped at": st.column_config.TextColumn("stopped at", width=130),
            "short by": st.column_config.TextColumn("short by", width=150),
            "share": st.column_config.NumberColumn("of its need", format="%.3f", width=90),
        },
        key=key,
        on_select=picked,
        selection_mode="single-row",
    )


def nearest(ones: Sequence[Nearest]) -> None:
    """For a text that nobody stored: what is stored nearest to it, each to be looked at."""
    if not ones:
        text.said("Nothing is filed where this request looks, so there is nothing near it either.")
        return
    st.subheader("The nearest stored memories", anchor=False)
    for place, one in enumerate(ones):
        with st.container(border=True, gap="xsmall", key=f"nearest-{place}"):
            text.said(one.found.memory.text)
            text.said(one.says)
            st.button("Look at this one", key=f"look-{place}", on_click=strip.look_at, args=(one.found.memory.id,))


def changes(carrying: Sequence[tuple[str, str]], cannot: Sequence[tuple[str, str]], verdict: Verdict) -> None:
    """What would have carried it, and what cannot; nothing where no change was tried."""
    if carrying:
        inside = verdict.verdict in ("carried", "seated")
        st.subheader("What it would take to change that" if inside else "What would have carried it", anchor=False)
        text.marked(carrying, "changes")
    if cannot:
        st.subheader("What cannot carry it", anchor=False)
        text.marked(cannot, "cannot")
