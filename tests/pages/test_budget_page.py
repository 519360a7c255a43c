"""The Budget page over a real store: the ledger, a pair, the overlaps, the cap, and the same blocks under other rules."""

import pytest
from inspected import AS_OF, HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, ORG, PROMPT, REPO

from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder
from secondlayer.engine.rules import under_other_rules
from secondlayer.records import Trace
from secondlayer.settings import PRODUCT
from secondlayer.show.on_screen import opened
from secondlayer.store import open_store

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
HOSTILE_ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z"}


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


def test_the_first_sentence_tells_what_was_spent(page, trace: Trace) -> None:
    app = page(ADDRESS, "budget")
    assert not app.exception
    left = 4000 - trace.brief.chars
    assert app.header[0].value.endswith(f"spend {trace.brief.chars:,} of 4,000 characters, and {left:,} are left.")


def test_the_lines_of_the_ledger_are_the_brief_and_their_lengths_its_length(page, trace: Trace) -> None:
    app = page(ADDRESS, "budget")
    lines = trace.brief.text.split("\n")
    shown = [element.value.split("\n")[0] for element in app.container("ledger").text]
    assert [text for text in shown if text in set(lines)] == lines
    listed = table(app, "left after")
    spent = listed[listed["outcome"].isin(["first line", "● carried", "◆ seated"])]
    assert spent["characters"].sum() == trace.brief.chars
    assert spent["left after"].iloc[-1] == 4000 - trace.brief.chars


def test_a_block_left_out_stands_where_it_was_considered_with_its_test(page, trace: Trace) -> None:
    repeat = next(block for block in trace.blocks if block.outcome == "repeat")
    shown = [element.value for element in page(ADDRESS, "budget").container("ledger").text]
    own = next(text for text in shown if text.startswith(repeat.candidate.memory.text))
    assert f"{repeat.overlap.shared} of {repeat.overlap.larger} tokens shared" in own


def test_all_that_was_considered_is_listed_on_demand(page, trace: Trace) -> None:
    app = page({**ADDRESS, "budget": "700"}, "budget")
    assert len(table(app, "left after")) < 1 + len(trace.blocks)
    next(button for button in app.button if button.label.startswith("List all")).click().run()
    assert len(table(app, "left after")) == 1 + len(trace.blocks)
    assert app.query_params["rows"] in ("all", ["all"])


def test_a_pair_is_chosen_and_the_link_shows_it_again(page, trace: Trace) -> None:
    app = page(ADDRESS, "budget")
    later, earlier = (trace.blocks[at].candidate.memory.id for at in (7, 2))
    app.selectbox(key="look.block").set_value(later).run()
    app.selectbox(key="look.other").set_value(earlier).run()
    assert not app.exception
    address = {name: value[0] if isinstance(value, list) else value for name, value in app.query_params.items()}
    assert (address["id"], address["with"]) == (later, earlier)
    again = page(address, "budget")
    assert [again.selectbox(key=key).value for key in ("look.block", "look.other")] == [later, earlier]
    assert {code.value for code in again.code} == {trace.blocks[at].candidate.memory.text for at in (7, 2)}


def test_a_repeat_named_in_the_address_is_shown_against_the_line_it_repeats(page, trace: Trace) -> None:
    repeat = next(block for block in trace.blocks if block.outcome == "repeat")
    app = page({**ADDRESS, "id": repeat.candidate.memory.id}, "budget")
    assert app.selectbox(key="look.other").value == repeat.overlap.against
    tokens = [element.value for element in app.container("tokens").text]
    assert tokens[2] == f"{repeat.overlap.shared} shared" and tokens[3].count(" · ") == repeat.overlap.shared - 1
    sums = list(table(app, "rule")["ratio"])
    assert sums[0] == f"{repeat.overlap.shared} ÷ {repeat.overlap.larger} = {repeat.overlap.ratio:.3f}"
    assert sums[1] == f"{repeat.overlap.shared} ÷ {repeat.overlap.smaller} = {repeat.overlap.one_sided_ratio:.3f}"


@pytest.mark.parametrize("more", [{"id": "nobody"}, {"id": "nobody", "with": "nobody"}, {"with": ODD_ID}])
def test_an_id_that_was_not_considered_falls_back_to_the_telling_pair(page, more: dict[str, str]) -> None:
    app = page({**ADDRESS, **more}, "budget")
    assert not app.exception
    assert app.selectbox(key="look.block").value == page(ADDRESS, "budget").selectbox(key="look.block").value


def test_the_other_rules_stand_beside_the_runs_own(page, trace: Trace) -> None:
    shown = table(page(ADDRESS, "budget"), "this run")
    own, *others = under_other_rules(trace, PRODUCT)
    assert [other.name for other in others] == ["smaller", "guarded", "cap"]
    differing = {
        block.order
        for position, block in enumerate(own.blocks)
        if "carried" in {ruled.blocks[position].outcome for ruled in (own, *others)}
        and len({ruled.blocks[position].outcome for ruled in (own, *others)}) > 1
    }
    assert differing and differing <= {int(place) for place in shown["place"]}


def test_the_first_rule_run_itself_gives_what_its_column_says(page) -> None:
    shown = table(page(ADDRESS, "budget"), "this run")
    ran = table(page({**ADDRESS, "overlap": "smaller", "rows": "all"}, "budget"), "left after").set_index("place")["outcome"]
    for _, row in shown.iterrows():
        assert ran[row["place"]].replace("◆ seated", "● carried") == row["first rule, ÷ smaller"]


def test_the_page_stands_with_nothing_found_nothing_fitting_and_one_read(page) -> None:
    nothing = page({"q": "x", "repo": "acme/nothing", "as_of": "2026-11-30", "match_floor": "1.0"}, "budget")
    assert not nothing.exception and nothing.header[0].value and table(nothing, "left after") is None
    small = page({**ADDRESS, "budget": "200"}, "budget")
    assert not small.exception and "characters" in small.header[0].value
    one = page({"q": PROMPT, "as_of": "2026-11-30"}, "budget")
    assert not one.exception and table(one, "left after") is not None


def test_hostile_text_is_shown_as_stored_and_never_interpreted(page) -> None:
    app = page({**HOSTILE_ADDRESS, "id": ODD_ID}, "budget")
    assert not app.exception
    for text in HOSTILE:
        assert text in texts(app) and text not in interpreted(app)
    assert HOSTILE[0] in {code.value for code in app.code}
    assert "<i>Lamps</i>" not in interpreted(app)


def test_looking_at_a_pair_does_not_ask_for_the_brief_again(page, monkeypatch, trace: Trace) -> None:
    app = page(ADDRESS, "budget")
    monkeypatch.setattr(opened, "brief", lambda *_, **__: pytest.fail("the brief was assembled again"))
    app.selectbox(key="look.other").set_value(trace.blocks[1].candidate.memory.id).run()
    assert not app.exception


def test_a_store_that_is_down_is_one_state(open_app) -> None:
    app = open_app("postgresql://nobody@127.0.0.1:1/nowhere?connect_timeout=2")(ADDRESS, "budget")
    assert not app.exception
    assert any("The store cannot be reached." in element.value for element in app.container("state-store").markdown)
