"""The candidates: one table with their outcomes and figures, and under it their six terms on one score axis."""

from collections.abc import Callable, Sequence

import streamlit as st

from secondlayer.records import Trace
from secondlayer.show.charts import BAR_ROW, TERM_COLOURS, bar_sum, terms_chart
from secondlayer.show.on_screen.text import chosen, scores, table
from secondlayer.show.rows import Row
from secondlayer.show.tables import POINTS, candidates_table
from secondlayer.show.wording import MARKS, MEANINGS, WORDS

#: pixels that the table takes, and its chart, before they scroll; of a row of the table; and around the bars of the chart
_TALLEST, _ROW, _AROUND = 440, 35, 80
#: characters of a memory shown in a choice
_SHORT = 90


def candidates(rows: Sequence[Row], trace: Trace, memory: str, look_at: Callable[[str], None]) -> None:
    """What the marks that occur mean, and the table; a row picked is told to `look_at` by its memory's id, one let go by
    an empty id."""
    present = {row.fate for row in rows}
    marks = [f"{MARKS[fate]} {WORDS[fate]}: {MEANINGS[fate]}" for fate in MARKS if fate in present]
    st.text("\u2003".join(marks), width="stretch")
    with st.container(key="candidates"):
        _table(rows, trace, memory, look_at)


def terms(rows: Sequence[Row], trace: Trace) -> None:
    """The six terms of the same rows on one score axis, by place: the chart stays as it is when the table is sorted."""
    st.subheader("Their six terms, by place", anchor=False)
    with st.container(horizontal=True, gap="small"):
        for name, colour in TERM_COLOURS.items():
            st.markdown(f':color[\u2003]{{background="{colour}"}}\u2002{name}', width="content")
        if trace.bar is not None:
            st.text(f"┆ the bar for a seat, {bar_sum(trace)}")
    with st.container(height=min(_TALLEST, BAR_ROW * len(rows) + _AROUND), key="terms", border=True):
        st.altair_chart(terms_chart(rows, trace), alt=_takeaway(rows), key=f"terms-{trace.brief_id}-{len(rows)}")


def _table(rows: Sequence[Row], trace: Trace, memory: str, look_at: Callable[[str], None]) -> None:
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
            "memory": st.column_config.TextColumn("memory", width=400),
            "figures": st.column_config.TextColumn("figures", width=330),
            "scope": st.column_config.TextColumn("scope", width=150),
            **scores(*POINTS),
        },
        height=min(_TALLEST, _ROW * (len(rows) + 1) + 3),
        row_height=_ROW,
        key=key,
        on_select=picked,
        selection_mode="single-row",
        selection_default={"selection": {"rows": [ids.index(memory)]}} if memory in ids else None,
    )


def choice(
    rows: Sequence[Row],
    memory: str,
    look_at: Callable[[str], None],
    *,
    key: str = "look.memory",
    label: str = "Look at one memory: why it is, or is not, in the brief",
    placeholder: str = "Choose a row above, or a memory here",
) -> None:
    """The choice of one memory by its id, for the keyboard and for what the table does not list; its text can be typed."""
    shown = {row.id: _name(row) for row in rows}
    st.session_state[key] = memory if memory in shown else None
    chosen(
        label,
        list(shown),
        shown,
        key=key,
        index=None,
        placeholder=placeholder,
        on_change=lambda: look_at(st.session_state[key] or ""),
    )


def _name(row: Row) -> str:
    text = row.candidate.memory.text
    return f"{row.place or '–'}  {row.outcome}  {text if len(text) <= _SHORT else text[: _SHORT - 1] + '…'}"


def _takeaway(rows: Sequence[Row]) -> str:
    carried = sum(row.fate in ("carried", "seated") for row in rows)
    return f"Six terms of {len(rows)} candidates, stacked to their scores; {carried} of them are in the brief"
