"""Reads and Budget in a real browser: what is drawn, what is asked of the network, and who can use them."""

from pathlib import Path

import pytest
from inspected import HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, PROMPT, REPO
from playwright.sync_api import Browser, Page, expect
from watching import PATIENCE, overflow, serious, watched

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
HOSTILE_ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z"}
LAST = "Evidence, JSON"
#: page -> what it is opened with, and how many charts stand on it then
PAGES = {"reads": ({"show": "paraphrases"}, 3), "budget": ({}, 2)}


def settled(page: Page) -> None:
    page.wait_for_function("!document.querySelector('[data-testid=stApp][data-test-script-state=running]')")


@pytest.mark.parametrize("name", PAGES)
@pytest.mark.parametrize(("look", "width", "scheme"), [("dark", 1440, "dark"), ("phone", 390, "light")])
def test_the_page_is_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, look: str, width: int, scheme: str
) -> None:
    more, charts = PAGES[name]
    with watched(browser, app, width=width, scheme=scheme) as looked:
        page = looked.go({**ADDRESS, **more}, LAST, path=name, charts=charts)
        looked.whole(artefacts / f"{name}-{look}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert looked.errors == []
        assert looked.elsewhere == []


@pytest.mark.parametrize("name", PAGES)
def test_hostile_text_is_shown_as_stored_and_calls_nobody(browser: Browser, app: str, artefacts: Path, name: str) -> None:
    more, _ = PAGES[name]
    with watched(browser, app) as looked:
        dialogs: list[str] = []
        looked.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page = looked.go({**HOSTILE_ADDRESS, **more, "id": ODD_ID, "other": HOSTILE[1]}, LAST, path=name, charts=1)
        # the grids are drawn on canvases; beside each stands a table for those who listen to the page
        page.locator("[role=gridcell]").first.wait_for(state="attached", timeout=PATIENCE)
        cells = set(page.locator("[role=gridcell]").all_text_contents())
        shown = page.locator("[data-testid=stMain]").inner_text()
        for text in HOSTILE:
            assert text in shown or text in cells, text
        looked.whole(artefacts / f"{name}-hostile.png")
        assert overflow(page) <= 1440 and serious(page) == []
        main = page.locator("[data-testid=stMain]")
        assert main.locator("script, b, .katex, img[src*=elsewhere], img[src=x]").count() == 0
        assert dialogs == [] and looked.elsewhere == [] and looked.errors == []


def test_the_request_goes_from_page_to_page_and_back(browser: Browser, app: str, artefacts: Path) -> None:
    with watched(browser, app) as looked:
        page = looked.go(ADDRESS, LAST, path="reads", charts=2)
        looked.whole(artefacts / "reads-light.png")
        first = page.get_by_role("heading", level=2).inner_text()
        page.get_by_role("link", name="Budget", exact=True).click()
        page.locator(".st-key-ledger").wait_for(timeout=PATIENCE)
        settled(page)
        assert "/budget" in page.url and "q=" in page.url
        page.reload()
        page.locator(".st-key-ledger").wait_for(timeout=PATIENCE)
        expect(page.get_by_label("Prompt")).to_have_value(PROMPT)
        looked.whole(artefacts / "budget-light.png")
        page.get_by_role("link", name="Reads", exact=True).click()
        page.get_by_text("Both reads on one axis").wait_for(timeout=PATIENCE)
        assert page.get_by_role("heading", level=2).inner_text() == first


def test_paraphrases_are_run_by_the_button_and_their_link_shows_them_in_a_new_session(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go(ADDRESS, LAST, path="reads", charts=2)
        page.get_by_label("Paraphrases of your own, one a line").fill("Split a table\nDrop a column")
        page.get_by_role("button", name="Run these").click()
        page.get_by_text("wordings. Its margin runs from").first.wait_for(timeout=PATIENCE)
        settled(page)
        link, said = page.url, page.get_by_text("Its margin runs from").first.inner_text()
    with watched(browser, app) as looked:
        looked.page.goto(link)
        looked.page.get_by_text("Its margin runs from").first.wait_for(timeout=PATIENCE)
        assert looked.page.get_by_text("Its margin runs from").first.inner_text() == said
        expect(looked.page.get_by_label("Paraphrases of your own, one a line")).to_have_value("Split a table\nDrop a column")


def test_a_pair_picked_in_the_table_is_taken_apart_and_goes_back_with_the_browser(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go(ADDRESS, LAST, path="budget", charts=2)
        first = page.locator(".st-key-tokens").inner_text()
        grid = page.locator(".st-key-pairs canvas").first
        grid.scroll_into_view_if_needed()
        corner = grid.bounding_box()
        assert corner is not None
        # the canvas takes no clicks itself: a layer above it does; the second row is another pair than the one shown
        page.mouse.click(corner["x"] + 16, corner["y"] + 35 + 35 + 17)
        page.wait_for_function("location.search.includes('with=')", timeout=PATIENCE)
        expect(page.locator(".st-key-tokens")).not_to_have_text(first, timeout=PATIENCE)
        page.go_back()
        page.wait_for_function("!location.search.includes('with=')", timeout=PATIENCE)
        settled(page)
        expect(page.locator(".st-key-tokens")).to_have_text(first, use_inner_text=True, timeout=PATIENCE)
