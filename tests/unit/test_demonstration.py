"""The demonstration organisation, loaded into a real store and asked its own example prompts."""

import asyncio
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime
from typing import Any

import pytest

from secondlayer.briefing import brief, request_of
from secondlayer.demonstration import DATA, Example, examples, load_demonstration, organisation, questions
from secondlayer.embedding import Encoder
from secondlayer.explaining import explain
from secondlayer.filing import Filed
from secondlayer.hearing import example_prompts, hear, imported_seats, missing, never_seated, stale
from secondlayer.organisation.backends import BackendName, OrgMemoryConfig, create_org_memory_backend
from secondlayer.organisation.backends.answering import Answer, answer
from secondlayer.records import ORG_SCOPE, Block, Candidate, Memory, Outcome, Trace
from secondlayer.settings import PRODUCT, Settings
from secondlayer.show.circumstances import circumstances
from secondlayer.show.verdicts import headline
from secondlayer.store import Store, open_store

CASES = (
    "crowded-out",
    "one-seat",
    "near-miss",
    "narrow-win",
    "flood",
    "specific-line",
    "rule-and-negation",
    "lost-reversal",
    "third-voice",
    "renamed",
    "fork",
    "sensitive",
    "sample-text",
    "stale",
    "nothing",
)
CREW = ("crew-rota", "skerryline/crew-rota")


@dataclass(frozen=True, slots=True, kw_only=True)
class Loaded:
    """A store that holds the demonstration organisation, and the traces of its examples."""

    store: Store
    encoder: Encoder
    filed: Filed
    traces: dict[str, Trace]

    def trace(self, example: Example) -> Trace:
        """The trace of an example as it is, run once for all tests."""
        if example.name not in self.traces:
            self.traces[example.name] = self.ask(example)
        return self.traces[example.name]

    def ask(self, example: Example, **changes: Any) -> Trace:
        """The trace of an example, run anew, with some of its settings changed."""
        settings = PRODUCT.replace(**{**example.settings, **changes})
        return self.brief(example.prompt, example.repo, example=example, settings=settings)

    def brief(self, prompt: str, repo: str | None, *, example: Example, settings: Settings = PRODUCT) -> Trace:
        request = request_of(
            self.store.org,
            prompt,
            repo=repo,
            team=example.team,
            path=example.path,
            budget_chars=example.budget_chars,
            as_of=example.as_of,
        )
        return brief(request, settings, self.store, self.encoder)


@dataclass(frozen=True, slots=True, kw_only=True)
class Run:
    """One example that was asked: what the facts look at."""

    loaded: Loaded
    example: Example
    trace: Trace

    @property
    def listed(self) -> tuple[Candidate, ...]:
        return self.trace.reads[0].candidates

    @property
    def carried(self) -> list[Block]:
        return _with(self.trace, "carried")

    def changed(self, wanted: dict[str, Any]) -> "Run":
        """The example asked with the settings that a fact names, or with its prompt in other words."""
        example = replace(self.example, prompt=wanted.get("prompt", self.example.prompt))
        return replace(self, example=example, trace=self.loaded.ask(example, **wanted.get("settings", {})))

    def block(self, text: str) -> Block:
        """The one block that was considered and says this."""
        found = [block for block in self.trace.blocks if text in block.candidate.memory.text]
        assert found, f"{text!r} was not considered"
        exact = [block for block in found if block.candidate.memory.text.rstrip(".") == text]
        return (exact or found)[0]


@pytest.fixture(scope="module")
def loaded(clone: Callable[[str], str], demonstrated: Any, encoder: Encoder) -> Iterator[Loaded]:
    with open_store(organisation(), dsn=clone(demonstrated.database)) as store:
        yield Loaded(store=store, encoder=encoder, filed=demonstrated.filed, traces={})


def _with(trace: Trace, outcome: Outcome) -> list[Block]:
    return [block for block in trace.blocks if block.outcome == outcome]


def _texts(memories: list[Memory]) -> str:
    return "\n".join(memory.text for memory in memories)


# -- the facts an example may expect, each by its name in examples.yaml


def _listed(run: Run, count: int) -> None:
    assert len(run.listed) == count


def _organisation_listed(run: Run, count: int) -> None:
    assert sum(candidate.memory.scope == ORG_SCOPE for candidate in run.listed) == count


def _seats(run: Run, places: list[int]) -> None:
    assert [seat.place for seat in run.trace.seats] == places
    for seat in run.trace.seats:
        assert run.trace.blocks[seat.place - 1].candidate.memory.id == seat.candidate.memory.id
        assert run.trace.blocks[seat.place - 1].outcome == "carried"


def _seated(run: Run, texts: list[str]) -> None:
    assert len(run.trace.seats) == len(texts)
    for seat, text in zip(run.trace.seats, texts, strict=True):
        assert text in seat.candidate.memory.text
        assert seat.candidate.memory.scope == ORG_SCOPE
        assert seat.margin >= 0.0


def _standing(run: Run, result: str) -> str:
    return _texts([standing.candidate.memory for standing in run.trace.standings if standing.result == result])


def _below_bar(run: Run, texts: list[str]) -> None:
    assert all(text in _standing(run, "below_bar") for text in texts)


def _lost_seat(run: Run, texts: list[str]) -> None:
    assert all(text in _standing(run, "lost_seat") for text in texts)


def _margin(run: Run, wanted: dict[str, Any]) -> None:
    margins = [s.margin for s in run.trace.standings if wanted["text"] in s.candidate.memory.text]
    assert len(margins) == 1
    assert wanted["low"] <= margins[0] <= wanted["high"]


def _seated_when(run: Run, wanted: dict[str, Any]) -> None:
    assert any(wanted["text"] in seat.candidate.memory.text for seat in run.changed(wanted).trace.seats)


def _without_second_read(run: Run, seats: int) -> None:
    first_repair = run.loaded.ask(run.example, seating="combined")
    assert len(first_repair.seats) == seats
    assert first_repair.reads[0].candidates == run.trace.reads[0].candidates


def _seat_origin(run: Run, origin: str) -> None:
    assert run.trace.seats
    assert {seat.candidate.memory.origin for seat in run.trace.seats} == {origin}


def _carried(run: Run, texts: list[str]) -> None:
    for text in texts:
        assert run.block(text).outcome == "carried", run.block(text).because
        assert run.block(text).line in run.trace.brief.text


def _carried_from(run: Run, wanted: dict[str, Any]) -> None:
    section = [block for block in run.trace.blocks if block.candidate.memory.source == wanted["source"]]
    assert len(section) == wanted["considered"]
    assert sum(block.outcome == "carried" for block in section) == wanted["carried"]


def _capped_though_new(run: Run, wanted: dict[str, Any]) -> None:
    block = run.block(wanted["text"])
    assert block.outcome == "capped", block.because
    assert block.same_source == tuple(run.block(text).candidate.memory.id for text in wanted["voices"])
    assert block.overlap is not None
    assert not block.overlap.repeat
    assert block.chars <= block.room_before


def _capped_when(run: Run, wanted: dict[str, Any]) -> None:
    other = run.changed(wanted)
    for text in wanted["texts"]:
        assert other.block(text).outcome == "capped", other.block(text).because


def _left_out(run: Run, by_outcome: dict[str, list[str]]) -> None:
    for outcome, texts in by_outcome.items():
        for text in texts:
            assert run.block(text).outcome == outcome, run.block(text).because
            assert run.block(text).candidate.memory.text not in [block.candidate.memory.text for block in run.carried]


def _lost_when(run: Run, wanted: dict[str, Any]) -> None:
    assert run.block(wanted["text"]).outcome == "carried"
    assert run.changed(wanted).block(wanted["text"]).outcome == wanted["outcome"]


def _kept_when(run: Run, wanted: dict[str, Any]) -> None:
    assert run.block(wanted["text"]).outcome != "carried"
    assert run.changed(wanted).block(wanted["text"]).outcome == "carried"


def _overlap(run: Run, wanted: dict[str, Any]) -> None:
    test = run.block(wanted["text"]).overlap
    assert test is not None
    assert test.ratio == wanted["ratio"]
    assert test.negated != test.against_negated
    assert not test.repeat


def _scopes(run: Run, scopes: list[str]) -> None:
    assert list(run.trace.scopes) == scopes


def _carried_scopes(run: Run, scopes: list[str]) -> None:
    assert set(scopes) <= {block.candidate.memory.scope for block in run.carried}


def _proximity(run: Run, wanted: dict[str, float]) -> None:
    ranked = [*run.listed, *run.trace.reads[0].rest]
    for scope, value in wanted.items():
        assert {c.term("scope").value for c in ranked if c.memory.scope == scope} == {value}


def _over_reach(run: Run, wanted: dict[str, list[str]]) -> None:
    for scope, writers in wanted.items():
        flagged = [candidate for candidate in run.listed if candidate.memory.scope == scope]
        assert flagged
        assert all(list(candidate.over_reach) == writers for candidate in flagged)


def _excluded(run: Run, scopes: list[str]) -> None:
    assert [scope for scope, _ in run.trace.reads[0].plan.excluded] == scopes


def _never_scopes(run: Run, scopes: list[str]) -> None:
    for read in run.trace.reads:
        assert not {candidate.memory.scope for candidate in (*read.candidates, *read.rest)} & set(scopes)


def _first(run: Run, text: str) -> None:
    assert text in run.carried[0].candidate.memory.text


def _written_before(run: Run, day: date) -> None:
    said = run.carried[0].candidate.memory.last_said_at
    assert said < datetime(day.year, day.month, day.day, tzinfo=UTC)


def _contradicted(run: Run, wanted: dict[str, str]) -> None:
    elsewhere = [m for m in run.loaded.store.all_memories(wanted["scope"]) if wanted["text"] in m.text]
    assert len(elsewhere) == 1
    assert elsewhere[0].written_at > run.carried[0].candidate.memory.last_said_at
    assert wanted["scope"] not in run.trace.scopes


def _carried_count(run: Run, count: int) -> None:
    assert len(run.trace.brief.carried) == count


def _filled_when(run: Run, wanted: dict[str, Any]) -> None:
    assert len(run.changed(wanted).carried) >= wanted["at_least"]


def _says(run: Run, sentence: str) -> None:
    assert sentence in run.trace.brief.says
    assert run.trace.brief.says in run.trace.brief.text


def _why(run: Run, wanted: dict[str, str]) -> None:
    """Why, opened on the memory the example is about, says what its author would."""
    verdict = explain(run.trace, PRODUCT, run.example.about, run.loaded.store, run.loaded.encoder)
    assert verdict.memory is not None and verdict.memory.text == run.example.about
    assert verdict.verdict == wanted["verdict"]
    said = [headline(verdict, run.trace), verdict.sentence, *circumstances(verdict, run.trace)]
    assert wanted["says"] in " ".join(said)


FACTS: dict[str, Callable[[Run, Any], None]] = {
    "below_bar": _below_bar,
    "capped_though_new": _capped_though_new,
    "capped_when": _capped_when,
    "carried": _carried,
    "carried_count": _carried_count,
    "carried_from": _carried_from,
    "carried_scopes": _carried_scopes,
    "contradicted": _contradicted,
    "excluded": _excluded,
    "filled_when": _filled_when,
    "first": _first,
    "kept_when": _kept_when,
    "left_out": _left_out,
    "listed": _listed,
    "lost_seat": _lost_seat,
    "lost_when": _lost_when,
    "margin": _margin,
    "never_scopes": _never_scopes,
    "organisation_listed": _organisation_listed,
    "over_reach": _over_reach,
    "overlap": _overlap,
    "proximity": _proximity,
    "says": _says,
    "scopes": _scopes,
    "seat_origin": _seat_origin,
    "seated": _seated,
    "seated_when": _seated_when,
    "seats": _seats,
    "why": _why,
    "without_second_read": _without_second_read,
    "written_before": _written_before,
}


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_example_shows_what_it_is_named_for(loaded: Loaded, example: Example) -> None:
    run = Run(loaded=loaded, example=example, trace=loaded.trace(example))
    assert example.expect
    for name, wanted in example.expect.items():
        FACTS[name](run, wanted)


@pytest.mark.parametrize("example", examples(), ids=lambda example: example.name)
def test_the_examples_brief_is_the_same_when_it_is_asked_again(loaded: Loaded, example: Example) -> None:
    once, again = loaded.trace(example), loaded.ask(example)
    assert once.brief.text == again.brief.text
    assert len(once.brief.text) == once.brief.chars <= example.budget_chars


def test_every_case_has_its_example_and_a_title_of_its_own() -> None:
    names = [example.name for example in examples()]
    assert len(set(names)) == len(names)
    assert set(CASES) <= set(names)
    assert len({example.title for example in examples()}) == len(names)


def test_the_organisation_has_the_size_and_shape_it_promises(loaded: Loaded) -> None:
    counts = loaded.store.scope_counts()
    repositories: Counter[str] = Counter()
    for scope, count in counts.items():
        if scope != ORG_SCOPE and not scope.startswith("team:"):
            repositories[scope.rpartition("/")[2] if not scope.startswith("skerryline-labs/") else scope] += count
    own = {name for name in repositories if not name.startswith("skerryline-labs/")}
    assert sum(counts.values()) >= 700
    assert len(own) >= 6
    assert counts["skerryline/booking-api"] > 300
    assert counts["team:payments"] >= 5
    policies = [memory for memory in loaded.store.all_memories(ORG_SCOPE) if memory.layer == "policy"]
    assert len([memory for memory in policies if memory.origin == "stated"]) >= 5


def test_loading_it_again_adds_and_changes_nothing(loaded: Loaded) -> None:
    before = list(loaded.store.all_memories())
    again = load_demonstration(loaded.store, loaded.encoder)
    assert again.stored == 0
    assert again.already >= loaded.filed.stored
    assert list(loaded.store.all_memories()) == before


def test_no_memory_is_longer_than_the_encoder_reads(loaded: Loaded) -> None:
    assert loaded.filed.cut == 0


def test_every_distilled_memory_points_at_a_document_that_holds_it(loaded: Loaded) -> None:
    folders = [path for path in DATA.rglob("*") if path.is_dir() and path.name[:2] == "20"]
    for memory in loaded.store.all_memories():
        if memory.origin == "distilled":
            assert any((folder / memory.source_path).is_file() for folder in folders), memory.source_path


def test_the_crew_rota_is_read_from_inside_and_from_nowhere_else(loaded: Loaded) -> None:
    example = next(example for example in examples() if example.name == "sensitive")
    secrets = [memory for memory in loaded.store.all_memories() if memory.scope in CREW]
    assert {memory.scope for memory in secrets} == set(CREW)
    elsewhere = ("skerryline-labs/crew-rota", "crew-rota", "skerryline/booking-api", "skerryline/quayside", None)
    for repo in elsewhere:
        for memory in secrets[::9]:
            trace = loaded.brief(memory.text, repo, example=example)
            found = {candidate.memory.scope for read in trace.reads for candidate in (*read.candidates, *read.rest)}
            assert not found & set(CREW), (repo, memory.text)
    inside = loaded.brief(secrets[0].text, "skerryline/crew-rota", example=example)
    assert set(CREW) <= {block.candidate.memory.scope for block in inside.blocks}


def test_a_revised_document_confirms_what_it_still_says(loaded: Loaded) -> None:
    kept = [m for m in loaded.store.all_memories("skerryline/booking-api") if m.source_path == "docs/vehicle-deck.md"]
    unchanged = next(m for m in kept if m.text.startswith("Coaches and units always give their length"))
    assert unchanged.written_at == datetime(2025, 3, 10, tzinfo=UTC)
    assert unchanged.confirmed_at == datetime(2026, 10, 12, tzinfo=UTC)
    reworded = [m for m in kept if "lane metre" in m.text and m.source_heading in ("", "selling-the-vehicle-deck")]
    assert len(reworded) == 5


def test_what_agents_hear_from_it_is_what_its_examples_show(loaded: Loaded) -> None:
    heard = hear(example_prompts(loaded.store.org), loaded.store, loaded.encoder)
    assert [prompt.name for prompt in heard.prompts] == [example.title for example in examples()]
    for prompt, example in zip(heard.prompts, examples(), strict=True):
        trace = loaded.trace(example)
        assert [seat.memory.id for seat in prompt.seats] == [seat.candidate.memory.id for seat in trace.seats]
    named = {example.name: prompt for prompt, example in zip(heard.prompts, examples(), strict=True)}
    assert {seat.prompt for seat in imported_seats(heard)} == {named["sample-text"].number}
    assert missing(heard)[0] == named["near-miss"] and missing(heard)[-1] == named["nothing"]
    old, in_all = stale(loaded.store, examples()[0].as_of, 700)
    assert in_all == len(old) > 0 and named["stale"].seats[0].memory.id in {memory.id for memory in old}
    assert heard.total == len(heard.memories) == len(never_seated(heard)) + len({seat.memory.id for seat in heard.seats})


@pytest.mark.parametrize("question", questions(), ids=lambda question: question.name)
def test_every_question_leads_where_it_says(loaded, question):
    """The paths of two links, what held before, what holds now and why, as the questions promise them."""

    def asked(backend: BackendName) -> Answer:
        made = create_org_memory_backend(OrgMemoryConfig(backend=backend), loaded.store, loaded.encoder, repo=question.repo)
        asyncio.run(made.connect())
        as_of = question.as_of if backend == "temporal_kg" else None
        return asyncio.run(answer(made, question.question, as_of=as_of))

    expected = question.expect
    if "path" in expected:
        graph = asked("graph_rag")
        path = next(path for path in graph.paths if path.hops == expected["hops"])
        assert [text for text, step in zip(expected["path"], path.steps, strict=True) if text not in step.memory.text] == []
    if "then" in expected:
        time = asked("temporal_kg")
        assert expected["now"] in time.facts[0].content
        assert time.then is not None and expected["then"] in time.then[0].fact.content and time.then[0].until is not None
        assert [change for change in time.changes if expected["why"] in change.reason and expected["then"] in change.says]
