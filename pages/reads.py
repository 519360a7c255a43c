"""Both reads on one score axis: who moved where, the margin of each seat, and what another bar or wording would change."""

from collections.abc import Sequence

import streamlit as st

from secondlayer.engine.footing import Footing, footings
from secondlayer.engine.sweep import sweep
from secondlayer.records import Trace
from secondlayer.show import reads_charts, reads_findings, reads_tables
from secondlayer.show.address import Asked
from secondlayer.show.findings import verdict
from secondlayer.show.on_screen import opened, paraphrases, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.on_screen.evidence import evidence
from secondlayer.show.on_screen.reads import searched


def page() -> None:
    strip.title("Reads")
    asked, notes = strip.request_strip()
    if notes:
        on_screen.notice("Not everything in the request could be used.", *notes, key="state-notes")
    if not asked.prompt.strip():
        strip.example_buttons()
        return
    trace = opened.trace_of(asked)
    judged = footings(trace)
    strip.example_shown(asked)
    st.header(verdict(trace), anchor=False)
    on_screen.said(reads_findings.footing_says(trace, judged))
    both_reads(trace, judged)
    if trace.bar is not None and judged:
        another_ratio(trace, asked, judged)
    if len(trace.reads) > 1:
        other_wordings(trace, asked, judged)
    searched(trace)
    evidence(trace)


def both_reads(trace: Trace, judged: Sequence[Footing]) -> None:
    if not any(read.candidates for read in trace.reads):
        return
    st.subheader("Both reads on one axis" if len(trace.reads) > 1 else "The read", anchor=False)
    chart, margins = st.columns([3, 2], gap="large")
    with chart:
        st.altair_chart(reads_charts.reads_chart(trace), alt=verdict(trace), key=f"reads-{trace.brief_id}")
        on_screen.said(reads_findings.legend(trace))
    with margins:
        for number, footing in enumerate(judged, start=1):
            if trace.bar is not None and footing in reads_charts.labelled(judged):
                with st.container(border=True, gap="xsmall"):
                    on_screen.said(footing.standing.candidate.memory.text)
                    on_screen.said(f"No. {number}, {reads_findings.margin_says(footing, trace.bar.value)}")
    if judged:
        scores = on_screen.scores("own read", "combined", "between")
        on_screen.table(
            reads_tables.footings_table(judged), "The organisation's memories on both footings", columns=scores, long=True
        )
    st.subheader("Who moved where" if len(trace.reads) > 1 else "In order of rank", anchor=False)
    on_screen.said(reads_findings.moves_say(trace))
    on_screen.table(reads_tables.moves_table(trace), "Rank in each read and place in the list", long=True)


def another_ratio(trace: Trace, asked: Asked, judged: Sequence[Footing]) -> None:
    assert trace.bar is not None
    stretches = sweep(trace, asked.settings, low=min(0.5, trace.bar.ratio))
    says = reads_findings.sweep_says(stretches, trace)
    st.subheader("If the bar were another share of the top score", anchor=False)
    on_screen.said(says)
    if reads_charts.sweep_spans(stretches, judged):
        st.altair_chart(reads_charts.sweep_chart(stretches, judged, trace.bar), alt=says, key=f"sweep-{trace.brief_id}")
    on_screen.table(reads_tables.sweep_table(stretches, judged), "Who is seated between which ratios")


def other_wordings(trace: Trace, asked: Asked, judged: Sequence[Footing]) -> None:
    st.subheader("If the prompt were worded otherwise", anchor=False)
    paraphrases.paraphrase_form(trace, asked)
    wanted = paraphrases.wordings(trace, asked)
    if not wanted:
        return
    shown = reads_charts.labelled(judged)
    names = reads_tables.names_of(shown, judged)
    results = paraphrases.run(trace, asked, wanted, [footing.standing.candidate.memory.id for footing in shown])
    says = reads_findings.paraphrases_say(results, shown, names)
    on_screen.said("\n".join(says))
    paraphrases.note(wanted, asked)
    if shown:
        chart = reads_charts.paraphrases_chart(results, names, [footing.standing.margin for footing in shown])
        st.altair_chart(chart, alt=" ".join(says), key=f"paraphrases-{trace.brief_id}")
        on_screen.said(
            "● seated and ○ not, one mark a wording; the large ◇ is the prompt as asked. Above the bar is right of it."
        )
    on_screen.table(reads_tables.paraphrases_table(results, names), "The margin of each memory in each wording")


opened.guarded(page)
