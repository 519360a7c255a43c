"""The index after a bulk load and after many retirements, and what a checkup says of it."""

from collections.abc import Callable, Iterator
from datetime import timedelta

import psycopg
import pytest
from seeding import NOW, fill, numbered, on_connection, unit

from secondlayer.errors import StoreFull
from secondlayer.records import Actor
from secondlayer.settings import Settings
from secondlayer.store import Store, open_store, upkeep
from secondlayer.store.translate import translated

WIDTH = 16
HERE = unit(1, WIDTH, 100)[0]
MB = 1024**2


@pytest.fixture
def narrow(clone: Callable[[str], str]) -> Iterator[Store]:
    with open_store("acme", dsn=clone("template1")) as store:
        store.use_encoder("narrow", WIDTH)
        yield store


def index(store: Store) -> tuple[bool, bool]:
    now = on_connection(store, upkeep.state)
    return now.exists, now.valid


def checks(store: Store) -> dict[str, bool | None]:
    return {check.name: check.ok for check in store.checkup(now=NOW)}


def test_a_large_load_goes_in_without_the_index_which_is_built_at_its_end(narrow):
    with narrow.loading(upkeep.LARGE_LOAD):
        assert index(narrow) == (False, False)
        fill(narrow, numbered(1000, "org"))
        found, scan = narrow.read(["org"], HERE, settings=Settings(arm="paper"), limit=5)
        assert (len(found), scan.plan, scan.stop) == (5, "exact", "complete")
    assert index(narrow) == (True, True)
    _, scan = narrow.read(["org"], HERE, settings=Settings(arm="paper"), limit=5)
    assert scan.plan == "hnsw"
    with narrow.loading(500):
        assert index(narrow) == (True, True)


def test_a_load_that_fails_leaves_the_index_behind_it_all_the_same(narrow):
    with pytest.raises(KeyError), narrow.loading(upkeep.LARGE_LOAD):
        fill(narrow, numbered(10, "org"))
        raise KeyError
    assert index(narrow) == (True, True)


@pytest.mark.parametrize(("load", "stored", "is_large"), [(4999, 0, False), (5000, 0, True), (5000, 10_001, False)])
def test_a_load_is_large_against_what_is_stored(load, stored, is_large):
    assert upkeep.large(load, stored) is is_large


def test_retiring_many_builds_the_index_anew_and_keeps_every_other_within_reach(narrow):
    memories = numbered(3000, "org")
    vectors = unit(3000, WIDTH, 1)
    fill(narrow, memories, vectors)
    gone = [memory.id for memory in memories[:1500]]
    retired, said = narrow.retire_many([*gone, "unheard"], at=NOW, by=Actor(name="Ana"), reason="moved")
    assert len(retired) == 1500
    assert "1,500 dead entries (50%)" in said and "built anew" in said
    assert on_connection(narrow, upkeep.state).dead == 0
    assert narrow.memory(gone[0]).retired_reason == "moved"
    wanted = sorted(range(1500, 3000), key=lambda number: -float(vectors[number] @ HERE))[:10]
    found, scan = narrow.read(["org"], HERE, settings=Settings(exact_cutoff=0), limit=10)
    assert (scan.plan, scan.dead) == ("hnsw", 0)
    assert len({one.memory.id for one in found} & {f"m{number:05}" for number in wanted}) >= 9
    assert checks(narrow) == {"index": True, "self_recall": True, "dead_share": True, "freshness": True}
    assert narrow.retire_many([memories[-1].id], at=NOW) == ((memories[-1].id,), "")


def test_settings_of_a_build_do_not_outlive_it(narrow):
    fill(narrow, numbered(2500, "org"))
    narrow.retire_many([memory.id for memory in numbered(1200, "org")], at=NOW)
    for name, value in (("maintenance_work_mem", "64MB"), ("max_parallel_maintenance_workers", "2")):
        assert on_connection(narrow, lambda c, name=name: c.execute(f"SHOW {name}").fetchone()) == (value,)


def test_a_missing_index_and_an_invalid_one_are_found_and_repaired(narrow):
    fill(narrow, numbered(50, "org"))
    on_connection(narrow, lambda c: c.execute("DROP INDEX memory_vector_hnsw"))
    found = {check.name: check for check in narrow.checkup(now=NOW)}
    assert (found["index"].ok, found["self_recall"].ok) == (False, None)
    assert "--repair" in found["index"].do
    assert "missing and is built" in narrow.keep_up()
    on_connection(
        narrow,
        lambda c: c.execute(
            "UPDATE pg_index SET indisvalid = false WHERE indexrelid = 'memory_vector_3_embedding_idx'::regclass"
        ),
    )
    assert checks(narrow)["index"] is False
    assert "invalid and is built" in narrow.keep_up()
    assert checks(narrow)["index"] is True
    assert narrow.keep_up() == ""


def test_a_checkup_of_an_empty_store_and_of_a_stale_one(narrow):
    assert checks(narrow) == {"index": True, "self_recall": None, "dead_share": True, "freshness": None}
    fill(narrow, numbered(50, "org"))
    stale = {check.name: check for check in narrow.checkup(now=NOW + timedelta(days=4000))}["freshness"]
    assert stale.ok is False and "Distil the repositories again" in stale.do


STATE = upkeep.State(
    rows=300_000, largest=200_000, worst=0, worst_rows=0, dead=0, width=384, exists=False, valid=False, memory_bytes=64 * MB
)


def test_a_build_gets_the_memory_it_takes_within_bounds_and_workers_only_where_they_have_room():
    roomy = upkeep.plan(STATE, "0.8.5", here=True, free=8000 * MB, shared=4000 * MB)
    assert roomy.memory_bytes == roomy.wanted_bytes
    assert 391 * MB < roomy.wanted_bytes < 800 * MB  # the index itself takes 391 MB (measured)
    assert (roomy.workers, roomy.warning) == (2, "")
    tight = upkeep.plan(STATE, "0.8.5", here=True, free=400 * MB, shared=4000 * MB)
    assert tight.memory_bytes == 100 * MB
    assert "takes about" in tight.warning and "Free some memory" in tight.warning
    container = upkeep.plan(STATE, "0.8.5", here=True, free=8000 * MB, shared=64 * MB)
    assert container.workers == 0
    assert "/dev/shm has 64 MB left" in container.warning
    assert upkeep.plan(STATE, "0.8.1", here=True, free=8000 * MB, shared=4000 * MB).workers == 0
    assert upkeep.plan(STATE, "0.8.5", here=False, free=8000 * MB, shared=4000 * MB).workers == 0


def test_shared_memory_that_is_short_is_not_called_a_full_disk():
    class Short(psycopg.errors.DiskFull):
        def __str__(self) -> str:
            return 'could not resize shared memory segment "/PostgreSQL.1" to 67108864 bytes: No space left on device'

    error = translated(Short(), "a store")
    assert isinstance(error, StoreFull)
    assert "/dev/shm that is full, not the disk" in str(error)
