"""Events: recorded in the transaction of their effect, and read back. None is ever changed or deleted."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from psycopg import Connection
from psycopg.types.json import Jsonb

from secondlayer.records import Act, Actor, Event
from secondlayer.store.statements import statement


def next_key(connection: Connection[Any]) -> int:
    """The key of an event to come."""
    row = connection.execute(statement("event_key")).fetchone()
    assert row is not None
    return int(row[0])


def record(
    connection: Connection[Any],
    org_id: int,
    act: Act,
    by: Actor,
    *,
    reason: str = "",
    ids: Sequence[str] = (),
    count: int | None = None,
    details: Mapping[str, Any] | None = None,
    key: int | None = None,
) -> int:
    """The key of the event, written in the transaction the connection is in."""
    given = {
        "key": key,
        "org": org_id,
        "act": act,
        "actor": by.name,
        "actor_kind": by.kind,
        "seniority": by.seniority,
        "on_behalf_of": by.on_behalf_of,
        "fingerprint": by.fingerprint,
        "claimed_model": by.claimed_model,
        "reason": reason,
        "ids": list(ids),
        "memories": len(ids) if count is None else count,
        "details": Jsonb(dict(details or {})),
    }
    row = connection.execute(statement("event_record"), given).fetchone()
    assert row is not None
    return int(row[0])


def event_of(row: Sequence[Any]) -> Event:
    """The event of a row of history or events, its time in UTC."""
    key, at, act, actor, kind, seniority, on_behalf_of, fingerprint, claimed_model, reason, ids, count, details = row
    return Event(
        key=key,
        at=at.astimezone(UTC),
        act=act,
        actor=Actor(
            name=actor,
            kind=kind,
            seniority=seniority,
            on_behalf_of=on_behalf_of,
            fingerprint=fingerprint,
            claimed_model=claimed_model,
        ),
        reason=reason,
        memories=tuple(ids),
        count=count,
        details=details,
    )
