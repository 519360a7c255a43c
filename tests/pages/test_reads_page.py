"""The Reads page over a real store: both footings, the sweep, and the prompt in other words."""

import pytest
from inspected import AS_OF, HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, ORG, PROMPT, REPO

from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder
from secondlayer.engine.footing import footings
from secondlayer.engine.paraphrases import one_word_less
from secondlayer.records import Trace
from secondlayer.settings import PRODUCT
from secondlayer.show.on_screen import opened
from secondlayer.store import open_store

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}


@pytest.fixture
def trace(filled: str, encoder: Encoder) -> Trace:
    """The same request, asked without the app."""
    request = request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF)
    with open_store(ORG, dsn=filled) as store:
        return brief(request, PRODUCT, store, encoder)


def table(app, column: str):
    """The first table with that column; None when there is none."""
    return next((frame.value for frame in app.dataframe if column in frame.value.columns), None)


def texts(app) -> str:
    return "\n".join(element.value for element in app.text)


def interpreted(app) -> str:
    """All text that went through an element that reads Markdown."""
    kinds = (app.markdown, app.caption, app.title, app.header, app.subheader, app.error, app.warning, app.info, app.success)
    return "\n".join([str(element.value) for kind in kinds for element in kind] + [button.label for button in app.button])


def test_without_a_request_there_is_the_form_and_nothing_is_asked(page) -> None:
    app = page({}, "reads")
    assert not app.exception
    assert app.title[0].value == "Reads" and not app.dataframe


def test_every_memory_that_was_judged_stands_with_both_scores_and_its_margin(page, trace: Trace) -> None:
    app = page(ADDRESS, "reads")
    assert not app.exception
    shown = table(app, "between")
    judged = footings(trace)
    assert list(shown["own read"]) == [footing.own for footing in judged]
    assert list(shown["combined"]) == [footing.combined for footing in judged]
    assert list(shown["margin"]) == [f"{footing.standing.margin:+.3f}" for footing in judged]
    assert shown["between"].tolist() == pytest.approx([0.09] * len(judged))
    assert f"0.85 × {trace.bar.top:.3f} = {trace.bar.value:.3f}" in texts(app)


def test_the_sweep_on_the_page_says_what_another_ratio_gives(page, trace: Trace) -> None:
    shown = table(page(ADDRESS, "reads"), "ratio above")
    assert list(shown["seats"][:2]) == ["2", "1"]
    above = table(page({**ADDRESS, "bar_ratio": str(float(shown["up to"][0]) + 0.001)}, "reads"), "between")
    assert sum("place" in result for result in above["result"]) == 1


def test_paraphrases_run_on_demand_and_the_link_shows_them_again(page, trace: Trace) -> None:
    app = page(ADDRESS, "reads")
    assert table(app, "wording") is None
    app.button(key="look.word_by_word").click().run()
    assert not app.exception
    shown = table(app, "wording")
    made = one_word_less(PROMPT)
    assert list(shown["wording"]) == [one.prompt for one in made]
    assert app.query_params["show"] in ("paraphrases", ["paraphrases"])
    address = {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}
    again = page(address, "reads")
    assert table(again, "wording").equals(shown)
    again.button(key="look.word_by_word").click().run()
    assert table(again, "wording") is None


def test_a_paraphrase_has_the_margins_of_a_brief_asked_in_those_words(
    page, filled: str, encoder: Encoder, trace: Trace
) -> None:
    app = page({**ADDRESS, "other": "Split a table\n\n  Remove a column nobody reads  \nSplit a table"}, "reads")
    shown = table(app, "wording")
    assert list(shown["wording"]) == ["Split a table", "Remove a column nobody reads"]
    request = request_of(ORG, "Split a table", repo=REPO, budget_chars=4000, as_of=AS_OF)
    with open_store(ORG, dsn=filled) as store:
        again = brief(request, PRODUCT, store, encoder)
    assert shown["bar"][0] == f"{again.bar.value:.3f}"
    margins = {standing.candidate.memory.id: standing.margin for standing in again.standings}
    first = footings(trace)[0].standing.candidate.memory.id
    column = next(name for name in shown.columns if name.startswith("1 "))
    assert shown[column][0].startswith(f"{margins[first]:+.3f}")


def test_wordings_typed_go_into_the_address_and_are_not_run_twice(page, monkeypatch) -> None:
    app = page(ADDRESS, "reads")
    app.text_area(key="look.typed").set_value("Split a table\nDrop a column")
    app.button(key="look.run").click().run()
    assert app.query_params["other"] in ("Split a table\nDrop a column", ["Split a table\nDrop a column"])
    assert len(table(app, "wording")) == 2
    monkeypatch.setattr(
        "secondlayer.show.on_screen.paraphrases.paraphrase", lambda *_, **__: pytest.fail("the wordings were run again")
    )
    app.run()
    assert not app.exception and len(table(app, "wording")) == 2


def test_what_each_read_searched_is_told_in_sentences(page, trace: Trace) -> None:
    said = texts(page(ADDRESS, "reads"))
    for read in trace.reads:
        assert read.scan.because in said and read.bound_says in said


def test_the_organisation_alone_has_one_read_and_no_seat(page) -> None:
    app = page({"q": PROMPT, "as_of": "2026-11-30"}, "reads")
    assert not app.exception
    assert "there is one read, no second footing, and no seat to win" in texts(app)
    assert table(app, "between") is None and table(app, "ratio above") is None


def test_by_the_first_repair_and_with_nothing_found_the_page_still_stands(page) -> None:
    app = page({**ADDRESS, "seating": "combined"}, "reads")
    assert not app.exception and app.header[0].value
    app = page({"q": "x", "repo": "acme/nothing", "as_of": "2026-11-30", "match_floor": "1.0"}, "reads")
    assert not app.exception and app.header[0].value


def test_hostile_text_is_shown_as_stored_and_never_interpreted(page) -> None:
    prompt = "Rotate :smile: the $a$ lamp <script>x</script>"
    app = page({"q": prompt, "repo": HOSTILE_REPO, "as_of": "2026-11-30", "show": "paraphrases", "other": HOSTILE[0]}, "reads")
    assert not app.exception
    listed = set(table(app, "whose")["memory"])
    for text in HOSTILE:
        assert text in listed and text not in interpreted(app)
    wordings = list(table(app, "wording")["wording"])
    assert HOSTILE[0] in wordings and "<script>x</script>" in list(table(app, "wording")["left out"])
    assert "<script>" not in interpreted(app) and ":smile:" not in interpreted(app)


def test_a_store_that_is_down_is_one_state(open_app) -> None:
    app = open_app("postgresql://nobody@127.0.0.1:1/nowhere?connect_timeout=2")(ADDRESS, "reads")
    assert not app.exception
    assert any("The store cannot be reached." in element.value for element in app.container("state-store").markdown)


def test_looking_at_paraphrases_does_not_ask_for_the_brief_again(page, monkeypatch) -> None:
    app = page({"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30", "id": ODD_ID}, "reads")
    monkeypatch.setattr(opened, "brief", lambda *_, **__: pytest.fail("the brief was assembled again"))
    app.button(key="look.word_by_word").click().run()
    assert not app.exception and table(app, "wording") is not None
