"""The record of acts: each event in the transaction of its effect, kept for good, and a memory's whole life told from it."""

import psycopg
import pytest
from seeding import DAY, NOW, fill, numbered, on_connection, said, unit

from secondlayer.errors import WrongCall
from secondlayer.records import UNNAMED, Actor
from secondlayer.settings import Settings
from secondlayer.store import open_store

ANA = Actor(name="Ana")
BOT = Actor(
    name="builder", kind="agent", seniority="junior", on_behalf_of="Ana", fingerprint="k1", claimed_model="a model, it says"
)


def acts(store, id):
    return [event.act for event in store.history(id).events]


def test_a_memorys_whole_life_is_told_with_who_and_why(store):
    fill(store, [said("a", "Use tabs.", days=30)])
    assert store.confirm(["a", "unheard"], at=NOW - DAY, by=ANA, reason="read it again") == ("a",)
    assert store.retire("a", at=NOW, by=BOT, reason="moved to spaces")
    assert store.restore(["a"], by=ANA, reason="by mistake") == ("a",)
    told = store.history("a")
    assert [event.act for event in told.events] == ["remember", "confirm", "retire", "restore"]
    assert [event.actor for event in told.events] == [UNNAMED, ANA, BOT, ANA]
    assert [event.reason for event in told.events][1:] == ["read it again", "moved to spaces", "by mistake"]
    assert [event.key for event in told.events] == sorted(event.key for event in told.events)
    # two spans: until it was retired, and from when it was restored
    assert [end is None for _, end in told.current] == [False, True]
    assert told.memory.retired_at is None and told.memory.confirmed_at == NOW - DAY
    assert store.read(["org"], unit(1, 384, 1)[0], settings=Settings(), limit=5)[0][0].memory.id == "a"


def test_what_does_nothing_leaves_no_event(store):
    fill(store, [said("a", "Use tabs.")])
    before = len(store.events())
    assert store.restore(["a"]) == () and store.retire_many(["unheard"], at=NOW)[0] == ()
    assert store.confirm(["a"], at=NOW - DAY) == ()
    assert fill(store, [said("b", "Use tabs.")]).stored == 0
    assert len(store.events()) == before


def test_a_bulk_act_is_one_event_that_lists_its_ids(store):
    fill(store, numbered(300, "org"))
    gone, _ = store.retire_many([f"m{number:05}" for number in range(200)], at=NOW, by=ANA, reason="out of date")
    latest = store.events(limit=1)[0]
    assert (latest.act, latest.count, latest.memories) == ("retire", 200, gone)
    assert acts(store, "m00007") == ["remember", "retire"] and acts(store, "m00250") == ["remember"]
    first = store.history("m00250").events[0]
    assert (first.memories, first.count) == ((), 300)


def test_one_memory_supersedes_another_in_one_event_or_nothing_happens(store):
    fill(store, [said("old", "Use tabs."), said("other", "Use a linter.")])
    new = said("new", "Use spaces.", days=-1)
    store.supersede("old", new, unit(1, 384, 5)[0], ["spaces"], at=NOW, by=ANA, reason="decided anew")
    assert store.memory("old").superseded_by == "new" and store.memory("new").retired_at is None
    assert acts(store, "new") == ["supersede"] and acts(store, "old") == ["remember", "supersede"]
    before = store.events()
    with pytest.raises(WrongCall, match="no current memory 'gone'"):
        store.supersede("gone", said("z", "Use nothing."), unit(1, 384, 6)[0], ["nothing"], at=NOW)
    with pytest.raises(WrongCall, match="already stored"):
        store.supersede("other", said("y", "Use  spaces."), unit(1, 384, 7)[0], ["spaces"], at=NOW)
    assert store.memory("z") is None and store.memory("other").retired_at is None and store.events() == before
    store.supersede_by("other", "new", at=NOW, by=ANA)
    assert store.memory("other").superseded_by == "new"
    with pytest.raises(WrongCall, match="no current memory 'old' to take the place"):
        store.supersede_by("new", "old", at=NOW)


@pytest.mark.parametrize(
    "change",
    ["UPDATE event SET actor = 'nobody'", "DELETE FROM event", "TRUNCATE event CASCADE"],
    ids=["update", "delete", "truncate"],
)
def test_an_event_is_never_changed(store, change):
    fill(store, [said("a", "Use tabs.")])
    with pytest.raises(psycopg.errors.InsufficientPrivilege, match="kept as they were recorded"):
        with psycopg.connect(store._connections._conninfo()) as connection:
            connection.execute(change)
    assert acts(store, "a") == ["remember"]


def test_a_retirement_that_fails_half_way_leaves_neither_effect_nor_event(store):
    fill(store, [said("a", "Use tabs.")])
    on_connection(store, lambda c: c.execute("ALTER TABLE event ADD CONSTRAINT none_now CHECK (act <> 'retire')"))
    with pytest.raises(WrongCall):
        store.retire("a", at=NOW)
    assert store.memory("a").retired_at is None and acts(store, "a") == ["remember"]


def test_events_of_another_organisation_are_not_seen(store, dsn):
    fill(store, [said("a", "Use tabs.")])
    with open_store("umbrella", dsn=dsn) as other:
        assert other.history("a") is None and other.events() == ()
