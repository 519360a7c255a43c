"""The way from page to page: the request goes along in the link itself, so that a page opened is one step back."""

from collections.abc import Mapping, Sequence
from typing import Any

import streamlit as st

from secondlayer.show.address import Asked, write_address


def navigation(pages: Mapping[str, Sequence[Any]]) -> None:
    """The groups of pages as links that carry the current view; `pages` is what st.navigation was given.

    Links of Streamlit's own navigation drop the address: the page would then be two steps of the browser's history.
    """
    st.session_state["pages"] = {page.title.lower(): page for group in pages.values() for page in group}
    view: Asked = st.session_state.get("ask.view", Asked())
    for group, members in pages.items():
        with st.container(gap="xxsmall"):
            st.markdown(f":small[{group}]")
            for page in members:
                st.page_link(page, query_params=write_address(view), width="stretch")


def page_link(name: str, label: str, view: Asked) -> None:
    """A link to the page of that name with that view; nothing where the app has no such page."""
    page = st.session_state.get("pages", {}).get(name)
    if page is not None:
        st.page_link(page, label=f"→ {label}", query_params=write_address(view))
