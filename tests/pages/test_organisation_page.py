"""The Organisation page over a real store: what agents hear from it, and the report to keep."""

import pytest
from inspected import AS_OF, HOSTILE, ORG, PROMPT, REPO, fill

from secondlayer.briefing import brief, request_of
from secondlayer.filing import file_memories
from secondlayer.hearing import hear, own_prompts
from secondlayer.records import Memory
from secondlayer.serving import keep
from secondlayer.settings import PRODUCT
from secondlayer.show import heard as shown
from secondlayer.show.on_screen import prompts
from secondlayer.store import open_store

OWN = f"{PROMPT}\nWhere are passwords kept\n{HOSTILE[1]} @ acme/hostile"
VIEW = {"prompts": "own", "own": OWN, "place": REPO, "as_of": "2026-11-30T12:00:00Z", "q": PROMPT}


def texts(app) -> str:
    return "\n".join(element.value for element in app.text)


def with_column(app, column: str):
    return next(frame.value for frame in app.dataframe if column in frame.value.columns)


@pytest.fixture(scope="module")
def heard(filled, encoder):
    with open_store(ORG, dsn=filled) as store:
        return hear(own_prompts(ORG, OWN, REPO, AS_OF), store, encoder)


def test_prompts_of_ones_own_are_run_and_told(page, heard):
    app = page(VIEW, "organisation")
    assert not app.exception
    assert app.header[0].value == shown.verdict(heard)
    taken = with_column(app, "briefs")
    assert sorted(taken["id"]) == sorted({seat.memory.id for seat in heard.seats})
    short = with_column(app, "short by")
    assert len(short) == sum(not prompt.seats for prompt in heard.prompts)
    assert list(with_column(app, "asked")["asked"]) or len(with_column(app, "bar")) == 3
    never = with_column(app, "on prompt")
    assert len(never) + len(taken) == heard.total == 4


def test_they_are_given_in_the_form_and_kept_in_the_address(page):
    app = page({}, "organisation")
    assert not app.exception
    assert "Example prompts exist for the demonstration organisation only." in texts(app)
    app.text_area(key="heard.lines").set_value(PROMPT)
    app.text_input(key="heard.place").set_value(REPO)
    next(button for button in app.button if button.label == "Run them").click().run()
    assert not app.exception
    assert app.header[0].value.endswith("on one of the one prompt.") or "took" in app.header[0].value
    address = {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}
    assert address == {"own": PROMPT, "place": REPO, "prompts": "own"}
    assert page(address, "organisation").header[0].value == app.header[0].value


def test_prompts_too_long_for_an_address_stay_in_the_session_and_that_is_said(page):
    app = page({"prompts": "own"}, "organisation")
    app.text_area(key="heard.lines").set_value("\n".join(f"{PROMPT} number {n}" + " word" * 200 for n in range(8)))
    next(button for button in app.button if button.label == "Run them").click().run()
    assert not app.exception
    assert "own" not in app.query_params
    assert "too long for an address" in texts(app)
    assert len(with_column(app, "bar")) == 8


def test_a_prompt_that_cannot_be_asked_is_told_in_a_sentence(page):
    app = page({"prompts": "own", "own": "a task @ no such name"}, "organisation")
    assert not app.exception
    assert any("A scope is" in element.value for element in app.container("state-call").text)


def test_the_days_of_staleness_are_chosen_and_kept_in_the_address(page):
    app = page(VIEW, "organisation")
    assert "Nothing the organisation holds is that old." in texts(app)
    app.number_input(key="heard.days").set_value(2).run()
    assert not app.exception
    assert app.query_params["days"] in ("2", ["2"])
    assert list(with_column(app, "last said")["age"]) == ["3 d"]
    assert page({**VIEW, "days": "much"}, "organisation").number_input(key="heard.days").value == 365


def test_looking_closer_runs_nothing_again_until_the_store_changes(open_app, clone, encoder, monkeypatch):
    dsn = clone("template1")
    fill(dsn, encoder)
    app = open_app(dsn)({})
    for name, value in VIEW.items():
        app.query_params[name] = value
    app.switch_page("pages/organisation.py").run()
    first = app.header[0].value
    with monkeypatch.context() as patch:
        patch.setattr(prompts, "hear", lambda *_, **__: pytest.fail("the prompts were run again"))
        app.number_input(key="heard.days").set_value(3).run()
        assert not app.exception and app.header[0].value == first
    with open_store(ORG, dsn=dsn) as store:
        file_memories(store, encoder, [Memory(id="new", scope="org", text="A new rule of all", written_at=AS_OF)])
    app.run()
    assert not app.exception and "5 memories" in app.header[0].value


def test_served_briefs_are_told_and_none_is_a_state(open_app, clone, encoder):
    dsn = clone("template1")
    fill(dsn, encoder)
    app = open_app(dsn)({})
    app.query_params["prompts"] = "served"
    app.switch_page("pages/organisation.py").run()
    assert any("A brief is kept when it is served" in element.value for element in app.container("state-served").text)
    with open_store(ORG, dsn=dsn) as store:
        trace = brief(request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF), PRODUCT, store, encoder)
        keep(trace, PRODUCT, store, door="cli")
    app.run()
    assert not app.exception
    table = with_column(app, "bar")
    assert list(table["asked"]) == [PROMPT] and list(table["seats"]) == [len(trace.seats)]
    assert trace.brief_id in table["name"].iloc[0]


def test_hostile_prompts_and_memories_are_interpreted_nowhere(page):
    app = page(VIEW, "organisation")
    kinds = (app.markdown, app.caption, app.title, app.header, app.subheader)
    said = "\n".join(str(element.value) for kind in kinds for element in kind)
    assert not any(text in said for text in HOSTILE)
