"""The Memories page over a real store: what is found, how it is leafed through, and one memory's story."""

import pytest
from inspected import AS_OF, HOSTILE, HOSTILE_REPO, ODD_ID, ORG, PROMPT, REPO, memories

from secondlayer.briefing import brief, request_of
from secondlayer.records import Actor
from secondlayer.serving import keep
from secondlayer.settings import PRODUCT
from secondlayer.show.on_screen import browsing
from secondlayer.store import open_store

AS_OF_TEXT = "2026-11-30T12:00:00Z"


def listed(app):
    return next((frame.value for frame in app.dataframe if "last said" in frame.value.columns), None)


def texts(app) -> str:
    return "\n".join(element.value for element in app.text)


def param(app, name: str) -> str:
    value = app.query_params.get(name, "")
    return value[0] if isinstance(value, list) else value


def test_every_memory_is_listed_page_by_page(page, monkeypatch):
    monkeypatch.setattr(browsing, "PAGE", 20)
    app = page({"q": PROMPT, "as_of": AS_OF_TEXT}, "memories")
    seen: list[str] = []
    while True:
        assert not app.exception
        seen += list(listed(app)["id"])
        more = [button for button in app.button if button.label == "Next page"]
        if not more:
            break
        more[0].click().run()
    assert sorted(seen) == sorted(memory.id for memory in memories())
    assert app.header[0].value == "51 current memories."
    assert "41 to 51 of 51" in texts(app)
    next(button for button in app.button if button.label == "First page").click().run()
    assert list(listed(app)["id"]) == seen[:20] and "after" not in app.query_params


@pytest.mark.parametrize(
    ("key", "value", "name", "found"),
    [
        ("browse.find", "never DROP", "find", lambda memory: "Never drop" in memory.text),
        ("browse.scope", HOSTILE_REPO, "scope", lambda memory: memory.scope == HOSTILE_REPO),
        ("browse.layer", "policy", "layer", lambda memory: memory.layer == "policy"),
        ("browse.origin", "stated", "origin", lambda memory: memory.origin == "stated"),
    ],
)
def test_each_condition_is_kept_in_the_address_and_holds_in_a_new_session(page, key, value, name, found):
    app = page({}, "memories")
    kind = app.text_input if key == "browse.find" else app.selectbox
    kind(key=key).set_value(value).run()
    assert not app.exception
    wanted = sorted(memory.id for memory in memories() if found(memory))[:50]
    assert param(app, name) == value
    again = page({name: value}, "memories")
    assert again.header[0].value == app.header[0].value
    for shown in (listed(app), listed(again)):
        assert len(shown) == len(wanted) and set(shown["id"]) <= {m.id for m in memories() if found(m)}


def test_age_and_order_are_counted_to_the_moment_of_the_view(page):
    view = {"q": PROMPT, "as_of": AS_OF_TEXT}
    assert set(listed(page({**view, "age": "1"}, "memories"))["id"]) == {
        memory.id for memory in memories() if (AS_OF - memory.written_at).days <= 1
    }
    old = page({**view, "age": "17-", "order": "oldest"}, "memories")
    assert list(listed(old)["age"]) == ["19 d", "19 d", "18 d", "18 d"]
    assert old.selectbox(key="browse.age").value == "17-"


def test_nothing_found_is_said_and_taken_back_with_one_press(page):
    app = page({"find": "no such words anywhere", "layer": "policy"}, "memories")
    assert app.header[0].value == "None of the 51 current memories is like that."
    next(button for button in app.button if button.label == "Look for nothing in particular").click().run()
    assert app.header[0].value == "51 current memories."
    assert not param(app, "find") and not param(app, "layer")


def test_values_of_the_address_that_cannot_be_used_are_left_aside_with_a_note(page):
    app = page({"layer": "gossip", "origin": "unknown", "age": "old", "scope": "nowhere", "after": "nobody"}, "memories")
    assert not app.exception
    assert len(app.container("state-notes").text) == 3
    assert app.header[0].value.startswith("None of the 51")


def test_one_memory_is_told_whole(page):
    memory = next(memory for memory in memories() if memory.source_path)
    app = page({"id": memory.id, "q": PROMPT, "as_of": AS_OF_TEXT}, "memories")
    assert not app.exception
    assert app.code[0].value == memory.text
    story = next(frame.value for frame in app.dataframe if list(frame.value.columns) == ["what", "value"])
    told = dict(story.itertuples(index=False))
    assert (told["id"], told["scope"], told["layer"], told["origin"]) == (memory.id, REPO, "decision", "stated")
    assert (told["repository"], told["path"]) == (memory.source_repo, memory.source_path)
    assert told["written"] == "2026-11-30T12:00:00Z" and told["stored"]
    assert "The encoder read it whole:" in texts(app)
    assert "Example prompts exist for the demonstration organisation only" in texts(app)


def test_a_hostile_memory_is_shown_as_stored_and_interpreted_nowhere(page):
    app = page({"id": ODD_ID, "scope": HOSTILE_REPO}, "memories")
    assert not app.exception
    assert app.code[0].value == HOSTILE[0]
    assert set(HOSTILE) == set(listed(app)["memory"])
    kinds = (app.markdown, app.caption, app.title, app.header, app.subheader)
    said = "\n".join(str(element.value) for kind in kinds for element in kind) + "".join(b.label for b in app.button)
    assert not any(text in said for text in HOSTILE) and "<i>Lamps</i>" not in said


def test_an_id_nobody_has_is_said_to_be_unknown(page):
    app = page({"id": "no:one **bold**"}, "memories")
    assert not app.exception
    assert app.container("state-id").text[0].value == "no:one **bold**"


def test_retired_ones_are_listed_on_request_with_their_story(open_app, clone, encoder):
    from inspected import fill

    dsn = clone("template1")
    fill(dsn, encoder)
    gone = memories()[0].id
    with open_store(ORG, dsn=dsn) as store:
        store.retire(gone, at=AS_OF, by=Actor(name="Ana"), reason="the table is no longer split")
        trace = brief(request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF), PRODUCT, store, encoder)
        keep(trace, PRODUCT, store, door="cli")
    app = open_app(dsn)({})
    app.query_params["id"] = gone
    app.switch_page("pages/memories.py").run()
    assert app.header[0].value == "50 current memories."
    assert "Retired on 2026-11-30 by Ana, because the table is no longer split. No read brings it back." in texts(app)
    assert "No served brief that is kept carries it." in texts(app)
    app.checkbox(key="browse.retired").check().run()
    assert param(app, "retired") == "yes"
    app.selectbox(key="browse.order").set_value("oldest").run()
    assert app.header[0].value == "50 current memories and 1 retired."
    app.text_input(key="browse.find").set_value(gone).run()
    shown = listed(app)
    assert list(shown["id"]) == [gone] and list(shown["state"]) == ["retired"]
    app.query_params["id"] = trace.brief.carried[0]
    app.run()
    assert not app.exception
    served = next(frame.value for frame in app.dataframe if "brief" in frame.value.columns)
    assert list(served["brief"]) == [trace.brief_id] and list(served["prompt"]) == [PROMPT]


def test_an_empty_store_says_what_to_do_first(open_app, dsn):
    app = open_app(dsn)({})
    app.switch_page("pages/memories.py").run()
    assert not app.exception
    assert any("secondlayer distil" in element.value for element in app.container("state-empty").text)
