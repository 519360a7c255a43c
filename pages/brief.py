"""The brief exactly as an agent gets it, what decided it, and every candidate that was considered."""

import streamlit as st

from secondlayer.records import Trace
from secondlayer.settings import PRODUCT
from secondlayer.show import tables
from secondlayer.show.address import Asked
from secondlayer.show.findings import findings, reason, verdict
from secondlayer.show.on_screen import candidates as table
from secondlayer.show.on_screen import opened, reads, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.on_screen.evidence import evidence
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
    text, decided = st.columns([3, 2], gap="large")
    with text:
        the_brief(trace)
    with decided:
        what_decided(trace)
    if trace.blocks or trace.standings:
        candidates(trace, asked)
    reads.both_reads(trace)


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
    difference = tables.difference_table(trace, opened.product_trace(asked))
    with st.container(border=True, key="what-if"):
        st.subheader("What if, beside the product's own", anchor=False)
        settings, lines = st.columns([2, 3])
        with settings:
            on_screen.table(changed, "The settings that differ from the product's own")
            st.button("Back to the product's own", on_click=strip.back_to_product)
        with lines:
            if difference.empty:
                on_screen.said("The brief carries the same lines.")
            else:
                on_screen.table(difference, "Lines gained and lost against the product's own brief")


def the_brief(trace: Trace) -> None:
    st.subheader("The brief, exactly as sent", anchor=False)
    on_screen.marked(printed_lines(trace), "brief", border=True)
    with st.container(horizontal=True, vertical_alignment="center"):
        on_screen.copy_button(trace.brief.text, key=f"copy-{trace.brief_id}")
        evidence(trace)


def what_decided(trace: Trace) -> None:
    found = findings(trace)
    if found:
        st.subheader("What decided", anchor=False)
        on_screen.marked([(finding.mark, finding.says) for finding in found], "findings")


def candidates(trace: Trace, asked: Asked) -> None:
    listed = rows(trace, everything=asked.everything)
    st.subheader("Candidates", anchor=False)
    table.legend(listed, trace)
    table.candidates(listed, trace, asked.memory, strip.look_at)
    everything = rows(trace)
    if len(everything) > len(listed) or asked.everything:
        label = "List only what was listed or carried" if asked.everything else f"List all {len(everything):,} that were scored"
        st.button(label, on_click=strip.list_everything, args=(not asked.everything,), type="tertiary")
    table.choice(everything, asked.memory, strip.look_at)
    row = next((row for row in everything if row.id == asked.memory), None)
    if row is not None:
        one_candidate(row, trace, asked)
    elif asked.memory:
        on_screen.notice("The memory in the address is not among the candidates.", opened.verdict_on(trace, asked).sentence)


def one_candidate(row: Row, trace: Trace, asked: Asked) -> None:
    verdict = opened.verdict_on(trace, asked)
    with st.container(border=True, key="one"):
        st.subheader(f"Why: {verdict.verdict.replace('_', ' ')}", anchor=False)
        on_screen.said(verdict.sentence)
        on_screen.exact(row.block.line if row.block else row.candidate.memory.text)
        terms, gates = st.columns(2, gap="large")
        with terms:
            on_screen.table(tables.terms_table(row.candidate), "The six terms: value, weight and points")
            on_screen.table(tables.origin_table(row.candidate.memory), "Where the memory comes from")
        with gates:
            on_screen.table(tables.gates_table(verdict), "The gates it met, in order")


opened.guarded(page)
