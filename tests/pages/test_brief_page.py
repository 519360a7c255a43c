"""The Brief page over a real store: what stands on it, in every state."""

from collections.abc import Callable
from urllib.parse import quote_plus

import pytest
from inspected import AS_OF, HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, ORG, PROMPT, REPO
from streamlit.testing.v1 import AppTest

from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder
from secondlayer.records import TERMS, Trace
from secondlayer.settings import PRODUCT
from secondlayer.show.address import CHANGEABLE
from secondlayer.show.on_screen import opened
from secondlayer.show.reads_findings import searched
from secondlayer.show.wording import VERDICTS
from secondlayer.store import open_store

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
HOSTILE_ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z"}


@pytest.fixture
def trace(filled: str, encoder: Encoder) -> Trace:
    """The same request, asked without the app."""
    request = request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF)
    with open_store(ORG, dsn=filled) as store:
        return brief(request, PRODUCT, store, encoder)


def printed(app: AppTest) -> str:
    """The brief as it stands on the page, without its marks."""
    texts = [element.value for element in app.container("brief").text]
    return "\n".join(texts[1::2])


def table(app: AppTest, column: str):
    """The first table with that column."""
    return next(frame.value for frame in app.dataframe if column in frame.value.columns)


def explained(app: AppTest) -> str:
    """The verdict on the memory looked at, as it stands on the page; empty when none is looked at."""
    marks = tuple(mark for mark, _ in VERDICTS.values())
    return next((element.value for element in app.subheader if element.value.startswith(marks)), "")


def everything_interpreted(app: AppTest) -> str:
    """All text that went through an element that reads Markdown."""
    kinds = (app.markdown, app.caption, app.title, app.header, app.subheader, app.error, app.warning, app.info, app.success)
    said = [element.value for kind in kinds for element in kind]
    said += [button.label for button in app.button]
    return "\n".join(map(str, said))


def test_the_first_run_shows_a_form_and_asks_nothing(page) -> None:
    app = page({})
    assert not app.exception
    assert app.title[0].value == "Brief"
    assert [field.label for field in app.text_input] == ["Repository", "Team", "Path in the repository", "As of, UTC"]
    assert not app.dataframe
    assert "current memories" in app.sidebar.text[0].value


def test_the_brief_stands_on_the_page_exactly_as_an_agent_gets_it(page, trace: Trace) -> None:
    app = page(ADDRESS)
    assert not app.exception
    assert printed(app) == trace.brief.text


def test_asking_through_the_form_gives_a_link_that_shows_the_same_in_a_new_session(page) -> None:
    app = page({})
    app.text_area(key="ask.prompt").set_value(PROMPT)
    app.text_input(key="ask.repo").set_value(REPO)
    app.number_input(key="ask.budget").set_value(700)
    app.button(key="ask.go").click().run()
    address = {name: values[0] if isinstance(values, list) else values for name, values in app.query_params.items()}
    assert address["q"] == PROMPT and address["budget"] == "700" and address["as_of"].endswith("Z")
    again = page(address)
    assert printed(again) == printed(app)
    assert again.header[0].value == app.header[0].value
    assert again.number_input(key="ask.budget").value == 700


def test_the_verdict_comes_first_and_names_places_and_margin(page, trace: Trace) -> None:
    assert len(trace.seats) == 2
    says = page(ADDRESS).header[0].value
    assert says == f"The organisation took places 2 and 4, the second by {trace.seats[1].margin:.3f}."


def test_every_candidate_has_one_row_whose_points_add_up_to_its_score(page, trace: Trace) -> None:
    shown = table(page({**ADDRESS, "rows": "all"}), "outcome")
    considered = {block.candidate.memory.id for block in trace.blocks}
    judged = {standing.candidate.memory.id for standing in trace.standings}
    assert sorted(shown["id"]) == sorted(considered | judged)
    sums = shown[[f"+ {name}" for name in TERMS]].sum(axis=1)
    assert (sums - shown["score"]).abs().max() < 1e-9


def test_a_block_left_out_shows_the_figures_of_the_test_that_left_it_out(page, trace: Trace) -> None:
    shown = table(page({**ADDRESS, "rows": "all"}), "outcome").set_index("id")
    repeats = [block for block in trace.blocks if block.outcome == "repeat"]
    assert repeats
    for block in repeats:
        assert block.overlap is not None
        figures = shown.loc[block.candidate.memory.id, "figures"]
        assert f"{block.overlap.shared} of {block.overlap.larger} tokens shared" in figures
        assert f"{block.overlap.ratio:.3f} ÷ larger" in figures
    small = table(page({**ADDRESS, "rows": "all", "budget": "400"}), "outcome")
    assert small[small["outcome"] == "▭ no room"]["figures"].str.fullmatch(r"needs [\d,]+ characters, [\d,]+ left").all()


def test_the_scan_of_each_read_is_told(page, trace: Trace) -> None:
    shown = table(page(ADDRESS), "organisation").set_index("what")
    assert shown.loc["in scope", "combined"] == str(trace.reads[0].scan.in_scope)
    assert shown.loc["stop", "organisation"].startswith(trace.reads[1].scan.stop)
    assert shown.loc["plan", "combined"] == "exact (asked: auto)"


def test_a_memory_in_the_address_is_explained(page, trace: Trace) -> None:
    seat = trace.seats[0].candidate.memory.id
    app = page({**ADDRESS, "id": seat})
    assert any(element.value.startswith("◆ Seated at place 2, ") for element in app.subheader)
    assert any("took the organisation's seat at place 2" in element.value for element in app.text)
    assert app.selectbox(key="look.memory").value == seat


def test_another_memory_is_chosen_by_its_id_and_the_address_follows(page, trace: Trace) -> None:
    app = page(ADDRESS)
    other = trace.blocks[-1].candidate.memory.id
    app.selectbox(key="look.memory").set_value(other).run()
    assert not app.exception
    assert app.query_params["id"] in (other, [other])
    assert explained(app)


def test_an_id_with_signs_of_an_address_in_it_is_found(page) -> None:
    app = page({**HOSTILE_ADDRESS, "id": ODD_ID})
    assert not app.exception
    assert explained(app)


def test_an_id_that_nobody_has_is_said_to_be_unknown(page) -> None:
    app = page({**ADDRESS, "id": "nobody"})
    assert not app.exception
    assert any("The memory in the address is not among the candidates." in element.value for element in app.markdown)


def test_hostile_text_is_shown_as_stored_and_never_given_to_anything_that_interprets_it(page) -> None:
    app = page({**HOSTILE_ADDRESS, "id": ODD_ID})
    assert not app.exception
    brief_text, interpreted = printed(app), everything_interpreted(app)
    for text in HOSTILE:
        assert text in brief_text
        assert text in set(table(app, "outcome")["memory"])
        assert text not in interpreted
    assert "<i>Lamps</i>" not in interpreted


def test_a_hostile_prompt_and_repository_are_never_interpreted(page) -> None:
    prompt, repo = "Rotate :smile: $a$ <script>x</script> ![x](http://elsewhere.invalid/p.png)", "ac$m$e/:red[app]"
    app = page({"q": prompt, "repo": repo, "as_of": "2026-11-30"})
    assert not app.exception
    assert prompt not in everything_interpreted(app) and repo not in everything_interpreted(app)


def test_a_repository_that_holds_nothing_is_said_plainly(page) -> None:
    app = page({"q": "Change the tax rate", "repo": "acme/nothing", "as_of": "2026-11-30"})
    assert any(element.value.startswith("No memories are filed under acme/nothing and nothing.") for element in app.text)


def test_values_of_the_address_that_cannot_be_used_fall_back_with_a_note(page) -> None:
    app = page({**ADDRESS, "budget": "abc", "as_of": "yesterday", "preset": "best", "seating": "none", "colour": "red"})
    assert not app.exception
    notes = [element.value for element in app.container("state-notes").text]
    assert len(notes) == 5
    assert app.number_input(key="ask.budget").value == 4000
    assert printed(app)


def test_an_empty_prompt_is_asked_for(page) -> None:
    app = page({})
    app.button(key="ask.go").click().run()
    assert any("The prompt is empty" in element.value for element in app.container("state-notes").text)


@pytest.mark.parametrize("prompt", ["x", "数据库迁移", "' \" % _ \\ / $", "w" * 30_000, "a\u0007b \u202e c"])
def test_any_prompt_gets_an_answer_or_one_sentence(page, prompt: str) -> None:
    app = page({})
    app.text_area(key="ask.prompt").set_value(prompt)
    app.button(key="ask.go").click().run()
    assert not app.exception
    assert app.header[0].value


def test_a_scope_that_cannot_be_one_is_told_in_a_sentence(page) -> None:
    app = page({"q": "x", "repo": "a b c", "as_of": "2026-11-30"})
    assert not app.exception
    assert any("A scope is" in element.value for element in app.container("state-call").text)


def test_a_changed_rule_is_shown_beside_the_product_and_can_be_taken_back(page, trace: Trace) -> None:
    app = page({**ADDRESS, "seating": "combined"})
    changed = table(app, "setting")
    assert changed.to_dict("records") == [{"setting": "seating", "here": "combined", "product": "two_reads"}]
    assert printed(app) != trace.brief.text
    next(button for button in app.button if button.label == "Back to the product's own").click().run()
    assert "seating" not in app.query_params
    assert printed(app) == trace.brief.text


def test_every_setting_of_what_if_stands_in_the_address_and_shows_what_it_moves(page, trace: Trace) -> None:
    app = page(ADDRESS)
    fields = [f"ask.{name}" for name in CHANGEABLE]
    held = {field.key for kind in (app.number_input, app.selectbox) for field in kind}
    assert set(fields) <= held
    placeholders = {field.key: field.proto.placeholder for field in app.number_input}
    assert placeholders["ask.weight_meaning"] == "product: 0.55" and placeholders["ask.k_combined"] == "product: 32"
    app.number_input(key="ask.weight_meaning").set_value(0.1)
    app.number_input(key="ask.k_combined").set_value(3)
    app.selectbox(key="ask.fill").set_value("off")
    app.button(key="ask.again").click().run()
    assert not app.exception
    address = {name: values[0] if isinstance(values, list) else values for name, values in app.query_params.items()}
    assert (address["weight_meaning"], address["k_combined"], address["fill"]) == ("0.1", "3", "off")
    moved = table(app, "before")
    assert set(moved["change"]) <= {"+ gained", "− lost", "moved"}
    assert set(moved[moved["change"] == "− lost"]["id"]) <= set(trace.brief.carried)
    assert printed(page(address)) == printed(app)


def test_a_prompt_too_long_for_an_address_is_said_and_still_answered(page) -> None:
    app = page({})
    app.text_area(key="ask.prompt").set_value("split a table " * 600)
    app.button(key="ask.go").click().run()
    assert not app.exception
    assert "The prompt is too long for an address." in app.container("state-long").markdown[0].value
    assert "q" not in app.query_params and printed(app)
    app.switch_page("pages/why.py").run()
    assert app.text_area(key="ask.prompt").value.startswith("split a table ")


def test_a_finding_links_to_the_page_that_shows_it_with_the_memory_it_is_about(page, trace: Trace) -> None:
    links = [link.proto for link in page(ADDRESS).container("findings").get("page_link")]
    assert {"→ Why", "→ Reads", "→ Budget"} >= {link.label for link in links} >= {"→ Why"}, (
        "links are drawn to pages that are there"
    )
    seats = {quote_plus(seat.candidate.memory.id) for seat in trace.seats}
    assert seats <= {link.query_string.split("id=")[-1].split("&")[0] for link in links}


def test_what_was_searched_is_told_with_the_words_and_the_bound(page, trace: Trace) -> None:
    shown = [element.value for element in page(ADDRESS).text]
    for read in trace.reads:
        assert read.bound_says and set(searched(read, trace)) <= set(shown)


def test_the_organisation_asked_at_its_own_level_has_one_read_and_no_bar(page) -> None:
    app = page({"q": PROMPT, "as_of": "2026-11-30"})
    assert not app.exception
    assert "one read, no seats to win" in app.header[0].value


def test_a_store_that_is_down_is_one_state_and_the_form_stays(open_app: Callable) -> None:
    app = open_app("postgresql://nobody@127.0.0.1:1/nowhere?connect_timeout=2")(ADDRESS)
    assert not app.exception
    assert any("The store cannot be reached." in element.value for element in app.container("state-store").markdown)
    assert app.text_area(key="ask.prompt").value == PROMPT
    assert "not reachable" in app.sidebar.text[0].value


def test_memories_of_another_encoder_are_told_as_such(open_app: Callable, dsn: str) -> None:
    app = open_app(dsn)(ADDRESS)
    assert not app.exception
    assert any("another encoder" in element.value for element in app.container("state-encoder").markdown)


def test_an_unexpected_error_shows_an_id_and_nothing_of_its_own(page, monkeypatch, caplog) -> None:
    def broken(*_: object, **__: object) -> None:
        raise RuntimeError("a secret of the inside")

    monkeypatch.setattr(opened, "brief", broken)
    app = page(ADDRESS)
    shown = "\n".join(element.value for element in app.container("state-unexpected").text)
    code = shown.rstrip(".").split()[-1]
    assert "secret" not in shown
    assert code in caplog.text and "a secret of the inside" in caplog.text


def test_looking_closer_does_not_ask_again(page, monkeypatch) -> None:
    app = page(ADDRESS)
    monkeypatch.setattr(opened, "brief", lambda *_, **__: pytest.fail("the brief was assembled again"))
    app.selectbox(key="look.memory").set_value(table(app, "outcome")["id"][0]).run()
    assert not app.exception
    assert explained(app)
