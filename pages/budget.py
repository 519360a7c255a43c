"""The brief as a ledger: what each line took of the room, what was left out and by which test, and under other rules."""

import streamlit as st

from secondlayer.engine.overlaps import overlaps, pair
from secondlayer.engine.rules import Ruled, under_other_rules
from secondlayer.records import Trace
from secondlayer.show import budget_charts, budget_findings, budget_tables
from secondlayer.show import ledger as ledgers
from secondlayer.show.address import Asked
from secondlayer.show.findings import reason
from secondlayer.show.on_screen import ledger as on_ledger
from secondlayer.show.on_screen import opened, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.on_screen.evidence import evidence


def page() -> None:
    strip.title("Budget")
    asked, notes = strip.request_strip()
    if notes:
        on_screen.notice("Not everything in the request could be used.", *notes, key="state-notes")
    if not asked.prompt.strip():
        strip.example_buttons()
        return
    trace = opened.trace_of(asked)
    strip.example_shown(asked)
    st.header(ledgers.spent_says(trace), anchor=False)
    on_screen.said(reason(trace))
    if trace.blocks:
        ruled = under_other_rules(trace, asked.settings)
        the_ledger(trace, asked)
        pairs(trace, asked)
        the_cap(trace, asked)
        other_rules(ruled)
    evidence(trace)


def the_ledger(trace: Trace, asked: Asked) -> None:
    entries = ledgers.ledger(trace, asked.settings)
    st.subheader("The ledger", anchor=False)
    lines, room = st.columns([3, 2], gap="large")
    with lines:
        on_ledger.ledger(entries, trace)
        on_screen.said(ledgers.past_the_list_says(trace))
    with room:
        says = ledgers.spent_says(trace)
        st.altair_chart(budget_charts.room_chart(entries, trace.brief.budget_chars), alt=says, key=f"room-{trace.brief_id}")
        on_screen.said("Full: what a line took. Hollow: what a block that was left out would have taken.")
    everything = ledgers.ledger(trace, asked.settings, everything=True)
    shown = everything if asked.everything else entries
    on_ledger.as_table(shown, "The ledger as a table")
    if len(everything) > len(entries):
        label = "Only the list and what was carried" if asked.everything else f"List all {len(everything) - 1:,} considered"
        st.button(label, on_click=strip.list_everything, args=(not asked.everything,), type="tertiary")


def pairs(trace: Trace, asked: Asked) -> None:
    settings = asked.settings
    blocks = [block for block in trace.blocks if ledgers.listed_or_carried(block)]
    cells = overlaps(blocks, settings)
    two = ledgers.pair_of(trace, cells, asked.memory, asked.look.get("with", ""), settings)
    if two is None:
        return
    st.subheader("A pair, taken apart", anchor=False)
    earlier, later = sorted(two, key=lambda block: block.order)
    on_ledger.pair_choice(trace.blocks, two, strip.look_at_pair)
    taken_apart = pair(later.candidate.memory, earlier.candidate.memory, settings)
    on_screen.said(budget_findings.pair_says(taken_apart, later, earlier, settings))
    on_ledger.pair_tokens(taken_apart, later, earlier)
    on_screen.table(budget_tables.tests_table(taken_apart, settings), "The three tests of this pair")
    st.subheader("The overlap of every pair", anchor=False)
    says = budget_findings.overlaps_say(cells, len(blocks), settings)
    on_screen.said(says)
    matrix, near = st.columns(2, gap="large")
    with matrix:
        st.altair_chart(budget_charts.overlap_chart(cells, blocks, settings), alt=says, key=f"overlap-{trace.brief_id}")
    with near, st.container(key="pairs"):
        on_ledger.near_pairs(cells, settings, trace, (later, earlier), strip.look_at_pair)


def the_cap(trace: Trace, asked: Asked) -> None:
    by = asked.settings.cap_by
    st.subheader(f"The cap, by {by}", anchor=False)
    frame = budget_tables.cap_table(trace, asked.settings)
    on_screen.said(budget_findings.cap_says(trace, asked.settings))
    if not frame.empty:
        on_screen.table(frame, "Outcomes by source", long=True)


def other_rules(ruled: tuple[Ruled, ...]) -> None:
    st.subheader("The same blocks under other rules", anchor=False)
    on_screen.said("\n".join(budget_findings.rules_say(ruled)))
    frame = budget_tables.rules_table(ruled)
    if not frame.empty:
        on_screen.table(frame, "Blocks whose outcome another rule would change", long=True)


opened.guarded(page)
