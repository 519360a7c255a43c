"""The brief exactly as an agent gets it, what decided it, and every candidate that was considered."""

from dataclasses import replace

import streamlit as st

from secondlayer.records import Trace, Verdict
from secondlayer.settings import PRODUCT
from secondlayer.show import comparisons, tables, verdicts
from secondlayer.show.address import Asked
from secondlayer.show.findings import findings, reason, verdict
from secondlayer.show.on_screen import candidates as table
from secondlayer.show.on_screen import opened, reads, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.on_screen.decided import decided
from secondlayer.show.on_screen.evidence import evidence
from secondlayer.show.on_screen.navigation import page_link
from secondlayer.show.rows import Row, printed_lines, rows


def page() -> None:
    strip.title("Brief")
    asked, notes = strip.request_strip()
    if notes:
        on_screen.notice("Not everything in the request could be used.", *notes, key="state-notes")
    if not asked.prompt.strip():
        strip.example_buttons()
        return
    trace = opened.trace_of(asked)
    answer(trace, asked)
    what_if(trace, asked)
    text, why = st.columns([3, 2], gap="large")
    with text:
        the_brief(trace)
    with why:
        what_decided(trace, asked)
    if trace.blocks or trace.standings:
        candidates(trace, asked)
    searched(trace, asked)


def answer(trace: Trace, asked: Asked) -> None:
    strip.example_shown(asked)
    said, room = st.columns([3, 1.2], gap="large", vertical_alignment="center")
    with said:
        st.header(verdict(trace), anchor=False)
        on_screen.said(reason(trace))
    brief = trace.brief
    room.progress(min(1.0, brief.chars / brief.budget_chars), f"{brief.chars:,} of {brief.budget_chars:,} characters")


def what_if(trace: Trace, asked: Asked) -> None:
    changed = tables.changes_table(asked.settings, PRODUCT)
    if changed.empty:
        return
    moved = comparisons.moved_table(trace, opened.product_trace(asked))
    with st.container(border=True, key="what-if"):
        st.subheader("What if, beside the product's own", anchor=False)
        settings, lines = st.columns([2, 3], gap="large")
        with settings:
            on_screen.table(changed, "The settings that differ from the product's own")
            st.button("Back to the product's own", on_click=strip.back_to_product)
        with lines:
            on_screen.said(comparisons.moved(moved))
            if not moved.empty:
                on_screen.table(
                    moved, "Lines gained, lost and moved against the product's own brief, with both places", long=True
                )


def the_brief(trace: Trace) -> None:
    st.subheader("The brief, exactly as sent", anchor=False)
    on_screen.marked(printed_lines(trace), "brief", border=True)
    with st.container(horizontal=True, vertical_alignment="center"):
        on_screen.copy_button(trace.brief.text, key=f"copy-{trace.brief_id}")
        evidence(trace)


def what_decided(trace: Trace, asked: Asked) -> None:
    found = findings(trace)
    if found:
        st.subheader("What decided", anchor=False)
        decided(found, asked)


def candidates(trace: Trace, asked: Asked) -> None:
    listed, everything = rows(trace, everything=asked.everything), rows(trace)
    verdict = opened.verdict_on(trace, asked) if asked.memory else None
    looked_at = verdict.memory.id if verdict and verdict.memory else ""
    st.subheader("Candidates", anchor=False)
    table.candidates(listed, trace, looked_at, strip.look_at)
    strip.everything_button(asked, listed=len(listed), scored=len(everything))
    table.choice(everything, looked_at, strip.look_at)
    row = next((row for row in everything if row.id == looked_at), None)
    if verdict is not None and row is not None:
        one_candidate(row, verdict, trace, asked)
    elif verdict is not None:
        on_screen.notice("The memory in the address is not among the candidates.", verdict.sentence)
        page_link("why", "Why, with its gates", asked)
    table.terms(listed, trace)


def one_candidate(row: Row, verdict: Verdict, trace: Trace, asked: Asked) -> None:
    with st.container(border=True, key="one"):
        st.subheader(verdicts.headline(verdict, trace), anchor=False)
        on_screen.said(verdict.sentence)
        on_screen.exact(row.block.line if row.block else row.candidate.memory.text)
        page_link("why", "Why: what would have changed it, and how far it came", replace(asked, memory=row.id))


def searched(trace: Trace, asked: Asked) -> None:
    reads.searched(trace)
    with st.container(horizontal=True):
        page_link("reads", "Both reads on one axis", asked)
        page_link("scan", "The same read under each arm", asked)


opened.guarded(page)
