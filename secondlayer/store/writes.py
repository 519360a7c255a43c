"""Writes of sentences: a bulk load by binary COPY, and confirmation. Each is one transaction with its event."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection, sql

from secondlayer.errors import EncoderMismatch, WrongCall
from secondlayer.records import Actor, Memory
from secondlayer.store import events
from secondlayer.store.rows import STAGING_TYPES, check_storable, content_hash, memory_of, staged
from secondlayer.store.statements import statement


@dataclass(frozen=True, slots=True, kw_only=True)
class Added:
    """What a write did; stored + already is the number given."""

    #: sentences new to their scope
    stored: int
    #: sentences that were in their scope, retired ones and repeats among those given included
    already: int
    #: of the memories already there, current ones now confirmed at a later date
    confirmed: int


def add(
    connection: Connection[Any],
    org_id: int,
    memories: Sequence[Memory],
    vectors: NDArray[np.float32],
    tokens: Sequence[Sequence[str]],
    by: Actor,
    reason: str,
) -> Added:
    """Stores what is new to its scope, and confirms what was there. All or nothing, an event for each of the two.

    Raises WrongCall for an id that is another memory's.
    """
    if not memories:
        return Added(stored=0, already=0, confirmed=0)
    with connection.transaction():
        key = events.next_key(connection)
        stored = insert(connection, org_id, memories, vectors, tokens, key)
        if stored:
            events.record(connection, org_id, "remember", by, reason=reason, count=stored, key=key)
        confirmed = _confirm(connection, org_id, memories, by, reason)
    stale = connection.execute(statement("statistics_stale")).fetchone()
    if stale is not None and stale[0]:
        connection.execute(statement("statistics_renew"))
    return Added(stored=stored, already=len(memories) - stored, confirmed=confirmed)


def insert(
    connection: Connection[Any],
    org_id: int,
    memories: Sequence[Memory],
    vectors: NDArray[np.float32],
    tokens: Sequence[Sequence[str]],
    event: int,
) -> int:
    """How many of them were new to their scope and are stored, born in that event; in the transaction of the caller."""
    connection.execute(statement("scopes_add"), {"org": org_id, "names": sorted({memory.scope for memory in memories})})
    connection.execute(statement("staging_create"))
    with connection.cursor().copy(statement("staging_copy")) as copy:
        copy.set_types(STAGING_TYPES)
        for ordinal, (memory, vector, words) in enumerate(zip(memories, vectors, tokens, strict=True)):
            copy.write_row(staged(ordinal, memory, words, vector))
    clash = connection.execute(statement("staging_clash"), {"org": org_id}).fetchone()
    if clash is not None:
        id_, scope, text = clash
        raise WrongCall(
            f"The id {id_!r} already names another memory, in {scope}: {text[:80]!r}; give this one another id. "
            "Nothing of this write was stored."
        )
    row = connection.execute(statement("staging_store"), {"org": org_id, "event": event}).fetchone()
    return int(row[0]) if row else 0


def confirm(connection: Connection[Any], org_id: int, memories: Sequence[Memory], by: Actor, reason: str) -> int:
    """How many current memories were confirmed at a later date than any known."""
    if not memories:
        return 0
    with connection.transaction():
        return _confirm(connection, org_id, memories, by, reason)


def recorded_confirmation(
    connection: Connection[Any], org_id: int, rows: Sequence[Sequence[Any]], by: Actor, reason: str
) -> tuple[str, ...]:
    """The ids of rows (id, confirmed before) in order, with one event that keeps when each was confirmed before."""
    if not rows:
        return ()
    ordered = sorted(rows, key=lambda row: str(row[0]))
    before = [None if at is None else at.astimezone(UTC).isoformat() for _, at in ordered]
    ids = tuple(id_ for id_, _ in ordered)
    events.record(connection, org_id, "confirm", by, reason=reason, ids=ids, details={"before": before})
    return ids


def _confirm(connection: Connection[Any], org_id: int, memories: Sequence[Memory], by: Actor, reason: str) -> int:
    heard = [memory for memory in memories if memory.last_said_at is not None]
    given = {
        "org": org_id,
        "scopes": [memory.scope for memory in heard],
        "hashes": [content_hash(memory.text) for memory in heard],
        "said": [memory.last_said_at for memory in heard],
    }
    rows = connection.execute(statement("confirm"), given).fetchall()
    return len(recorded_confirmation(connection, org_id, rows, by, reason))


def unstored(connection: Connection[Any], org_id: int, memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Of those given, the sentences not yet in their scope; the first of equal ones, in the order given."""
    first = {(memory.scope, content_hash(memory.text)): memory for memory in reversed(memories)}
    if not first:
        return ()
    keys = list(reversed(first))
    given = {"org": org_id, "scopes": [scope for scope, _ in keys], "hashes": [digest for _, digest in keys]}
    missing = {keys[ordinal - 1] for (ordinal,) in connection.execute(statement("unstored"), given)}
    order = {id(memory): position for position, memory in enumerate(memories)}
    return tuple(sorted((first[key] for key in missing), key=lambda memory: order[id(memory)]))


def is_retired(row: Sequence[Any]) -> bool:
    """Whether a row of the view memory_record is of a retired memory."""
    return memory_of(row).retired_at is not None


def record_encoder(connection: Connection[Any], org_id: int, name: str, width: int) -> None:
    """The encoder of the organisation's vectors, recorded once; the column takes its width while it is empty.

    Raises EncoderMismatch when it holds vectors of another width.
    """
    with connection.transaction():
        row = connection.execute(statement("vectors_width")).fetchone()
        if row is not None and row[0] != width:
            connection.execute(statement("vectors_lock"))
            row = connection.execute(statement("vectors_width")).fetchone()
            assert row is not None
            if row[1]:
                raise EncoderMismatch(
                    f"The database holds vectors of {row[0]} numbers, and {name} gives {width}; "
                    f"use an encoder of {row[0]}, or another database for this one."
                )
            for change in (statement("vectors_widen"), statement("vectors_widen_archive")):
                connection.execute(sql.SQL(change.decode()).format(width=sql.Literal(width)))
        connection.execute(statement("encoder_record"), {"org": org_id, "name": name, "width": width})


def check_given(
    memories: Sequence[Memory], vectors: NDArray[np.float32], tokens: Sequence[Sequence[str]], encoder: tuple[str, int] | None
) -> None:
    """Nothing; raises WrongCall or EncoderMismatch, naming the first memory that cannot be stored and why."""
    if encoder is None:
        raise EncoderMismatch("The store has no encoder recorded yet; name it with use_encoder before adding memories.")
    if len(vectors) != len(memories) or len(tokens) != len(memories):
        raise WrongCall(f"{len(memories):,} memories were given with {len(vectors):,} vectors and {len(tokens):,} token lists.")
    if len(memories) and vectors.shape != (len(memories), encoder[1]):
        raise EncoderMismatch(
            f"The store holds vectors of {encoder[0]} with {encoder[1]} numbers each, and was given {vectors.shape[-1]}; "
            "use that encoder."
        )
    for memory in memories:
        check_storable(memory)
    if len(memories):
        fit = np.isfinite(vectors).all(axis=1) & (np.linalg.norm(vectors, axis=1) > 0)
        if not fit.all():
            raise WrongCall(f"The vector of memory {memories[int(np.argmin(fit))].id!r} has no length or is not finite.")
