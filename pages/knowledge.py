"""What the organisation's memory answers: how facts hang together, what holds now, what held then and why it changed."""

import json

import streamlit as st

from secondlayer.organisation.backends.answering import Answer, answer_json
from secondlayer.show import knowledge as told
from secondlayer.show.address import Asked
from secondlayer.show.on_screen import known, opened, strip
from secondlayer.show.on_screen import text as on_screen


def page() -> None:
    strip.title("Knowledge")
    asked, notes = strip.request_strip()
    if notes:
        on_screen.notice("Not everything in the request could be used.", *notes, key="state-notes")
    known.question_buttons(folded=bool(asked.prompt.strip()))
    if not asked.prompt.strip():
        return
    answers = known.answers(asked)
    graph, time, hybrid = answers["graph_rag"], answers["temporal_kg"], answers["hybrid_prompt_retrieval"]
    st.header(told.verdict(graph, time), anchor=False)
    on_screen.said(told.reason(graph))
    together(graph)
    in_time(time, asked)
    st.subheader("Policies first, then what matches", anchor=False)
    on_screen.table(told.facts_table(hybrid.facts), "Policies of the organisation, then other facts by their score")
    st.download_button(
        "Evidence, JSON",
        lambda: json.dumps([answer_json(one) for one in answers.values()], ensure_ascii=False, indent=2),
        "knowledge.json",
        "application/json",
        on_click="ignore",
        key="evidence.json",
    )


def together(graph: Answer) -> None:
    if not graph.paths:
        return
    st.subheader("What the question leads to", anchor=False)
    far = [path for path in graph.paths if path.hops][-2:]
    for column, path in zip(st.columns(len(far), gap="large") if far else (), far, strict=True):
        with column:
            on_screen.marked(told.path_lines(path), f"path-{path.memory.id}", border=True)
    on_screen.table(told.paths_table(graph), "Each fact with its links from the question, its score and where it comes from")


def in_time(time: Answer, asked: Asked) -> None:
    if time.changes:
        st.subheader("What changed, and why", anchor=False)
        on_screen.marked(told.change_lines(time.changes), "changes", border=True)
    now, then = st.columns(2, gap="large") if time.then is not None else (st.container(), None)
    with now:
        st.subheader("What holds now", anchor=False)
        on_screen.marked(told.current_lines(time.facts), "now")
    if then is not None and asked.as_of is not None:
        with then:
            st.subheader(told.then_title(time, asked.as_of), anchor=False)
            on_screen.marked(told.dated_lines(time.then or ()), "then")


opened.guarded(page)
