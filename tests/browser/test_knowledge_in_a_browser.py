"""The Knowledge page in a real browser: what is drawn, and who can use it."""

from pathlib import Path

import pytest
from inspected import PROMPT, REPO
from playwright.sync_api import Browser, expect
from watching import PATIENCE, overflow, serious, watched

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-29T12:00:00Z"}


@pytest.mark.parametrize(
    ("name", "width", "scheme"), [("light", 1440, "light"), ("dark", 1440, "dark"), ("phone", 390, "light")]
)
def test_knowledge_is_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    with watched(browser, app, width=width, scheme=scheme) as looked:
        page = looked.go(ADDRESS, "Policies first, then what matches", path="knowledge")
        expect(page.get_by_role("heading", level=2).first).to_contain_text("on the question", timeout=PATIENCE)
        expect(page.get_by_text("The migration of the stock table splits it by month.").first).to_be_visible()
        expect(page.get_by_role("button", name="Evidence, JSON")).to_be_visible()
        looked.whole(artefacts / f"knowledge-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert looked.errors == [] and looked.elsewhere == []
