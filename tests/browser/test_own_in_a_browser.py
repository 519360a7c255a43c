"""Scan, Memories and Organisation in a real browser: what is drawn, who can use them, and the report on paper."""

import re
from pathlib import Path

import pytest
from inspected import HOSTILE, HOSTILE_REPO, ODD_ID, PROMPT, REPO
from playwright.sync_api import Browser, Page, expect
from watching import PATIENCE, overflow, serious, watched

VIEW = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
OWN = {"prompts": "own", "own": f"{PROMPT}\n{HOSTILE[0]} @ {HOSTILE_REPO}", "place": REPO, "as_of": "2026-11-30", "q": PROMPT}
LOOKS = [("light", 1440, "light"), ("dark", 1440, "dark"), ("phone", 390, "light")]


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_scan_is_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    with watched(browser, app, width=width, scheme=scheme) as looked:
        address = {**VIEW, "read": "organisation", "show": "paper"}
        page = looked.go(address, "Paper 001's experiment", path="scan", charts=1)
        looked.whole(artefacts / f"scan-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert looked.errors == [] and looked.elsewhere == []


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_memories_are_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    with watched(browser, app, width=width, scheme=scheme) as looked:
        page = looked.go({**VIEW, "id": ODD_ID, "scope": HOSTILE_REPO}, "In served briefs", path="memories")
        looked.whole(artefacts / f"memories-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        story = page.locator(".st-key-story")
        expect(story).to_contain_text(HOSTILE[0])
        cells = page.locator("[role=gridcell]").all_text_contents()
        assert all(text in cells for text in HOSTILE)
        assert page.locator("[data-testid=stMain]").locator("script, b, .katex, img[src*=elsewhere], img[src=x]").count() == 0
        assert looked.errors == [] and looked.elsewhere == []


@pytest.mark.parametrize(("name", "width", "scheme"), LOOKS)
def test_organisation_is_drawn_whole_quiet_and_accessible(
    browser: Browser, app: str, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    with watched(browser, app, width=width, scheme=scheme) as looked:
        page = looked.go(OWN, "The prompts", path="organisation", charts=1)
        looked.whole(artefacts / f"organisation-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert page.locator("[data-testid=stMain]").locator("script, b, .katex, img[src*=elsewhere], img[src=x]").count() == 0
        assert looked.errors == [] and looked.elsewhere == []


def heading(page: Page, says: str) -> None:
    expect(page.get_by_role("heading", level=2).first).to_contain_text(says, timeout=PATIENCE)


def test_what_is_looked_for_goes_into_the_address_back_with_the_browser_and_into_a_new_session(
    browser: Browser, app: str
) -> None:
    with watched(browser, app) as looked:
        page = looked.go(VIEW, "Choose a row", path="memories")
        heading(page, "51 current memories.")
        page.get_by_label("Find").fill("never drop")
        page.get_by_label("Find").press("Enter")
        heading(page, "1 of 51 current memories.")
        assert "find=never+drop" in page.url or "find=never%20drop" in page.url
        link = page.url
        page.go_back()
        heading(page, "51 current memories.")
        expect(page.get_by_label("Find")).to_have_value("")
        page.go_forward()
        heading(page, "1 of 51 current memories.")
        page.reload()
        heading(page, "1 of 51 current memories.")
        expect(page.get_by_label("Find")).to_have_value("never drop")
    with watched(browser, app) as looked:
        looked.page.goto(link)
        heading(looked.page, "1 of 51 current memories.")


def test_a_row_picked_tells_that_memorys_story_and_leads_to_why(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go({**VIEW, "scope": "org", "order": "oldest"}, "Choose a row", path="memories")
        corner = page.locator("[data-testid=stDataFrame] canvas").first.bounding_box()
        assert corner is not None
        page.mouse.click(corner["x"] + 16, corner["y"] + 35 + 17)
        expect(page.locator(".st-key-story")).to_contain_text("Passwords are kept in the vault", timeout=PATIENCE)
        assert "id=org" in page.url
        page.get_by_role("link", name="Why it is, or is not, in the brief").click()
        page.wait_for_url("**/why?*", timeout=PATIENCE)
        assert "id=org" in page.url
        expect(page.get_by_role("heading", level=2).first).to_be_visible(timeout=PATIENCE)


def test_the_first_link_a_server_is_asked_for_stands_in_the_frame(browser: Browser, fresh: str) -> None:
    with watched(browser, fresh) as looked:
        page = looked.go({"scope": "org"}, "Choose a row", path="memories")
        heading(page, "4 of 51 current memories.")
        expect(page.locator("[data-testid=stSidebar]")).to_contain_text("Organisation")


def test_the_demonstration_is_told_to_its_owners_and_its_report_prints_on_two_pages(
    browser: Browser, first_start: str, artefacts: Path, tmp_path: Path
) -> None:
    with watched(browser, first_start) as looked:
        page = looked.page
        page.goto(f"{first_start}/organisation")
        page.get_by_text("The prompts").first.wait_for(timeout=3 * PATIENCE)
        heading(page, "on seven of the 16 prompts")
        looked.whole(artefacts / "organisation-demonstration.png")
        with page.expect_download() as download:
            page.get_by_role("button", name="Report to print, HTML").click()
        report = tmp_path / "report.html"
        download.value.save_as(report)
        assert looked.errors == [] and looked.elsewhere == []
    with watched(browser, "http://nobody.invalid") as looked:
        looked.page.goto(report.as_uri())
        pages = re.findall(rb"/Type\s*/Page\b", looked.page.pdf(prefer_css_page_size=True))
        assert len(pages) == 2
        assert serious(looked.page) == []
        looked.page.set_viewport_size({"width": 390, "height": 800})
        assert looked.page.evaluate("document.documentElement.scrollWidth") <= 390
        assert looked.errors == []
        assert [url for url in looked.elsewhere if not url.startswith("file:")] == []
