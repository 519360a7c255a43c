"""Stores that make a read come back short elsewhere: the right stop, and the right sentence, in each."""

from collections.abc import Callable, Iterator
from dataclasses import replace

import numpy as np
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from seeding import NOW, both_connections, fill, numbered, on_connection, said, unit

from secondlayer.engine.brief import nothing, searched
from secondlayer.engine.ranking import read as ranked
from secondlayer.engine.scopes import organisation_plan
from secondlayer.engine.worth import worth_of
from secondlayer.errors import WrongCall
from secondlayer.records import Scan
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store import Store, cutoff, open_store

WIDTH = 16
HERE = unit(1, WIDTH, 100)[0]
MANY, DOUBLES = 6000, 5000
ARMS = ("auto", "exact", "default", "paper")


@pytest.fixture(scope="module")
def origin(clone: Callable[[str], str]) -> str:
    """The name of a database of 6,000 memories, 5,000 with one and the same vector, and 3 far from the prompt."""
    dsn = clone("template1")
    with open_store("acme", dsn=dsn) as store:
        store.use_encoder("narrow", WIDTH)
        fill(store, numbered(MANY, "acme/many"), unit(MANY, WIDTH, 1))
        fill(store, numbered(DOUBLES, "acme/double", "d"), np.repeat(unit(1, WIDTH, 5), DOUBLES, axis=0))
        fill(store, numbered(3, "acme/three", "t"), unit(3, WIDTH, 2, towards=-HERE))
        store.mark_sensitive("acme/empty", False)
    return str(conninfo_to_dict(dsn)["dbname"])


@pytest.fixture(scope="module")
def dsn_of_many(clone: Callable[[str], str], origin: str) -> str:
    return clone(origin)


@pytest.fixture(scope="module")
def many(dsn_of_many: str) -> Iterator[Store]:
    with open_store("acme", dsn=dsn_of_many) as store:
        yield store


def read(store: Store, scope: str, *, limit: int = 10, **settings: object):
    return store.read([scope], HERE, settings=Settings(**settings), limit=limit)


def sentence(scan: Scan) -> str:
    """What a brief would say of that read when nothing matched."""
    from making import request

    return nothing([ranked("organisation", [], scan, request(repo=None), organisation_plan(), Settings(), 4)], None)


def test_three_memories_far_from_the_prompt_among_thousands(many):
    found, scan = read(many, "acme/three")
    assert ({one.memory.id for one in found}, scan.plan, scan.stop) == ({"t00000", "t00001", "t00002"}, "exact", "complete")
    assert sentence(scan) == "Searched all 3 memories here; none matched this request."
    _, scan = read(many, "acme/three", arm="default")
    assert (scan.stop, scan.matched, scan.in_scope) == ("ceiling", 0, 3)
    assert sentence(scan).startswith("Searched 0 of 3 memories here and stopped at the ceiling")
    _, scan = read(many, "acme/three", arm="paper", max_scan_tuples=1000)
    assert (scan.stop, scan.matched) == ("ceiling", 0)
    found, scan = read(many, "acme/three", exact_cutoff=0, max_scan_tuples=1000)
    assert (len(found), scan.plan, scan.stop) == (3, "exact", "complete")
    assert "after all" in scan.because


@pytest.mark.parametrize("arm", ARMS)
@pytest.mark.parametrize(
    ("scope", "because"), [("acme/empty", "hold no current memories"), ("acme/unheard", "heard of none of these scopes")]
)
def test_an_empty_scope_and_one_never_heard_of(many, arm, scope, because):
    found, scan = read(many, scope, arm=arm)
    assert (found, scan.plan, scan.in_scope, scan.examined, scan.stop) == ((), "none", 0, 0, "complete")
    assert because in scan.because
    assert sentence(scan).startswith("No memories are filed in these scopes yet")


def test_thousands_of_one_vector_are_all_there(many):
    found, scan = read(many, "acme/double", limit=200)
    assert [one.memory.id for one in found] == [f"d{number:05}" for number in range(200)]
    assert (scan.matched, scan.stop) == (DOUBLES, "complete")
    # a graph holds ten rows an element: many of one vector may not be reached, and a walk that is short says so
    _, scan = read(many, "acme/double", arm="paper", limit=DOUBLES)
    assert scan.stop in ("exhausted", "limit")
    assert scan.examined <= MANY + DOUBLES + 3
    found, scan = read(many, "acme/double", exact_cutoff=0, limit=3000)
    assert (len(found), len({one.memory.id for one in found})) == (3000, 3000)


def test_superseded_memories_are_walked_as_dead_entries_and_cost_no_recall(clone, origin):
    with open_store("acme", dsn=clone(origin)) as store:
        store.retire_many([f"m{number:05}" for number in range(3000)], at=NOW, upkeep_too=False)
        _, scan = read(store, "acme/three", arm="paper", limit=3, max_scan_tuples=100_000)
        assert scan.dead is not None and scan.dead >= 3000
        assert scan.examined is not None and scan.examined <= MANY + DOUBLES + 3 - 3000
        found, scan = read(store, "acme/many", limit=200)
        assert (len(found), scan.in_scope, scan.stop, scan.dead) == (200, 3000, "complete", 0)
        assert {int(one.memory.id[1:]) for one in found} <= set(range(3000, MANY))


def test_a_vector_of_no_length_or_with_nothing_in_it_is_refused(store):
    for vector in (np.zeros((1, 384)), np.full((1, 384), np.nan)):
        with pytest.raises(WrongCall, match="has no length or is not finite"):
            fill(store, [said("a", "Sentence")], vector.astype(np.float32))
        with pytest.raises(WrongCall, match="finite vector that is not all zeros"):
            store.read(["org"], vector[0].astype(np.float32), settings=Settings(), limit=1)
    fill(store, [said("a", "Sentence")])
    for wrong in ("NULL", "array_fill(0, ARRAY[384])::vector"):
        with pytest.raises(psycopg.errors.IntegrityError):
            on_connection_raw(store, f"UPDATE memory_vector SET embedding = {wrong}")


def on_connection_raw(store: Store, query: str) -> None:
    pool, connection = store._connections._checkout()
    try:
        connection.execute(query.encode())
    finally:
        pool.putconn(connection)


def test_little_work_memory_ends_the_papers_walk_and_not_the_products(dsn_of_many):
    with open_store("acme", dsn=make_conninfo(dsn_of_many, options="-c work_mem=1MB")) as small:
        _, scan = read(small, "acme/three", arm="paper")
        assert (scan.stop, scan.ceilings.scan_memory_bytes) == ("memory", 1024**2)
        assert "1 MB of scan memory" in scan.because
        assert "its memory limit" in sentence(scan)
        found, scan = read(small, "acme/three", exact_cutoff=0)
        assert (len(found), scan.plan, scan.stop) == (3, "hnsw", "exhausted")


def test_a_server_that_does_not_count_says_unknown_and_never_more(dsn_of_many):
    with open_store("acme", dsn=make_conninfo(dsn_of_many, options="-c track_counts=off")) as silent:
        _, scan = read(silent, "acme/three", arm="paper", max_scan_tuples=1000)
        assert (scan.stop, scan.examined, scan.dead) == ("unknown", None, None)
        assert "a limit this server does not tell" in sentence(scan)
        found, scan = read(silent, "acme/three")
        assert (len(found), scan.stop, scan.examined) == (3, "complete", 3)


@pytest.mark.parametrize("settings", [{}, {"exact_cutoff": 0}, {"arm": "paper"}])
def test_the_hundredth_read_of_a_connection_is_like_the_first(dsn_of_many, settings):
    generic = make_conninfo(dsn_of_many, options="-c plan_cache_mode=force_generic_plan")
    with open_store("acme", dsn=generic) as store:
        with both_connections(store) as connections:
            for connection in connections:
                connection.prepare_threshold = 1  # a pooler's or a driver's default would prepare, too
        given = {"settings": Settings(**settings), "limit": 50, "tokens": ("4412", "sentence")}
        reads = [store.read(["acme/many"], HERE, **given) for _ in range(100)]
        assert len({tuple((one.memory.id, one.cosine) for one in found) for found, _ in reads}) == 1
        assert len({(scan.plan, scan.stop, scan.examined, scan.joined) for _, scan in reads}) == 1
        plans = on_connection(
            store,
            lambda connection: connection.execute(
                "SELECT sum(generic_plans), sum(custom_plans) > 0 FROM pg_prepared_statements WHERE statement LIKE '%<=>%'"
            ).fetchone(),
        )
        assert plans == (0, True)


def test_comparing_all_after_a_short_walk_keeps_to_its_time_and_says_when_it_could_not(clone, origin):
    with open_store("acme", dsn=clone(origin)) as store:
        slow = (
            "CREATE FUNCTION slow(text) RETURNS text LANGUAGE sql VOLATILE AS 'SELECT $1 || pg_sleep(0.3)::text'",
            "ALTER VIEW memory_record RENAME TO quick",
        )
        for query in slow:
            on_connection(store, lambda connection, query=query: connection.execute(query))
        columns = on_connection(store, lambda connection: connection.execute("SELECT * FROM quick LIMIT 0").description)
        listed = ", ".join("slow(text) AS text" if column.name == "text" else column.name for column in columns)
        on_connection(store, lambda connection: connection.execute(f"CREATE VIEW memory_record AS SELECT {listed} FROM quick"))
        found, scan = read(store, "acme/three", exact_cutoff=0, max_scan_tuples=1000, fallback_ms=100)
        assert (found, scan.plan, scan.stop) == ((), "hnsw", "ceiling")
        assert "given up after 100 ms, so this read is incomplete" in scan.because


def test_the_cutoff_is_measured_once_and_shown(many):
    cutoff._MEASURED.clear()
    # 10 of 11,003 wanted: a walk is expected to be the quicker above 1,407, so that speed decides
    _, scan = read(many, "acme/many")
    assert len(cutoff._MEASURED) == 1
    assert "µs each takes here" in scan.because
    key, pace = next(iter(cutoff._MEASURED.items()))
    assert 0.00005 < pace < 1
    cutoff._MEASURED[key] = 0.01  # ten times slower than most machines
    _, scan = read(many, "acme/many")
    assert scan.plan == "hnsw"
    assert "6,000 in scope are more than are compared at once (up to 2,500 are, which takes 25 ms at the 10 µs" in scan.because
    _, scan = read(many, "acme/many", exact_ms=1000)
    assert scan.plan == "exact"
    # 1,000 of them: a walk would take longer than comparing all, however slow that is
    _, scan = read(many, "acme/many", limit=1000)
    assert scan.plan == "exact" and "as a walk of the index is expected to take longer" in scan.because
    cutoff._MEASURED.clear()


def test_a_brief_says_how_much_it_searched(many):
    from making import request

    found, scan = read(many, "acme/many", exact_cutoff=0)
    one = ranked("organisation", found, scan, request(repo=None), organisation_plan(), Settings(match_floor=0.0), 4)
    assert searched([one]) == f"Searched {scan.matched} of 6,000."
    assert scan.matched == 30


def test_organisations_walk_their_own_part_and_their_counts_add_up(clone):
    dsn = clone("template1")
    sizes = {f"org {number}": 100 + 10 * number for number in range(6)}
    for name, size in sizes.items():
        with open_store(name, dsn=dsn) as store:
            store.use_encoder("narrow", WIDTH)
            fill(store, numbered(size, "org"), unit(size, WIDTH, size))
    with psycopg.connect(dsn) as connection:
        parts = dict(connection.execute("SELECT org_id, min(tableoid::regclass::text) FROM memory_vector GROUP BY org_id"))
        held = dict(connection.execute("SELECT tableoid::regclass::text, count(*) FROM memory_vector GROUP BY 1"))
    assert len(held) > 1
    for name, size in sizes.items():
        with open_store(name, dsn=dsn) as store:
            assert parts[store._id] == f"memory_vector_{store._part}"
            found, scan = read(store, "org", arm="paper", limit=1000)
            assert (len(found), scan.in_scope, scan.plan, scan.stop) == (size, size, "hnsw", "exhausted")
            assert scan.examined == held[parts[store._id]]


@pytest.fixture(scope="module")
def large(clone: Callable[[str], str]) -> Iterator[Store]:
    """20,000 memories beside 3 of their own scope, and 30,000 that are to be retired; loaded, then indexed."""
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        told = []
        with store.loading(50_003, lambda doing, done, of: told.append((doing, done <= of))):
            fill(store, numbered(20_000, "acme/large"), unit(20_000, WIDTH, 1))
            fill(store, numbered(30_000, "acme/old", "o"), unit(30_000, WIDTH, 3))
            fill(store, numbered(3, "acme/three", "t"), unit(3, WIDTH, 2, towards=-HERE))
        assert set(told) <= {("indexing", True)}
        yield store


def test_three_among_twenty_thousand_and_after_thirty_thousand_were_superseded(large):
    from making import request

    asked, plan = request("sentence", repo=None), organisation_plan()
    worth = replace(worth_of(asked, plan, PRODUCT), scopes=(("acme/three", 0.09), ("acme/large", 0.0)))
    three = {"t00000", "t00001", "t00002"}

    def every_arm() -> None:
        for settings in (Settings(), Settings(exact_cutoff=0), Settings(arm="exact")):
            for given in (None, worth):
                found, scan = large.read(["acme/three"], HERE, settings=settings, limit=10, worth=given)
                assert {one.memory.id for one in found} == three
                assert (scan.in_scope, scan.matched) == (3, 3)
                # a walk past all of them is as complete, once there is no more than its ceiling
                assert (scan.plan, scan.stop) in (("exact", "complete"), ("hnsw", "exhausted"))
        _, scan = read(large, "acme/three", arm="default")
        assert (scan.stop, scan.matched, scan.in_scope) == ("ceiling", 0, 3)

    every_arm()
    before, _ = large.read(["acme/large"], HERE, settings=Settings(arm="exact"), limit=50)
    retired, said = large.retire_many([f"o{number:05}" for number in range(30_000)], at=NOW)
    assert len(retired) == 30_000 and "dead entries (60%) and is built anew" in said
    every_arm()
    after, scan = large.read(["acme/large"], HERE, settings=Settings(exact_cutoff=0), limit=50)
    assert (scan.plan, scan.stop) == ("hnsw", "limit")
    assert len({one.memory.id for one in before} & {one.memory.id for one in after}) >= 49
    assert scan.examined is not None and scan.examined + (scan.dead or 0) < 20_003
    _, scan = read(large, "acme/old")
    assert (scan.plan, scan.in_scope, scan.stop) == ("none", 0, "complete")
    assert sentence(scan).startswith("No memories are filed in these scopes yet")


@pytest.mark.parametrize("changes", [{}, {"exact_cutoff": 0}], ids=["all compared", "the index walked"])
def test_the_best_of_thousands_of_one_vector_are_those_with_the_rest_of_the_score(many, changes):
    from making import request

    settings, plan = PRODUCT.replace(walk=3000, **changes), organisation_plan()
    asked = request("sentence 4987", repo=None)
    worth = replace(worth_of(asked, plan, settings), scopes=(("acme/double", 0.0),))
    found, scan = many.read(["acme/double"], HERE, settings=settings, limit=20, worth=worth, tokens=("4987",))
    assert len({one.memory.id for one in found}) == len(found) == 20 + scan.joined
    assert "d04987" in {one.memory.id for one in found}
    assert scan.matched is not None and scan.examined is not None and scan.matched <= scan.examined
    if scan.plan == "exact":
        assert (found[0].memory.id, scan.matched, scan.stop) == ("d04987", DOUBLES, "complete")
