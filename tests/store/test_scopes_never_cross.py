"""Scopes are whole names: no prefix, no pattern, no other case reads another's memories."""

from uuid import uuid4

from hypothesis import HealthCheck, given
from hypothesis import settings as examples
from hypothesis import strategies as some
from seeding import fill, said, unit

from secondlayer.settings import Settings
from secondlayer.store import open_store

ALIKE = ["acme", "acme-corp", "acme/x", "acme/xy", "a_me", "a%e", "Acme", "acme ", "org", "team:acme", "acme\\", "аcme"]
ARMS = ("auto", "exact", "default", "paper")

names = some.text(some.characters(codec="utf-8", exclude_characters="\x00"), min_size=1, max_size=12)


def test_no_scope_reads_another_that_looks_like_it(store):
    fill(store, [said(f"m{number}", f"Sentence of {scope}.", scope) for number, scope in enumerate(ALIKE)])
    vector = unit(1, 384, 7)[0]
    for scope in ALIKE:
        for arm in ARMS:
            found, scan = store.read([scope], vector, settings=Settings(arm=arm), limit=50)
            assert [one.memory.scope for one in found] == [scope]
            assert scan.in_scope == 1
        assert store.nearer([scope], vector, -1.0) == 1
        assert [one.memory.scope for one in store.nearest(vector, [scope], 5)] == [scope]
        assert [memory.scope for memory in store.all_memories(scope)] == [scope]


def test_a_scope_nobody_has_written_in_reads_nothing(store):
    fill(store, [said("a", "One.", "acme/x")])
    for scope in ("acme", "acme/", "acme/%", "_cme/x", "acme/x'; --", ""):
        found, scan = store.read([scope], unit(1, 384, 7)[0], settings=Settings(), limit=5)
        assert found == ()
        assert (scan.plan, scan.in_scope, scan.examined, scan.stop) == ("none", 0, 0, "complete")


@examples(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(written=some.lists(names, min_size=1, max_size=6, unique=True), asked=some.lists(names, max_size=3), data=some.data())
def test_a_read_brings_back_exactly_the_memories_of_the_scopes_it_names(dsn, written, asked, data):
    asked = asked + data.draw(some.lists(some.sampled_from(written), max_size=3))
    with open_store(f"acme {uuid4()}", dsn=dsn) as store:
        store.use_encoder("test-encoder", 384)
        fill(store, [said(f"m{number}", "The same sentence.", scope) for number, scope in enumerate(written)])
        arm = data.draw(some.sampled_from(("auto", "exact")))
        found, scan = store.read(asked, unit(1, 384, 7)[0], settings=Settings(arm=arm), limit=50)
        wanted = set(asked) & set(written)
        assert sorted(one.memory.scope for one in found) == sorted(wanted)
        assert scan.in_scope == scan.matched == len(wanted)
