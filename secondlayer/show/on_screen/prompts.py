"""What the organisation's prompts come to, run once a session for one state of the store, with progress."""

from collections.abc import Callable, Hashable
from datetime import datetime

import streamlit as st

from secondlayer.hearing import Progress, example_prompts, hear, hear_served, own_prompts
from secondlayer.records import Heard
from secondlayer.show.on_screen import opened
from secondlayer.show.on_screen.kept import kept
from secondlayer.store import Store


def of_examples(store: Store) -> Heard:
    """The example prompts of the demonstration, each run now."""
    prompts = example_prompts(store.org)
    return _once(("examples",), store, lambda told: hear(prompts, store, opened.encoder(), told))


def of_own(store: Store, lines: str, repo: str, as_of: datetime | None) -> Heard:
    """Prompts of the reader's own, one a line. Raises WrongCall, BadScope."""
    prompts = own_prompts(store.org, lines, repo, as_of)
    return _once(("own", lines, repo, as_of), store, lambda told: hear(prompts, store, opened.encoder(), told))


def of_served(store: Store) -> Heard:
    """The briefs that were served last, each as it was."""
    served = store.served_briefs(limit=1)
    last = served[0].served_at if served else None
    return _once(("served", last), store, lambda told: hear_served(store, told=told))


def _once(key: tuple[Hashable, ...], store: Store, run: Callable[[Progress], Heard]) -> Heard:
    place = st.empty()

    def told(done: int, of: int) -> None:
        place.progress(done / of, f"{done:,} of {of:,} briefs")

    try:
        return kept(f"heard.{key[0]}", (*key, store.org, store.state()), lambda: run(told))
    finally:
        place.empty()
