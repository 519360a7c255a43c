"""The Why page in a real browser: drawn whole, quiet, and the same view wherever it is opened from."""

from pathlib import Path

import pytest
from inspected import HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, PROMPT, REPO
from playwright.sync_api import Browser, Page, expect
from watching import PATIENCE, overflow, serious, watched

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
HOSTILE_ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z"}
RULE = "A table is split only behind a feature flag."
LAST = "What came closest and is not in the brief"
ASKED = "Which memory? Its id, or any text"


def prompt_of(page: Page) -> str:
    return page.get_by_role("textbox", name="Prompt").input_value()


def settled(page: Page, heading: str) -> None:
    """The page shows that verdict, and nothing runs any more."""
    page.get_by_role("heading", name=heading).first.wait_for(timeout=PATIENCE)
    page.wait_for_function("!document.querySelector('[data-testid=stApp][data-test-script-state=running]')")


@pytest.mark.parametrize(
    ("name", "width", "scheme"), [("light", 1440, "light"), ("dark", 1440, "dark"), ("phone", 390, "dark")]
)
def test_the_page_is_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    with watched(browser, app, width=width, scheme=scheme) as looked:
        page = looked.go({**ADDRESS, "id": RULE}, LAST, path="why", charts=1)
        looked.whole(artefacts / f"why-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert looked.errors == []
        assert looked.elsewhere == []


def test_hostile_text_is_shown_as_stored_and_calls_nobody(browser: Browser, app: str, artefacts: Path) -> None:
    with watched(browser, app) as looked:
        dialogs: list[str] = []
        looked.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        for text in (HOSTILE[0], HOSTILE[6]):
            page = looked.go({**HOSTILE_ADDRESS, "id": text}, LAST, path="why", charts=1)
            assert text in page.locator("[data-testid=stCode]").first.inner_text()
            assert text in page.locator("[data-testid=stMain]").inner_text()
        looked.whole(artefacts / "why-hostile.png")
        page = looked.go({**HOSTILE_ADDRESS, "id": "![x](http://elsewhere.invalid/p.png) <b>lamp</b>"}, LAST, path="why")
        main = page.locator("[data-testid=stMain]")
        assert main.locator("script, b, .katex, img[src*=elsewhere], img[src=x]").count() == 0
        assert (dialogs, looked.elsewhere, looked.errors) == ([], [], [])


def test_the_same_view_after_switching_pages_back_reload_and_in_a_new_session(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page, links = looked.page, looked.page.locator("[data-testid=stSidebar]")
        page.goto(app)
        page.get_by_role("textbox", name="Prompt").fill(PROMPT)
        page.get_by_label("Repository").first.fill(REPO)
        page.get_by_role("button", name="Ask", exact=True).click()
        settled(page, "The organisation took")
        brief_address = page.url
        links.get_by_role("link", name="Why").click()
        settled(page, "Choose a memory")
        assert prompt_of(page) == PROMPT
        page.get_by_label(ASKED).fill(RULE)
        page.keyboard.press("Enter")
        settled(page, "◆ Seated at place 2")
        why_address = page.url
        assert "/why?" in why_address
        links.get_by_role("link", name="Brief").click()
        page.locator(".st-key-one").wait_for(timeout=PATIENCE)
        page.go_back()
        settled(page, "◆ Seated at place 2")
        assert page.url == why_address
        page.go_back()
        settled(page, "Choose a memory")
        page.go_back()
        settled(page, "The organisation took")
        assert (page.url, prompt_of(page)) == (brief_address, PROMPT), "one step back for each step forth"
        page.go_forward()
        page.go_forward()
        settled(page, "◆ Seated at place 2")
        page.reload()
        settled(page, "◆ Seated at place 2")
        expect(page.get_by_role("textbox", name="Prompt")).to_have_value(PROMPT, timeout=PATIENCE)
        assert page.url == why_address
        page.get_by_text(LAST).wait_for(timeout=PATIENCE)
        settled(page, LAST)
        said = page.locator("[data-testid=stMain] [data-testid=stText]").all_inner_texts()
        assert len(said) > 4
    with watched(browser, app) as looked:
        looked.page.goto(why_address)
        settled(looked.page, "◆ Seated at place 2")
        looked.page.get_by_text(LAST).wait_for(timeout=PATIENCE)
        settled(looked.page, LAST)
        shown = looked.page.locator("[data-testid=stMain] [data-testid=stText]")
        expect(shown).to_have_text(said, use_inner_text=True, timeout=PATIENCE)
        expect(looked.page.get_by_role("textbox", name="Prompt")).to_have_value(PROMPT, timeout=PATIENCE)


def test_a_row_of_the_brief_leads_to_why_and_a_near_miss_is_opened_from_there(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go({**HOSTILE_ADDRESS, "id": ODD_ID}, "What each read searched", charts=1)
        page.locator(".st-key-one").get_by_role("link", name="Why: what would have changed it").click()
        page.get_by_text(LAST).wait_for(timeout=PATIENCE)
        expect(page.locator("[data-testid=stCode]").first).to_have_text(HOSTILE[0], timeout=PATIENCE)
        page = looked.go(ADDRESS, LAST, path="why")
        settled(page, LAST)
        grid = page.get_by_text(LAST).locator("xpath=following::*[@data-testid='stDataFrame'][1]")
        grid.evaluate("table => table.scrollIntoView({block: 'center'})")
        page.wait_for_timeout(1000)
        corner = grid.bounding_box()
        assert corner is not None
        page.mouse.click(corner["x"] + 16, corner["y"] + 35 + 17)
        page.get_by_text("The memory, exactly as stored").wait_for(timeout=PATIENCE)
        assert "id=" in page.url


def test_the_keyboard_reaches_the_question_the_choices_and_the_way_to_other_pages(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go({**ADDRESS, "id": RULE}, LAST, path="why", charts=1)
        reached = set()
        for _ in range(90):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"))
        assert {"Prompt", "Ask", ASKED, "Evidence, JSON", "Brief"} <= reached
        assert any(name and "Or one of this run's candidates" in name for name in reached)
        assert any(name and "Compare with" in name for name in reached)


def test_a_link_may_be_the_first_thing_a_server_is_asked_for(browser: Browser, unasked: str) -> None:
    with watched(browser, unasked) as looked:
        page, links = looked.page, looked.page.locator("[data-testid=stSidebar]")
        page.goto(f"{unasked}/why")
        page.get_by_role("heading", name="Why").wait_for(timeout=PATIENCE)
        links.get_by_text("current memories").wait_for(timeout=PATIENCE)
        assert page.get_by_text("Page not found").count() == 0
        links.get_by_role("link", name="Brief").click()
        page.get_by_role("heading", name="Brief").wait_for(timeout=PATIENCE)
        assert looked.errors == []
