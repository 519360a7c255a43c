"""The app as its users have it: a server of its own over a real database, and the system's Chromium."""

import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from inspected import ORG, fill
from playwright.sync_api import Browser, sync_playwright
from running import serving

from secondlayer.embedding import Encoder

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="session")
def artefacts() -> Path:
    """The folder the screenshots go to."""
    folder = ROOT / "tests" / "artefacts"
    folder.mkdir(exist_ok=True)
    return folder


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    """One browser a session; each test takes contexts of its own."""
    chromium = shutil.which("chromium") or shutil.which("chromium-headless-shell") or shutil.which("google-chrome")
    if chromium is None:
        said = "there is no Chromium on this machine"
        # In CI the pages must have been looked at; only on somebody's own machine may they go unseen.
        pytest.fail(said) if os.environ.get("CI") else pytest.skip(said)
    with sync_playwright() as playwright:
        opened = playwright.chromium.launch(
            executable_path=chromium, args=["--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage"]
        )
        yield opened
        opened.close()


@pytest.fixture(scope="session")
def app(clone: Callable[[str], str], encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app over the organisation acme."""
    dsn = clone("template1")
    fill(dsn, encoder)
    log = tmp_path_factory.mktemp("app") / "log"
    with serving({"SECONDLAYER_DSN": dsn, "SECONDLAYER_ORG": ORG}, log) as url:
        yield url
    assert "Traceback" not in log.read_text()


@pytest.fixture
def fresh(clone: Callable[[str], str], encoder: Encoder, tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of an app over the organisation acme that nobody has asked for anything yet."""
    dsn = clone("template1")
    fill(dsn, encoder)
    log = tmp_path_factory.mktemp("fresh") / "log"
    with serving({"SECONDLAYER_DSN": dsn, "SECONDLAYER_ORG": ORG}, log) as url:
        yield url
    assert "Traceback" not in log.read_text()


@pytest.fixture(scope="session")
def first_start(clone: Callable[[str], str], tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the app over an empty database, without an organisation named: it loads the demonstration."""
    log = tmp_path_factory.mktemp("first") / "log"
    with serving({"SECONDLAYER_DSN": clone("template1")}, log) as url:
        yield url
    assert "Traceback" not in log.read_text()


@pytest.fixture
def unasked(clone: Callable[[str], str], tmp_path: Path) -> Iterator[str]:
    """The address of a server that was not asked for anything yet, over an empty store of acme."""
    log = tmp_path / "log"
    with serving({"SECONDLAYER_DSN": clone("template1"), "SECONDLAYER_ORG": ORG}, log) as url:
        yield url
    assert "Traceback" not in log.read_text()
