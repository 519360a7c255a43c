"""The store leafed through: memories by scope, layer, origin, age and words, and one memory's whole story."""

from datetime import UTC, datetime

import streamlit as st

from secondlayer.show import stored
from secondlayer.show.on_screen import browsing, opened, strip
from secondlayer.show.on_screen import text as on_screen


def page() -> None:
    st.title("Memories", anchor=False)
    asked, notes = strip.current()
    as_of = asked.as_of or datetime.now(UTC)
    wanted, more_notes = stored.browse_of(asked.look, as_of)
    if notes or more_notes:
        on_screen.notice("Not everything in the address could be used.", *notes, *more_notes, key="state-notes")
    store = opened.loaded()
    state = store.state()
    if not state.memories:
        empty()
        return
    browsed = store.browse(wanted, after=asked.look.get("after", ""), page=browsing.PAGE)
    st.header(stored.found_sentence(browsed, wanted, state.memories - state.retired, state.retired), anchor=False)
    browsing.controls(asked, store)
    if browsed.memories:
        browsing.listing(browsed, asked, as_of)
    else:
        on_screen.said("Try fewer or shorter words: each must occur in the text, its subject, path, author or id.")
        st.button("Look for nothing in particular", on_click=browsing.nothing_looked_for)
    if asked.memory:
        browsing.one(asked.memory, asked, store, as_of)
    elif browsed.memories:
        on_screen.said("Choose a row: the memory's whole story stands here then.")


def empty() -> None:
    on_screen.notice(
        "Nothing is stored for this organisation yet.",
        "File documents with `secondlayer distil PATH --repo owner/name`, or statements with `secondlayer load FILE.jsonl`.",
        key="state-empty",
    )


opened.guarded(page)
