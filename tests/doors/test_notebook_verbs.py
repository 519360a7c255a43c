"""The verbs of a notebook over a real store."""

from collections.abc import Callable, Iterator

import pytest
from inspected import AS_OF, ORG, PROMPT, REPO, fill

from secondlayer.embedding import Encoder
from secondlayer.errors import BadSetting, WrongCall
from secondlayer.notebook import Opened, again, ask, ask_example, opened, scan, why
from secondlayer.records import Trace
from secondlayer.settings import PAPER


@pytest.fixture(scope="module")
def place(clone: Callable[[str], str], encoder: Encoder) -> Iterator[Opened]:
    dsn = clone("template1")
    fill(dsn, encoder)
    held = opened(ORG, dsn=dsn)
    yield held
    held.store.close()
    opened.cache_clear()


@pytest.fixture(scope="module")
def trace(place: Opened) -> Trace:
    return ask(PROMPT, repo=REPO, as_of=AS_OF, on=place)


def test_a_store_is_opened_once(place: Opened) -> None:
    assert place.store.org == ORG
    assert len(place.store.scope_counts()) == 3


def test_asking_again_with_nothing_changed_is_the_same_brief(place: Opened, trace: Trace) -> None:
    same = again(trace, on=place)
    assert (same.brief, same.brief_id, same.seats) == (trace.brief, trace.brief_id, trace.seats)


def test_a_setting_and_the_budget_are_changed_by_name(place: Opened, trace: Trace) -> None:
    assert trace.seats
    assert again(trace, seats=0, on=place).seats == ()
    short = again(trace, budget_chars=300, on=place)
    assert short.brief.budget_chars == 300 and short.brief.chars <= 300 < trace.brief.chars
    assert again(short, bar_ratio=0.9, on=place).brief.budget_chars == 300
    with pytest.raises(BadSetting):
        again(trace, budget_chars=3, on=place)
    with pytest.raises(BadSetting, match="bar_ratio"):
        again(trace, bar_rati=0.9, on=place)


def test_a_preset_is_named_and_told(place: Opened) -> None:
    paper = ask(PROMPT, repo=REPO, as_of="2026-11-30T12:00:00Z", preset="paper", on=place)
    assert paper.preset == "paper" and paper.settings == PAPER.as_dict()
    assert paper.request.as_of == AS_OF
    assert again(paper, on=place).brief_id == paper.brief_id


def test_why_agrees_with_the_brief_for_every_block(place: Opened, trace: Trace) -> None:
    for block in trace.blocks:
        memory = block.candidate.memory.id
        assert (why(trace, memory, on=place).verdict in ("carried", "seated")) == (memory in trace.brief.carried)


def test_a_scan_is_the_same_reads_under_another_arm(place: Opened, trace: Trace) -> None:
    reads = scan(trace, "default", on=place)
    assert [read.name for read in reads] == [read.name for read in trace.reads]
    assert [read.scan.plan for read in reads] == ["hnsw", "hnsw"]
    assert [read.plan.scopes for read in reads] == [read.plan.scopes for read in trace.reads]


def test_what_cannot_be_asked_is_said_in_a_sentence(place: Opened) -> None:
    with pytest.raises(WrongCall, match="2026-11-30"):
        ask(PROMPT, as_of="yesterday", on=place)
    with pytest.raises(WrongCall, match="crowded-out"):
        ask_example("crowded", on=place)
