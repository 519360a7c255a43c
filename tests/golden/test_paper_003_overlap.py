"""Every overlap that paper 003 prints, computed by the brief's own rule."""

import json
from pathlib import Path

import pytest

from secondlayer.engine.repeats import overlap
from secondlayer.engine.tokens import tokens
from secondlayer.settings import PAPER, PRODUCT

CASES = [json.loads(line) for line in (Path(__file__).parent / "overlap.jsonl").read_text().splitlines()]
IDS = [f"{case['paper']} {case['candidate'][:30]}" for case in CASES]


@pytest.mark.parametrize("case", CASES, ids=IDS)
@pytest.mark.parametrize("settings", [PRODUCT, PAPER], ids=["product", "paper"])
def test_the_printed_figures_are_reproduced(case, settings):
    test = overlap(case["candidate"], case["carried"], settings)
    assert (test.shared, test.larger) == (case["shared"], case["larger"])
    assert round(test.shared / test.larger, 3) == case["ratio"]
    assert test.repeat == (case["outcome"] == "repeat")
    if "one_sided_ratio" in case:
        assert round(test.one_sided_ratio, 3) == case["one_sided_ratio"]


@pytest.mark.parametrize("case", [c for c in CASES if "carried_tokens" in c], ids=lambda c: c["candidate"][:30])
def test_the_printed_tokens_are_reproduced(case):
    assert tokens(case["carried"]) == set(case["carried_tokens"])
    assert tokens(case["candidate"]) == set(case["candidate_tokens"])


def test_the_first_rule_would_have_lost_the_precise_line():
    vague, precise = CASES[0]["carried"], CASES[0]["candidate"]
    assert overlap(precise, vague, PAPER.replace(overlap="smaller")).repeat
    assert not overlap(precise, vague, PAPER).repeat


def test_the_guarded_rule_keeps_the_reversal_that_the_papers_rule_loses():
    rule, reversal = CASES[5]["carried"], CASES[5]["candidate"]
    assert overlap(reversal, rule, PAPER).repeat
    assert not overlap(reversal, rule, PAPER.replace(repeat_rule="guarded")).repeat


@pytest.mark.parametrize(
    ("carried", "candidate"),
    [
        ("Keep audit logs for 30 days in the archive bucket.", "Keep audit logs for 90 days in the archive bucket."),
        ("Store backups of the ledger encrypted at rest.", "Store backups of the ledger unencrypted at rest."),
        ("Deploy with python_version 3.11 images only.", "Deploy with python_version 3.12 images only."),
    ],
)
def test_the_guarded_rule_exempts_what_differs_in_a_number_version_or_prefix(carried, candidate):
    assert overlap(candidate, carried, PAPER).repeat
    assert not overlap(candidate, carried, PAPER.replace(repeat_rule="guarded")).repeat
