"""Briefs as they were served: chosen from a table, and looked at again as they were."""

from dataclasses import replace

import pandas as pd  # type: ignore[import-untyped]
import streamlit as st

from secondlayer.engine.trace import moment
from secondlayer.errors import SecondLayerError
from secondlayer.records import Served, Trace
from secondlayer.serving import reopen, settings_of
from secondlayer.settings import preset
from secondlayer.show.address import Asked
from secondlayer.show.on_screen import opened, strip, text

#: how many are listed, the latest first
_LISTED = 20


def brief_of(asked: Asked) -> tuple[Served, Trace] | None:
    """The served brief that the view names, with its trace as it was; None when it names none.

    Raises WrongCall when none of that id is kept, BadFile, StoreUnreachable.
    """
    brief_id = asked.look.get("served", "")
    if not brief_id:
        return None
    key = (opened.organisation(), brief_id)
    kept: tuple[object, tuple[Served, Trace]] | None = st.session_state.get("trace.served")
    if kept is None or kept[0] != key:
        kept = (key, reopen(opened.store(opened.organisation()), brief_id))
        st.session_state["trace.served"] = kept
    return kept[1]


def told(served: Served) -> None:
    """When and how it was served, and the way back to asking anew."""
    whole = "" if served.whole else " What was never considered is not kept of it."
    words = "" if served.with_text else " It was kept without its words."
    with st.container(horizontal=True, vertical_alignment="center", key="served"):
        text.said(f"As it was served at {moment(served.served_at)} through {served.door}, as {served.brief_id}.{whole}{words}")
        st.button("Ask it anew", key="served.anew", on_click=strip.look, kwargs={"served": ""})


def choice() -> None:
    """The briefs served last, one of them to be looked at; nothing where none is kept."""
    listed = opened.store(opened.organisation()).served_briefs(limit=_LISTED)
    if not listed:
        return
    st.subheader("Or a brief that was served", anchor=False)

    def picked() -> None:
        positions = st.session_state["served.rows"]["selection"]["rows"]
        if positions:
            _look_at(listed[positions[0]].brief_id)

    frame = pd.DataFrame(
        [
            {
                "served at": moment(one.served_at),
                "door": one.door,
                "from": one.repo or (f"team:{one.team}" if one.team else "org"),
                "prompt": one.prompt if one.with_text else "kept without its words",
                "lines": len(one.carried),
                "seats": len(one.seated),
            }
            for one in listed
        ]
    )
    text.table(frame, "Briefs served last", key="served.rows", on_select=picked, selection_mode="single-row")


def _look_at(brief_id: str) -> None:
    view, _ = strip.current()
    try:
        found = brief_of(replace(view, look={"served": brief_id}))
    except SecondLayerError:
        found = None
    if found is None:  # the page says what is the matter with it
        strip.look(served=brief_id)
        return
    trace = found[1]
    request, own = trace.request, preset(trace.preset)
    changes = {
        name: value
        for name, value in settings_of(trace).as_dict().items()
        if name != "budget_chars" and value != getattr(own, name)
    }
    strip.take(
        Asked(
            org=view.org,
            prompt=request.prompt,
            repo=request.repo or "",
            team=request.team or "",
            path=request.path or "",
            budget_chars=request.budget_chars,
            as_of=request.as_of,
            preset=trace.preset,
            changes=changes,
            memory=view.memory,
            look={"served": brief_id},
        )
    )
