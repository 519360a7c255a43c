"""Proposals: memories that wait for a person. No read sees them."""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection
from psycopg.types.json import Jsonb

from secondlayer.errors import WrongCall
from secondlayer.records import Actor, Memory, Proposal
from secondlayer.store import events, writes
from secondlayer.store.statements import statement

_TIMES = ("written_at", "confirmed_at")


def propose(connection: Connection[Any], org_id: int, memory: Memory, by: Actor, reason: str) -> bool:
    """Whether the memory waits from now on; False when the same one waited already. One event when it does."""
    with connection.transaction():
        key = events.record(connection, org_id, "propose", by, reason=reason, ids=[memory.id], details=_values(memory))
        given = {"org": org_id, "id": memory.id, "memory": Jsonb(_values(memory)), "event": key}
        if connection.execute(statement("proposal_add"), given).fetchone() is None:
            raise _Waits
    return True


def propose_once(connection: Connection[Any], org_id: int, memory: Memory, by: Actor, reason: str) -> bool:
    """As `propose`; what waits already leaves no second event."""
    try:
        return propose(connection, org_id, memory, by, reason)
    except _Waits:
        return False


def accept(
    connection: Connection[Any],
    org_id: int,
    memory: Memory,
    vector: NDArray[np.float32],
    tokens: Sequence[str],
    by: Actor,
    reason: str,
) -> None:
    """The proposal of that memory is accepted and the memory stored, born in the event of the acceptance.

    Raises WrongCall when none of that id waits, or its sentence has been stored in the meantime.
    """
    with connection.transaction():
        key = events.record(connection, org_id, "accept", by, reason=reason, ids=[memory.id])
        _decide(connection, org_id, memory.id, "accepted", key)
        if not writes.insert(connection, org_id, [memory], vector[np.newaxis], [tokens], key):
            raise WrongCall(
                f"The sentence of the proposal {memory.id!r} is stored in {memory.scope} already; refuse the proposal. "
                "Nothing was changed."
            )


def refuse(connection: Connection[Any], org_id: int, id: str, by: Actor, reason: str) -> None:
    """The proposal is refused. Raises WrongCall when none of that id waits."""
    with connection.transaction():
        key = events.record(connection, org_id, "refuse", by, reason=reason, ids=[id])
        _decide(connection, org_id, id, "refused", key)


def proposal_of(row: Sequence[Any]) -> Proposal:
    """The proposal of a row of proposals."""
    _, memory, state, _, *event = row
    return Proposal(memory=_memory(memory), state=state, proposed=events.event_of(event))


class _Waits(Exception):
    """Leaves the transaction of a proposal that waits already."""


def _decide(connection: Connection[Any], org_id: int, id: str, state: str, event: int) -> None:
    given = {"org": org_id, "id": id, "state": state, "event": event}
    if connection.execute(statement("proposal_decide"), given).fetchone() is None:
        raise WrongCall(f"No proposal {id!r} waits; `secondlayer proposals` lists those that do. Nothing was changed.")


def _values(memory: Memory) -> dict[str, Any]:
    values = {name: getattr(memory, name) for name in Memory.__slots__}
    return {name: value.astimezone(UTC).isoformat() if isinstance(value, datetime) else value for name, value in values.items()}


def _memory(values: Mapping[str, Any]) -> Memory:
    given = dict(values)
    for name in _TIMES:
        given[name] = None if given[name] is None else datetime.fromisoformat(given[name])
    given["lines"] = None if given["lines"] is None else tuple(given["lines"])
    return Memory(**given)
