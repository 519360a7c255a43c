"""The exact audit names what the reads of a brief missed."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
import pytest
from seeding import NOW, fill, said, unit

from secondlayer.auditing import audit
from secondlayer.briefing import brief, request_of
from secondlayer.embedding.encoder import Pieces
from secondlayer.engine.trace import audit_json, trace_json
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store import Store, open_store

WIDTH = 16
HERE = unit(1, WIDTH, 100)[0]
TASK = "retry the payment"


@dataclass(frozen=True)
class Fixed:
    """An encoder that puts every text at one place: the store's vectors alone decide what is near."""

    name: str = "narrow"
    width: int = WIDTH

    def encode(self, texts):
        return np.repeat(HERE[None, :], len(texts), axis=0)

    def pieces(self, text):
        return Pieces(read=1, held=1)


@pytest.fixture(scope="module")
def crowded(clone: Callable[[str], str]) -> Iterator[Store]:
    """4,000 memories of another repository around the prompt, and 60 of the asking one and 8 of the organisation behind."""
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        other = [said(f"x{n:04}", f"Other sentence {n}", "acme/other") for n in range(4000)]
        own = [said(f"a{n:02}", f"Own sentence number {n} of billing{n}", "acme/app") for n in range(60)]
        rules = [said(f"r{n}", f"Rule {n} for all on topic{n}", layer="policy") for n in range(8)]
        near = unit(4000, WIDTH, 1, towards=HERE)
        behind = unit(68, WIDTH, 2) + 1.2 * HERE
        behind /= np.linalg.norm(behind, axis=1, keepdims=True)
        fill(store, other, near)
        fill(store, [*own, *rules], behind.astype(np.float32))
        yield store


def run(store: Store, settings: Settings):
    request = request_of("acme", TASK, repo="acme/app", budget_chars=4000, as_of=NOW)
    trace = brief(request, settings, store, Fixed())
    return trace, audit(trace, settings, store, Fixed())


def test_the_products_own_arm_misses_nothing(crowded):
    trace, found = run(crowded, PRODUCT)
    assert (found.agrees, found.missed, found.recall, found.scored) == (True, (), 1.0, 68)
    assert found.would_be.carried == trace.brief.carried
    assert found.sentence == "All 68 readable memories were scored: the reads missed nothing, and the brief is the same."
    assert found.brief_id == trace.brief_id


@pytest.mark.parametrize("changes", [{"arm": "default"}, {"arm": "paper", "max_scan_tuples": 300}])
def test_what_an_approximate_arm_missed_is_named_with_its_rank(crowded, changes):
    settings = PRODUCT.replace(**changes)
    trace, found = run(crowded, settings)
    exact, _ = run(crowded, PRODUCT)
    wanted = [candidate.memory.id for candidate in exact.reads[0].candidates]
    listed = {candidate.memory.id for candidate in trace.reads[0].candidates}
    assert not found.agrees
    assert [one.memory.id for one in found.missed if one.rank] == [id for id in wanted if id not in listed]
    assert {one.memory.id for one in found.missed if one.place} == {seat.candidate.memory.id for seat in exact.seats} - {
        seat.candidate.memory.id for seat in trace.seats
    }
    assert found.recall == len(listed & set(wanted)) / len(wanted) < 1.0
    assert found.would_be.carried == exact.brief.carried
    assert [one.score for one in found.missed] == sorted((one.score for one in found.missed), reverse=True)
    assert f"missed {len(found.missed)} of the list or the seats" in found.sentence
    shown = audit_json(found)
    assert shown["would_be"]["carried"] == list(exact.brief.carried)
    assert len(shown["missed"]) == len(found.missed)


def test_a_caller_is_shown_the_counts_of_its_own_scopes_alone(crowded):
    trace, _ = run(crowded, PRODUCT.replace(arm="paper", max_scan_tuples=300))
    for read, own in zip(trace_json(trace)["reads"], trace_json(trace, whole_store=False)["reads"], strict=True):
        assert read["scan"]["examined"] > read["scan"]["in_scope"] or read["scan"]["plan"] != "hnsw"
        assert (own["scan"]["examined"], own["scan"]["dead"], own["scan"]["ms"], own["scan"]["because"]) == (None,) * 3 + ("",)
        for name in ("in_scope", "matched", "kept", "stop", "plan", "joined", "words"):
            assert own["scan"][name] == read["scan"][name]
    exact, _ = run(crowded, PRODUCT)
    assert trace_json(exact, whole_store=False)["reads"][0]["scan"]["examined"] == 68
