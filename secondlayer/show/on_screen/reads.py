"""Both reads side by side on one score axis, and what each of them looked at."""

import streamlit as st

from secondlayer.records import Trace
from secondlayer.show import tables
from secondlayer.show.findings import verdict
from secondlayer.show.on_screen import text
from secondlayer.show.reads_charts import reads_chart
from secondlayer.show.reads_findings import searched as searched_by


def both_reads(trace: Trace) -> None:
    """The chart and its table, the seats with their margins, and the scan of each read."""
    st.subheader("Both reads on one axis" if len(trace.reads) > 1 else "The read", anchor=False)
    chart, figures = st.columns([3, 2], gap="large")
    with chart:
        if any(read.candidates for read in trace.reads):
            text.said("◆ seated and ◇ not seated: the organisation's memories, joined across the reads. ▬ the repository's.")
            st.altair_chart(reads_chart(trace), alt=verdict(trace), key=f"reads-{trace.brief_id}")
        else:
            text.said("Nothing to draw: no memory matched.")
    with figures:
        standings = tables.standings_table(trace)
        if not standings.empty:
            text.table(standings, "The organisation's memories at the bar", columns=text.scores("own", "combined"))
    st.subheader("What each read looked at", anchor=False)
    text.table(tables.scans_table(trace), "The scan of each read")


def searched(trace: Trace) -> None:
    """What each read searched, in sentences beside each other, and the figures of its scan."""
    st.subheader("What each read searched", anchor=False)
    for read, column in zip(trace.reads, st.columns(len(trace.reads), gap="large"), strict=True):
        with column, st.container(border=True, gap="xsmall", key=f"searched-{read.name}"):
            text.said(f"The {read.name} read, over {', '.join(read.plan.scopes)}")
            for says in searched_by(read, trace):
                text.said(says)
    text.table(tables.scans_table(trace), "The scan of each read")
