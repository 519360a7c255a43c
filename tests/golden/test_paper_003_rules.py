"""The pairs of paper 003 in a brief of their own, under its rule, the first one and the guarded one."""

import json
from pathlib import Path

import pytest
from making import memory, request, run

from secondlayer.engine.overlaps import overlaps, pair
from secondlayer.engine.rules import changed_by, under_other_rules
from secondlayer.records import Found
from secondlayer.settings import PAPER

CASES = [json.loads(line) for line in (Path(__file__).parent / "overlap.jsonl").read_text().splitlines()]
IDS = [case["candidate"][:30] for case in CASES]


def brief(case):
    """The printed sentence carried first and the candidate considered after it."""
    texts = (case["carried"], case["candidate"])
    return run([Found(memory=memory(f"m{n}", text), cosine=0.9 - n / 10) for n, text in enumerate(texts)], request(), PAPER)


def outcomes(case):
    return {ruled.name: ruled.blocks[1].outcome for ruled in under_other_rules(brief(case), PAPER)}


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_the_run_itself_has_the_printed_outcome_and_the_first_rule_divides_by_the_smaller(case):
    found = outcomes(case)
    assert found["own"] == case["outcome"]
    apart = pair(brief(case).blocks[1].candidate.memory, brief(case).blocks[0].candidate.memory, PAPER)
    covered = apart.smaller.ratio >= PAPER.repeat_ratio and not (bool(apart.negations) ^ bool(apart.other_negations))
    assert (found["smaller"] == "repeat") == covered
    assert found["cap"] == case["outcome"]


@pytest.mark.parametrize("case", CASES, ids=IDS)
def test_a_pair_taken_apart_has_the_printed_tokens_and_ratios(case):
    later, earlier = brief(case).blocks[1].candidate.memory, brief(case).blocks[0].candidate.memory
    apart = pair(later, earlier, PAPER)
    assert len(apart.shared) == case["shared"]
    assert round(apart.larger.ratio, 3) == case["ratio"]
    if "one_sided_ratio" in case:
        assert round(apart.smaller.ratio, 3) == case["one_sided_ratio"]
    if "carried_tokens" in case:
        assert {*apart.shared, *apart.only_other} == set(case["carried_tokens"])
        assert {*apart.shared, *apart.only_candidate} == set(case["candidate_tokens"])


def test_only_the_precise_line_is_lost_by_the_first_rule_and_only_the_reversal_is_saved_by_the_guarded():
    changed = {"smaller": [], "guarded": []}
    for case in CASES:
        own, *others = under_other_rules(brief(case), PAPER)
        for other in others:
            if changed_by(own, other) and other.name in changed:
                changed[other.name].append(case["candidate"])
    assert changed["smaller"] == ["Deploys go through docker compose on the box"]
    assert changed["guarded"] == ["Stop running migrations on API boot."]


def test_the_words_that_negate_are_named():
    case = CASES[2]
    later, earlier = brief(case).blocks[1].candidate.memory, brief(case).blocks[0].candidate.memory
    apart = pair(later, earlier, PAPER)
    assert (apart.negations, apart.other_negations) == (("never",), ())
    assert not apart.own.repeat and apart.own.ratio == 1.0


def test_every_two_blocks_that_share_a_token_are_compared_the_nearest_first():
    texts = ("alpha beta gamma delta", "alpha beta gamma epsilon", "alpha zeta eta theta", "iota kappa lambda omega")
    trace = run([Found(memory=memory(f"m{n}", text), cosine=0.9 - n / 10) for n, text in enumerate(texts)])
    cells = overlaps(trace.blocks, PAPER)
    assert [(cell.earlier.order, cell.later.order) for cell in cells] == [(1, 2), (1, 3), (2, 3)]
    assert [round(cell.overlap.ratio, 2) for cell in cells] == [0.75, 0.25, 0.25]
