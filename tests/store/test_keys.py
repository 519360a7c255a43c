"""Keys: shown once, kept as keyed hashes, each for one organisation, refused in the same words whatever is wrong."""

from datetime import UTC, datetime, timedelta

import pytest
from seeding import on_connection

from secondlayer.errors import KeyRefused, WrongCall
from secondlayer.organisation.keys import check, make, pepper, require, rotate
from secondlayer.records import Actor
from secondlayer.store import open_store

ANA = Actor(name="Ana")
BOT = Actor(name="bot", kind="agent", seniority="junior", on_behalf_of="Ana")


@pytest.fixture(autouse=True)
def own_pepper(monkeypatch, tmp_path):
    monkeypatch.setenv("SECONDLAYER_HOME", str(tmp_path))


def test_a_key_opens_what_it_was_made_for_and_its_holder_is_known(store):
    key, text = make(store, BOT, ("write", "read"), ANA, repositories=("acme/app",), reason="the build")
    found = check(store, text)
    assert found == store.keys()[0]
    assert (found.org, found.rights, found.actor.fingerprint, found.made_by) == (
        "acme",
        ("read", "write"),
        key.fingerprint,
        "Ana",
    )
    require(found, "read", "acme/app")
    require(found, "read", None)
    with pytest.raises(KeyRefused, match="may not retire"):
        require(found, "retire")
    with pytest.raises(KeyRefused, match="does not reach the repository acme/other"):
        require(found, "read", "acme/other")
    assert store.events(limit=1)[0].act == "make_key"


def test_the_database_alone_opens_nothing(store):
    _, text = make(store, BOT, ("read",), ANA)
    secret = text.split("_")[2]
    rows = on_connection(
        store,
        lambda c: [
            str(row) for table in ("api_key", "event") for row in c.execute(f"SELECT t::text FROM {table} AS t").fetchall()
        ],
    )
    assert rows and not any(secret in row for row in rows)


def test_without_the_pepper_a_key_of_the_same_database_is_refused(store, monkeypatch, tmp_path):
    _, text = make(store, BOT, ("read",), ANA)
    assert (tmp_path / "pepper").stat().st_mode & 0o077 == 0 and len(pepper()) == 64
    monkeypatch.setenv("SECONDLAYER_PEPPER", "another")
    with pytest.raises(KeyRefused):
        check(store, text)


def test_whatever_is_wrong_with_a_key_is_said_in_the_same_words(store, dsn):
    key, text = make(store, BOT, ("read",), ANA)
    _, brief_one = make(store, BOT, ("read",), ANA, expires_at=datetime.now(UTC) + timedelta(seconds=60))
    gone, revoked = make(store, BOT, ("read",), ANA)
    store.revoke_key(gone.fingerprint, by=ANA, reason="lost")
    head, secret, checksum = text.rsplit("_", 2)
    other = ("A" if secret[0] != "A" else "B") + secret[1:]
    wrong = [
        "", "nonsense", text[:-1], text + "0", f"{head}_{other}_{checksum}", text.replace(key.fingerprint, "aaaaaaaa"), revoked,
        "sl_' OR 1=1", text.upper(), "x" * 100_000,
    ]  # fmt: skip
    said = set()
    for one in wrong:
        with pytest.raises(KeyRefused) as refused:
            check(store, one)
        said.add(str(refused.value))
    with pytest.raises(KeyRefused) as refused:
        check(store, brief_one, now=datetime.now(UTC) + timedelta(seconds=61))
    assert said | {str(refused.value)} == said and len(said) == 1
    assert check(store, f" {text}\n").fingerprint == key.fingerprint
    # asked through another organisation's store it is still that one's key
    with open_store("umbrella", dsn=dsn) as elsewhere:
        assert check(elsewhere, text).org == "acme" and elsewhere.keys() == ()


def test_a_rotated_key_goes_on_for_its_overlap_and_no_longer(store):
    old, text = make(store, BOT, ("read", "propose"), ANA, repositories=("acme/app",))
    new, fresh = rotate(store, old.fingerprint, ANA, overlap=timedelta(hours=1))
    assert (new.rights, new.repositories, new.actor.name) == (old.rights, old.repositories, old.actor.name)
    assert check(store, text).fingerprint == old.fingerprint and check(store, fresh).fingerprint == new.fingerprint
    later = datetime.now(UTC) + timedelta(hours=2)
    with pytest.raises(KeyRefused):
        check(store, text, now=later)
    assert check(store, fresh, now=later)
    assert store.events(limit=1)[0].details["old"] == old.fingerprint


def test_no_key_for_what_is_no_right_and_no_actor(store):
    for actor, rights in (
        (BOT, ()),
        (BOT, ("read", "everything")),
        (Actor(name=""), ("read",)),
        (Actor(name="b", kind="agent", seniority="boss"), ("read",)),
        (Actor(name="s", kind="system"), ("read",)),
    ):
        with pytest.raises(WrongCall):
            make(store, actor, rights, ANA)
    for act in (lambda: rotate(store, "unknown", ANA), lambda: store.revoke_key("unknown", by=ANA)):
        with pytest.raises(WrongCall, match="No valid key"):
            act()
    assert store.keys() == () and store.events() == ()
