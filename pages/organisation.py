"""For its owners: which of the organisation's memories agents hear, on which prompts, and what is missing."""

import json

import streamlit as st

from secondlayer.hearing import heard_json, stale
from secondlayer.records import Heard
from secondlayer.show.heard import reason, sections, verdict
from secondlayer.show.on_screen import heard as on_page
from secondlayer.show.on_screen import opened, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.report import Section, report_html


def page() -> None:
    st.title("Organisation", anchor=False)
    asked, notes = strip.current()
    if notes:
        on_screen.notice("Not everything in the address could be used.", *notes, key="state-notes")
    store = opened.loaded()
    with st.container(horizontal=True, vertical_alignment="bottom"):
        source = on_page.source_choice(asked, store)
        days = on_page.days_choice(asked)
    heard = on_page.run(source, asked, store)
    if heard is None or not heard.prompts:
        return
    as_of = asked.as_of or max(prompt.request.as_of for prompt in heard.prompts)
    old, in_all = stale(store, as_of, days)
    second = reason(heard, in_all, days, as_of)
    st.header(verdict(heard), anchor=False)
    on_screen.said(second)
    told = sections(heard, old, in_all, days, as_of)
    keep(heard, (verdict(heard), second), told, source)
    on_page.margins(heard)
    on_page.parts(told, heard, asked)


def keep(heard: Heard, says: tuple[str, str], told: tuple[Section, ...], source: str) -> None:
    title = f"What agents hear from {heard.org}"
    over = f"{on_page.SOURCES[source]}: {len(heard.prompts):,}."
    with st.container(horizontal=True):
        st.download_button(
            "Report to print, HTML",
            lambda: report_html(title, (*says, over), told),
            f"{heard.org}-heard.html",
            "text/html",
            on_click="ignore",
            key="report.html",
        )
        st.download_button(
            "Figures, JSON",
            lambda: json.dumps(heard_json(heard), ensure_ascii=False, indent=2),
            f"{heard.org}-heard.json",
            "application/json",
            on_click="ignore",
            key="report.json",
        )


opened.guarded(page)
