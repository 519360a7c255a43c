"""Served briefs: kept, pruned by age, and found again."""

from collections.abc import Mapping, Sequence
from datetime import UTC
from typing import Any

from psycopg import Connection

from secondlayer.records import Served
from secondlayer.store.statements import statement


def keep(connection: Connection[Any], org_id: int, served: Mapping[str, Any], days: int) -> None:
    """Keeps one, and deletes a few of those that are older than that many days, in one transaction."""
    with connection.transaction():
        connection.execute(statement("served_keep"), {"org": org_id, **served})
        connection.execute(statement("served_prune"), {"org": org_id, "days": days})


def served_of(row: Sequence[Any]) -> Served:
    """The record of a row of served_list, its time in UTC."""
    brief_id, served_at, door, fingerprint, repo, team, prompt, chars, carried, seated, with_text, whole = row
    return Served(
        brief_id=brief_id,
        served_at=served_at.astimezone(UTC),
        door=door,
        fingerprint=fingerprint,
        repo=repo,
        team=team,
        prompt=prompt,
        chars=chars,
        carried=tuple(carried),
        seated=tuple(seated),
        with_text=with_text,
        whole=whole,
    )
