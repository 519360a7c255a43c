"""What is stored, once, and what finding it again does."""

import numpy as np
import pytest
from seeding import DAY, NOW, fill, on_connection, said, unit

from secondlayer.errors import EncoderMismatch, NotAllowed, SecondLayerError, StoreFull, StoreUnreachable, WrongCall
from secondlayer.records import Actor
from secondlayer.settings import Settings
from secondlayer.store import Added, open_store


def test_a_memory_comes_back_with_every_field_as_it_was_given(store):
    given = said(
        "m1",
        "Use  tabs.\n",
        "acme/app",
        subject="Style › Whitespace",
        layer="decision",
        origin="distilled",
        source_repo="acme/handbook",
        source_path="docs/style.md",
        source_heading="whitespace",
        lines=(3, 4),
        commit="abc123",
        author="Ada <ada@acme.test>",
        confirmed_at=NOW + DAY,
        read_pieces=5,
        all_pieces=9,
    )
    assert fill(store, [given]) == Added(stored=1, already=0, confirmed=0)
    assert store.memory("m1") == given
    assert list(store.all_memories()) == [given]


@pytest.mark.parametrize(
    "text", ["' \" % _ \\ / $ %s %(org)s $1", "<script>x</script> :smile: ![x](http://host/p.png)", "数据 🧵 \u202e"]
)
def test_text_is_data_and_comes_back_as_it_was(store, text):
    fill(store, [said("m1", text, subject=text)])
    assert store.memory("m1").text == text
    assert store.find_text(text).id == "m1"


def test_an_identical_sentence_is_stored_once_in_each_scope(store):
    again = [said("a", "Use tabs."), said("b", " Use\n tabs. "), said("c", "Use tabs.", "acme/app"), said("d", "Use spaces.")]
    assert [memory.id for memory in store.unstored(again)] == ["a", "c", "d"]
    assert fill(store, again) == Added(stored=3, already=1, confirmed=0)
    assert fill(store, again) == Added(stored=0, already=4, confirmed=0)
    assert store.unstored(again) == ()
    assert store.scope_counts() == {"acme/app": 1, "org": 2}
    assert store.memory("b") is None


def test_a_sentence_said_again_later_is_confirmed_at_that_date_and_never_earlier(store):
    fill(store, [said("a", "Use tabs.", days=30)])
    assert fill(store, [said("x", "Use tabs.", days=10)]) == Added(stored=0, already=1, confirmed=1)
    assert fill(store, [said("y", "Use tabs.", days=20)]).confirmed == 0
    assert store.memory("a").confirmed_at == NOW - 10 * DAY
    assert store.confirm_again([said("z", "Use  tabs.", days=5), said("w", "Use tabs.", days=4)]) == 1
    assert store.memory("a").confirmed_at == NOW - 4 * DAY
    assert store.memory("a").written_at == NOW - 30 * DAY


def test_a_retired_sentence_stays_retired_when_it_is_found_again(store):
    fill(store, [said("a", "Use tabs.", days=30)])
    assert store.retire("a", at=NOW, by=Actor(name="ada"), reason="no longer so")
    assert not store.retire("a", at=NOW)
    assert store.unstored([said("x", "Use tabs.")]) == ()
    assert fill(store, [said("x", "Use tabs.")]) == Added(stored=0, already=1, confirmed=0)
    assert store.confirm_again([said("x", "Use tabs.")]) == 0
    assert (store.memory("a").retired_at, store.memory("a").retired_reason) == (NOW, "no longer so")
    assert list(store.all_memories()) == []
    assert [memory.id for memory in store.all_memories(retired=True)] == ["a"]
    assert store.read(["org"], unit(1, 384, 1)[0], settings=Settings(), limit=5)[0] == ()
    assert store.cosine("a", unit(1, 384, 1)[0]) == pytest.approx(1.0, abs=1e-6)


def test_an_id_that_is_another_memorys_is_refused_and_nothing_is_stored(store):
    fill(store, [said("a", "Use tabs.")])
    with pytest.raises(WrongCall, match="'a' already names another memory, in org: 'Use tabs"):
        fill(store, [said("b", "New."), said("a", "Use spaces.")])
    with pytest.raises(WrongCall, match="'c' already names another memory"):
        fill(store, [said("c", "One."), said("c", "Two.")])
    assert store.scope_counts() == {"org": 1}


@pytest.mark.parametrize("text", ["a\x00b", "half \ud83e", "  "])
def test_a_text_that_cannot_be_stored_is_refused_by_name(store, text):
    with pytest.raises(WrongCall, match="'bad'"):
        fill(store, [said("good", "Fine."), said("bad", text)])
    assert store.scope_counts() == {}


def test_vectors_of_no_length_or_another_width_are_refused(store):
    vectors = unit(2, 384, 1)
    vectors[1] = 0
    with pytest.raises(WrongCall, match="vector of memory 'b' has no length"):
        fill(store, [said("a", "One."), said("b", "Two.")], vectors)
    with pytest.raises(EncoderMismatch, match="384 numbers each, and was given 16"):
        fill(store, [said("a", "One.")], unit(1, 16, 1))
    with pytest.raises(EncoderMismatch, match="384 numbers each"):
        store.read(["org"], unit(1, 16, 1)[0], settings=Settings(), limit=5)
    with pytest.raises(WrongCall, match="not all zeros"):
        store.read(["org"], np.zeros(384, np.float32), settings=Settings(), limit=5)


def test_another_encoder_is_refused_with_what_to_do(store, dsn):
    store.use_encoder("test-encoder", 384)
    with pytest.raises(EncoderMismatch) as refused:
        store.use_encoder("other", 384)
    assert "vectors of test-encoder with 384 numbers each, and the encoder given is other with 384" in str(refused.value)
    assert "secondlayer reembed" in str(refused.value)
    with open_store("elsewhere", dsn=dsn) as other:
        assert other.encoder() is None
        with pytest.raises(EncoderMismatch, match="no encoder recorded"):
            other.add([said("a", "One.")], unit(1, 384, 1), [["one"]])


def test_an_empty_database_takes_the_first_encoders_width_and_a_filled_one_keeps_its_own(clone):
    dsn = clone("template1")
    with open_store("acme", dsn=dsn) as narrow, open_store("other", dsn=dsn) as other:
        narrow.use_encoder("small", 16)
        fill(narrow, [said("a", "One.")])
        assert narrow.read(["org"], unit(1, 16, 1)[0], settings=Settings(), limit=5)[0][0].memory.id == "a"
        with pytest.raises(EncoderMismatch, match="vectors of 16 numbers, and large gives 384"):
            other.use_encoder("large", 384)
        assert other.encoder() is None
        with pytest.raises(EncoderMismatch, match="1 to 2,000"):
            other.use_encoder("huge", 4096)


def test_an_organisation_is_a_wall(store, dsn):
    fill(store, [said("a", "Use tabs.")])
    store.mark_sensitive("acme/secret")
    with open_store("other", dsn=dsn) as other:
        other.use_encoder("test-encoder", 384)
        vector = unit(1, 384, 1)[0]
        assert other.memory("a") is None
        assert other.cosine("a", vector) is None
        assert other.find_text("Use tabs.") is None
        assert other.read(["org"], vector, settings=Settings(), limit=5)[0] == ()
        assert other.nearer(["org"], vector, -1.0) == 0
        assert not other.retire("a", at=NOW)
        assert other.confirm_again([said("x", "Use tabs.", days=-1)]) == 0
        assert (other.scope_counts(), other.repositories()) == ({}, ())
        assert fill(other, [said("a", "Use tabs.")]).stored == 1
        assert store.organisations() == {"acme": 1, "other": 1}
        assert store.organisations_with("acme/secret") == ("acme",)
    assert store.memory("a").confirmed_at is None


def test_repositories_are_the_scopes_that_are_neither_org_nor_team(store):
    fill(store, [said("a", "One."), said("b", "Two.", "team:core"), said("c", "Three.", "acme/app"), said("d", "Four.", "app")])
    store.mark_sensitive("acme/hr")
    store.mark_sensitive("app")
    store.mark_sensitive("app", False)
    assert [(repo.name, repo.sensitive, repo.alias) for repo in store.repositories()] == [
        ("acme/app", False, True),
        ("acme/hr", True, True),
        ("app", False, True),
    ]


def test_a_sentence_is_found_in_the_scopes_asked_current_before_retired(store):
    fill(store, [said("a", "Use tabs.", "acme/app"), said("b", "Use tabs.", "org"), said("c", "Use tabs.", "team:core")])
    store.retire("a", at=NOW)
    assert store.find_text("Use  tabs.", ["acme/app", "team:core", "org"]).id == "c"
    assert store.find_text("Use tabs.", ["acme/app"]).id == "a"
    assert store.find_text("Use tabs.", ["acme/other"]) is None
    assert store.find_text("Use tab.") is None


def test_all_memories_come_page_by_page_in_the_order_of_their_ids(store):
    fill(store, [said(f"m{number:04}", f"Sentence {number}", ("org", "acme/app")[number % 2]) for number in range(1203)])
    assert [memory.id for memory in store.all_memories()] == [f"m{number:04}" for number in range(1203)]
    assert [memory.id for memory in store.all_memories("org", 3)] == ["m0000", "m0002", "m0004"]
    assert len(list(store.all_memories(limit=700))) == 700
    assert list(store.all_memories("acme")) == []


def test_health_counts_what_is_there_and_warns_of_an_index_that_is_gone(store):
    fill(store, [said("a", "One."), said("b", "Two.")])
    store.retire("b", at=NOW)
    health = store.health()
    assert (health.current, health.retired, health.scopes, health.indexed, health.index_valid) == (1, 1, 1, 1, True)
    assert health.encoder == ("test-encoder", 384)
    assert health.warnings == ()
    assert health.settings["hnsw.ef_search"] == "40"
    on_connection(store, lambda connection: connection.execute("DROP INDEX memory_vector_hnsw"))
    assert "missing or invalid" in store.health().warnings[0]


@pytest.mark.parametrize(
    ("state", "kind", "sentence"),
    [
        ("53100", StoreFull, "disk of the store"),
        ("25006", StoreUnreachable, "read-only"),
        ("42501", NotAllowed, "does not allow this to the role"),
        ("28P01", StoreUnreachable, "did not let us in"),
        ("53300", StoreUnreachable, "no connection left"),
        ("40P01", StoreUnreachable, "run it again"),
        ("XX000", SecondLayerError, "refused a statement"),
    ],
)
def test_what_the_server_says_becomes_one_of_our_errors(store, state, kind, sentence):
    def fail(connection):
        connection.execute(f"DO $$ BEGIN RAISE EXCEPTION 'as said' USING ERRCODE = '{state}'; END $$")

    with pytest.raises(kind, match=sentence) as raised:
        on_connection(store, fail)
    assert "\n" not in str(raised.value)
    assert store.scope_counts() == {}


def test_a_store_that_is_not_there_is_said_in_one_sentence_without_its_password(tmp_path):
    with pytest.raises(StoreUnreachable) as refused:
        open_store("acme", dsn=f"host={tmp_path} user=ada password=sesame dbname=memory")
    assert "does not answer" in str(refused.value)
    assert "sesame" not in str(refused.value)
    with pytest.raises(WrongCall, match="not a connection string; write it as") as refused:
        open_store("acme", dsn="postgresql://ada:sesame@[host/db")
    assert "sesame" not in str(refused.value)


def test_a_closed_store_says_so(dsn):
    opened = open_store("acme", dsn=dsn)
    opened.close()
    with pytest.raises(StoreUnreachable, match="was closed"):
        opened.scope_counts()
