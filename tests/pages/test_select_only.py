"""The whole app as a role that may only SELECT: everything can be looked at, and nothing is changed."""

from pathlib import Path

import psycopg
import pytest
from inspected import AS_OF, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, ORG, PROMPT, REPO, fill
from psycopg import sql
from streamlit.testing.v1 import AppTest

from secondlayer.briefing import brief, request_of
from secondlayer.serving import keep
from secondlayer.settings import PRODUCT
from secondlayer.store import open_store

PAGES = sorted(path.stem for path in (Path(__file__).resolve().parents[2] / "pages").glob("*.py"))
VIEW = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
TABLES = """
SELECT c.oid::regclass::text, c.relkind = 'S' FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = c.relnamespace
WHERE n.nspname = 'public' AND c.relkind IN ('r', 'p', 'S') ORDER BY 1
"""
CHECKSUM = "SELECT count(*), md5(coalesce(string_agg(t::text, '\n' ORDER BY t::text), '')) FROM {} AS t"
WRITTEN = "SELECT coalesce(sum(n_tup_ins + n_tup_upd + n_tup_del), 0)::bigint FROM pg_stat_user_tables"


def contents(dsn: str) -> dict[str, object]:
    """Every table and sequence with the checksum of all that is in it, and how many rows the server ever wrote."""
    with psycopg.connect(dsn, autocommit=True) as connection:
        found: dict[str, object] = {}
        for name, sequence in connection.execute(TABLES).fetchall():
            query = sql.SQL("SELECT last_value, is_called FROM {}" if sequence else CHECKSUM)
            found[name] = connection.execute(query.format(sql.Identifier(name))).fetchone()
        connection.execute("SELECT pg_stat_force_next_flush()")
        found["rows written"] = connection.execute(WRITTEN).fetchone()
        found["schemas"] = connection.execute("SELECT array_agg(nspname ORDER BY nspname) FROM pg_namespace").fetchone()
        return found


@pytest.fixture
def looked_at(clone, encoder) -> str:
    """A database with the organisation, a served brief and a retired memory."""
    dsn = clone("template1")
    fill(dsn, encoder)
    with open_store(ORG, dsn=dsn) as store:
        trace = brief(request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF), PRODUCT, store, encoder)
        keep(trace, PRODUCT, store, door="cli")
        store.retire(trace.blocks[-1].candidate.memory.id, at=AS_OF, reason="gone")
    return dsn


def whole(app: AppTest) -> None:
    """The page stands: no exception, and none of the states that tell of one."""
    assert not app.exception
    said = [element.value for element in app.markdown]
    assert not any("cannot be reached" in one or "Something went wrong" in one or "did not work" in one for one in said), said


def press(app: AppTest, label: str) -> None:
    next(button for button in app.button if button.label == label).click().run()
    whole(app)


def at(app: AppTest, page: str, **address: str) -> AppTest:
    app.query_params.clear()
    for name, value in address.items():
        app.query_params[name] = value
    app.switch_page(f"pages/{page}.py").run()
    whole(app)
    return app


def test_every_page_is_clicked_through_and_no_table_changes(open_app, looked_at, reader_of, monkeypatch):
    reader = reader_of(looked_at)
    run = open_app(reader)
    # the organisation is found, and the demonstration's is offered, as for anybody who names none
    monkeypatch.delenv("SECONDLAYER_ORG")
    with psycopg.connect(reader) as connection, pytest.raises(psycopg.errors.InsufficientPrivilege):
        connection.execute("INSERT INTO organisation (name) VALUES ('x')")
    before = contents(looked_at)
    app = run({})
    assert f"{ORG}\n50 current memories" in app.sidebar.text[0].value
    for page in PAGES:
        at(app, page)
        at(app, page, **VIEW)
        at(app, page, **VIEW, id=ODD_ID)
        at(app, page, q=HOSTILE_PROMPT, repo=HOSTILE_REPO, as_of="2026-11-30", arm="paper")
    at(app, "brief", **VIEW)
    app.button(key="ask.go").click().run()
    whole(app)
    at(app, "scan", **VIEW)
    app.radio(key="scan.read").set_value("organisation").run()
    app.radio(key="scan.show").set_value("paper").run()
    whole(app)
    assert "Index Scan using memory_vector_" in app.code[1].value
    press(app, "Let auto walk too")
    at(app, "memories")
    app.text_input(key="browse.find").set_value("split").run()
    app.checkbox(key="browse.retired").check().run()
    at(app, "organisation", prompts="own", own=PROMPT, place=REPO)
    at(app, "organisation", prompts="served")
    other = app.selectbox(key="ask.org").options[1]
    app.selectbox(key="ask.org").set_value(other).run()
    assert any("may only read" in element.value for element in app.text)
    assert contents(looked_at) == before


def test_the_experiment_is_refused_in_one_sentence(open_app, looked_at, reader_of):
    before = contents(looked_at)
    app = at(open_app(reader_of(looked_at))({}), "scan")
    app.button(key="scan.run-it").click().run()
    whole(app)
    told = [element.value for element in app.container("state-experiment").text]
    assert len(told) == 1 and "the role only_reads may not make one there" in told[0]
    assert contents(looked_at) == before


def test_an_organisation_the_database_has_not_heard_of_is_empty_and_stays_unknown(open_app, looked_at, reader_of, monkeypatch):
    before = contents(looked_at)
    run = open_app(reader_of(looked_at))
    monkeypatch.setenv("SECONDLAYER_ORG", "nobody")
    app = run({})
    whole(app)
    at(app, "memories")
    assert any("Nothing is stored" in element.value for element in app.container("state-empty").markdown)
    at(app, "brief", **VIEW)
    assert any(f"No memories are filed under {REPO}" in element.value for element in app.text)
    at(app, "scan", **VIEW)
    assert contents(looked_at) == before


def test_an_empty_store_cannot_be_filled_by_such_a_role_and_one_sentence_says_so(open_app, dsn, reader_of, monkeypatch):
    before = contents(dsn)
    run = open_app(reader_of(dsn))
    monkeypatch.delenv("SECONDLAYER_ORG")
    app = run({})
    assert not app.exception
    assert "is not loaded here whole, and the role that asks may only read" in app.sidebar.text[0].value
    for page in ("memories", "organisation"):
        app.switch_page(f"pages/{page}.py").run()
        assert not app.exception
        told = [element.value for element in app.container("state-call").text]
        assert len(told) == 1 and "secondlayer demo" in told[0]
    assert contents(dsn) == before


def test_a_store_without_the_schema_is_told_in_one_sentence(clone, reader_of):
    from secondlayer.errors import SecondLayerError

    made = clone("template1")
    with pytest.raises(SecondLayerError) as refused:
        open_store(ORG, dsn=reader_of(made))
    assert "\n" not in str(refused.value) and "does not allow this to the role that asks" in str(refused.value)
