"""What each read searched, as every page tells it that shows a run."""

import streamlit as st

from secondlayer.records import Trace
from secondlayer.show import tables
from secondlayer.show.on_screen import text
from secondlayer.show.reads_findings import searched as searched_by


def searched(trace: Trace) -> None:
    """What each read searched, in sentences beside each other, and the figures of its scan."""
    st.subheader("What each read searched", anchor=False)
    for read, column in zip(trace.reads, st.columns(len(trace.reads), gap="large"), strict=True):
        with column, st.container(border=True, gap="xsmall", key=f"searched-{read.name}"):
            text.said(f"The {read.name} read, over {', '.join(read.plan.scopes)}")
            for says in searched_by(read, trace):
                text.said(says)
    text.table(tables.scans_table(trace), "The scan of each read")
