"""The ledger and the pair on screen: memories as they are stored, numbers in columns of their own."""

from collections.abc import Callable, Sequence

import streamlit as st

from secondlayer.engine.overlaps import Cell, Pair
from secondlayer.records import Block, Trace
from secondlayer.settings import Settings
from secondlayer.show import budget_tables
from secondlayer.show.budget_tables import block_name
from secondlayer.show.ledger import Entry
from secondlayer.show.on_screen.text import chosen, counts, exact, said, scores, table

#: pixels of the columns for a mark, a line's number, characters, and what is left
_MARK, _LINE, _CHARS, _LEFT = 18, 24, 44, 52


def ledger(entries: Sequence[Entry], trace: Trace) -> None:
    """Every entry in order: what is spent with its length and the room left after it, what is left out indented."""
    brief = trace.brief
    with st.container(border=True, gap="xsmall", key="ledger"):
        _row("", "line", "as printed", "length", "left")
        for entry in entries:
            number = "" if entry.line is None else str(entry.line)
            body = f"{entry.text}\n{entry.says}" if entry.says else entry.text
            if entry.spent:
                _row(entry.mark, number, body, f"{entry.chars:,}", f"{entry.left:,}")
            else:
                _row("", "", body, f"({entry.chars:,})", "", indented=True)
        _row("", "", "the brief", f"{brief.chars:,}", f"{brief.budget_chars - brief.chars:,}")


def as_table(entries: Sequence[Entry], alt: str) -> None:
    """The same entries as a table."""
    widths = {"test": st.column_config.TextColumn("test", width=420), "text": st.column_config.TextColumn("text", width=420)}
    table(budget_tables.ledger_table(entries), alt, columns=widths | counts("characters", "left after"), long=True)


def pair_choice(blocks: Sequence[Block], two: tuple[Block, Block], look_at: Callable[[str, str], None]) -> None:
    """The choice of the two blocks of a pair by id; their text can be typed. What is chosen is told to `look_at`."""
    shown = {block.candidate.memory.id: block_name(block) for block in blocks}
    state = st.session_state
    state["look.block"], state["look.other"] = (block.candidate.memory.id for block in two)

    def picked() -> None:
        look_at(state["look.block"], state["look.other"])

    columns = st.columns(2)
    with columns[0]:
        chosen("A block", list(shown), shown, key="look.block", on_change=picked)
    with columns[1]:
        chosen("and the one it is held against", list(shown), shown, key="look.other", on_change=picked)


def near_pairs(
    cells: Sequence[Cell], settings: Settings, trace: Trace, two: tuple[Block, Block], look_at: Callable[[str, str], None]
) -> None:
    """The table of the nearest pairs; a row picked is told to `look_at` by its two ids, the later one first."""
    near = budget_tables.near_pairs(cells)
    if not near:
        said(f"No two of them share {budget_tables.PAIRS_FROM:g} of the larger set or more.")
        return
    ids = [(cell.later.candidate.memory.id, cell.earlier.candidate.memory.id) for cell in near]
    own = tuple(block.candidate.memory.id for block in two)
    # The key names the run and the pair looked at: a selection never survives as another row.
    key = f"pairs-{trace.brief_id}-{'-'.join(own)}"

    def picked() -> None:
        positions = st.session_state[key]["selection"]["rows"]
        if positions:
            look_at(*ids[positions[0]])

    table(
        budget_tables.pairs_table(cells, settings),
        f"The pairs at or above {budget_tables.PAIRS_FROM:g}, the nearest first",
        columns=scores("÷ larger", "÷ smaller"),
        long=True,
        key=key,
        on_select=picked,
        selection_mode="single-row",
        selection_default={"selection": {"rows": [ids.index(own)]}} if own in ids else None,
    )


def pair_tokens(pair: Pair, later: Block, earlier: Block) -> None:
    """Both sentences, and their token sets with what they share in the middle."""
    one, other = st.columns(2)
    with one:
        said(f"Place {later.order}")
        exact(later.candidate.memory.text)
    with other:
        said(f"Place {earlier.order}")
        exact(earlier.candidate.memory.text)
    with st.container(key="tokens"):
        columns = st.columns(3)
        sets = (
            (f"only in place {later.order}", pair.only_candidate),
            ("shared", pair.shared),
            (f"only in place {earlier.order}", pair.only_other),
        )
        for column, (name, tokens) in zip(columns, sets, strict=True):
            with column, st.container(border=True, gap="xsmall"):
                said(f"{len(tokens):,} {name}")
                said(" · ".join(tokens) or "none")


def _row(mark: str, line: str, text: str, chars: str, left: str, *, indented: bool = False) -> None:
    with st.container(horizontal=True, gap="xsmall", vertical_alignment="top", wrap=False):
        st.text(mark or "\u2002", width=_MARK)
        st.text(line or "\u2002", width=_LINE, text_alignment="right")
        if indented:
            st.text("\u2002", width=_MARK)
        st.text(text, width="stretch")
        st.text(chars, width=_CHARS, text_alignment="right")
        st.text(left or "\u2002", width=_LEFT, text_alignment="right")
