"""The store leafed through: what is found, in which order, and that looking writes nothing."""

from collections.abc import Callable, Iterator

import numpy as np
import psycopg
import pytest
from inspected import HOSTILE
from seeding import DAY, NOW, fill, numbered, said

from secondlayer.records import Actor, Browse, Browsed
from secondlayer.store import Store, open_store


@pytest.fixture(scope="module")
def shelf(clone: Callable[[str], str], template: str) -> Iterator[Store]:
    """130 numbered memories over 13 days, some of the organisation's, hostile ones, an undated one and a retired one."""
    with open_store("acme", dsn=clone(template)) as store:
        app = [said(f"a{n:03}", f"Sentence {n} of the app", "acme/app", days=n % 13) for n in range(130)]
        rules = [
            said("r1", "Never log a name", days=400, layer="policy", author="Ana"),
            said("r2", "Retry with a pause", days=100, layer="decision", confirmed_at=NOW - 5 * DAY, origin="imported"),
            said("r3", "100% of calls_have a \\timeout", days=700, source_path="docs/Calls.md", subject="Networks"),
            said("r4", "Laid down without a date", dated=False),
            said("r5", "Gone since", days=30),
        ]
        hostile = [said(f"h{n}", text, "acme/odd", days=50) for n, text in enumerate(HOSTILE)]
        fill(store, [*app, *rules, *hostile])
        store.retire("r5", at=NOW, by=Actor(name="Bo"), reason="no longer so")
        with open_store("other", dsn=store._connections._dsn) as other:
            other.use_encoder("test-encoder", 384)
            fill(other, [said("x1", "Sentence 1 of another organisation")])
        yield store


def ids(browsed: Browsed) -> list[str]:
    return [memory.id for memory in browsed.memories]


def every_page(store: Store, asked: Browse, page: int) -> list[str]:
    """All ids page by page; each page says how many it comes after."""
    seen: list[str] = []
    while True:
        browsed = store.browse(asked, after=seen[-1] if seen else "", page=page)
        assert browsed.passed == len(seen)
        seen += ids(browsed)
        if not browsed.more:
            assert browsed.found == len(seen)
            return seen


def test_the_newest_come_first_then_by_id_and_what_has_no_date_last(shelf):
    newest = every_page(shelf, Browse(), 7)
    memories = {memory.id: memory for memory in shelf.all_memories()}
    assert sorted(newest) == sorted(memories)
    dated = [memories[id] for id in newest if memories[id].last_said_at]
    assert [one.id for one in dated] == [one.id for one in sorted(dated, key=lambda one: (NOW - one.last_said_at, one.id))]
    assert newest[-1] == "r4"
    oldest = every_page(shelf, Browse(oldest_first=True), 50)
    assert oldest[:2] == ["r3", "r1"] and oldest[-1] == "r4"
    assert [memories[id].last_said_at for id in oldest[:-1]] == sorted(memories[id].last_said_at for id in oldest[:-1])


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (Browse(scope="org"), ["r2", "r1", "r3", "r4"]),
        (Browse(scope="org", retired=True), ["r2", "r5", "r1", "r3", "r4"]),
        (Browse(scope="org", oldest_first=True), ["r3", "r1", "r2", "r4"]),
        (Browse(layer="policy"), ["r1"]),
        (Browse(origin="imported"), ["r2"]),
        (Browse(undated=True), ["r4"]),
        (Browse(scope="org", since=NOW - 10 * DAY), ["r2"]),
        (Browse(scope="org", before=NOW - 365 * DAY), ["r1", "r3"]),
        (Browse(scope="nowhere"), []),
        (Browse(layer="policy", origin="imported"), []),
        (Browse(words=("NEVER", "name")), ["r1"]),
        (Browse(words=("ana",)), ["r1"]),
        (Browse(words=("networks", "calls.md")), ["r3"]),
        (Browse(words=("100%", "calls_have", "\\TIMEOUT")), ["r3"]),
        (Browse(words=("calls%have",)), []),
        (Browse(words=("r4",)), ["r4"]),
        (Browse(words=("'; DROP TABLE memory; --",)), []),
        (Browse(words=("no\0wh\ud800ere",)), []),
    ],
)
def test_each_condition_finds_what_meets_it_and_nothing_else(shelf, asked, found):
    assert ids(shelf.browse(asked)) == found
    assert shelf.browse(asked).found == len(found)


def test_a_hostile_text_is_found_by_its_own_words(shelf):
    for number, text in enumerate(HOSTILE):
        assert f"h{number}" in ids(shelf.browse(Browse(words=tuple(text.split()))))


def test_another_organisations_memories_are_never_found(shelf):
    assert shelf.browse(Browse(words=("another", "organisation"))).found == 0
    assert shelf.filing("x1") is None
    assert "x1" not in every_page(shelf, Browse(retired=True), 500)


def test_a_page_after_an_unknown_memory_is_the_first(shelf):
    first = shelf.browse(Browse(), page=5)
    assert shelf.browse(Browse(), after="nobody", page=5) == first == shelf.browse(Browse(), after="x1", page=5)
    past = shelf.browse(Browse(layer="policy"), after="r4")
    assert (ids(past), past.found, past.passed, past.more) == ([], 1, 1, False)


def test_how_a_memory_was_filed_and_who_retired_it(shelf):
    gone, kept = shelf.filing("r5"), shelf.filing("r1")
    assert gone is not None and kept is not None
    assert (gone.retired_by, kept.retired_by, kept.on_behalf_of) == ("Bo", "", "")
    assert gone.stored_at.tzinfo is not None
    assert shelf.memory("r5").retired_reason == "no longer so"


def test_the_state_changes_with_every_write_and_with_nothing_else(store):
    seen = [store.state()]
    fill(store, numbered(3, "acme/app"))
    seen.append(store.state())
    fill(store, [said("m00001", "m sentence 1", "acme/app", days=-2)])
    seen.append(store.state())
    store.retire("m00002", at=NOW)
    seen.append(store.state())
    assert len(set(seen)) == 4
    store.browse(Browse())
    assert store.state() == seen[-1]
    assert (seen[-1].memories, seen[-1].retired) == (3, 1)


def test_opening_and_reading_a_store_write_nothing_and_the_first_write_makes_the_organisation_known(dsn):
    def known() -> list[str]:
        with psycopg.connect(dsn) as connection:
            return [name for (name,) in connection.execute("SELECT name FROM organisation ORDER BY name")]

    with open_store("new", dsn=dsn) as opened, open_store("new", dsn=dsn) as second:
        assert opened.encoder() is None
        assert opened.health().current == 0 and opened.scope_counts() == {} and opened.repositories() == ()
        assert opened.browse(Browse()).found == 0 and opened.memory("m1") is None and opened.served_briefs() == ()
        from secondlayer.settings import Settings

        found, scan = opened.read(["org"], np.ones(384, dtype=np.float32), settings=Settings(), limit=5)
        assert (found, scan.plan, scan.stop) == ((), "none", "complete")
        assert known() == ["acme"]
        opened.use_encoder("test-encoder", 384)
        fill(opened, [said("m1", "One rule")])
        assert known() == ["acme", "new"]
        # a store opened before that sees it all the same
        assert second.encoder() == ("test-encoder", 384) and second.memory("m1").text == "One rule"


def test_a_role_that_may_only_select_is_told_apart(dsn, reader_of):
    with open_store("acme", dsn=dsn) as opened:
        assert opened.may_write()
    with open_store("acme", dsn=reader_of(dsn)) as reading:
        assert not reading.may_write()
        assert reading.browse(Browse()).found == 0
