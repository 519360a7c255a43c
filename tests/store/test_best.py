"""The store adds up the same scores as the engine, and so brings back the best of all there is."""

from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import numpy as np
import pytest
from making import request
from psycopg.conninfo import make_conninfo
from seeding import DAY, NOW, both_connections, said, unit

from secondlayer.engine.ranking import rank, read
from secondlayer.engine.scopes import combined_plan, organisation_plan
from secondlayer.engine.tokens import tokens
from secondlayer.engine.worth import MOST_WORDS, worth_of
from secondlayer.errors import SecondLayerError
from secondlayer.records import LAYERS, ORG_SCOPE, Memory, Request, ScopePlan
from secondlayer.settings import PAPER, PRODUCT, Settings
from secondlayer.store import Store, Wanted, open_store

WIDTH = 16
ROWS = 1200
HERE = unit(1, WIDTH, 100)[0]
SCOPES = ("acme/app", "app", "team:web", ORG_SCOPE, "acme/other")
PATHS = ("app/models/user.rb", "./app/models/", "app\\models\\old.rb", "app//views/a.erb", "README.md", "", "docs/app/a.md")
WORDS = "retry payment webhook queue ledger timeout session cache index vector brief scope".split()
PROMPT = "retry the payment webhook from ERR_4412 in the queue"


def memories() -> list[Memory]:
    """Every layer, scope, path and age, some without a date, some confirmed, words drawn from a few."""
    draw = np.random.default_rng(3)
    made = []
    for number in range(ROWS):
        words = " ".join(str(word) for word in draw.choice(WORDS, size=4, replace=False))
        made.append(
            said(
                f"m{number:04}",
                f"The {words} number {number}.",
                SCOPES[number % len(SCOPES)],
                days=float(draw.integers(0, 900)),
                subject="Errors: ERR_4412" if number % 40 == 0 else "",
                layer=LAYERS[number % len(LAYERS)],
                source_path=PATHS[number % len(PATHS)],
                dated=number % 11 > 0,
                confirmed_at=NOW - float(draw.integers(0, 90)) * DAY if number % 7 == 0 else None,
            )
        )
    return made


def filled(store: Store) -> None:
    made = memories()
    store.use_encoder("narrow", WIDTH)
    store.add(made, unit(ROWS, WIDTH, 1), [sorted(tokens(memory.passage)) for memory in made])


@pytest.fixture(scope="module")
def dsn_of_varied(clone: Callable[[str], str]) -> str:
    dsn = clone("template1")
    with open_store("acme", dsn=dsn) as store:
        filled(store)
    return dsn


@pytest.fixture(scope="module")
def varied(dsn_of_varied: str) -> Iterator[Store]:
    with open_store("acme", dsn=dsn_of_varied) as store:
        yield store


def plan_of(asked: Request) -> ScopePlan:
    return combined_plan(asked, ()) if asked.repo or asked.team else organisation_plan()


def ask(store: Store, asked: Request, settings: Settings = PRODUCT, limit: int = 200):
    plan = plan_of(asked)
    return store.read(plan.scopes, HERE, settings=settings, limit=limit, worth=worth_of(asked, plan, settings))


def everything(store: Store, asked: Request, settings: Settings = PRODUCT) -> list[tuple[str, float]]:
    """(id, score) of all that match, best first, by the engine alone."""
    found, _ = store.read(plan_of(asked).scopes, HERE, settings=Settings(arm="exact"), limit=10_000)
    return [(one.memory.id, one.score) for one in rank(found, asked, plan_of(asked), settings)[0]]


WHAT_IF = [
    {},
    {"weight_words": 0.9, "half_life_days": 1.0},
    {"weight_meaning": 0.0, "weight_layer": 1.0, "standing_note": 0.0},
    {"weight_scope": 0.0, "weight_recency": 0.0, "weight_words": 0.0, "match_floor": 0.5},
]
ASKED = [
    {},
    {"path": "app/models/user.rb"},
    {"team": "web", "path": "app/views/new.erb"},
    {"repo": None},
    {"repo": None, "team": "web", "path": "app/models/user.rb"},
    {"repo": "app", "path": "app/models/user.rb"},
    {"days_before": 400},
]


@pytest.mark.parametrize("changes", WHAT_IF, ids=str)
@pytest.mark.parametrize("given", ASKED, ids=str)
def test_the_best_by_the_stores_own_sums_are_the_best_by_the_engines_scores(varied, given, changes):
    given = dict(given)
    earlier = timedelta(days=given.pop("days_before", 0))
    asked, settings = replace(request(PROMPT, **given), as_of=NOW - earlier), PRODUCT.replace(**changes)
    wanted = everything(varied, asked, settings)
    found, scan = ask(varied, asked, settings, limit=60)
    ranked, unmatched = rank(found, asked, plan_of(asked), settings)
    assert [one.score for one in ranked] == pytest.approx([score for _, score in wanted[:60]], abs=1e-6)
    assert (unmatched, scan.plan, scan.stop) == (60 - len(ranked), "exact", "complete")
    assert {one.by for one in found} == {"score"}
    assert scan.in_scope == scan.matched == scan.examined
    # what is left outside is what the next one could have at most
    beyond = wanted[60:]
    assert (scan.outside > 0) == bool(beyond)
    if beyond:
        assert beyond[0][1] <= scan.outside + 1e-6
        assert scan.outside == pytest.approx(ranked[-1].score, abs=1e-6)


def test_the_bound_proves_that_the_list_is_complete(varied):
    asked = request(PROMPT, path="app/models/user.rb")
    found, scan = ask(varied, asked)
    combined = read("combined", found, scan, asked, plan_of(asked), PRODUCT, 32)
    assert [one.memory.id for one in combined.candidates] == [id for id, _ in everything(varied, asked)[:32]]
    assert combined.bound is not None and combined.bound < combined.last_kept
    assert combined.bound_says.endswith("the list is complete.")


def test_what_matches_comes_before_a_higher_score_that_does_not(varied):
    asked, settings = request("unheard"), PRODUCT.replace(match_floor=0.6)
    found, scan = ask(varied, asked, settings, limit=30)
    ranked, unmatched = rank(found, asked, plan_of(asked), settings)
    assert [(one.memory.id, one.score) for one in ranked] == everything(varied, asked, settings)
    assert (len(found), unmatched > 0, scan.outside) == (30, True, 0.0)
    whole = read("combined", found, scan, asked, plan_of(asked), settings, 4)
    assert (whole.bound, whole.bound_says) == (0.0, "Every readable memory that matches was scored.")


def test_a_walk_is_sorted_by_score_and_joined_by_rare_words(varied):
    asked = request(PROMPT)
    walked = PRODUCT.replace(exact_cutoff=0, walk=400)
    plan = plan_of(asked)
    found, scan = varied.read(
        plan.scopes, HERE, settings=walked, limit=50, tokens=("4412 err",), worth=worth_of(asked, plan, walked)
    )
    assert (scan.plan, scan.stop, scan.matched, scan.outside) == ("hnsw", "limit", 400, None)
    best = [one for one in found if one.by == "score"]
    assert len(best) == 50 and len(found) == 50 + scan.joined
    scores = {one.memory.id: one.score for one in rank(best, asked, plan, walked)[0]}
    nearest, _ = varied.read(plan.scopes, HERE, settings=Settings(arm="exact"), limit=400)
    reached = rank(nearest, asked, plan, walked)[0][:50]
    assert len(scores.keys() & {one.memory.id for one in reached}) >= 48


def test_the_papers_pool_is_the_nearest_whatever_their_scores(varied):
    asked = request(PROMPT)
    for settings in (PAPER, PRODUCT.replace(pool_by="meaning"), PRODUCT.replace(arm="paper")):
        found, scan = ask(varied, asked, settings, limit=20)
        assert {one.by for one in found} == {"meaning"}
        assert scan.outside is None
        assert [one.cosine for one in found] == sorted((one.cosine for one in found), reverse=True)


def test_a_sentence_said_again_counts_from_then_on(clone):
    with open_store("acme", dsn=clone("template1")) as store:
        filled(store)
        asked = request("number", repo=None)
        settings = PRODUCT.replace(weight_recency=1.0, weight_meaning=0.0)
        first = [one.memory.id for one in ask(store, asked, settings, limit=5)[0]]
        oldest = min((one for one in memories() if one.scope == ORG_SCOPE and one.dated), key=lambda one: one.written_at)
        assert oldest.id not in first
        assert store.confirm_again([replace(oldest, confirmed_at=NOW + DAY)]) == 1
        found, _ = ask(store, asked, settings, limit=5)
        assert oldest.id in {one.memory.id for one in found}
        assert [(one.memory.id, one.score) for one in rank(found, asked, plan_of(asked), settings)[0]] == everything(
            store, asked, settings
        )[:5]


def test_a_prompt_of_thousands_of_words_is_bounded_by_those_that_were_not_counted(varied):
    asked = request(" ".join([PROMPT, *(f"w{number}" for number in range(20_000))]))
    plan = plan_of(asked)
    assert len(worth_of(asked, plan, PRODUCT).words) == MOST_WORDS
    found, scan = ask(varied, asked, limit=40)
    combined = read("combined", found, scan, asked, plan, PRODUCT, 4)
    outside = [score for id, score in everything(varied, asked) if id not in {one.memory.id for one in found}]
    assert combined.bound is not None and max(outside) <= combined.bound
    assert combined.bound > (scan.outside or 0.0) + 0.1


def test_a_memory_of_very_many_words_is_stored_and_found(store):
    long = said("long", " ".join(f"token{number}" for number in range(20_000)))
    short = said("short", "Something else entirely.")
    store.add([long, short], unit(2, 384, 1), [sorted(tokens(memory.passage)) for memory in (long, short)])
    asked = request("token77", repo=None)
    plan = organisation_plan()
    found, _ = store.read(["org"], unit(1, 384, 2)[0], settings=PRODUCT, limit=1, worth=worth_of(asked, plan, PRODUCT))
    assert [one.memory.id for one in found] == ["long"]


@pytest.mark.parametrize("changes", [{}, {"exact_cutoff": 0}], ids=["all compared", "the index walked"])
@pytest.mark.parametrize("option", ["work_mem=1MB", "track_counts=off", "plan_cache_mode=force_generic_plan"])
def test_little_memory_no_counters_or_generic_plans_change_no_answer(dsn_of_varied, varied, option, changes):
    asked, settings = request(PROMPT, path="app/models/user.rb"), PRODUCT.replace(walk=300, **changes)
    wanted, scan = ask(varied, asked, settings, limit=50)
    with open_store("acme", dsn=make_conninfo(dsn_of_varied, options=f"-c {option}")) as store:
        with both_connections(store) as connections:
            for connection in connections:
                connection.prepare_threshold = 1
        answers = [ask(store, asked, settings, limit=50) for _ in range(100)]
    assert {found for found, _ in answers} == {wanted}
    assert {(own.plan, own.stop, own.matched, own.outside) for _, own in answers} == {
        (scan.plan, scan.stop, scan.matched, scan.outside)
    }


def test_two_reads_at_once_are_the_two_reads_and_an_error_in_one_ends_both(varied):
    asked = request(PROMPT)
    wanted = [
        Wanted(scopes=plan.scopes, settings=PRODUCT, limit=40, worth=worth_of(asked, plan, PRODUCT))
        for plan in (plan_of(asked), organisation_plan())
    ]
    both = varied.read_at_once(wanted, HERE)
    alone = [varied.read_at_once([one], HERE)[0] for one in wanted]
    assert [found for found, _ in both] == [found for found, _ in alone]
    with pytest.raises(SecondLayerError):
        varied.read_at_once([wanted[0], replace(wanted[1], worth=replace(wanted[1].worth, recency=1e308, word=1e308))], HERE)
    with both_connections(varied) as connections:
        assert {connection.info.transaction_status.name for connection in connections} == {"IDLE"}
    assert varied.read_at_once(wanted, HERE)[0][0] == both[0][0]


def test_without_a_second_connection_to_spare_the_reads_come_one_after_the_other(varied):
    asked = request(PROMPT)
    wanted = [
        Wanted(scopes=plan.scopes, settings=PRODUCT, limit=40, worth=worth_of(asked, plan, PRODUCT))
        for plan in (plan_of(asked), organisation_plan())
    ]
    both = varied.read_at_once(wanted, HERE)
    pool, connection = varied._connections._checkout()
    try:
        assert [found for found, _ in varied.read_at_once(wanted, HERE)] == [found for found, _ in both]
    finally:
        pool.putconn(connection)
