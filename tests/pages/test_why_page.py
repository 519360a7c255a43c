"""The Why page over a real store: what stands on it for every kind of question, and in every state."""

import dataclasses
from collections.abc import Callable, Mapping

import pytest
from inspected import AS_OF, HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ODD_ID, ORG, PROMPT, REPO, fill
from streamlit.testing.v1 import AppTest

from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder
from secondlayer.engine.near import near_misses
from secondlayer.engine.pairs import above
from secondlayer.explaining import explain
from secondlayer.filing import file_memories
from secondlayer.records import TERMS, Counterfactual, Memory, Trace, Verdict
from secondlayer.serving import keep
from secondlayer.settings import PRODUCT
from secondlayer.show.comparisons import takeaway
from secondlayer.show.on_screen import opened
from secondlayer.store import open_store

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}
HOSTILE_ADDRESS = {"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30T12:00:00Z"}
#: an identifier with everything in it that an address or a query could trip over, and the text it is filed under
ODDEST, ODDEST_TEXT = "日本/ключ?a=b&c=d#e%20f +<i>é</i>", "The oddest lamp is rotated by the harbour master."


@pytest.fixture
def why(page: Callable[..., AppTest]) -> Callable[[Mapping[str, str]], AppTest]:
    """The Why page at that address, in a session of its own."""
    return lambda address: page(address, "why")


@pytest.fixture
def trace(filled: str, encoder: Encoder) -> Trace:
    """The same request, asked without the app."""
    request = request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF)
    with open_store(ORG, dsn=filled) as store:
        return brief(request, PRODUCT, store, encoder)


@pytest.fixture
def explained(filled: str, encoder: Encoder, trace: Trace) -> Callable[[str], Verdict]:
    """The verdict on an id or a text, without the app."""

    def one(asked: str) -> Verdict:
        with open_store(ORG, dsn=filled) as store:
            return explain(trace, PRODUCT, asked, store, encoder)

    return one


@pytest.fixture(scope="module")
def odd(clone: Callable[[str], str], encoder: Encoder) -> tuple[str, Trace]:
    """A database like the others with the oddest identifier in it, and a brief that was served from it."""
    dsn = clone("template1")
    fill(dsn, encoder)
    with open_store(ORG, dsn=dsn) as store:
        file_memories(store, encoder, [Memory(id=ODDEST, scope=HOSTILE_REPO, text=ODDEST_TEXT, written_at=AS_OF)])
        request = request_of(ORG, PROMPT, repo=REPO, budget_chars=900, as_of=AS_OF)
        served = brief(request, PRODUCT, store, encoder)
        keep(served, PRODUCT, store, door="cli")
    return dsn, served


def said(app: AppTest) -> str:
    return "\n".join(element.value for element in app.text)


def frame(app: AppTest, column: str):
    """The first table with that column."""
    return next(table.value for table in app.dataframe if column in table.value.columns)


def everything_interpreted(app: AppTest) -> str:
    """All text that went through an element that reads Markdown."""
    kinds = (app.markdown, app.caption, app.title, app.header, app.subheader, app.error, app.warning, app.info, app.success)
    found = [element.value for kind in kinds for element in kind] + [button.label for button in app.button]
    return "\n".join(map(str, [*found, *(link.proto.label for link in app.get("page_link"))]))


def test_without_a_request_it_says_what_to_do_first(why) -> None:
    app = why({})
    assert not app.exception
    assert app.title[0].value == "Why"
    assert "Say what the task was" in said(app)


def test_without_a_memory_it_shows_the_counts_of_the_gates_and_what_came_closest(why, trace: Trace) -> None:
    app = why(ADDRESS)
    assert not app.exception
    assert app.header[0].value == "Choose a memory, or paste the sentence you expected"
    shown = frame(app, "stopped at")
    assert list(shown["id"]) == [near.candidate.memory.id for near in near_misses(trace)]
    assert list(shown["figures"]) == [near.sentence for near in near_misses(trace)]
    strip = [element.value for element in app.container("gates").markdown]
    assert strip[:2] == ["51", ":small[stored]"] and strip[-2] == f"{len(trace.brief.carried)} of {len(trace.blocks)}"


def test_every_candidate_gets_the_engines_own_sentence_and_the_gate_it_stopped_at(why, trace: Trace, explained) -> None:
    app = why(ADDRESS)
    seen = set()
    kinds = {block.outcome: block.candidate.memory.id for block in reversed(trace.blocks)}
    for memory_id in [*kinds.values(), *(standing.candidate.memory.id for standing in trace.standings)]:
        app.selectbox(key="look.memory").set_value(memory_id).run()
        assert not app.exception
        verdict = explained(memory_id)
        seen.add(verdict.verdict)
        assert verdict.sentence in said(app)
        fared = frame(app, "this memory").set_index("gate")["this memory"]
        inside = verdict.verdict in ("carried", "seated")
        assert (fared["carried"] == "✓ passed") is inside
        assert fared.str.startswith("✕").any() is not inside
    assert {"carried", "seated", "repeat", "below_bar"} <= seen


def test_the_memory_stands_there_exactly_as_stored_with_where_it_comes_from(why, trace: Trace) -> None:
    memory = trace.seats[0].candidate.memory
    app = why({**ADDRESS, "id": memory.id})
    assert app.code[0].value == memory.text
    where = "policy · stated · filed under org · acme/handbook rules.md"
    assert f"{where} · written {memory.written_at:%d %B %Y} · id {memory.id}" in said(app)


def test_its_terms_stand_beside_those_of_what_decided_with_the_same_figures_in_a_table(why, trace: Trace) -> None:
    below = next(standing for standing in trace.standings if standing.result == "below_bar").candidate.memory.id
    app = why({**ADDRESS, "id": below})
    pair = above(trace, below, trace.reads[0].candidates[0].memory.id, at_the_bar=True)
    assert pair.sentence in said(app)
    shown = frame(app, "▲ − ▽")
    assert list(shown["▲ − ▽"]) == [*(f"{difference:+.3f}" for difference in pair.differences), f"{pair.margin:+.3f}"]
    assert app.get("vega_lite_chart")[0].proto.alt == takeaway(pair)
    assert app.selectbox(key="look.with").value == trace.reads[0].candidates[0].memory.id


def test_any_other_candidate_can_be_compared_with_and_the_address_follows(why, trace: Trace) -> None:
    one, other = (block.candidate.memory.id for block in trace.blocks[4:6])
    app = why({**ADDRESS, "id": one})
    app.selectbox(key="look.with").set_value(other).run()
    assert not app.exception
    assert app.query_params["with"] in (other, [other])
    assert above(trace, one, other).sentence in said(app)
    app.selectbox(key="look.memory").set_value(other).run()
    assert "with" not in app.query_params, "another memory is seen beside what decided it"


def test_a_text_that_is_stored_is_found_by_its_words(why, trace: Trace) -> None:
    memory = trace.seats[0].candidate.memory
    app = why(ADDRESS)
    app.text_input(key="why.memory").set_value(f"  {memory.text.replace(' ', '  ')} ").run()
    assert app.header[0].value.startswith("◆ Seated at place 2")
    assert app.selectbox(key="look.memory").value == memory.id


@pytest.mark.parametrize(
    ("asked", "headline"),
    [
        (
            "Never drop the column in a release that stops using it!",
            "✕ Not stored in these words: a memory says the same in others",
        ),
        ("Columns are dropped a release later", "✕ Never written: no memory has this id or says this"),
        ("光合作用在热带兰花中", "✕ Never written, and nothing stored is like it"),
    ],
)
def test_a_text_that_nobody_stored_is_told_apart_from_one_said_in_other_words(why, asked: str, headline: str) -> None:
    app = why({**ADDRESS, "id": asked})
    assert not app.exception
    assert app.header[0].value == headline
    assert app.code[0].value == asked


def test_the_nearest_stored_memory_can_be_looked_at(why) -> None:
    app = why({**ADDRESS, "id": "Columns are dropped a release later"})
    nearest = app.container("nearest-0").text[0].value
    assert nearest == "Never drop a column in the release that stops using it."
    app.button(key="look-0").click().run()
    assert app.code[0].value == nearest
    assert app.query_params["id"] != "Columns are dropped a release later"


def test_ids_with_signs_of_an_address_and_of_any_script_are_found(open_app, odd: tuple[str, Trace]) -> None:
    page = open_app(odd[0])
    for memory_id, text in ((ODD_ID, HOSTILE[0]), (ODDEST, ODDEST_TEXT)):
        app = page({**HOSTILE_ADDRESS, "id": memory_id}, "why")
        assert not app.exception
        assert app.code[0].value == text
        assert app.selectbox(key="look.memory").value == memory_id


def test_a_brief_that_was_served_is_asked_about_as_it_was(open_app, odd: tuple[str, Trace]) -> None:
    dsn, served = odd
    page = open_app(dsn)
    app = page({"served": served.brief_id, "id": served.brief.carried[0]}, "why")
    assert not app.exception
    assert f"through cli, as {served.brief_id}." in said(app)
    assert app.header[0].value == "● Carried: line 1 of the brief"
    app.button(key="served.anew").click().run()
    assert "Say what the task was" in said(app)
    assert list(frame(app, "served at")["prompt"]) == [PROMPT]
    lost = page({"served": "b0", "id": "x"}, "why")
    assert "No served brief 'b0' is kept" in "\n".join(element.value for element in lost.container("state-call").text)


def test_hostile_text_is_shown_as_stored_and_never_given_to_anything_that_interprets_it(why) -> None:
    for text in HOSTILE:
        app = why({**HOSTILE_ADDRESS, "id": text})
        assert not app.exception
        assert app.code[0].value == text
        interpreted = everything_interpreted(app)
        assert not [one for one in HOSTILE if one in interpreted] and "<i>Lamps</i>" not in interpreted
        assert not [one for chart in app.get("vega_lite_chart") for one in HOSTILE if one in chart.proto.spec + chart.proto.alt]
    app = why({**HOSTILE_ADDRESS, "id": "![x](http://elsewhere.invalid/p.png) :smile: <b>never written</b>"})
    assert not app.exception
    assert "elsewhere" not in everything_interpreted(app)


def test_what_would_have_carried_it_stands_under_the_verdict_as_the_engine_says_it(why, trace: Trace, explained) -> None:
    below = next(standing for standing in trace.standings if standing.result == "below_bar").candidate.memory.id
    verdict = explained(below)
    app = why({**ADDRESS, "id": below})
    shown = said(app)
    for change in (*verdict.counterfactuals, *verdict.impossible):
        assert change.sentence in shown


def test_who_loses_the_place_and_what_cannot_carry_it_are_told(why, trace: Trace, explained, monkeypatch) -> None:
    below = next(standing for standing in trace.standings if standing.result == "below_bar").candidate.memory.id
    loser = trace.brief.carried[-1]
    gainer = next(b.candidate.memory for b in trace.blocks if b.outcome == "repeat")
    change = Counterfactual(
        change={"change": "bar_ratio"}, sentence="A lower bar.", carried=True, gained=(below, gainer.id), lost=(loser,)
    )
    never = Counterfactual(change={"change": "words"}, sentence="It would have to share more than all words.", carried=False)
    told = dataclasses.replace(explained(below), counterfactuals=(change,), impossible=(never,))
    monkeypatch.setattr(opened, "explain", lambda *_: told)
    app = why({**ADDRESS, "id": below})
    lines = [element.value for element in app.container("changes").text]
    texts = {block.candidate.memory.id: block.candidate.memory.text for block in trace.blocks}
    assert [line for line in lines if len(line) > 1] == [
        "A lower bar.",
        f"loses its line: {texts[loser]}",
        f"comes in beside it: {gainer.text}",
    ]
    assert [element.value for element in app.container("cannot").text][1] == never.sentence


def test_looking_closer_neither_asks_nor_explains_again(why, trace: Trace, monkeypatch) -> None:
    app = why({**ADDRESS, "id": trace.brief.carried[0]})
    monkeypatch.setattr(opened, "brief", lambda *_, **__: pytest.fail("the brief was assembled again"))
    monkeypatch.setattr(opened, "explain", lambda *_, **__: pytest.fail("the verdict was made again"))
    app.selectbox(key="look.with").set_value(trace.brief.carried[1]).run()
    assert not app.exception


def test_the_request_and_the_memory_follow_from_page_to_page(why, trace: Trace) -> None:
    seat = trace.seats[0].candidate.memory.id
    app = why({**ADDRESS, "id": seat})
    app.switch_page("pages/brief.py").run()
    assert app.title[0].value == "Brief"
    assert app.text_area(key="ask.prompt").value == PROMPT
    assert any(element.value.startswith("◆ Seated at place 2") for element in app.subheader)
    links = [link.proto for link in app.get("page_link")]
    assert {link.label for link in links} >= {"Brief", "Why", "→ Why: what would have changed it, and how far it came"}
    assert all("id=" in link.query_string and "q=" in link.query_string for link in links)


def test_the_organisation_at_its_own_level_and_an_empty_scope_are_answered(why) -> None:
    own = why({"q": PROMPT, "as_of": "2026-11-30", "id": "Passwords are kept in the vault and nowhere else."})
    assert not own.exception
    assert "· –" in [element.value for element in own.container("gates").markdown]
    nothing = why({"q": "光合作用", "repo": "acme/nothing", "as_of": "2026-11-30"})
    assert not nothing.exception


def test_a_store_that_is_down_is_one_state_and_the_form_stays(open_app: Callable) -> None:
    app = open_app("postgresql://nobody@127.0.0.1:1/nowhere?connect_timeout=2")({**ADDRESS, "id": "x"}, "why")
    assert not app.exception
    assert any("The store cannot be reached." in element.value for element in app.container("state-store").markdown)
    assert app.text_area(key="ask.prompt").value == PROMPT


def test_the_six_terms_of_the_table_are_named_in_their_order(why, trace: Trace) -> None:
    app = why({**ADDRESS, "id": trace.brief.carried[1]})
    assert [name.removesuffix(", decides") for name in frame(app, "▲ − ▽")["term"]] == [*TERMS, "score"]
