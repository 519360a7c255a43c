"""A page in a real browser, with its console and its network listened to."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlencode, urlsplit

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, ConsoleMessage, Page

#: milliseconds for what a page shows, on a busy machine
PATIENCE = 90_000
_PROBES = ("/_stcore/health", "/_stcore/host-config")


class Watched:
    """A page whose console and network are listened to."""

    def __init__(self, page: Page, url: str) -> None:
        self.page, self.url = page, url
        self.host = urlsplit(url).netloc
        self.errors: list[str] = []
        self.elsewhere: list[str] = []
        page.on("console", self._said)
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        page.on("request", lambda request: self._heard(request.url))

    def _said(self, message: ConsoleMessage) -> None:
        # From a link to a page Streamlit's own script asks below that page's path where its server is, and is told 404 once.
        asked = urlsplit(message.location.get("url", "")).path
        if message.type == "error" and not (asked.endswith(_PROBES) and asked not in _PROBES):
            self.errors.append(message.text)

    def _heard(self, url: str) -> None:
        parts = urlsplit(url)
        if parts.scheme not in ("data", "blob") and parts.netloc != self.host:
            self.elsewhere.append(url)

    def go(self, address: dict[str, str], until: str, *, path: str = "", charts: int = 0) -> Page:
        """The page at that address, waited for until it shows that text and that many charts are drawn."""
        self.page.goto(f"{self.url}/{path}?{urlencode(address)}")
        self.page.get_by_text(until).first.wait_for(timeout=PATIENCE)
        if charts:
            self.page.locator("[data-testid=stVegaLiteChart] svg").nth(charts - 1).wait_for(timeout=PATIENCE)
        self.page.wait_for_function("!document.querySelector('[data-testid=stApp][data-test-script-state=running]')")
        return self.page

    def whole(self, path: Path) -> None:
        """A picture of the whole page, not of what fits the window."""
        height = self.page.evaluate("document.querySelector('[data-testid=stMain]').scrollHeight")
        size = self.page.viewport_size
        assert size is not None
        self.page.set_viewport_size({"width": size["width"], "height": height + 20})
        self.page.wait_for_timeout(800)
        self.page.screenshot(path=path)
        self.page.set_viewport_size(size)


@contextmanager
def watched(browser: Browser, url: str, *, width: int = 1440, scheme: str = "light") -> Iterator[Watched]:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    context.grant_permissions(["clipboard-read", "clipboard-write"])
    try:
        yield Watched(context.new_page(), url)
    finally:
        context.close()


def serious(page: Page, within: str | None = None) -> list[tuple[str, str]]:
    """What axe finds serious or worse, in the whole page or in those elements: (rule, the first element that breaks it)."""
    return [
        (violation["id"], violation["nodes"][0]["html"][:200])
        for violation in Axe().run(page, context=within).response["violations"]
        if violation["impact"] in ("serious", "critical")
    ]


def overflow(page: Page) -> int:
    """The widest the page is, in pixels: more than the window means that it scrolls sideways."""
    return max(
        page.evaluate("[document.documentElement.scrollWidth, document.querySelector('[data-testid=stMain]').scrollWidth]")
    )
