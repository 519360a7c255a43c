"""The frame of the app: its pages, its groups, and the line on the store. Start with `streamlit run app.py`."""

import streamlit as st

from secondlayer.show.on_screen.opened import guarded, store_line
from secondlayer.show.on_screen.strip import organisation_choice

st.set_page_config(page_title="Second Layer", layout="wide", initial_sidebar_state="auto")

page = st.navigation(
    {
        "Inspect": [st.Page("pages/brief.py", title="Brief", default=True)],
        "Own": [st.Page("pages/knowledge.py", title="Knowledge")],
    }
)
st.session_state["page"] = page.url_path
st.sidebar.markdown("**Second Layer**")
page.run()

# Last, so that the page stands before the store is opened.
with st.sidebar:
    guarded(organisation_choice)
    guarded(store_line)
