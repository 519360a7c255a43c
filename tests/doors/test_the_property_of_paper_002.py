"""Forty repository memories that alone fill the list, one of the organisation's on the same topic (paper 002 §3)."""

import json

import pytest

TASK = "restore the billing database from a backup"
RULE = "Before a billing database is restored from a backup, tell the duty officer."
WHEN = ("nightly", "weekly", "hourly", "monthly", "before releases", "after an incident", "in a drill", "on request")
WHAT = (
    "The billing database backup is restored {} from the object store.",
    "A restore of the billing database from its backup is rehearsed {}.",
    "Backups of the billing database are checked {} by restoring one table.",
    "The {} backup of the billing database is restored to staging.",
    "Restoring the billing database from backup {} takes forty minutes.",
)


@pytest.fixture
def crowd(secondlayer, tmp_path):
    lines = [{"scope": "acme/billing", "text": what.format(when), "layer": "fact"} for what in WHAT for when in WHEN]
    lines.append({"scope": "org", "text": RULE, "layer": "policy", "id": "the-rule"})
    (tmp_path / "crowd.jsonl").write_text("\n".join(map(json.dumps, lines)))
    assert secondlayer("load", tmp_path / "crowd.jsonl", "--json").json["stored"] == 41
    return secondlayer


def test_the_organisations_memory_is_within_the_first_two_places(crowd):
    trace = crowd("brief", TASK, "--repo", "acme/billing", "--json").json
    assert "the-rule" not in [candidate["id"] for candidate in trace["reads"][0]["candidates"]]
    assert len(trace["reads"][0]["candidates"]) == 32
    assert "the-rule" in trace["brief"]["carried"][:2]


def test_with_the_first_repair_it_is_not(crowd):
    trace = crowd("brief", TASK, "--repo", "acme/billing", "--set", "seating=combined", "--json").json
    assert trace["seats"] == [] and "the-rule" not in trace["brief"]["carried"][:2]
