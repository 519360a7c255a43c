"""A database with the organisation to look at, and the app run over it in this process."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path

import pytest
from inspected import ORG, fill
from streamlit.testing.v1 import AppTest

from secondlayer.embedding import Encoder
from secondlayer.show.on_screen import opened

APP = Path(__file__).resolve().parents[2] / "app.py"

Page = Callable[..., AppTest]


@pytest.fixture(scope="session")
def filled(clone: Callable[[str], str], encoder: Encoder) -> str:
    """The connection string of a database that holds the organisation acme; nothing in these tests writes to it."""
    dsn = clone("template1")
    fill(dsn, encoder)
    return dsn


@pytest.fixture
def open_app(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[[str], Page]]:
    """The app over a database: called with an address, and a page's name, it is opened in a session of its own and run once."""
    monkeypatch.setenv("SECONDLAYER_ORG", ORG)
    opened.store.clear()
    opened._holding.clear()
    opened._is_whole.clear()

    def over(dsn: str) -> Page:
        monkeypatch.setenv("SECONDLAYER_DSN", dsn)

        def page(address: Mapping[str, str], name: str = "brief") -> AppTest:
            app = AppTest.from_file(str(APP), default_timeout=60)
            if name != "brief":
                app.switch_page(f"pages/{name}.py")
            for name, value in address.items():
                app.query_params[name] = value
            return app.run()

        return page

    yield over
    try:
        opened.store(ORG).close()
    except Exception:
        pass  # it could not be opened, which is what the test was about
    opened.store.clear()
    opened._holding.clear()
    opened._is_whole.clear()


@pytest.fixture
def page(open_app: Callable[[str], Page], filled: str) -> Page:
    """The app over the filled database."""
    return open_app(filled)
