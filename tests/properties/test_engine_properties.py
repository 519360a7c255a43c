"""What holds for any memories, prompts and settings."""

import string

from drawn import chosen, found_lists, requests
from hypothesis import given, settings
from hypothesis import strategies as st
from making import memory, run

from secondlayer.engine.funnel import funnel
from secondlayer.engine.near import near_misses
from secondlayer.engine.pairs import above
from secondlayer.engine.trace import trace_json
from secondlayer.engine.why import GATES, Known, why
from secondlayer.records import OUTCOMES, TERMS, Found
from secondlayer.show.wording import VERDICTS


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


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_a_near_miss_is_never_in_the_brief_and_stopped_where_its_verdict_says(found, asked, chosen):
    trace = run(found, asked, chosen)
    known = {one.memory.id: one for one in found}
    near = near_misses(trace, 100)
    assert [one.share for one in near] == sorted(one.share for one in near)
    assert len({one.candidate.memory.id for one in near}) == len(near)
    for one in near:
        assert one.candidate.memory.id not in trace.brief.carried
        assert 0.0 <= one.share <= 1.0 and one.margin >= 0.0 and one.sentence.endswith(".")
        asked_for = known[one.candidate.memory.id]
        verdict = why(trace, chosen, Known(memory=asked_for.memory, cosine=asked_for.cosine, nearer=0))
        assert VERDICTS[verdict.verdict][1] == one.gate
    if chosen.seats:
        short = {one.memory.id for one in found} - set(trace.brief.carried) - {one.candidate.memory.id for one in near}
        scored = {c.memory.id for read in trace.reads for c in (*read.candidates, *read.rest)}
        judged = {standing.candidate.memory.id for standing in trace.standings}
        first = {c.memory.id for c in (*trace.reads[0].candidates, *trace.reads[0].rest)}
        assert not short & (first | judged) or not scored


@given(found_lists, requests, chosen, st.booleans(), st.data())
@settings(max_examples=150)
def test_one_of_any_two_stands_above_and_the_figures_say_why(found, asked, chosen, at_the_bar, data):
    trace = run(found, asked, chosen)
    ids = [one.memory.id for one in found] + ["nobody"]
    one, other = data.draw(st.sampled_from(ids)), data.draw(st.sampled_from(ids))
    pair, turned = above(trace, one, other, at_the_bar=at_the_bar), above(trace, other, one, at_the_bar=at_the_bar)
    assert pair.sentence.endswith(".") and "None" not in pair.sentence
    if pair.decided_by in ("same", "nothing"):
        return
    assert (pair.above, pair.decided_by, pair.sentence) == (turned.above, turned.decided_by, turned.sentence)
    order = {block.candidate.memory.id: block.order for block in trace.blocks}
    if not at_the_bar and one in order and other in order:
        assert order[pair.above] < order[pair.below]
    if pair.margin is not None:
        assert abs(sum(pair.differences) - pair.margin) < 1e-9
    if pair.decided_by == "term":
        assert pair.margin > 0.0
        assert max(pair.differences) == pair.differences[TERMS.index(pair.term)] > 0.0


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_no_more_memories_pass_a_gate_than_met_it(found, asked, chosen):
    passed = funnel(run(found, asked, chosen), stored=len(found), current=len(found))
    assert [one.gate for one in passed] == [gate for gate in GATES if gate != "embedded"]
    assert all(0 <= one.count <= one.of for one in passed if one.count is not None and one.of is not None)


@given(st.text(alphabet=string.printable + "数é\u202e\0", max_size=80), requests)
def test_any_text_of_a_memory_is_printed_on_one_line(text, asked):
    trace = run([Found(memory=memory("m", text or "x"), cosine=0.9)], asked)
    assert len(trace.brief.text.split("\n")) == 1 + len(trace.brief.carried)
