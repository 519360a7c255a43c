"""What `why` says would carry a memory carries it, in a run that knows nothing of how it was found; and nothing less does."""

from dataclasses import replace
from datetime import datetime
from math import inf, nextafter
from random import Random
from unittest import mock

import pytest
from drawn import Shelf, anywhere, crowded, found_lists, narrow
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from making import request

from secondlayer.benches.flips import hair_less
from secondlayer.engine import assemble, terms
from secondlayer.engine.again import again, results_of
from secondlayer.engine.counterfactuals import counterfactuals, undoings
from secondlayer.engine.levers.case import Case
from secondlayer.engine.levers.numbers import most_ratio
from secondlayer.engine.why import Known, why
from secondlayer.records import TERMS, Found, Trace, Verdict
from secondlayer.settings import CARDS, PRODUCT, Settings

SLOW = {"deadline": None, "suppress_health_check": [HealthCheck.too_slow, HealthCheck.data_too_large]}


def run(shelf: Shelf, chosen: Settings) -> Trace:
    return assemble(shelf.request, chosen, shelf.made(chosen))


def explained(shelf: Shelf, chosen: Settings, one: Found, trace: Trace) -> Verdict:
    plan = trace.reads[0].plan
    known = Known(memory=one.memory, cosine=one.cosine, nearer=shelf.nearer(plan, one.cosine))
    verdict = why(trace, chosen, known)
    found, impossible = counterfactuals(trace, chosen, known, verdict.verdict, shelf)
    return replace(verdict, counterfactuals=found, impossible=impossible)


def made(shelf: Shelf, chosen: Settings, one: Found, change, to) -> Trace:
    """The run with that change made to the store, the request or the settings, or to the formula of a term."""
    name = change["change"]
    if name == "budget_chars":
        return run(Shelf(shelf.found, replace(shelf.request, budget_chars=to)), chosen)
    if name in {card.name for card in CARDS}:
        return run(shelf, chosen.replace(**{name: to}))
    if name == "retire":
        return run(Shelf([other for other in shelf.found if other.memory.id != change["id"]], shelf.request), chosen)
    if name == "meaning":
        return run(with_one(shelf, replace(one, cosine=to)), chosen)
    if name in TERMS:
        return formula_changed(shelf, chosen, one, name, to)
    other = {"confirm": "confirmed_at", "file_under": "scope"}[name]
    value = datetime.fromisoformat(to) if name == "confirm" else to
    return run(with_one(shelf, replace(one, memory=replace(one.memory, **{other: value}))), chosen)


def with_one(shelf: Shelf, one: Found) -> Shelf:
    return Shelf([one if other.memory.id == one.memory.id else other for other in shelf.found], shelf.request)


def formula_changed(shelf: Shelf, chosen: Settings, one: Found, name: str, to: float) -> Trace:
    cards = {card.name: card for card in terms.TERM_CARDS}
    own = cards[name].value

    def value(sight):
        return max(to, own(sight)) if sight.found.memory.id == one.memory.id else own(sight)

    changed = tuple(replace(card, value=value) if card.name == name else card for card in terms.TERM_CARDS)
    with mock.patch.object(terms, "TERM_CARDS", changed):
        return run(shelf, chosen)


@given(found_lists, anywhere, narrow)
@settings(max_examples=120, **SLOW)
def test_a_run_with_nothing_changed_is_the_same_run(found, asked, chosen):
    trace = run(Shelf(found, asked), chosen)
    second = again(trace, chosen)
    for part in ("blocks", "seats", "bar", "standings", "brief"):
        assert getattr(second, part) == getattr(trace, part)
    assert all(one.cosine >= 0.0 for result in results_of(trace) for one in result.found)


@given(found_lists, anywhere, narrow)
@settings(max_examples=100, **SLOW)
def test_a_rehearsal_carries_what_the_run_carries(found, asked, chosen):
    trace = run(Shelf(found, asked), chosen)
    for one in found:
        case = Case(trace, chosen, one.memory, one.cosine)
        assert case.carries() == (one.memory.id in trace.brief.carried)


def hold(shelf: Shelf, chosen: Settings, one: Found, trace: Trace) -> None:
    """Every change named for that memory is made: it carries, moves what it was said to move, and a hair less does not."""
    verdict = explained(shelf, chosen, one, trace)
    named = [(str(each.change["change"]), each.change.get("part")) for each in verdict.counterfactuals]
    assert len(named) == len(set(named)), "at most one for a lever"
    for each in verdict.counterfactuals:
        flipped = made(shelf, chosen, one, each.change, each.change["to"])
        assert each.carried and one.memory.id in flipped.brief.carried, each.sentence
        moved = set(flipped.brief.carried) ^ set(trace.brief.carried)
        assert moved - {one.memory.id, each.change.get("id")} == {*each.gained, *each.lost}
        if "shown" in each.change:
            shown = made(shelf, chosen, one, each.change, each.change["shown"])
            assert one.memory.id in shown.brief.carried, each.sentence
        less = hair_less(each.change)
        if less is not None:
            assert one.memory.id not in made(shelf, chosen, one, each.change, less).brief.carried, each.sentence
    for each in verdict.impossible:
        assert not each.carried and each.change.get("needs", 2.0) > 1.0
        for name in each.change.get("terms", [each.change["change"]]):
            if name in TERMS:
                assert one.memory.id not in made(shelf, chosen, one, {"change": name}, 1.0).brief.carried, each.sentence


@given(found_lists, anywhere, narrow, st.randoms(use_true_random=False))
@settings(max_examples=150, **SLOW)
def test_every_change_named_flips_the_outcome_and_a_hair_less_does_not(found, asked, chosen, random):
    shelf = Shelf(found, asked)
    trace = run(shelf, chosen)
    left_out = [one for one in found if one.memory.id not in trace.brief.carried]
    for one in random.sample(left_out, min(3, len(left_out))):
        hold(shelf, chosen, one, trace)


@pytest.mark.parametrize("seed", range(60))
def test_and_so_it_is_in_crowded_stores(seed):
    draw = Random(seed)
    found, asked, chosen = crowded(draw)
    shelf = Shelf(found, asked)
    trace = run(shelf, chosen)
    for one in found:
        verdict = why(trace, chosen, Known(memory=one.memory, cosine=one.cosine, nearer=0))
        assert (verdict.verdict in ("carried", "seated")) == (one.memory.id in trace.brief.carried)
    left_out = [one for one in found if one.memory.id not in trace.brief.carried]
    for one in draw.sample(left_out, min(4, len(left_out))):
        hold(shelf, chosen, one, trace)


@pytest.mark.parametrize("seed", range(40))
def test_what_would_leave_a_carried_memory_out_does_and_a_hair_less_does_not(seed):
    found, asked, chosen = crowded(Random(1000 + seed))
    shelf = Shelf(found, asked)
    trace = run(shelf, chosen)
    for one in found:
        if one.memory.id not in trace.brief.carried:
            continue
        verdict = explained(shelf, chosen, one, trace)
        assert (verdict.counterfactuals, verdict.impossible) == ((), ())
        for each in undoings(trace, chosen, Known(memory=one.memory, cosine=one.cosine), verdict.verdict):
            left = made(shelf, chosen, one, each.change, each.change["to"])
            assert not each.carried and one.memory.id not in left.brief.carried, each.sentence
            assert {*left.brief.carried} ^ {*trace.brief.carried} == {one.memory.id, *each.gained, *each.lost}
            shown = each.change.get("shown", each.change["to"])
            assert one.memory.id not in made(shelf, chosen, one, each.change, shown).brief.carried
            less = hair_less(each.change)
            assert less is None or one.memory.id in made(shelf, chosen, one, each.change, less).brief.carried, each.sentence


def test_a_text_that_is_no_memory_gets_none():
    shelf = Shelf([], request())
    trace = run(shelf, PRODUCT)
    assert counterfactuals(trace, PRODUCT, Known(memory=None), "unknown_memory", shelf) == ((), ())
    assert undoings(trace, PRODUCT, Known(memory=None), "unknown_memory") == ()


@given(found_lists, anywhere, narrow)
@settings(max_examples=60, **SLOW)
def test_a_larger_budget_is_the_smallest_one_that_carries(found, asked, chosen):
    shelf = Shelf(found, asked)
    trace = run(shelf, chosen)
    for one in found[:20]:
        if one.memory.id in trace.brief.carried:
            continue
        for each in explained(shelf, chosen, one, trace).counterfactuals:
            if each.change["change"] == "budget_chars" and each.change["to"] - asked.budget_chars < 60:
                between = range(asked.budget_chars, each.change["to"])
                for budget in between:
                    smaller = Shelf(found, replace(asked, budget_chars=budget))
                    assert one.memory.id not in run(smaller, chosen).brief.carried
                return


@given(st.floats(0, 3), st.floats(1e-9, 1))
def test_the_largest_ratio_that_a_score_clears_is_cleared_and_the_next_is_not(score, top):
    ratio = most_ratio(score, top)
    if score >= top:
        assert ratio == inf
    else:
        assert ratio * top <= score < nextafter(ratio, 1.0) * top
