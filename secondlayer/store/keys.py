"""Keys in the store: only their keyed hashes. Making, rotating and revoking one are acts with events."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any

from psycopg import Connection

from secondlayer.errors import WrongCall
from secondlayer.records import Actor, Key
from secondlayer.store import events
from secondlayer.store.statements import statement


def make(connection: Connection[Any], org_id: int, key: Key, hash: bytes, by: Actor, *, reason: str) -> None:
    """The key is known from now on."""
    with connection.transaction():
        _add(connection, org_id, key, hash)
        events.record(connection, org_id, "make_key", by, reason=reason, details=_told(key))


def rotate(
    connection: Connection[Any], org_id: int, old: str, key: Key, hash: bytes, by: Actor, *, until: datetime, reason: str
) -> None:
    """The new key is known from now on, and the old one until then. Raises WrongCall when the old one is not valid."""
    with connection.transaction():
        _end(connection, org_id, old, by, expires_at=until, revoked=False)
        _add(connection, org_id, key, hash)
        events.record(connection, org_id, "rotate_key", by, reason=reason, details=_told(key) | {"old": old})


def revoke(connection: Connection[Any], org_id: int, fingerprint: str, by: Actor, *, reason: str) -> None:
    """The key opens nothing from now on. Raises WrongCall when it is not valid."""
    with connection.transaction():
        _end(connection, org_id, fingerprint, by, expires_at=None, revoked=True)
        events.record(connection, org_id, "revoke_key", by, reason=reason, details={"fingerprint": fingerprint})


def key_of(row: Sequence[Any]) -> Key:
    """The key of a row of keys, its times in UTC."""
    fingerprint, org, actor, kind, seniority, on_behalf_of, rights, repositories, made_at, made_by, expires_at, revoked_at = row
    return Key(
        fingerprint=fingerprint,
        org=org,
        actor=Actor(name=actor, kind=kind, seniority=seniority, on_behalf_of=on_behalf_of, fingerprint=fingerprint),
        rights=tuple(rights),
        repositories=tuple(repositories),
        made_at=made_at.astimezone(UTC),
        made_by=made_by,
        expires_at=None if expires_at is None else expires_at.astimezone(UTC),
        revoked_at=None if revoked_at is None else revoked_at.astimezone(UTC),
    )


def _add(connection: Connection[Any], org_id: int, key: Key, hash: bytes) -> None:
    given = {
        "org": org_id,
        "fingerprint": key.fingerprint,
        "hash": hash,
        "actor": key.actor.name,
        "actor_kind": key.actor.kind,
        "seniority": key.actor.seniority,
        "on_behalf_of": key.actor.on_behalf_of,
        "rights": list(key.rights),
        "repositories": list(key.repositories),
        "made_by": key.made_by,
        "expires_at": key.expires_at,
    }
    connection.execute(statement("key_add"), given)


def _end(
    connection: Connection[Any], org_id: int, fingerprint: str, by: Actor, *, expires_at: datetime | None, revoked: bool
) -> None:
    given = {"org": org_id, "fingerprint": fingerprint, "expires_at": expires_at, "revoked": revoked, "by": by.name}
    if connection.execute(statement("key_end"), given).fetchone() is None:
        raise WrongCall(f"No valid key {fingerprint[:40]!r} is known; `secondlayer key list` shows them. Nothing was changed.")


def _told(key: Key) -> dict[str, Any]:
    return {
        "fingerprint": key.fingerprint,
        "actor": key.actor.name,
        "rights": list(key.rights),
        "repositories": list(key.repositories),
    }
