"""The evidence of a view, to keep and to send: the trace with the verdict as JSON, and as one HTML file with the link to it."""

import streamlit as st

from secondlayer.records import Trace, Verdict
from secondlayer.show.document import document, evidence_json


def evidence(trace: Trace, verdict: Verdict | None = None) -> None:
    """The buttons that hand out what this page stands on. The files are made when they are asked for."""
    # the file is made later, by a call that knows of no session
    address, view = st.context.url or "", st.session_state.get("ask.view")
    with st.container(horizontal=True, vertical_alignment="center", key="evidence"):
        st.download_button(
            "Evidence, JSON",
            lambda: evidence_json(trace, verdict),
            f"{trace.brief_id}.json",
            "application/json",
            on_click="ignore",
            key="evidence.json",
        )
        st.download_button(
            "Evidence, one HTML file",
            lambda: document(f"Evidence of brief {trace.brief_id}", trace, verdict, address=address, view=view),
            f"{trace.brief_id}.html",
            "text/html",
            on_click="ignore",
            key="evidence.html",
        )
