"""The candidates: one table with their outcomes and figures, and beside each row its six terms on one score axis."""

from collections.abc import Callable, Sequence

import streamlit as st

from secondlayer.records import Trace
from secondlayer.show.charts import HEADER_HEIGHT, ROW_HEIGHT, TERM_COLOURS, bar_sum, terms_chart
from secondlayer.show.on_screen.text import chosen, scores, table
from secondlayer.show.rows import Row
from secondlayer.show.tables import POINTS, candidates_table
from secondlayer.show.wording import MARKS, MEANINGS, WORDS

#: pixels the table and its chart take before they scroll, together
_TALLEST = 620
#: characters of a memory shown in a choice
_SHORT = 90


def legend(rows: Sequence[Row], trace: Trace) -> None:
    """What the marks that occur mean, the six colours, and the bar."""
    with st.container(horizontal=True, gap="small"):
        for name, colour in TERM_COLOURS.items():
            square = f':color[\u2003]{{background="{colour}"}}\u2002{name}'
            st.markdown(square, width="content")
    present = {row.fate for row in rows}
    marks = [f"{MARKS[fate]} {WORDS[fate]}: {MEANINGS[fate]}" for fate in MARKS if fate in present]
    if trace.bar is not None:
        marks.append(f"┆ the bar for a seat, {bar_sum(trace)}")
    st.text("\u2003".join(marks), width="stretch")


def candidates(rows: Sequence[Row], trace: Trace, memory: str, look_at: Callable[[str], None]) -> None:
    """The table with its chart; a row picked is told to `look_at` by its memory's id, and an empty id when it is let go."""
    tall = HEADER_HEIGHT + ROW_HEIGHT * len(rows) + 3
    with st.container(height=min(_TALLEST, tall + 40), key="candidates", border=True):
        figures, bars = st.columns([2, 1], gap="small")
        with figures:
            _table(rows, trace, tall, memory, look_at)
        with bars:
            st.altair_chart(terms_chart(rows, trace), alt=_takeaway(rows), key=f"terms-{trace.brief_id}-{len(rows)}")


def _table(rows: Sequence[Row], trace: Trace, tall: int, memory: str, look_at: Callable[[str], None]) -> None:
    ids = [row.id for row in rows]
    # The key names the run, the rows and the memory looked at: a selection never survives as another row.
    key = f"rows-{trace.brief_id}-{len(rows)}-{memory}"

    def picked() -> None:
        positions = st.session_state[key]["selection"]["rows"]
        look_at(ids[positions[0]] if positions else "")

    table(
        candidates_table(rows),
        "Every candidate with its outcome, score, figures and six terms",
        columns={
            "place": st.column_config.TextColumn("place", width=48, alignment="right"),
            "outcome": st.column_config.TextColumn("outcome", width=95),
            "memory": st.column_config.TextColumn("memory", width=300),
            "figures": st.column_config.TextColumn("figures", width=260),
            "scope": st.column_config.TextColumn("scope", width=150),
            **scores(*POINTS),
        },
        height=tall,
        row_height=ROW_HEIGHT,
        key=key,
        on_select=picked,
        selection_mode="single-row",
        selection_default={"selection": {"rows": [ids.index(memory)]}} if memory in ids else None,
    )


def choice(rows: Sequence[Row], memory: str, look_at: Callable[[str], None]) -> None:
    """The choice of one memory by its id, for the keyboard and for what the table does not list; its text can be typed."""
    shown = {row.id: _name(row) for row in rows}
    ids = list(shown)
    st.session_state["look.memory"] = memory if memory in shown else None
    chosen(
        "Look at one memory: why it is, or is not, in the brief",
        ids,
        shown,
        key="look.memory",
        index=None,
        placeholder="Choose a row above, or a memory here",
        on_change=lambda: look_at(st.session_state["look.memory"] or ""),
    )


def _name(row: Row) -> str:
    text = row.candidate.memory.text
    return f"{row.place or '–'}  {row.outcome}  {text if len(text) <= _SHORT else text[: _SHORT - 1] + '…'}"


def _takeaway(rows: Sequence[Row]) -> str:
    carried = sum(row.fate in ("carried", "seated") for row in rows)
    return f"Six terms of {len(rows)} candidates, stacked to their scores; {carried} of them are in the brief"
