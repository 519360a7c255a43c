"""The evidence of a view, to keep and to send: its link, and the trace with the verdict as JSON and as one HTML file."""

import json

import streamlit as st

from secondlayer.engine.trace import trace_json, verdict_json
from secondlayer.records import Trace, Verdict


def evidence(trace: Trace, verdict: Verdict | None = None) -> None:
    """The buttons that hand out what this page stands on. The files are made when they are asked for."""
    with st.container(horizontal=True, vertical_alignment="center", key="evidence"):
        st.download_button(
            "Evidence, JSON",
            lambda: json.dumps(_values(trace, verdict), ensure_ascii=False, indent=2),
            f"{trace.brief_id}.json",
            "application/json",
            on_click="ignore",
            key="evidence.json",
        )


def _values(trace: Trace, verdict: Verdict | None) -> dict[str, object]:
    return trace_json(trace) | ({"verdict": verdict_json(verdict)} if verdict else {})
