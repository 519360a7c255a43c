"""Memories that share the prompt's rarest words join the pool under auto, scored like any other."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import pytest
from making import request
from seeding import NOW, fill, said, unit

from secondlayer.engine.ranking import rank, read
from secondlayer.engine.rare import asked_words
from secondlayer.engine.scopes import combined_plan, organisation_plan
from secondlayer.engine.tokens import tokens
from secondlayer.settings import PAPER, PRODUCT, Settings
from secondlayer.store import Store, open_store

WIDTH = 16
HERE = unit(1, WIDTH, 100)[0]
COMMON = 1500
FAR = (
    said("code", "The gateway answers ERR_4412 when a hold has lapsed.", "acme/app"),
    said("record", "See ADR-0042 for why the ledger is append only.", "org"),
    said("path", "Sessions are expired in app/models/user_session.rb alone.", "acme/app"),
    said("elsewhere", "Another service answers ERR_4412 too.", "acme/other"),
)


@pytest.fixture(scope="module")
def graph(clone: Callable[[str], str]) -> Iterator[Store]:
    """1,500 memories near the prompt, and four on its far side that hold identifiers."""
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        near = [
            said(
                f"m{number:04}",
                f"The {'user session' if number % 2 else 'model'} of the app number {number} answers.",
                "acme/app",
            )
            for number in range(COMMON)
        ]
        memories = [*near, *FAR]
        vectors = np.vstack([unit(COMMON, WIDTH, 1, towards=HERE), unit(len(FAR), WIDTH, 2, towards=-HERE)])
        store.add(memories, vectors, [sorted(tokens(memory.passage)) for memory in memories])
        yield store


def ask(store: Store, prompt: str, settings: Settings = PRODUCT, scopes: tuple[str, ...] = ("acme/app", "org")):
    return store.read(scopes, HERE, settings=settings, limit=200, tokens=asked_words(prompt))


@pytest.mark.parametrize("arm", [{}, {"exact_cutoff": 0}], ids=["all compared", "the index walked"])
@pytest.mark.parametrize(
    ("prompt", "id"), [("ERR_4412", "code"), ("ADR-0042", "record"), ("app/models/user_session.rb", "path")]
)
def test_a_prompt_that_is_only_an_identifier_finds_the_memory_that_holds_it(graph, prompt, id, arm):
    found, scan = ask(graph, prompt, PRODUCT.replace(**arm))
    joined = [one for one in found if one.by == "words"]
    assert [one.memory.id for one in joined] == [id]
    assert (scan.joined, scan.matched >= 200, len(found)) == (1, True, 201)
    assert joined[0].cosine == pytest.approx(graph.cosine(id, HERE), abs=1e-6)
    asked = request(prompt)
    ranked, _ = rank(found, asked, combined_plan(asked, ()), PRODUCT)
    place = next(candidate for candidate in ranked if candidate.memory.id == id)
    assert place.term("words").value == 1.0
    assert place.score == pytest.approx(sum(term.points for term in place.terms))
    # the paper's pool has it not
    found, scan = ask(graph, prompt, PAPER.replace(**arm))
    assert id not in {one.memory.id for one in found}
    assert (scan.joined, scan.words) == (0, ())


def test_words_never_bring_a_memory_of_another_scope_or_a_retired_one(graph, clone):
    for settings in (PRODUCT, PRODUCT.replace(exact_cutoff=0)):
        found, _ = ask(graph, "ERR_4412", settings, ("acme/app",))
        assert {one.memory.scope for one in found} == {"acme/app"}
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        fill(store, [said("a", "lone word"), said("b", "other text")])
        store.retire("a", at=NOW)
        found, scan = store.read(["org"], HERE, settings=PRODUCT, limit=1, tokens=("lone",))
        assert ([one.memory.id for one in found], scan.joined) == (["b"], 0)
        assert (scan.words[0].held, scan.words[0].taken) == (0, False)


def test_a_word_that_many_hold_is_not_rare_and_its_parts_together_may_be(graph):
    _, scan = ask(graph, "app/models/user_session.rb")
    by_word = {word.word: word for word in scan.words}
    assert by_word["session"].held is None and not by_word["session"].taken
    together = by_word["app model session user"]
    assert (together.held, together.taken) == (1, True)


def test_no_more_join_than_the_limit_and_no_more_words_are_taken_than_set(graph):
    prompt = " ".join(str(number) for number in range(100, 140))
    for changes in ({}, {"rare_limit": 3}, {"rare_tokens": 2}):
        settings = PRODUCT.replace(**changes)
        found, scan = store_read = graph.read(["acme/app"], -HERE, settings=settings, limit=5, tokens=asked_words(prompt))
        assert store_read[1].joined == sum(one.by == "words" for one in found)
        assert scan.joined <= min(settings.rare_limit, settings.rare_tokens)
        assert sum(word.taken for word in scan.words) == min(settings.rare_limit, settings.rare_tokens)


def test_what_is_outside_the_pool_scores_no_more_than_the_bound_says(graph):
    for prompt in ("ERR_4412", "user session model", "expired ledger app number 77"):
        asked = request(prompt, path="app/models/user.rb")
        plan = combined_plan(asked, ())
        found, scan = ask(graph, prompt)
        combined = read("combined", found, scan, asked, plan, PRODUCT, 32)
        everything, _ = graph.read(plan.scopes, HERE, settings=Settings(arm="exact"), limit=5000)
        pool = {one.memory.id for one in found}
        outside, _ = rank([one for one in everything if one.memory.id not in pool], asked, plan, PRODUCT)
        assert combined.bound is not None and outside
        assert max(candidate.score for candidate in outside) <= combined.bound
        assert combined.last_kept == combined.candidates[-1].score
        assert f"above {combined.bound:.3f}" in combined.bound_says
        assert combined.farthest == min(one.cosine for one in found if one.by == "meaning")


def test_a_bound_is_zero_when_all_was_scored_and_not_known_after_a_walk(graph):
    asked = request("ERR_4412", repo=None)
    found, scan = graph.read(["org"], HERE, settings=PRODUCT, limit=200, tokens=asked_words(asked.prompt))
    whole = read("organisation", found, scan, asked, organisation_plan(), PRODUCT, 4)
    assert (whole.bound, whole.bound_says) == (0.0, "Every readable memory was scored.")
    found, scan = ask(graph, "ERR_4412", PRODUCT.replace(exact_cutoff=0))
    walked = read("combined", found, scan, asked, organisation_plan(), PRODUCT, 4)
    assert walked.bound is None and "not known" in walked.bound_says


def test_a_tighter_pool_has_a_bound_below_the_last_score_kept_and_says_the_list_is_complete():
    from making import memory, scan

    from secondlayer.records import Found

    asked = request("billing retries")
    near = [Found(memory=memory(f"n{n}", "Billing retries wait."), cosine=0.95) for n in range(4)]
    far = [Found(memory=memory(f"f{n}", "Something else.", days=900), cosine=0.05) for n in range(4)]
    words = {"words": (), "in_scope": 50}
    result = read("combined", [*near, *far], replace(scan(50), **words), asked, combined_plan(asked, ()), PRODUCT, 4)
    assert result.bound is not None and result.bound < result.last_kept
    assert "the list is complete" in result.bound_says


def test_identifiers_are_looked_up_whole_and_a_long_prompt_is_cut():
    assert asked_words("ERR_4412")[0] == "4412 err"
    assert asked_words("plain words only") == ("plain", "only", "word")
    many = " ".join(f"token{number}" for number in range(500))
    assert len(asked_words(many)) == 48
    assert asked_words("") == ()
