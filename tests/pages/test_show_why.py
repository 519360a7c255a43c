"""Verdicts, comparisons and searches in words, tables and charts: pure functions, no store and no screen."""

import itertools
import json

import pytest
from making import memory, request, run, scoring

from secondlayer.engine.funnel import funnel
from secondlayer.engine.near import near_misses
from secondlayer.engine.pairs import above
from secondlayer.engine.why import GATES as ENGINES_GATES
from secondlayer.engine.why import Known, why
from secondlayer.records import TERMS, Found, Repository, Trace, Verdict
from secondlayer.settings import PRODUCT, Settings
from secondlayer.show.circumstances import circumstances, named
from secondlayer.show.comparisons import moved, moved_table, near_table, pair_table, steps_table, takeaway
from secondlayer.show.findings import findings
from secondlayer.show.unwritten import headline as unwritten_headline
from secondlayer.show.unwritten import nearest_ones
from secondlayer.show.verdicts import headline, steps
from secondlayer.show.waterfall import waterfall_chart
from secondlayer.show.wording import GATES, VERDICTS

SENTENCES = [f"word{n} other{n} third{n} fourth{n}" for n in range(40)]
BARE = PRODUCT.replace(fill=False)


def crowd(*own: float, count: int = 40) -> list[Found]:
    """Repository memories from 0.60 down, and the organisation's at these scores on their own footing."""
    found = [scoring(0.60 - 0.001 * n, f"r{n:02}", text=SENTENCES[n]) for n in range(count)]
    return found + [scoring(score, f"o{n}", scope="org") for n, score in enumerate(own)]


def verdict(trace: Trace, found: list[Found], memory_id: str, settings: Settings = PRODUCT) -> Verdict:
    one = next(one for one in found if one.memory.id == memory_id)
    return why(trace, settings, Known(memory=one.memory, cosine=one.cosine, nearer=3))


def fared(trace: Trace, verdict: Verdict) -> dict[str, str]:
    return {step.gate: f"{step.mark} {step.went}" for step in steps(funnel(trace), trace, verdict)}


# -- headlines and gates


def test_every_verdict_stops_at_the_gate_the_table_of_marks_names() -> None:
    assert {gate for _, gate in VERDICTS.values()} - {""} <= set(ENGINES_GATES) == set(GATES)
    long = scoring(0.62, "long", text="zeta " * 900)
    copy = scoring(0.595, "copy", text=SENTENCES[0])
    found = [*crowd(0.55, 0.54, 0.53, 0.40), long, copy]
    where = {"source_repo": "acme/app", "source_path": "docs/a.md"}
    found += [Found(memory=memory(f"v{n}", f"voice{n} some{n} thing{n} new{n}", **where), cosine=copy.cosine) for n in range(3)]
    elsewhere = scoring(0.5, "elsewhere", scope="acme/other")
    trace = run(found, settings=BARE)
    seen = set()
    for one in [*found, elsewhere]:
        told = why(trace, BARE, Known(memory=one.memory, cosine=one.cosine, nearer=3))
        mark, stop = VERDICTS[told.verdict]
        assert headline(told, trace).startswith(f"{mark} ")
        stopped = [gate for gate, went in fared(trace, told).items() if went.startswith("✕")]
        assert stopped == ([stop] if stop else [])
        seen.add(told.verdict)
    assert seen == {
        "seated", "carried", "lost_seat", "below_bar", "below_list", "repeat", "capped", "no_room", "out_of_scope",
    }  # fmt: skip


@pytest.mark.parametrize(
    ("memory_id", "says"),
    [
        ("o0", "◆ Seated at place 2, 0.040 above the bar: line 2 of the brief"),
        ("o2", "◇ Not seated: it cleared the bar, behind two that scored more"),
        ("o3", "┄ Not seated: 0.010 short of the bar"),
        ("r00", "● Carried: line 1 of the brief"),
        ("r35", "○ Not in the list: it ranks 37, and 32 are kept"),
        ("copy", "≈ Left out: it repeats line 1"),
    ],
)
def test_the_headline_has_the_figure_that_decided(memory_id: str, says: str) -> None:
    found = [*crowd(0.55, 0.54, 0.53, 0.50), scoring(0.57, "copy", text=SENTENCES[0])]
    trace = run(found, settings=BARE)
    assert headline(verdict(trace, found, memory_id, BARE), trace) == says


def test_one_that_filled_the_room_is_told_so() -> None:
    found = crowd(count=34)
    trace = run(found)
    assert headline(verdict(trace, found, "r33"), trace) == "● Carried: line 34 of the brief, from past the list"


def test_one_below_the_bar_that_was_taken_up_again_meets_the_gates_behind_it() -> None:
    found = crowd(0.50)
    trace = run(found, request(budget_chars=700))
    went = fared(trace, verdict(trace, found, "o0"))
    assert went["bar"] == "✕ stopped here"
    assert went["not_a_repeat"] == "✓ passed, filling the room"
    assert went["fits"] == "✕ stopped again, filling the room"
    assert went["carried"] == "· not met"


def test_the_bar_is_not_asked_of_a_repositorys_and_not_needed_in_the_list() -> None:
    found = crowd(0.40, count=3)
    trace = run(found)
    assert fared(trace, verdict(trace, found, "r00"))["bar"] == "· not asked of it"
    assert fared(trace, verdict(trace, found, "o0"))["bar"] == "· not needed: it is in the list"


def test_a_table_stands_beside_the_strip_with_the_same_counts() -> None:
    trace = run(crowd(0.55))
    shown = steps(funnel(trace, stored=50, current=45), trace)
    assert list(steps_table(shown)["this run"]) == [step.counts for step in shown]
    assert [step.counts for step in shown][:5] == ["50", "45 of 50", "41 of 45", "41", "32 of 41"]


# -- what else is true


def test_the_seats_that_went_to_others_are_named_and_told_of_one_in_the_list() -> None:
    found = [scoring(0.60, "r"), *(scoring(0.58 - n / 100, f"o{n}", scope="org") for n in range(3))]
    trace = run(found)
    told = verdict(trace, found, "o2")
    assert told.verdict == "carried"
    (says,) = circumstances(told, trace)
    assert says.startswith("At the bar 0.560 cleared 0.510, but the seats went to two that scored more")
    assert named(told, trace) == tuple(("◆", f"place {seat.place}: {seat.candidate.memory.text}") for seat in trace.seats)


def test_where_a_seated_one_stands_by_itself_is_told() -> None:
    found = crowd(0.55)
    trace = run(found)
    says = circumstances(verdict(trace, found, "o0"), trace)
    assert says == ("In the combined read it ranks 41, at 0.460, past the list of 32: the organisation's own read brought it.",)


def test_a_rule_beside_its_negation_a_shared_name_and_a_team_are_told() -> None:
    found = [
        scoring(0.6, "a", text="Replay the outbox after a failover"),
        scoring(0.59, "b", text="Never replay the outbox after a failover"),
        scoring(0.5, "c", scope="team:web", proximity=0.5),
        scoring(0.5, "d", scope="app"),
    ]
    known = (Repository(name="acme/app"), Repository(name="labs/app"))
    trace = run(found, request(team="web"), repositories=known)
    assert circumstances(verdict(trace, found, "b"), trace)[0].endswith("a disagreement is never a repeat.")
    assert "0.5 for nearness of scope (acme/app 1, team:web 0.5, org 0)." in circumstances(verdict(trace, found, "c"), trace)[0]
    shared = "It is filed under app, a name that acme/app and labs/app may both have written under."
    assert circumstances(verdict(trace, found, "d"), trace) == (shared,)
    alone = run(found, request(team="web"))
    assert circumstances(verdict(alone, found, "d"), alone) == (
        "It is filed under app, the bare name of acme/app, and read on the same rung.",
    )


# -- beside each other


def test_the_pair_and_its_chart_hold_the_records_own_figures() -> None:
    trace = run(crowd(0.50))
    pair = above(trace, "o0", "r00", at_the_bar=True)
    table = pair_table(pair)
    assert list(table["▲ − ▽"]) == [*(f"{one:+.3f}" for one in pair.differences), "+0.100"]
    assert list(table["term"]) == [*(f"{name}, decides" if name == pair.term else name for name in TERMS), "score"]
    assert pair.term is not None
    assert takeaway(pair).startswith("Six terms of two memories, stacked to 0.600 and 0.500; ") and pair.term in takeaway(pair)
    spec = json.loads(waterfall_chart(pair, 0.51).to_json())
    marks = [mark for rows in spec["datasets"].values() for mark in rows if "start" in mark]
    assert {mark["memory"]: mark["end"] for mark in marks if mark["term"] == "score"} == {
        "▲": pytest.approx(0.6), "▽": pytest.approx(0.5),
    }  # fmt: skip
    for which in ("▲", "▽"):
        own = [mark for mark in marks if mark["memory"] == which and mark["term"] != "score"]
        assert [mark["term"] for mark in own] == list(TERMS)
        assert all(earlier["end"] == later["start"] for earlier, later in itertools.pairwise(own))
    assert any(row.get("bar") == 0.51 for rows in spec["datasets"].values() for row in rows)


def test_no_text_of_a_memory_is_in_the_waterfalls_or_their_description() -> None:
    hostile = "<script>alert(1)</script> ![x](http://elsewhere.invalid/p.png)"
    trace = run([scoring(0.6, "r", text=hostile), scoring(0.59, "s", text=hostile + " never")])
    pair = above(trace, "r", "s")
    assert "script" not in waterfall_chart(pair).to_json() + takeaway(pair)


def test_near_misses_are_told_in_the_unit_of_their_gate() -> None:
    found = [*crowd(0.55, 0.54, 0.53, 0.50), scoring(0.57, "copy", text=SENTENCES[0])]
    trace = run(found, settings=BARE)
    shown = near_table(near_misses(trace, 100), trace).set_index("id")
    assert shown.loc["o3", "stopped at"] == "┄ the bar" and shown.loc["o3", "short by"] == "0.010 of the score"
    assert shown.loc["o2", "stopped at"] == "◇ the seats"
    assert shown.loc["copy", "short by"] == "0.400 of the ratio"
    assert shown.loc["r39", "stopped at"] == "○ the end of the list"


def test_what_a_change_moves_is_told_with_both_places() -> None:
    asked = request(budget_chars=900)
    product, here = run(crowd(0.55, 0.52), asked), run(crowd(0.55, 0.52), asked, PRODUCT.replace(seating="combined"))
    table = moved_table(here, product)
    change = table.set_index("id")
    assert change.loc["o0", "change"] == "− lost" and change.loc["o0", "before"] == "◆ 2"
    assert set(change.index[change["change"] == "+ gained"]) == set(here.brief.carried) - set(product.brief.carried)
    assert change.loc["r01", ["change", "before", "after"]].tolist() == ["moved", "● 3", "● 2"]
    assert "r00" not in change.index
    assert moved(table).startswith("Two lines are gained and two are lost; ")
    assert moved(moved_table(product, product)) == "The brief carries the same lines at the same places."


# -- texts that nobody stored, and links


@pytest.mark.parametrize(
    ("text", "cosine", "says"),
    [
        ("alpha beta gamma epsilon", 0.9, "✕ Not stored in these words: a memory says the same in others"),
        ("zeta eta theta", 0.4, "✕ Never written: no memory has this id or says this"),
        ("zeta eta theta", 0.1, "✕ Never written, and nothing stored is like it"),
    ],
)
def test_three_answers_to_a_text_that_is_not_stored(text: str, cosine: float, says: str) -> None:
    near = nearest_ones(text, [Found(memory=memory("m", "alpha beta gamma delta"), cosine=cosine)], PRODUCT)
    assert unwritten_headline(near, PRODUCT) == says
    assert f"Likeness in meaning {cosine:.3f} of 1; filed under acme/app." in near[0].says
    assert unwritten_headline((), PRODUCT) == "✕ Never written, and nothing stored is like it"


def test_findings_name_the_page_that_shows_them() -> None:
    found = findings(run(crowd(0.55, 0.52, 0.505)))
    assert {finding.page for finding in found} <= {"", "why", "reads", "budget", "scan"}
    seat = next(finding for finding in found if finding.says.startswith("Place 2:"))
    assert (seat.page, seat.memory) == ("why", "o0")
