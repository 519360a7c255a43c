"""The evidence as a file: fetched from the app, opened by a double click without a network, light, dark, small and printed."""

import json
import re
from pathlib import Path

import pytest
from inspected import HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID
from making import hostile
from playwright.sync_api import Browser
from watching import serious, watched

from secondlayer.engine.why import Known, why
from secondlayer.settings import PRODUCT
from secondlayer.show.document import document

ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z", "id": ODD_ID}


@pytest.fixture(scope="module")
def file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The evidence of a hostile run with a verdict, as a file."""
    trace = hostile()
    verdict = why(trace, PRODUCT, Known(memory=trace.blocks[0].candidate.memory, cosine=0.6))
    made = tmp_path_factory.mktemp("evidence") / "evidence.html"
    made.write_text(document("Evidence", trace, verdict, address="http://127.0.0.1:8501/why"), encoding="utf-8")
    return made


@pytest.mark.parametrize(
    ("name", "width", "scheme"), [("light", 1280, "light"), ("dark", 1280, "dark"), ("phone", 390, "dark")]
)
def test_it_opens_without_a_network_and_asks_for_nothing(
    browser: Browser, file: Path, artefacts: Path, name: str, width: int, scheme: str
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_offline(True)
    page = context.new_page()
    heard: list[str] = []
    page.on("console", lambda message: heard.append(message.text))
    page.on("dialog", lambda dialog: (heard.append(dialog.message), dialog.dismiss()))
    page.on("request", lambda request: heard.append(request.url))
    try:
        page.goto(file.as_uri())
        assert heard == [file.as_uri()]
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert serious(page) == []
        said = page.locator("main").inner_text()
        assert all(text in said for text in HOSTILE)
        assert page.locator("main").locator("script, b, i, img, a").count() == 0
        page.locator("summary").last.click()
        record = json.loads(page.locator("#record").inner_text())
        assert record["request"]["prompt"] == HOSTILE[0] and record["verdict"]["gates"]
        page.locator("summary").last.click()
        page.screenshot(path=artefacts / f"evidence-{name}.png", full_page=True)
    finally:
        context.close()


def test_markup_that_got_in_all_the_same_could_not_run_or_fetch(browser: Browser, file: Path, tmp_path: Path) -> None:
    """The policy is a second wall: what is put into the page by hand stays without effect."""
    added = "<img src=http://elsewhere.invalid/p.png onerror=alert(1)><script>document.title='taken'</script>"
    broken = tmp_path / "broken.html"
    broken.write_text(file.read_text(encoding="utf-8").replace("<main", f"{added}<main", 1), encoding="utf-8")
    context = browser.new_context()
    page = context.new_page()
    asked: list[str] = []
    page.on("requestfinished", lambda request: asked.append(request.url))
    page.on("dialog", lambda dialog: (asked.append("dialog"), dialog.dismiss()))
    try:
        page.goto(broken.as_uri())
        assert page.title() == "Evidence"
        assert [one for one in asked if one != broken.as_uri()] == []
    finally:
        context.close()


def test_it_is_printed_whole_on_paper(browser: Browser, file: Path, artefacts: Path) -> None:
    page = browser.new_page()
    try:
        page.goto(file.as_uri())
        printed = page.pdf(path=artefacts / "evidence.pdf", prefer_css_page_size=True)
        page.emulate_media(media="print")
        page.set_viewport_size({"width": 1030, "height": 700})  # an A4 page on its side, less its margins
        assert (
            page.evaluate("Math.max(...[...document.querySelectorAll('table')].map(t => t.getBoundingClientRect().right))")
            <= 1030
        )
        assert printed.startswith(b"%PDF")
    finally:
        page.close()


def test_the_apps_button_hands_out_the_file_with_the_link_in_it(browser: Browser, app: str) -> None:
    with watched(browser, app) as looked:
        page = looked.go(ADDRESS, "Evidence, one HTML file", path="why")
        with page.expect_download() as download:
            page.get_by_role("button", name="Evidence, one HTML file").click()
        assert download.value.suggested_filename.endswith(".html")
        written = Path(download.value.path()).read_text(encoding="utf-8")
        with page.expect_download() as beside:
            page.get_by_role("button", name="Evidence, JSON").click()
        trace = json.loads(Path(beside.value.path()).read_text())
    assert re.search(rf"{re.escape(app)}/why\?q=Rotate%20the%20hostile%20lamp&amp;[^<]*id=lamp%2F0", written)
    assert trace["brief_id"] in written
