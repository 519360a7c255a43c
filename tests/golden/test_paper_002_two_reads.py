"""The two prompts of paper 002, with the scores it prints, and where their seats change hands."""

import json
from pathlib import Path

import pytest
from making import request, run, scoring

from secondlayer.engine.footing import footings
from secondlayer.engine.sweep import sweep
from secondlayer.settings import PAPER

PRINTED = json.loads((Path(__file__).parent / "two_reads.json").read_text())


def store(top: float, last: float, organisation: list[float]) -> list:
    """Forty repository memories from `top` down to `last`, and the organisation's, by their scores on its own footing."""
    step = (top - last) / 31
    repository = [scoring(top - step * position, f"r{position:02}") for position in range(40)]
    return repository + [scoring(score, f"o{position}", scope="org") for position, score in enumerate(organisation)]


FIRST = store(0.578, 0.539, [0.541, 0.495, 0.485, 0.459, 0.445])


def test_the_first_prompt_fills_the_list_with_the_repository_and_seats_two_of_the_organisation():
    trace = run(FIRST, request(), PAPER)
    combined, organisation = trace.reads
    assert [c.memory.scope for c in combined.candidates].count("org") == 0
    assert (len(combined.candidates), len(organisation.candidates)) == (32, 4)
    assert round(combined.candidates[0].score, 3) == 0.578 and round(combined.candidates[-1].score, 3) == 0.539
    assert [round(c.score, 3) for c in organisation.candidates] == [0.541, 0.495, 0.485, 0.459]
    assert round(trace.bar.value, 3) == 0.491
    assert [(seat.place, seat.candidate.memory.id) for seat in trace.seats] == [(2, "o0"), (4, "o1")]
    assert round(trace.seats[1].margin, 3) == 0.004
    assert [s.candidate.memory.id for s in trace.standings if s.result == "below_bar"] == ["o2", "o3"]
    assert trace.brief.carried[1] == "o0" and trace.brief.carried[3] == "o1"


def test_the_first_repair_seats_nobody():
    trace = run(FIRST, request(), PAPER.replace(seating="combined"))
    assert trace.seats == () and not {"o0", "o1"} & set(trace.brief.carried)


def test_the_second_prompt_gives_one_seat_and_leaves_the_fourth_place_with_the_repository():
    trace = run(store(0.654, 0.56, [0.6, 0.507]), request(), PAPER)
    assert round(trace.bar.value, 3) == 0.556
    assert [(seat.place, seat.candidate.memory.id) for seat in trace.seats] == [(2, "o0")]
    assert trace.brief.carried[3].startswith("r")


@pytest.mark.parametrize("repository", [40, 400])
def test_one_organisation_memory_reaches_the_first_two_places_however_large_the_repository(repository):
    crowd = [scoring(0.6 - 0.0001 * position, f"r{position:03}") for position in range(repository)]
    lone = scoring(0.55, "lone", scope="org")
    assert "lone" in run([*crowd, lone], request(), PAPER).brief.carried[:2]
    assert "lone" not in run([*crowd, lone], request(), PAPER.replace(seating="combined")).brief.carried[:2]


def places(stretch):
    return [(held.place, held.candidate.memory.id) for held in stretch.holders]


def test_the_first_prompt_seats_two_up_to_what_the_second_reaches_and_one_up_to_what_the_first_does():
    printed = PRINTED["first_prompt"]
    top, (best, rule, *_) = printed["combined"]["top"], printed["organisation"]["scores"]
    stretches = sweep(run(FIRST, request(), PAPER), PAPER)
    assert [round(one.high, 6) for one in stretches] == [round(rule / top, 6), round(best / top, 6), 1.0]
    assert [places(one) for one in stretches] == [[(2, "o0"), (4, "o1")], [(2, "o0")], []]
    assert stretches[0].low < printed["bar"]["ratio"] <= stretches[0].high


def test_the_seat_of_the_rule_rests_on_the_third_decimal():
    stretches = sweep(run(FIRST, request(), PAPER), PAPER)
    assert 0 < stretches[0].high - 0.85 < 0.007


def test_the_second_prompt_gives_its_fourth_place_to_the_organisation_only_at_a_lower_bar():
    printed = PRINTED["second_prompt"]
    found = store(printed["combined"]["top"], 0.56, [0.6, printed["organisation"]["next"]])
    stretches = sweep(run(found, request(), PAPER), PAPER)
    assert round(stretches[0].high, 3) == round(printed["organisation"]["next"] / printed["combined"]["top"], 3)
    assert stretches[0].high < printed["bar"]["ratio"]
    assert [len(one.holders) for one in stretches] == [2, 1, 0]


def test_the_lone_memory_of_the_organisation_is_seated_up_to_its_share_of_the_top_and_never_by_the_first_repair():
    found = [*(scoring(0.6 - 0.0001 * n, f"r{n:02}") for n in range(40)), scoring(0.55, "lone", scope="org")]
    stretches = sweep(run(found, request(), PAPER), PAPER)
    assert [places(one) for one in stretches] == [[(2, "lone")], []]
    assert round(stretches[0].high, 6) == round(0.55 / 0.6, 6)
    first_repair = PAPER.replace(seating="combined")
    assert [one.holders for one in sweep(run(found, request(), first_repair), first_repair)] == [()]


def test_the_difference_of_footing_is_the_weight_of_scope():
    judged = footings(run(FIRST, request(), PAPER))
    assert [round(footing.difference, 9) for footing in judged] == [0.09] * 4
    assert round(judged[1].own, 3) == 0.495 and round(judged[1].combined, 3) == 0.405
    assert all(footing.combined_rank > 32 for footing in judged)
