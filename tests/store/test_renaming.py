"""Renaming: rows rewritten on the evidence of their sources, the alias removed, on the record, and undone again."""

import pytest
from seeding import NOW, fill, said, unit

from secondlayer.engine.scopes import combined_plan
from secondlayer.errors import WrongCall
from secondlayer.organisation.renaming import plan, rename, undo
from secondlayer.records import Actor, Request
from secondlayer.settings import Settings

ANA = Actor(name="Ana")


def seen(store, repo):
    """Ids that a read made from inside the repository finds."""
    request = Request(org="acme", prompt="x", repo=repo, budget_chars=4000, as_of=NOW)
    scopes = combined_plan(request, store.repositories()).scopes
    found, _ = store.read(scopes, unit(1, 384, 1)[0], settings=Settings(), limit=50)
    return {one.memory.id for one in found}


def test_a_renamed_repository_keeps_its_history_and_stops_reading_its_bare_name(store):
    fill(store, [said("a", "Use tabs.", "app"), said("b", "Use a linter.", "app"), said("c", "Test it.", "acme/app")])
    store.retire("b", at=NOW)
    done = rename(store, "app", "acme/app", ANA, reason="moved to the organisation")
    assert done.memories == ("a", "b") and done.left == ()
    assert [store.memory(id).scope for id in "abc"] == ["acme/app"] * 3
    fill(store, [said("d", "Somebody else's.", "app")])
    assert seen(store, "acme/app") == {"a", "c"}
    # the words and the archived vector moved too
    assert store.read(["acme/app"], unit(1, 384, 1)[0], settings=Settings(), limit=9, tokens=["tabs"])[1].in_scope == 2
    assert store.restore(["b"]) == ("b",) and seen(store, "acme/app") == {"a", "b", "c"}
    assert [event.act for event in store.history("a").events] == ["remember", "rename"]


def test_a_renaming_is_undone_whole_and_once(store):
    fill(store, [said("a", "Use tabs.", "app"), said("c", "Test it.", "acme/app")])
    event = rename(store, "app", "acme/app", ANA).event
    assert undo(store, event, ANA).memories == ("a",)
    assert store.memory("a").scope == "app" and store.memory("c").scope == "acme/app"
    assert seen(store, "acme/app") == {"a", "c"}
    with pytest.raises(WrongCall, match="undone already"):
        undo(store, event, ANA)
    with pytest.raises(WrongCall, match="is no renaming"):
        undo(store, store.history("a").events[0].key, ANA)


def test_beside_a_fork_only_what_its_sources_prove_moves(store):
    up = {"source_repo": "up/app", "source_path": "docs/a.md"}
    fill(
        store,
        [
            said("up", "Upstream's own.", "up/app", source_path="docs/a.md", commit="c1"),
            said("fork", "The fork's own.", "fork/app", source_path="docs/f.md", commit="c2"),
            said("named", "Its source names upstream.", "app", **up),
            said("commit", "Its commit is upstream's.", "app", source_path="other.md", commit="c1"),
            said("path", "Its path is upstream's.", "app", source_path="docs/a.md"),
            said("theirs", "Its path is the fork's.", "app", source_path="docs/f.md"),
            said("unknown", "Nothing tells.", "app"),
            said("same", "Upstream's own.", "app", source_path="docs/a.md"),
        ],
    )
    planned = plan(store, "app", "up/app")
    done = rename(store, "app", "up/app", ANA)
    assert planned.memories and set(done.memories) == set(planned.memories) == {"named", "commit", "path"}
    assert dict(done.left) == {
        "theirs": "its source's path is known in fork/app only",
        "unknown": "nothing tells whether it is of fork/app or up/app",
        "same": "up/app holds the same sentence already",
    }
    assert seen(store, "up/app") == {"up", "named", "commit", "path"}
    # the fork still reads what is left under the shared name
    assert seen(store, "fork/app") == {"fork", "theirs", "unknown", "same"}


def test_what_cannot_be_renamed_is_said_in_a_sentence(store):
    fill(store, [said("a", "Use tabs.", "app")])
    bot = Actor(name="bot", kind="agent", seniority="junior")
    for before, after, who, says in (
        ("app", "app", ANA, "has that name already"),
        ("app", "other", ANA, "full name"),
        ("nothing", "acme/nothing", ANA, "Nothing is filed under"),
        ("app", "acme/app", bot, "people and senior agents"),
    ):
        with pytest.raises(WrongCall, match=says):
            rename(store, before, after, who)
    assert store.memory("a").scope == "app"
