"""The frame stands around every page, whichever is opened first."""

import pytest


@pytest.mark.parametrize("name", ["brief", "reads", "budget"])
def test_a_link_opened_first_of_all_has_the_frame_around_its_page(page, name: str) -> None:
    app = page({}, name)
    assert not app.exception
    assert app.title[0].value == name.title()
    assert "current memories" in app.sidebar.text[0].value
    assert app.session_state["page"] == ("" if name == "brief" else name)
