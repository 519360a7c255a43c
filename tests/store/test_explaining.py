"""Why, over a real store: what would have carried a memory is made there, and does."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import timedelta

import inspected
import numpy as np
import pytest
from seeding import NOW, fill, on_connection, said, unit

from secondlayer.benches.flips import Check
from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder
from secondlayer.embedding.encoder import Pieces
from secondlayer.explaining import explain
from secondlayer.filing import file_memories
from secondlayer.records import Trace, Verdict
from secondlayer.serving import keep, reopen, settings_of
from secondlayer.settings import PRODUCT, Settings, presets
from secondlayer.store import Store, open_store
from secondlayer.store.scratch_changes import changes

PAPER = presets()["paper"]


@pytest.fixture(scope="module")
def dsn_of_acme(clone: Callable[[str], str], encoder: Encoder) -> str:
    dsn = clone("template1")
    inspected.fill(dsn, encoder)
    return dsn


@pytest.fixture(scope="module")
def acme(dsn_of_acme: str) -> Iterator[Store]:
    """The small organisation of the pages' tests, with the real encoder."""
    with open_store(inspected.ORG, dsn=dsn_of_acme) as store:
        yield store


@dataclass(frozen=True)
class Asked:
    store: Store
    encoder: Encoder
    settings: Settings
    trace: Trace

    def why(self, memory: str) -> Verdict:
        return explain(self.trace, self.settings, memory, self.store, self.encoder)

    def left_out(self) -> list[str]:
        """Ids of what the request may read and did not get, those that were considered first."""
        blocks = [block.candidate.memory.id for block in self.trace.blocks]
        others = [one.id for scope in self.trace.scopes for one in self.store.all_memories(scope)]
        return [id for id in dict.fromkeys([*blocks, *others]) if id not in self.trace.brief.carried]


def ask(store: Store, encoder: Encoder, settings: Settings, *, budget_chars: int = 1200, prompt: str = "") -> Asked:
    request = request_of(
        store.org, prompt or inspected.PROMPT, repo=inspected.REPO, budget_chars=budget_chars, as_of=inspected.AS_OF
    )
    return Asked(store, encoder, settings, brief(request, settings, store, encoder))


def named(verdict: Verdict, change: str):
    return next((one for one in verdict.counterfactuals if one.change["change"] == change), None)


@pytest.mark.parametrize(
    "settings",
    [
        PRODUCT,
        PRODUCT.replace(pool=8, rare_limit=6),
        PAPER.replace(pool=8, k_combined=4),
        PRODUCT.replace(arm="paper", pool=6, k_combined=3, bar_ratio=1.0),
    ],
    ids=["product", "small pool", "paper", "index"],
)
def test_every_change_named_carries_the_memory_when_it_is_made(acme, dsn_of_acme, encoder, settings):
    asked = ask(acme, encoder, settings)
    left_out = asked.left_out()
    with changes(acme, dsn_of_acme) as made:
        check = Check(acme, encoder, made)
        for id in left_out[:: max(1, len(left_out) // 5)]:
            check.add(asked.trace, settings, asked.why(id))
    assert check.flips.failures == []
    assert check.flips.agree == check.flips.cases >= 5
    assert sum(tally.tried for tally in check.flips.changes.values()) >= 5


def test_the_smallest_larger_pool_is_the_one_that_first_holds_the_memory(acme, encoder):
    small = PAPER.replace(pool=5, k_combined=5, fill=True, cap_per_source=50)
    asked = ask(acme, encoder, small.replace(repeat_ratio=1.0), budget_chars=20_000)
    pool = {one.memory.id for one in (*asked.trace.reads[0].candidates, *asked.trace.reads[0].rest)}
    vector = encoder.encode([inspected.PROMPT])[0]
    nearest = [one.memory.id for one in acme.nearest(vector, asked.trace.scopes, 12)]
    assert pool == set(nearest[:5])
    for place, id in enumerate(nearest[5:], start=6):
        one = named(asked.why(id), "pool")
        assert one.change == {"change": "pool", "from": 5, "to": place}
        assert one.sentence.startswith(f"If the pool held the {place} nearest by meaning (it holds 5), it would be line ")
    repeated = ask(acme, encoder, small, budget_chars=20_000).why(nearest[5])
    assert named(repeated, "pool") is None
    still = [one.sentence for one in repeated.impossible if one.change["change"] == "pool"]
    assert len(still) == 1 and "the 6 nearest by meaning would not be enough: it repeats a carried block" in still[0]


WIDTH = 16
HERE = unit(1, WIDTH, 100)[0]


@dataclass(frozen=True)
class Fixed:
    """An encoder that puts every text at one place: the store's vectors alone decide what is near."""

    name: str = "narrow"
    width: int = WIDTH

    def encode(self, texts):
        return np.repeat(HERE[None, :], len(texts), axis=0)

    def pieces(self, text):
        return Pieces(read=1, held=1)


def test_what_the_index_never_came_to_is_carried_by_comparing_everything(clone):
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        fill(
            store,
            [said(f"x{n:03}", f"Other sentence {n}", "acme/other") for n in range(400)],
            unit(400, WIDTH, 1, towards=HERE),
        )
        behind = unit(3, WIDTH, 2) + 1.2 * HERE
        behind /= np.linalg.norm(behind, axis=1, keepdims=True)
        fill(store, [said(f"a{n}", f"Own sentence number {n}", "acme/app") for n in range(3)], behind.astype(np.float32))
        settings = PRODUCT.replace(arm="default")
        request = request_of("acme", "retry the payment", repo="acme/app", budget_chars=4000, as_of=NOW)
        trace = brief(request, settings, store, Fixed())
        verdict = explain(trace, settings, "a1", store, Fixed())
        assert trace.brief.carried == ()
        exact = named(verdict, "arm")
        assert exact.change == {"change": "arm", "from": "default", "to": "exact"}
        assert exact.sentence.startswith("If everything in scope were compared (the arm was default), it would be line ")
        assert set(exact.gained) == {"a0", "a2"} and exact.lost == ()
        assert [one for one in verdict.impossible if one.change["change"] != "terms"] == []


def test_a_retired_memory_a_misfiled_one_and_one_without_a_vector_are_each_offered_the_way_back(clone, encoder):
    with open_store("acme", dsn=clone("template1")) as store:
        rules = {
            "gone": ("acme/app", "Retries back off between attempts."),
            "elsewhere": ("acme/other", "A payment is retried three times at most."),
            "bare": ("acme/app", "A retried payment keeps its key."),
            "near": ("org", "Payments are retried by the queue."),
        }
        file_memories(store, encoder, [said(id, text, scope) for id, (scope, text) in rules.items()])
        assert store.retire("gone", at=NOW - timedelta(days=3), reason="old")
        on_connection(
            store,
            lambda connection: connection.execute(
                "DELETE FROM memory_vector USING memory WHERE memory.key = memory_key AND memory.id = 'bare'"
            ),
        )
        request = request_of("acme", "retry the payment", repo="acme/app", budget_chars=2000, as_of=NOW)
        trace = brief(request, PRODUCT, store, encoder)
        expected = {
            "gone": ("retired", "restore", "If it were restored (it was retired on 27 November 2026), it would be line "),
            "elsewhere": (
                "out_of_scope",
                "file_under",
                "If it were filed under acme/app (it is under acme/other), it would be line ",
            ),
            "bare": ("not_embedded", "embed", "If it had a vector (`secondlayer reembed`), it would be line "),
        }
        for id, (verdict, change, sentence) in expected.items():
            found = explain(trace, PRODUCT, id, store, encoder)
            assert (found.verdict, found.impossible) == (verdict, ())
            assert [one.change["change"] for one in found.counterfactuals] == [change]
            assert found.counterfactuals[0].sentence.startswith(sentence) and found.counterfactuals[0].carried


def test_when_the_store_has_moved_on_only_what_the_record_proves_is_said(clone, encoder):
    with open_store("acme", dsn=clone("template1")) as store:
        made = inspected.memories()
        file_memories(store, encoder, made[:-3])
        settings = PRODUCT.replace(pool=8, rare_limit=6)
        asked = ask(store, encoder, settings)
        id = next(block.candidate.memory.id for block in asked.trace.blocks if block.outcome != "carried")
        before = {one.change["change"] for one in asked.why(id).counterfactuals}
        more = [replace(one, id=f"new{n}", text=f"{one.text} again", scope=inspected.REPO) for n, one in enumerate(made[:6])]
        file_memories(store, encoder, more)
        after = asked.why(id)
        left = {one.change["change"] for one in after.counterfactuals}
        assert left == before - {"retire", "pool", "pool_by", "arm"} and left
        assert after.verdict not in ("carried", "seated")


def test_a_served_brief_is_explained_like_one_just_made_and_without_its_words_offers_nothing(acme, encoder):
    settings = PRODUCT.replace(pool=30)
    asked = ask(acme, encoder, settings)
    id = asked.left_out()[0]
    keep(asked.trace, settings, acme, door="cli")
    trace = reopen(acme, asked.trace.brief_id)[1]
    served = explain(trace, settings_of(trace), id, acme, encoder)
    assert served.counterfactuals == asked.why(id).counterfactuals != ()
    keep(asked.trace, settings, acme, door="cli", with_text=False)
    trace = reopen(acme, asked.trace.brief_id)[1]
    wordless = explain(trace, settings_of(trace), id, acme, encoder)
    assert wordless.verdict == served.verdict and wordless.counterfactuals == ()


def test_a_pasted_text_is_found_as_stored_as_printed_or_nearly_so(acme, encoder):
    asked = ask(acme, encoder, PRODUCT)
    carried = asked.trace.brief.text.splitlines()[1]
    memory = asked.trace.blocks[0].candidate.memory
    for pasted in (memory.text, f"  {memory.text.replace(' ', '  ')} ", carried, f"* {memory.text}"):
        assert asked.why(pasted).memory == memory
    slip = asked.why("Never drop a column in the release which stops using it")
    assert (slip.verdict, slip.memory) == ("unknown_memory", None)
    assert slip.sentence.startswith("No memory says exactly this. org:")
    assert "was probably meant: “Never drop a column in the release that stops using it.”" in slip.sentence
    reversed_ = asked.why("Drop a column in the release that stops using it.")
    assert reversed_.sentence.startswith("This was never written: no memory says it, or nearly so. The nearest stored one is ")
    never = asked.why("Webhooks are sent by pigeon.")
    assert never.sentence.startswith("This was never written") and never.counterfactuals == never.impossible == ()


def test_a_text_of_another_repository_is_offered_unless_that_is_sensitive(acme, encoder):
    asked = ask(acme, encoder, PRODUCT)
    nearly = "Lamps :smile: are :red[rotated] :material/home: every week weekly"
    assert f"filed under {inspected.HOSTILE_REPO}, was probably meant" in asked.why(nearly).sentence
    acme.mark_sensitive(inspected.HOSTILE_REPO)
    try:
        assert asked.why(nearly).sentence.startswith("This was never written")
    finally:
        acme.mark_sensitive(inspected.HOSTILE_REPO, False)
