"""What holds for any memories, prompts and settings."""

import string

from drawn import chosen, found_lists, requests
from hypothesis import given, settings
from hypothesis import strategies as st
from making import memory, run

from secondlayer.engine.trace import trace_json
from secondlayer.engine.why import Known, why
from secondlayer.records import OUTCOMES, Found


@given(found_lists, requests, chosen)
@settings(max_examples=150)
def test_every_candidate_of_the_final_list_has_exactly_one_outcome(found, asked, chosen):
    trace = run(found, asked, chosen)
    ids = [block.candidate.memory.id for block in trace.blocks]
    assert len(ids) == len(set(ids))
    final = {c.memory.id for c in trace.reads[0].candidates} | {seat.candidate.memory.id for seat in trace.seats}
    assert final <= set(ids) and all(block.outcome in OUTCOMES for block in trace.blocks)
    assert [block.candidate.memory.id for block in trace.blocks if block.outcome == "carried"] == list(trace.brief.carried)


@given(found_lists, requests, chosen)
@settings(max_examples=150)
def test_the_text_is_within_its_budget_and_points_add_to_the_score(found, asked, chosen):
    trace = run(found, asked, chosen)
    assert len(trace.brief.text) == trace.brief.chars <= asked.budget_chars
    for read in trace_json(trace)["reads"]:
        for candidate in (*read["candidates"], *read["rest"]):
            assert abs(sum(term["points"] for term in candidate["terms"].values()) - candidate["score"]) < 1e-9
            assert all(0.0 <= term["value"] <= 1.0 for term in candidate["terms"].values())


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_only_the_requests_own_scopes_are_ever_read(found, asked, chosen):
    trace = run(found, asked, chosen)
    allowed = {"acme/app", "app", "org"} | ({"team:web"} if asked.team else set())
    assert {block.candidate.memory.scope for block in trace.blocks} <= allowed


@given(found_lists, requests, chosen, st.randoms(use_true_random=False))
@settings(max_examples=100)
def test_the_order_in_which_memories_come_back_does_not_matter(found, asked, chosen, random):
    shuffled = list(found)
    random.shuffle(shuffled)
    assert run(shuffled, asked, chosen).brief.text == run(found, asked, chosen).brief.text


@given(found_lists, requests, chosen)
@settings(max_examples=150)
def test_a_seated_memory_stands_no_lower_than_it_would_have_and_seats_are_at_most_two(found, asked, chosen):
    trace = run(found, asked, chosen)
    natural = {candidate.memory.id: candidate.rank for candidate in trace.reads[0].candidates}
    listed = [block.candidate.memory.id for block in trace.blocks if block.by != "fill"]
    assert len(trace.seats) <= 2
    for seat in trace.seats:
        assert listed[seat.place - 1] == seat.candidate.memory.id
        assert seat.place <= natural.get(seat.candidate.memory.id, 4)
        assert seat.candidate.score >= trace.bar.value


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_lowering_the_bar_never_takes_a_seat_away_from_the_best(found, asked, chosen):
    seats = {seat.candidate.memory.id for seat in run(found, asked, chosen).seats}
    lower = chosen.replace(bar_ratio=chosen.bar_ratio / 2)
    assert seats <= {seat.candidate.memory.id for seat in run(found, asked, lower).seats}


@given(found_lists, requests, chosen)
@settings(max_examples=150)
def test_why_agrees_with_the_brief_for_every_memory(found, asked, chosen):
    trace = run(found, asked, chosen)
    seated = {seat.candidate.memory.id for seat in trace.seats}
    for one in found:
        verdict = why(trace, chosen, Known(memory=one.memory, cosine=one.cosine, nearer=0))
        in_brief = one.memory.id in trace.brief.carried
        assert (verdict.verdict in ("carried", "seated")) == in_brief
        assert (verdict.verdict == "seated") == (in_brief and one.memory.id in seated)
        assert verdict.gates[-1].passed is in_brief
        assert verdict.sentence.endswith(".") and "None" not in verdict.sentence


@given(st.text(alphabet=string.printable + "数é\u202e\0", max_size=80), requests)
def test_any_text_of_a_memory_is_printed_on_one_line(text, asked):
    trace = run([Found(memory=memory("m", text or "x"), cosine=0.9)], asked)
    assert len(trace.brief.text.split("\n")) == 1 + len(trace.brief.carried)
