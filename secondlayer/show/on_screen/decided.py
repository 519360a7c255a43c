"""What decided: the findings one under the other, each with a link to the page that shows it."""

from collections.abc import Sequence
from dataclasses import replace

import streamlit as st

from secondlayer.show.address import Asked
from secondlayer.show.findings import Finding
from secondlayer.show.on_screen.navigation import page_link


def decided(found: Sequence[Finding], view: Asked) -> None:
    """The findings in their order; a link is drawn where the app has the page."""
    with st.container(gap="xsmall", key="findings"):
        for finding in found:
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="top", wrap=False):
                st.text(finding.mark or "\u2002", width=20)
                with st.container(gap=None):
                    st.text(finding.says, width="stretch")
                    page_link(finding.page, finding.page.capitalize(), replace(view, memory=finding.memory or view.memory))
