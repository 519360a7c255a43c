"""The Brief page in a real browser: what is drawn, what is asked of the network, and who can use it."""

import json
import time
from pathlib import Path

import pytest
from inspected import HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, PROMPT, REPO
from playwright.sync_api import Browser, Page, expect
from watching import PATIENCE, overflow, serious, watched

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
HOSTILE_ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z", "id": ODD_ID}
LAST = "What each read searched"


def seen(page: Page) -> str:
    return str(page.locator(".st-key-brief").inner_text())


@pytest.mark.parametrize(
    ("name", "width", "scheme"), [("light", 1440, "light"), ("dark", 1440, "dark"), ("phone", 390, "light")]
)
def test_the_page_is_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    with watched(browser, app, width=width, scheme=scheme) as looked:
        page = looked.go({**ADDRESS, "id": ODD_ID}, LAST, charts=1)
        looked.whole(artefacts / f"brief-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert looked.errors == []
        assert looked.elsewhere == []


def centres(page: Page, marks: str) -> list[tuple[float, float]]:
    """Where the marks of a chart lie in the window, once the chart is drawn: it is drawn anew while the page settles."""
    boxes = page.wait_for_function(
        "marks => { const drawn = [...document.querySelectorAll(marks)]; if (!drawn.length) return false;"
        "drawn[0].scrollIntoView({block: 'center'}); return drawn.map(m => m.getBoundingClientRect())"
        ".map(b => [b.x + b.width / 2, b.y + b.height / 2]); }",
        arg=marks,
        timeout=PATIENCE,
    ).json_value()
    assert boxes
    return [(x, y) for x, y in boxes]


def test_hostile_text_is_shown_as_stored_and_calls_nobody(browser: Browser, app: str, artefacts: Path) -> None:
    with watched(browser, app) as looked:
        dialogs: list[str] = []
        looked.page.on("dialog", lambda dialog: (dialogs.append(dialog.message), dialog.dismiss()))
        page = looked.go(HOSTILE_ADDRESS, LAST, charts=1)
        shown = seen(page)
        for text in HOSTILE:
            assert text in shown
        page.locator(".st-key-candidates").scroll_into_view_if_needed()
        # the grid is drawn on a canvas; beside it stands a table for those who listen to the page
        spoken = page.locator(".st-key-candidates [role=gridcell]")
        spoken.first.wait_for(state="attached", timeout=PATIENCE)
        cells = spoken.all_text_contents()
        for text in HOSTILE[:4]:
            assert text in cells
        expect(page.locator(".st-key-one")).to_contain_text(HOSTILE[0], timeout=PATIENCE)
        page.locator(".st-key-look-memory input").click()
        page.locator("[role=option]").first.wait_for()
        options = page.locator("[role=option]").all_text_contents()
        assert any(HOSTILE[3] in option for option in options)
        page.keyboard.press("Escape")
        for x, y in centres(page, ".st-key-terms [data-testid=stVegaLiteChart] .mark-rect.role-mark path")[:6]:
            page.mouse.move(x, y)
        looked.whole(artefacts / "brief-hostile.png")
        main = page.locator("[data-testid=stMain]")
        assert main.locator("script, b, .katex, img[src*=elsewhere], img[src=x]").count() == 0
        assert dialogs == []
        assert looked.elsewhere == []
        assert looked.errors == []


def test_the_same_address_shows_the_same_brief_in_a_new_session(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.page
        page.goto(app)
        page.get_by_label("Prompt").fill(PROMPT)
        page.get_by_label("Repository").first.fill(REPO)
        page.get_by_role("button", name="Ask", exact=True).click()
        page.get_by_text(LAST).wait_for(timeout=PATIENCE)
        first, link = seen(page), page.url
    assert "as_of=" in link
    with watched(browser, app) as looked:
        looked.page.goto(link)
        looked.page.get_by_text(LAST).wait_for(timeout=PATIENCE)
        assert seen(looked.page) == first
        expect(looked.page.get_by_label("Prompt")).to_have_value(PROMPT)


def test_a_row_picked_in_the_table_is_explained_and_goes_back_with_the_browser(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go(ADDRESS, LAST, charts=1)
        grid = page.locator(".st-key-candidates canvas").first
        grid.scroll_into_view_if_needed()
        box = page.locator(".st-key-candidates").bounding_box()
        corner = grid.bounding_box()
        assert box is not None and corner is not None
        # the canvas takes no clicks itself: a layer above it does, and it scrolls inside its box
        page.mouse.click(corner["x"] + 16, max(corner["y"], box["y"]) + 35 + 17)
        page.locator(".st-key-one").wait_for(timeout=PATIENCE)
        assert "id=" in page.url
        first_line = seen(page).split("\n- ")[1].splitlines()[0]
        expect(page.locator(".st-key-one")).to_contain_text(first_line[:30], timeout=PATIENCE)
        page.go_back()
        page.locator(".st-key-one").wait_for(state="detached", timeout=PATIENCE)
        assert "id=" not in page.url


def test_the_copy_button_puts_the_exact_brief_on_the_clipboard(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go(HOSTILE_ADDRESS, LAST, charts=1)
        page.get_by_role("button", name="Copy the brief").click()
        page.get_by_text("Copied").wait_for()
        copied = page.evaluate("navigator.clipboard.readText()")
        with page.expect_download() as download:
            page.get_by_role("button", name="Evidence, JSON").click()
        trace = json.loads(Path(download.value.path()).read_text())
        assert copied == trace["brief"]["text"]
        assert len(copied) == trace["brief"]["chars"]


def test_the_keyboard_reaches_the_prompt_the_button_and_the_choice(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go(ADDRESS, LAST, charts=1)
        reached = set()
        for _ in range(75):
            page.keyboard.press("Tab")
            reached.add(page.evaluate("document.activeElement.getAttribute('aria-label') || document.activeElement.innerText"))
        wanted = {
            "Prompt",
            "Repository",
            "Team",
            "Path in the repository",
            "Budget, characters",
            "As of, UTC",
            "Ask",
            "Evidence, JSON",
        }
        assert wanted <= reached
        assert any(name and name.startswith("Look at one memory") for name in reached)


def test_the_form_stands_before_the_encoder_is_loaded_and_the_demonstration_loads_itself(
    browser: Browser, first_start: str, artefacts: Path
) -> None:
    with watched(browser, first_start) as looked:
        page = looked.page
        page.goto(first_start)
        started = time.monotonic()
        page.get_by_text("Start with an example").wait_for(timeout=PATIENCE)
        assert time.monotonic() - started < 10
        page.get_by_text("Loading the demonstration organisation").first.wait_for(timeout=PATIENCE)
        page.screenshot(path=artefacts / "first-start.png")
        page.get_by_role("button", name="The crowded-out organisation").click()
        page.get_by_text(LAST).wait_for(timeout=2 * PATIENCE)
        expect(page.get_by_text("The crowded-out organisation:")).to_be_visible()
        expect(page.get_by_role("heading", level=2)).to_contain_text("The organisation took places 2 and 4")
        page.get_by_text("current memories").wait_for(timeout=PATIENCE)
        looked.whole(artefacts / "demonstration-light.png")
        assert looked.errors == []
        assert looked.elsewhere == []
