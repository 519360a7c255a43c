"""How the app bears many sessions: seconds from the button to the finished page, and memory. Not a test; run it by itself.

    python tests/browser/bench_sessions.py [--sessions 20] [--opened 50]

Prints for one warm session the time from pressing Ask to the finished page and the engine's share of it; the same for many
sessions at once; and the server's memory after one session against after many, opened one after the other and closed.
"""

import argparse
import json
import statistics
import sys
import tempfile
import time
from pathlib import Path
from urllib.parse import urlencode

import psutil
from playwright.sync_api import Browser, BrowserContext, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

from running import serving

PROMPT = "Add a retry to the payment webhook"
REPO = "skerryline/booking"
PATIENCE = 120_000


def main() -> None:
    asked = argparse.ArgumentParser()
    asked.add_argument("--sessions", type=int, default=20)
    asked.add_argument("--opened", type=int, default=50)
    asked.add_argument("--chromium", default="/usr/bin/chromium")
    given = asked.parse_args()
    with tempfile.TemporaryDirectory(prefix="bench-") as home:
        environment = {"SECONDLAYER_HOME": f"{home}/home"}
        with serving(environment, Path(home) / "log") as url, sync_playwright() as playwright:
            browser = playwright.chromium.launch(
                executable_path=given.chromium, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
            )
            opened(browser, url).context.close()
            print("one session, warm")
            alone = [pressed(page := opened(browser, url), number) for number in range(6)]
            engine = engine_of(page)
            page.context.close()
            _figures("button to finished page, s", alone[1:])
            print(f"  of the last one, the engine with its reads and the encoder: {engine:.3f} s, {engine / alone[-1]:.0%}")
            server = server_of(url)
            before = server.memory_info().rss
            at_once(browser, url, given.sessions)
            print(f"\nmemory of the server, {given.opened} sessions opened and closed one after the other")
            for number in range(given.opened):
                opened(browser, url).context.close()
                if number in (0, 9, given.opened - 1):
                    rss = server.memory_info().rss
                    print(f"  after {number + 1:3}: {rss / 1e6:7.0f} MB, {rss / before:.3f} of that of one")
            browser.close()


def opened(browser: Browser, url: str) -> Page:
    """A session of its own, at the finished page of the first question."""
    page = browser.new_context(viewport={"width": 1440, "height": 900}).new_page()
    page.goto(f"{url}/?{urlencode({'q': PROMPT, 'repo': REPO})}")
    finished(page)
    return page


def pressed(page: Page, number: int) -> float:
    """Seconds from pressing Ask with another prompt to the finished page."""
    page.get_by_label("Prompt").fill(f"{PROMPT}, attempt {number}")
    started = time.perf_counter()
    page.get_by_role("button", name="Ask", exact=True).click()
    page.wait_for_url(f"**attempt+{number}**", timeout=PATIENCE)
    finished(page)
    return time.perf_counter() - started


def engine_of(page: Page) -> float:
    """Seconds that the brief on the page took, by its own trace."""
    with page.expect_download() as download:
        page.get_by_role("button", name="Evidence, JSON").click()
    trace = json.loads(Path(download.value.path()).read_text())
    return float(sum(trace["timings_ms"].values())) / 1000


def finished(page: Page) -> None:
    page.get_by_text("The brief, exactly as sent").first.wait_for(timeout=PATIENCE)
    page.wait_for_function(
        "document.querySelector('[data-testid=stApp]')?.dataset.testScriptState !== 'running'", timeout=PATIENCE
    )


def at_once(browser: Browser, url: str, sessions: int) -> None:
    """All sessions ask in the same moment; each is waited for in turn, so the last one's time is that of all."""
    pages = [opened(browser, url) for _ in range(sessions)]
    contexts: list[BrowserContext] = [page.context for page in pages]
    for number, page in enumerate(pages):
        page.get_by_label("Prompt").fill(f"{PROMPT}, session {number}")
    started = time.perf_counter()
    for page in pages:
        page.get_by_role("button", name="Ask", exact=True).click(no_wait_after=True)
    spent = []
    for number, page in enumerate(pages):
        page.wait_for_url(f"**session+{number}**", timeout=PATIENCE)
        finished(page)
        spent.append(time.perf_counter() - started)
    print(f"\n{sessions} sessions at once")
    _figures("button to finished page, s", spent)
    for context in contexts:
        context.close()


def server_of(url: str) -> psutil.Process:
    """The process that answers on that address."""
    port = int(url.rsplit(":", 1)[1])
    return next(
        psutil.Process(found.pid)
        for found in psutil.net_connections("tcp")
        if found.pid and found.status == "LISTEN" and found.laddr.port == port
    )


def _figures(name: str, spent: list[float]) -> None:
    print(f"  {name}: median {statistics.median(spent):.2f}, least {min(spent):.2f}, most {max(spent):.2f} of {len(spent)}")


if __name__ == "__main__":
    main()
