"""The frame of the app: its pages, its groups, and the line on the store. Start with `streamlit run app.py`."""

import streamlit as st

from secondlayer.show.on_screen.navigation import navigation
from secondlayer.show.on_screen.opened import guarded, store_line
from secondlayer.show.on_screen.strip import organisation_choice

st.set_page_config(page_title="Second Layer", layout="wide", initial_sidebar_state="auto")

PAGES = {
    "Inspect": [
        st.Page("pages/brief.py", title="Brief", default=True),
        st.Page("pages/why.py", title="Why"),
        st.Page("pages/reads.py", title="Reads"),
        st.Page("pages/budget.py", title="Budget"),
        st.Page("pages/scan.py", title="Scan"),
    ],
    "Own": [
        st.Page("pages/organisation.py", title="Organisation"),
        st.Page("pages/memories.py", title="Memories"),
        st.Page("pages/knowledge.py", title="Knowledge"),
    ],
    "Learn": [
        st.Page("pages/lesson_empty_reads.py", title="Empty reads"),
        st.Page("pages/lesson_two_reads.py", title="Two reads"),
        st.Page("pages/lesson_repeats.py", title="Repeats"),
        st.Page("pages/lesson_reader.py", title="The reader"),
    ],
}
page = st.navigation(PAGES, position="hidden")
st.session_state["page"] = page.url_path
st.sidebar.markdown("**Second Layer**")
links = st.sidebar.empty()
with links.container():
    navigation(PAGES)
page.run()

# Once more, with the view the page ended with; and the store last, so that the page stands before it is opened.
with links.container():
    navigation(PAGES)
with st.sidebar:
    guarded(organisation_choice)
    guarded(store_line)
