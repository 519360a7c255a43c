"""What each arm looked at, how it ended, and that it says so."""

from collections.abc import Callable, Iterator

import numpy as np
import psycopg
import pytest
from psycopg.conninfo import conninfo_to_dict, make_conninfo
from seeding import NOW, both_connections, fill, numbered, on_connection, said, unit

from secondlayer.errors import BadSetting, StoreUnreachable
from secondlayer.settings import Settings
from secondlayer.store import Store, in_force, open_store, reads
from secondlayer.store.accounting import Counters, Walk, bytes_of, ending, milliseconds_of
from secondlayer.store.ask import Ask
from secondlayer.store.statements import statement
from secondlayer.store.translate import sentences

WIDTH = 16
HERE = unit(1, WIDTH, 100)[0]
COMMON, RARE = 3000, 40
ALL_ARMS = ("auto", "exact", "default", "paper")


def seeded_vectors() -> np.ndarray:
    return np.vstack([unit(COMMON, WIDTH, 1), unit(RARE, WIDTH, 2, towards=-HERE)])


@pytest.fixture(scope="module")
def origin(clone: Callable[[str], str]) -> str:
    """The name of a database of 3,000 memories in acme/common, and 40 in acme/rare on the far side of the prompt."""
    dsn = clone("template1")
    with open_store("acme", dsn=dsn) as store:
        store.use_encoder("narrow", WIDTH)
        fill(store, numbered(COMMON, "acme/common") + numbered(RARE, "acme/rare", "r"), seeded_vectors())
    return str(conninfo_to_dict(dsn)["dbname"])


@pytest.fixture(scope="module")
def seeded(clone: Callable[[str], str], origin: str) -> str:
    """A database with those memories, that no test changes."""
    return clone(origin)


@pytest.fixture(scope="module")
def graph(seeded: str) -> Iterator[Store]:
    with open_store("acme", dsn=seeded) as store:
        yield store


@pytest.fixture
def own(clone: Callable[[str], str], origin: str) -> Iterator[Store]:
    """A store with those memories that a test may spoil."""
    with open_store("acme", dsn=clone(origin)) as store:
        yield store


def read(store: Store, scope: str, *, limit: int = 10, **settings: object):
    return store.read([scope], HERE, settings=Settings(**settings), limit=limit)


def brute(vectors: np.ndarray, vector: np.ndarray, prefix: str) -> list[tuple[str, float]]:
    cosines = vectors.astype(np.float64) @ vector.astype(np.float64)
    named = [(f"{prefix}{number:05}", float(cosine)) for number, cosine in enumerate(cosines)]
    return sorted(named, key=lambda pair: (-pair[1], pair[0]))


@pytest.mark.parametrize("settings", [{"arm": "exact"}, {"arm": "auto"}])
def test_an_exact_read_is_the_same_as_comparing_all_by_hand(graph, settings):
    found, scan = read(graph, "acme/common", limit=200, **settings)
    wanted = brute(seeded_vectors()[:COMMON], HERE, "m")[:200]
    assert [one.memory.id for one in found] == [id for id, _ in wanted]
    assert [one.cosine for one in found] == pytest.approx([cosine for _, cosine in wanted], abs=1e-6)
    assert (scan.plan, scan.in_scope, scan.examined, scan.matched, scan.dead) == ("exact", COMMON, COMMON, COMMON, 0)
    assert (scan.kept, scan.stop, scan.arm) == (200, "complete", settings["arm"])
    assert scan.ceilings.ef_search is None
    assert scan.ceilings.statement_timeout_ms == 15000
    assert scan.ms > 0


def test_an_exact_read_never_walks_the_index(graph):
    def scans(connection):
        with connection.transaction():
            before = connection.execute(statement("read_counters"), {"part": graph._part}).fetchone()
            ids = connection.execute("SELECT array_agg(id) FROM scope").fetchone()[0]
            connection.execute(statement("read_exact"), {"org": 1, "scopes": ids, "vector": HERE, "limit": 5})
            return reads.counted(before, connection.execute(statement("read_counters"), {"part": graph._part}).fetchone())

    assert on_connection(graph, scans) == Counters(scans=0, returned=0, fetched=0)


def test_equal_vectors_come_in_the_order_of_their_ids_and_the_limit_cuts_there(store):
    vectors = np.repeat(unit(1, 384, 1), 30, axis=0)
    shuffled = np.random.default_rng(5).permutation(30)
    fill(store, [said(f"m{number:02}", f"Sentence {number}") for number in shuffled], vectors)
    found, _ = store.read(["org"], vectors[0], settings=Settings(arm="exact"), limit=7)
    assert [one.memory.id for one in found] == [f"m{number:02}" for number in range(7)]


def test_the_default_arm_looks_at_one_list_of_forty_and_stops(graph):
    found, scan = read(graph, "acme/rare", arm="default")
    assert found == ()
    assert (scan.plan, scan.stop, scan.examined, scan.matched, scan.dead) == ("hnsw", "ceiling", 40, 0, 0)
    assert (scan.in_scope, scan.kept) == (RARE, 0)
    assert (scan.ceilings.ef_search, scan.ceilings.iterative_scan) == (40, "off")
    assert "one list of 40" in scan.because


def test_a_walk_that_found_enough_says_limit(graph):
    found, scan = read(graph, "acme/common", arm="paper")
    assert len(found) == scan.matched == scan.kept == 10
    assert (scan.plan, scan.stop) == ("hnsw", "limit")
    assert 10 <= scan.examined < COMMON
    assert (scan.ceilings.ef_search, scan.ceilings.max_scan_tuples) == (100, 40000)
    assert (scan.ceilings.iterative_scan, scan.ceilings.scan_memory_bytes) == ("relaxed_order", 4 * 1024**2)


def test_a_walk_that_came_to_every_entry_says_exhausted(graph):
    found, scan = read(graph, "acme/rare", arm="paper", limit=100)
    assert (scan.stop, scan.matched, len(found)) == ("exhausted", RARE, RARE)
    assert scan.examined == COMMON + RARE


def test_a_walk_that_met_its_ceiling_says_so(graph):
    found, scan = read(graph, "acme/rare", arm="paper", max_scan_tuples=500)
    assert (scan.stop, found) == ("ceiling", ())
    assert 475 <= scan.examined < COMMON
    assert "ceiling of 500" in scan.because


def test_a_walk_that_ran_out_of_memory_before_its_ceiling_says_so(seeded):
    with open_store("acme", dsn=make_conninfo(seeded, options="-c work_mem=64kB")) as small:
        _, scan = read(small, "acme/rare", arm="paper")
        assert (scan.stop, scan.ceilings.scan_memory_bytes) == ("memory", 64 * 1024)
        assert scan.examined < COMMON
        assert "0.0625 MB" in scan.because
        # the product's arm gives the walk the memory it needs
        _, scan = read(small, "acme/common", arm="auto", exact_cutoff=0)
        assert scan.plan == "hnsw"
        assert scan.ceilings.scan_memory_bytes >= 12 * 1024**2


def test_auto_counts_first_and_is_exact_up_to_its_cutoff(graph):
    assert read(graph, "acme/common", exact_cutoff=COMMON)[1].plan == "exact"
    found, scan = read(graph, "acme/common", exact_cutoff=COMMON - 1)
    assert (scan.plan, scan.stop, scan.matched, len(found)) == ("hnsw", "limit", 30, 10)


def test_auto_compares_all_after_a_walk_that_came_back_short(graph):
    found, scan = read(graph, "acme/rare", exact_cutoff=0, max_scan_tuples=500)
    wanted = brute(seeded_vectors()[COMMON:], HERE, "r")[:10]
    assert [one.memory.id for one in found] == [id for id, _ in wanted]
    assert (scan.arm, scan.plan, scan.stop, scan.examined, scan.matched) == ("auto", "exact", "complete", RARE, RARE)
    assert "stopped at its ceiling of 500" in scan.because
    assert "after all" in scan.because


def test_entries_of_retired_memories_are_counted_as_dead(own):
    for number in range(60):
        own.retire(brute(seeded_vectors()[:COMMON], HERE, "m")[number][0], at=NOW)
    _, scan = read(own, "acme/common", arm="paper", limit=50)
    assert scan.stop == "limit"
    assert scan.dead == 60
    assert scan.examined >= 50
    assert scan.in_scope == COMMON - 60
    _, scan = read(own, "acme/rare", arm="paper", limit=100)
    assert (scan.stop, scan.examined, scan.dead) == ("exhausted", COMMON + RARE - 60, 60)


def test_duplicates_pass_the_ceiling_and_the_walk_is_still_exhausted(clone):
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        few = np.repeat(unit(60, WIDTH, 3), 10, axis=0)
        fill(store, numbered(600, "acme/common"), few)
        _, scan = read(store, "acme/common", arm="paper", max_scan_tuples=100, limit=700)
        assert (scan.stop, scan.examined, scan.matched) == ("exhausted", 600, 600)


def test_without_its_index_every_arm_is_exact_and_says_why(own):
    on_connection(own, lambda connection: connection.execute("DROP INDEX memory_vector_hnsw"))
    found, scan = read(own, "acme/rare", arm="paper")
    assert (scan.plan, scan.stop, scan.in_scope, scan.examined) == ("exact", "complete", RARE, RARE)
    assert [one.memory.id for one in found] == [id for id, _ in brute(seeded_vectors()[COMMON:], HERE, "r")[:10]]


def test_a_server_that_does_not_count_is_said_not_to_know(seeded):
    with open_store("acme", dsn=make_conninfo(seeded, options="-c track_counts=off")) as silent:
        _, scan = read(silent, "acme/rare", arm="paper", max_scan_tuples=500)
        assert (scan.stop, scan.examined, scan.dead) == ("unknown", None, None)
        assert read(silent, "acme/common", arm="paper")[1].stop == "limit"
        assert read(silent, "acme/common", arm="exact")[1].examined == COMMON
        assert "track_counts" in silent.health().warnings[0]


@pytest.mark.parametrize("settings", [{"arm": "paper"}, {"arm": "auto", "exact_cutoff": 0}])
def test_what_a_relaxed_walk_brings_back_is_sorted_again(graph, settings):
    for seed in range(10):
        vector = unit(1, WIDTH, 200 + seed)[0]
        found, scan = graph.read(["acme/common"], vector, settings=Settings(**settings), limit=300)
        assert scan.plan == "hnsw"
        assert [one.cosine for one in found] == sorted((one.cosine for one in found), reverse=True)


def test_the_plan_of_a_walk_has_a_sort_above_the_index(graph):
    def plan(connection):
        ask = Ask(org_id=1, part=graph._part, scopes=("acme/common",), vector=HERE, settings=Settings(), limit=10)
        with connection.transaction():
            in_force.set_locally(connection, in_force.wanted_settings(Settings(), "auto") | in_force.ONLY_THE_INDEX)
            ids = dict(connection.execute("SELECT name, id FROM scope").fetchall())
            place = reads.Place(arm="auto", scopes=ids, in_scope=1, in_part=1, in_force={}, before=())
            query, given = reads.asked(ask, place, 30)
            return [row[0] for row in connection.execute(b"EXPLAIN " + query, given)]

    lines = on_connection(graph, plan)
    assert any("Sort Key: ((walked.distance + " in line for line in lines)
    assert any(f"Index Scan using memory_vector_{graph._part}_embedding_idx" in line for line in lines)


def test_settings_of_a_read_are_gone_with_its_transaction(graph):
    for arm in ALL_ARMS:
        read(graph, "acme/common", arm=arm, exact_cutoff=0, ef_search=77, max_scan_tuples=777, statement_timeout_ms=9000)
    names = ["hnsw.ef_search", "hnsw.iterative_scan", "hnsw.max_scan_tuples", "hnsw.scan_mem_multiplier"]
    names += ["enable_seqscan", "enable_sort", "enable_bitmapscan", "statement_timeout", "plan_cache_mode", "jit"]
    names += ["max_parallel_workers_per_gather", "transaction_read_only"]
    with both_connections(graph) as connections:
        for connection in connections:
            connection.execute(statement("read_load"))
            values = [connection.execute(f"SHOW {name}").fetchone()[0] for name in names]
            assert values == ["40", "off", "20000", "1", "on", "on", "on", "0", "auto", "on", "2", "off"]


@pytest.mark.parametrize(
    "wanted",
    [{"hnsw.iterative_scan": "bogus"}, {"hnsw.ef_search": "100000"}, {"hnsw.ef_serch": "100", "hnsw.ef_search": "0"}],
)
def test_a_setting_the_server_refuses_is_an_error(seeded, wanted):
    with psycopg.connect(seeded, autocommit=True) as connection, pytest.raises(BadSetting), sentences("a store"):
        with connection.transaction():
            in_force.check_taken(dict(in_force.set_locally(connection, wanted).fetchall()), wanted)


def test_a_setting_that_did_not_take_is_an_error():
    in_force.check_taken({"statement_timeout": "15s"}, {"statement_timeout": "15000ms"})
    for shown in ("40", None):
        with pytest.raises(BadSetting, match=r"with hnsw\.ef_search = 100, and has"):
            in_force.check_taken({"hnsw.ef_search": shown}, {"hnsw.ef_search": "100"})


def test_a_read_past_its_time_is_given_up_in_one_sentence(own):
    def slow(connection):
        definition = connection.execute("SELECT pg_get_viewdef('memory_record')").fetchone()[0]
        slowed = definition.replace("m.text,", "m.text || pg_sleep(1)::text AS text,")
        connection.execute(f"CREATE OR REPLACE VIEW memory_record AS {slowed}")

    on_connection(own, slow)
    with pytest.raises(StoreUnreachable, match="past its time; raise statement_timeout_ms"):
        read(own, "acme/rare", arm="exact", statement_timeout_ms=50)


def test_nearest_nearer_and_cosine_agree_with_comparing_by_hand(graph):
    wanted = brute(seeded_vectors()[:COMMON], HERE, "m")
    assert [one.memory.id for one in graph.nearest(HERE, ["acme/common"], 5)] == [id for id, _ in wanted[:5]]
    cosine = graph.cosine(wanted[17][0], HERE)
    assert cosine == pytest.approx(wanted[17][1], abs=1e-6)
    assert graph.nearer(["acme/common"], HERE, cosine) == 17
    assert graph.cosine("nobody", HERE) is None


COUNTED = Counters(scans=1, returned=1000, fetched=990)
MEMORY = 256 * 40000


@pytest.mark.parametrize(
    ("changes", "stop"),
    [
        ({"matched": 10, "indexed": None}, "limit"),
        ({"counters": None}, "unknown"),
        ({"indexed": 990}, "exhausted"),
        ({"iterative": False}, "ceiling"),
        ({"max_scan_tuples": 1000}, "ceiling"),
        ({"max_scan_tuples": 1052}, "ceiling"),
        ({"memory_bytes": MEMORY}, "exhausted"),
        ({"memory_bytes": MEMORY - 1}, "memory"),
        ({"indexed": 1200, "memory_bytes": 256 * 1210}, "exhausted"),
    ],
)
def test_how_a_walk_ended_is_told_from_its_counters(changes, stop):
    figures = {"counters": COUNTED, "matched": 3, "wanted": 10, "indexed": 100_000, "iterative": True, "ef_search": 100}
    figures |= {"max_scan_tuples": 40000, "memory_bytes": 4 * 1024**2} | changes
    found, because = ending(Walk(**figures))
    assert found == stop
    assert because.endswith(".")


def test_sizes_and_times_are_read_as_the_server_shows_them():
    assert [bytes_of(shown) for shown in ("64kB", "4MB", "1GB")] == [65536, 4194304, 1073741824]
    assert [milliseconds_of(shown) for shown in ("0", "50ms", "15s", "2min", "1h")] == [0, 50, 15000, 120_000, 3_600_000]
    for reader in (bytes_of, milliseconds_of):
        with pytest.raises(ValueError, match="not a"):
            reader("-1")
