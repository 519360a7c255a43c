"""The organisation's memory as the pages ask it: its backends are connected once a process and kept."""

import asyncio
import threading
from datetime import UTC, datetime, timedelta

import streamlit as st

from secondlayer.demonstration import Question, questions
from secondlayer.embedding import Encoder
from secondlayer.organisation.backends import BackendName, OrgMemoryConfig
from secondlayer.organisation.backends import create_org_memory_backend as create
from secondlayer.organisation.backends.answering import Answer, answer
from secondlayer.organisation.backends.connected import StoredMemory
from secondlayer.show.address import Asked
from secondlayer.show.on_screen import opened, strip
from secondlayer.show.on_screen.text import said
from secondlayer.store import Store

#: backends that are kept; a graph of a large organisation takes memory
_KEPT = 12


def answers(asked: Asked) -> dict[BackendName, Answer]:
    """What each backend says to the question; the one in time also what held at the request's moment, when that is past."""
    store, encoder = opened.place()
    past = asked.as_of is not None and asked.as_of < datetime.now(UTC) - timedelta(days=1)
    names: tuple[BackendName, ...] = ("graph_rag", "temporal_kg", "hybrid_prompt_retrieval")
    return {
        name: asyncio.run(
            answer(
                _backend(name, asked, store, encoder),
                asked.prompt,
                as_of=asked.as_of if past and name == "temporal_kg" else None,
            )
        )
        for name in names
    }


def question_buttons(*, folded: bool) -> None:
    """Ready questions of the demonstration organisation, each named for what it shows; folded away once one is asked."""
    if not opened.is_demonstration():
        if not folded:
            said("Ask what the organisation holds, and from which repository. What hangs together with it stands here then.")
        return
    if not folded:
        st.header("Start with a question", anchor=False)
    with st.grid(3, gap="medium"):
        for question in questions():
            with st.container(gap="xsmall"):
                st.button(
                    question.title,
                    key=f"question.{question.name}",
                    on_click=_take,
                    args=(question,),
                    width="stretch",
                    wrap=True,
                )
                if not folded:
                    said(question.shows)


def _take(question: Question) -> None:
    org = strip.current()[0].org
    strip.take(Asked(org=org, prompt=question.question, repo=question.repo or "", as_of=question.as_of))


def _backend(name: BackendName, asked: Asked, store: Store, encoder: Encoder) -> StoredMemory:
    """The connected backend of that name for where the request is from."""
    kept, lock = _kept()
    key = (store.org, name, asked.repo, asked.team)
    with lock:
        backend = kept.get(key)
        # a store that was opened anew has closed the one before
        if backend is None or backend.store is not store:
            config = OrgMemoryConfig(backend=name)
            made = create(config, store, encoder, repo=asked.repo or None, team=asked.team or None)
            assert isinstance(made, StoredMemory)
            asyncio.run(made.connect())
            while len(kept) >= _KEPT:
                kept.pop(next(iter(kept)))
            kept[key] = backend = made
        return backend


@st.cache_resource(show_spinner=False)
def _kept() -> tuple[dict[tuple[str, ...], StoredMemory], threading.Lock]:
    return {}, threading.Lock()
