"""The Knowledge page over a real store: paths, changes, and hostile text as it is stored."""

from collections.abc import Callable
from datetime import UTC, datetime, timedelta

import pytest
from inspected import HOSTILE, HOSTILE_REPO, ORG, fill
from streamlit.testing.v1 import AppTest

from secondlayer.embedding import Encoder
from secondlayer.organisation.remembering import remember, stated, supersede
from secondlayer.records import Actor
from secondlayer.store import open_store

ANA = Actor(name="Ana")
SWITCH = datetime(2026, 3, 14, tzinfo=UTC)
CHAIN = ("Litestar is the standard", "don't use Flask", "exception: data team uses Django for admin <b>& *more*</b>")
#: the chain as it stands on the page after what the question names
CHAIN_LINE = (CHAIN[0], "Both rule on one matter: web framework.", CHAIN[1], "Is an exception to it.", CHAIN[2])
PAGE = "pages/knowledge.py"


@pytest.fixture(scope="module")
def known(clone: Callable[[str], str], encoder: Encoder) -> str:
    """A database of acme's with a chain of three rules, one switch, and hostile texts that bind."""
    dsn = clone("template1")
    fill(dsn, encoder)
    with open_store(ORG, dsn=dsn) as store:
        for text in CHAIN:
            remember(store, encoder, stated(text, "org", ANA, layer="convention", now=SWITCH), ANA)
        for text in HOSTILE:
            remember(store, encoder, stated(f"{text} :red[now]", HOSTILE_REPO, ANA, layer="procedure", now=SWITCH), ANA)
        before = stated("The team's broker is RabbitMQ.", "org", ANA, layer="decision", now=SWITCH - timedelta(days=300))
        old = remember(store, encoder, before, ANA).memory.id
        new = stated("The team's broker is NATS.", "org", ANA, layer="decision", now=SWITCH)
        supersede(store, encoder, old, new, ANA, now=SWITCH, reason="RabbitMQ fell over <twice>")
    return dsn


@pytest.fixture
def knowledge(open_app, known: str) -> Callable[[dict[str, str]], AppTest]:
    page = open_app(known)

    def at(address: dict[str, str]) -> AppTest:
        app = page(address)
        return app.switch_page(PAGE).run()

    return at


def texts(app: AppTest) -> list[str]:
    return [element.value for element in app.main.text]


def test_without_a_question_it_says_what_to_do(knowledge) -> None:
    app = knowledge({})
    assert not app.exception and app.title[0].value == "Knowledge"
    assert any("Ask what the organisation holds" in text for text in texts(app))
    assert not app.dataframe


def test_a_path_of_two_links_is_told_link_by_link(knowledge) -> None:
    app = knowledge({"q": "What follows from Litestar?", "as_of": "2026-11-30T12:00:00Z"})
    assert not app.exception
    assert app.header[0].value == "Three facts hang together with the question, the farthest two links away."
    said = texts(app)
    at = said.index("Is an exception to it.")
    # each line with its mark before it
    path = said[at - 8 : at + 3 : 2]
    assert path == ["The question names Litestar.", *CHAIN_LINE]
    links = next(frame.value for frame in app.dataframe if "links" in frame.value.columns)
    assert list(links["links"]) == ["0", "1", "2"] and list(links["fact"]) == list(CHAIN)


def test_what_held_at_a_moment_stands_beside_what_holds_with_the_reason_of_the_change(knowledge) -> None:
    app = knowledge({"q": "Which broker does the team have?", "as_of": "2026-01-01"})
    assert not app.exception
    assert "What held on 1 January 2026" in [element.value for element in app.subheader]
    said = texts(app)
    assert "from 18 May 2025 until 14 March 2026" in said
    (change,) = [text for text in said if text.startswith("Until 14 March 2026")]
    assert change.endswith("Why: RabbitMQ fell over <twice>. (Ana)")
    now = said[said.index("The team's broker is NATS.") + 2 :]
    assert "since 14 March 2026" in now


def test_hostile_text_is_never_read_as_markup(knowledge) -> None:
    app = knowledge({"q": "Rotate the hostile lamp", "repo": HOSTILE_REPO, "as_of": "2026-11-30"})
    assert not app.exception
    shown = texts(app) + [str(value) for frame in app.dataframe for value in frame.value.get("fact", ())]
    kinds = (app.markdown, app.caption, app.title, app.header, app.subheader)
    interpreted = "\n".join(str(element.value) for kind in kinds for element in kind)
    stored = [f"{text} :red[now]" for text in HOSTILE]
    assert sum(text in shown for text in stored) >= 3
    assert not any(text in interpreted for text in (*stored, *HOSTILE))


def test_what_cannot_be_asked_is_said_on_the_page(knowledge) -> None:
    app = knowledge({"q": "Flask?", "repo": "not a repository/at all"})
    assert not app.exception
    assert any("cannot" in str(element.value) or "did not work" in str(element.value) for element in app.markdown)
