"""What agents hear from the organisation: every figure is the trace's own, told by memory and by prompt."""

import json
from datetime import timedelta

import pytest
from inspected import AS_OF, HOSTILE, ORG, PROMPT, REPO, fill
from making import memory, request, run, scoring

from secondlayer.briefing import brief, request_of
from secondlayer.demonstration import examples
from secondlayer.engine.trace import trace_json
from secondlayer.errors import BadScope, WrongCall
from secondlayer.filing import file_memories
from secondlayer.hearing import (
    MOST,
    Prompt,
    example_prompts,
    hear,
    hear_served,
    heard_json,
    heard_prompt,
    imported_seats,
    missing,
    never_seated,
    own_prompts,
    stale,
)
from secondlayer.records import Memory
from secondlayer.serving import keep
from secondlayer.settings import PRODUCT
from secondlayer.show import heard as shown
from secondlayer.show.report import Section, report_html
from secondlayer.store import open_store

PROMPTS = (PROMPT, "Where are passwords kept", "photosynthesis of orchids", "Undo a migration by its down step")
SAMPLE = "Passwords are kept in a sample safe"


@pytest.fixture(scope="module")
def acme(clone, encoder):
    dsn = clone("template1")
    fill(dsn, encoder)
    with open_store(ORG, dsn=dsn) as opened:
        sample = Memory(id="sample", scope="org", text=SAMPLE, origin="imported", written_at=AS_OF - timedelta(days=900))
        old = Memory(id="old", scope="org", text=HOSTILE[0], written_at=AS_OF - timedelta(days=800))
        file_memories(opened, encoder, [sample, old])
        yield opened


@pytest.fixture(scope="module")
def heard(acme, encoder):
    told = []
    prompts = [Prompt(name="", request=request_of(ORG, text, repo=REPO, budget_chars=4000, as_of=AS_OF)) for text in PROMPTS]
    found = hear(prompts, acme, encoder, lambda done, of: told.append((done, of)))
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]
    return found


def test_every_seat_is_the_one_the_brief_gave(acme, heard, encoder):
    for prompt in heard.prompts:
        trace = brief(prompt.request, PRODUCT, acme, encoder)
        assert [(seat.memory.id, seat.place, seat.margin) for seat in prompt.seats] == [
            (seat.candidate.memory.id, seat.place, seat.margin) for seat in trace.seats
        ]
        assert {id for id, outcome in prompt.outcomes.items() if outcome == "carried"} == set(trace.brief.carried)
        below = [standing for standing in trace.standings if standing.result == "below_bar"]
        if below:
            assert prompt.nearest == (below[0].candidate.memory, below[0].candidate.score, below[0].margin)
    assert len(heard.seats) >= 2


def test_each_memory_of_the_organisation_is_told_once_with_its_seats(acme, heard):
    everything = {memory.id for memory in acme.all_memories("org")}
    assert sorted(one.memory.id for one in heard.memories) == sorted(everything)
    assert heard.total == len(everything)
    assert sum(len(one.seats) for one in heard.memories) == len(heard.seats)
    seated = {seat.memory.id for seat in heard.seats}
    assert {one.memory.id for one in never_seated(heard)} == everything - seated
    margins = [one.best[1] for one in never_seated(heard) if one.best]
    assert margins == sorted(margins, reverse=True)
    for one in heard.memories:
        assert one.carried == tuple(p.number for p in heard.prompts if p.outcomes.get(one.memory.id) == "carried")


def test_imported_text_in_a_seat_and_prompts_without_anything_are_named(heard):
    assert {seat.memory.id for seat in imported_seats(heard)} == {"sample"}
    short = missing(heard)
    assert [prompt.number for prompt in short][-1] == 3
    assert all(not prompt.seats for prompt in short)
    assert sum(bool(prompt.seats) for prompt in heard.prompts) + len(short) == len(heard.prompts)


def test_stale_ones_are_those_said_before_the_day_the_oldest_first(acme):
    assert [memory.id for memory in stale(acme, AS_OF, 365)[0]] == ["sample", "old"]
    assert stale(acme, AS_OF, 850) == ((acme.memory("sample"),), 1)
    assert stale(acme, AS_OF, 5000) == ((), 0)


def test_served_briefs_are_told_as_they_were_served(acme, encoder):
    kept = []
    for text in PROMPTS[:2]:
        trace = brief(request_of(ORG, text, repo=REPO, budget_chars=900, as_of=AS_OF), PRODUCT, acme, encoder)
        keep(trace, PRODUCT, acme, door="cli", with_text=text != PROMPTS[1])
        kept.append(trace)
    found = hear_served(acme)
    assert [prompt.brief_id for prompt in found.prompts] == [kept[1].brief_id, kept[0].brief_id]
    assert found.prompts[1].seats and [seat.margin for seat in found.prompts[1].seats] == [
        seat.margin for seat in kept[0].seats
    ]
    assert found.prompts[0].request.prompt == "" and shown.asked(found.prompts[0]) == "(kept without text)"
    assert all(prompt.served_at is not None for prompt in found.prompts)
    assert found.prompts[0].seats[0].memory.text


def test_a_seat_the_budget_left_out_is_told_so():
    long = "word " * 300
    trace = run([scoring(0.6, "a"), scoring(0.59, "b", scope="org", text=long)], request(budget_chars=200))
    one = heard_prompt(trace, 7, "name")
    assert (one.number, one.name, one.contested, one.seats[0].outcome) == (7, "name", True, "no_room")
    assert trace_json(trace)["seats"][0]["margin"] == one.seats[0].margin
    alone = heard_prompt(run([scoring(0.6, "b", scope="org")], request(repo=None)), 1)
    assert (alone.contested, alone.seats, alone.bar) == (False, (), None)


def test_prompts_of_ones_own_are_one_a_line_each_from_its_repository():
    given = own_prompts("acme", "first task\n\n  second task @ acme/other  \nmail a@b.c\n", repo="acme/app", as_of=AS_OF)
    assert [(one.request.prompt, one.request.repo) for one in given] == [
        ("first task", "acme/app"),
        ("second task", "acme/other"),
        ("mail a@b.c", "acme/app"),
    ]
    assert own_prompts("acme", " \n ") == ()
    with pytest.raises(WrongCall, match="at most"):
        own_prompts("acme", "x\n" * (MOST + 1))
    with pytest.raises(BadScope):
        own_prompts("acme", "task @ no such name")


def test_the_examples_are_asked_as_they_are_written():
    given = example_prompts("skerryline")
    assert [one.name for one in given] == [one.title for one in examples()]
    assert all(one.settings == PRODUCT.replace(**example.settings) for one, example in zip(given, examples(), strict=True))


def test_the_tables_the_chart_and_the_json_hold_the_same_figures(heard):
    values = heard_json(heard)
    json.dumps(values)
    assert [len(one["seats"]) for one in values["prompts"]] == [len(prompt.seats) for prompt in heard.prompts]
    chart = shown.margins_chart(heard)
    assert chart is not None
    rows = [row for data in chart.to_dict()["datasets"].values() for row in data if "prompt" in row]
    assert sorted(row["margin"] for row in rows if row["seated"] == "seated") == sorted(seat.margin for seat in heard.seats)
    for row in rows:
        assert (row["margin"] >= 0) == (row["seated"] == "seated")
    table = shown.margins_table(heard).set_index("prompt")
    for prompt in heard.prompts:
        assert table.loc[prompt.number, "seats"] == (shown.listed_margins(prompt.seats) or "none")
    assert shown.verdict(heard).endswith("of the four prompts.")
    assert "held by imported text" in shown.reason(heard, 2, 365, AS_OF)
    empty = type(heard)(org="x", prompts=(), total=0, memories=())
    assert shown.verdict(empty).startswith("No prompt was run") and shown.margins_chart(empty) is None


def test_the_report_lets_no_markup_through_and_refers_to_nothing(acme, heard):
    old, in_all = stale(acme, AS_OF, 365)
    sections = shown.sections(heard, old, in_all, 365, AS_OF)
    page = report_html("What <b>agents</b> hear", (shown.verdict(heard),), sections)
    assert "<script" not in page and "&lt;script&gt;alert(&#x27;lamp&#x27;)&lt;/script&gt;" in page
    assert "<b>agents" not in page and "src=" not in page and "href=" not in page and "http://" not in page
    titles = [section.title for section in sections]
    assert all(f"<h2>{title}</h2>" in page for title in titles)
    long = Section(title="Many", table=shown.never_table([never_seated(heard)[0]] * 40), printed=8)
    assert "… and 32 more, listed in the inspector." in report_html("x", (), (long,))


def test_a_memory_without_a_date_is_never_called_stale(acme, encoder):
    assert memory("u", "x", dated=False).last_said_at is None
    undated = Memory(id="undated", scope="org", text="Laid down one day", written_at=AS_OF - timedelta(days=999), dated=False)
    file_memories(acme, encoder, [undated])
    assert "undated" not in {one.id for one in stale(acme, AS_OF, 365)[0]}
