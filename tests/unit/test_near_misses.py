"""What came closest and is not in the brief, and how many memories passed each gate."""

import pytest
from making import memory, request, run, scoring

from secondlayer.engine.funnel import funnel
from secondlayer.engine.near import near_misses
from secondlayer.records import Found, Near, Trace
from secondlayer.settings import PRODUCT

TEXTS = [f"word{n} other{n} third{n} fourth{n}" for n in range(40)]


def only(trace: Trace, memory_id: str) -> Near:
    return next(near for near in near_misses(trace, 100) if near.candidate.memory.id == memory_id)


def test_one_below_the_bar_is_short_of_it_by_score() -> None:
    trace = run([scoring(0.60, "r"), scoring(0.50, "o", scope="org")], settings=PRODUCT.replace(k_combined=1, fill=False))
    near = only(trace, "o")
    assert (near.gate, near.unit) == ("bar", "score")
    assert near.margin == pytest.approx(0.01) and near.share == pytest.approx(0.01 / 0.51)
    assert near.sentence == "0.010 short of the bar: 0.500 of the 0.510 it needs."


def test_one_above_the_bar_is_behind_the_last_one_seated() -> None:
    found = [scoring(0.60, "r")] + [scoring(0.58 - n / 100, f"o{n}", scope="org") for n in range(3)]
    near = only(run(found, settings=PRODUCT.replace(k_combined=1, fill=False)), "o2")
    assert near.sentence == "0.010 behind the last one seated: 0.560 against 0.570."


def test_without_seats_to_take_nothing_came_close_to_one() -> None:
    found = [scoring(0.60, "r"), scoring(0.58, "o", scope="org")]
    assert near_misses(run(found, settings=PRODUCT.replace(k_combined=1, fill=False, seats=0))) == ()


def test_one_past_the_list_is_behind_the_last_one_kept() -> None:
    found = [scoring(0.60, "a", text=TEXTS[0]), scoring(0.54, "b", text=TEXTS[1])]
    near = only(run(found, settings=PRODUCT.replace(k_combined=1, fill=False)), "b")
    assert (near.gate, near.unit, near.margin) == ("listed", "score", pytest.approx(0.06))
    assert near.share == pytest.approx(0.1)


def test_a_repeat_is_over_the_ratio() -> None:
    found = [scoring(0.60, "a", text="alpha beta gamma delta"), scoring(0.59, "b", text="alpha beta gamma epsilon")]
    near = only(run(found), "b")
    assert (near.gate, near.unit, near.margin) == ("not_a_repeat", "ratio", pytest.approx(0.15))
    assert near.share == pytest.approx(0.2)
    assert near.sentence == "It repeats line 1: 3 of 4 tokens, 0.750 of the larger set is shared, 0.150 over 0.6."


def test_a_third_voice_is_one_over_the_cap() -> None:
    where = {"source_repo": "acme/app", "source_path": "docs/a.md"}
    found = [Found(memory=memory(f"m{n}", TEXTS[n], **where), cosine=0.6 - n / 100) for n in range(3)]
    near = only(run(found), "m2")
    assert (near.gate, near.unit, near.margin, near.share) == ("under_the_cap", "blocks", 1, pytest.approx(1 / 3))
    assert near.sentence == "2 carried lines already cite docs/a.md, and a section has 2."


def test_one_without_room_is_too_long_by_so_many_characters() -> None:
    trace = run([scoring(0.60, "a", text="alpha " * 60)], request(budget_chars=300))
    near = only(trace, "a")
    block = trace.blocks[0]
    assert (near.gate, near.unit) == ("fits", "characters")
    assert near.margin == block.chars - block.room_before
    assert near.share == pytest.approx(near.margin / block.chars)


def test_the_closest_come_first_whatever_gate_they_stopped_at() -> None:
    found = [
        scoring(0.60, "a", text="alpha beta gamma delta"),
        scoring(0.59, "b", text="alpha beta gamma epsilon"),
        scoring(0.50, "o", scope="org"),
        scoring(0.58, "long", text="zeta " * 800),
    ]
    trace = run(found, settings=PRODUCT.replace(k_combined=3, fill=False))
    near = near_misses(trace)
    assert [one.candidate.memory.id for one in near] == ["o", "long", "b"]
    assert [one.share for one in near] == sorted(one.share for one in near)
    assert near_misses(trace, 1) == near[:1]


def test_the_counts_of_the_gates_are_the_traces_own() -> None:
    found = [scoring(0.60 - n / 1000, f"r{n:02}", text=TEXTS[n]) for n in range(40)] + [
        scoring(0.55, "o0", scope="org"),
        scoring(0.40, "o1", scope="org"),
        scoring(0.595, "copy", text=TEXTS[0]),
    ]
    trace = run(found, request(budget_chars=1000))
    counts = {one.gate: (one.count, one.of) for one in funnel(trace, stored=60, current=50)}
    assert counts["stored"] == (60, 60) and counts["current"] == (50, 60)
    assert counts["readable"] == (43, 50) and counts["reached"] == (43, 43)
    assert counts["listed"] == (32, 43)
    assert counts["bar"] == (1, 2)
    assert counts["not_a_repeat"] == (len(trace.blocks) - 1, len(trace.blocks))
    assert counts["carried"][0] == counts["fits"][0] == len(trace.brief.carried)
    unknown = {one.gate: one.count for one in funnel(run(found, request(repo=None)))}
    assert unknown["stored"] is None and unknown["bar"] is None
