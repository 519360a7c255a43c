"""The sweep, the budget under other rules and both footings agree with the engine itself, for any store."""

import math
from itertools import pairwise

from drawn import chosen, found_lists, requests
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from making import run

from secondlayer.engine.footing import at_the_bar, footings
from secondlayer.engine.rules import changed_by, refit, under_other_rules
from secondlayer.engine.sweep import reach, sweep


@given(found_lists, requests, chosen, st.floats(0.5, 1))
@settings(max_examples=150)
def test_at_any_ratio_the_stretch_it_falls_in_holds_the_seats_of_a_run_with_that_ratio(found, asked, chosen, ratio):
    stretches = sweep(run(found, asked, chosen), chosen)
    again = run(found, asked, chosen.replace(bar_ratio=ratio))
    if again.bar is None:
        assert stretches == ()
        return
    own = [one for one in stretches if one.low < ratio <= one.high or ratio == one.low == stretches[0].low]
    outcomes = {block.candidate.memory.id: block.outcome for block in again.blocks}
    told = [(held.place, held.candidate.memory.id, held.outcome) for held in own[0].holders]
    assert told == [(s.place, s.candidate.memory.id, outcomes[s.candidate.memory.id]) for s in again.seats]


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_the_stretches_follow_on_each_other_and_a_hair_above_one_changes_hands(found, asked, chosen):
    stretches = sweep(run(found, asked, chosen), chosen)
    assume(stretches)
    assert (stretches[0].low, stretches[-1].high) == (0.5, 1.0)
    for one, following in pairwise(stretches):
        assert one.high == following.low
        above = run(found, asked, chosen.replace(bar_ratio=math.nextafter(one.high, 2)))
        at = run(found, asked, chosen.replace(bar_ratio=one.high))
        assert len(at.seats) == len(one.holders) > len(above.seats)


@given(st.floats(1e-6, 2), st.floats(1e-6, 2))
def test_what_a_score_reaches_clears_the_bar_and_the_next_float_does_not(score, top):
    ratio = reach(score, top)
    assert ratio * top <= score < math.nextafter(ratio, math.inf) * top


@given(found_lists, requests, chosen)
@settings(max_examples=150)
def test_refitted_with_its_own_settings_a_run_is_itself(found, asked, chosen):
    trace = run(found, asked, chosen)
    assert refit(trace, chosen) == trace.blocks


@given(found_lists, requests, chosen)
@settings(max_examples=75)
def test_another_rule_gives_the_outcomes_of_a_run_with_that_rule(found, asked, chosen):
    own, *others = under_other_rules(run(found, asked, chosen), chosen)
    for other in others:
        assert other.blocks == run(found, asked, other.settings).blocks
        told = {change.own.order for change in changed_by(own, other)}
        pairs = zip(own.blocks, other.blocks, strict=True)
        assert told == {here.order for here, there in pairs if here.outcome != there.outcome}


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_both_footings_are_the_scores_of_the_two_reads(found, asked, chosen):
    trace = run(found, asked, chosen)
    combined, own = ({c.memory.id: c for c in (*read.candidates, *read.rest)} for read in trace.reads)
    for footing in footings(trace):
        memory_id = footing.standing.candidate.memory.id
        assert footing.own == own[memory_id].score
        assert footing.combined == combined[memory_id].score
        assert footing.combined_rank == combined[memory_id].rank
        assert math.isclose(footing.difference, chosen.weight_scope)


@given(found_lists, requests, chosen)
@settings(max_examples=100)
def test_a_memory_watched_is_told_as_it_was_judged(found, asked, chosen):
    trace = run(found, asked, chosen)
    held = at_the_bar(trace, [standing.candidate.memory.id for standing in trace.standings])
    assert [one.margin for one in held] == [standing.margin for standing in trace.standings]
    assert {one.memory_id for one in held if one.place is not None} == {seat.candidate.memory.id for seat in trace.seats}
    assert at_the_bar(trace, ["nobody"])[0].score is None
