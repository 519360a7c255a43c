"""Bringing a database to this version's schema, whichever process comes first."""

import logging
import re
from typing import Any

from psycopg import Connection

from secondlayer.errors import StoreTooOld, StoreUnreachable
from secondlayer.store.statements import Migration, migrations, statement

log = logging.getLogger("secondlayer.store")

OLDEST_VECTOR = (0, 8, 0)
#: before it, vacuuming could damage the index (pgvector's changelog, 0.8.2 to 0.8.4)
SOUND_VECTOR = (0, 8, 4)


def migrate(connection: Connection[Any], where: str) -> None:
    """Applies what is missing, in one transaction under a lock. The connection is in autocommit.

    Raises StoreTooOld for a pgvector before 0.8.0, and StoreUnreachable when the store was made by a newer version or
    one of its migrations is not the one this version knows.
    """
    if not _missing(connection, where):
        check_vector(connection, where)
        return
    with connection.transaction():
        connection.execute(statement("migration_lock"))
        connection.execute(statement("vector_extension"))
        check_vector(connection, where)
        connection.execute(statement("migration_table"))
        for step in _missing(connection, where):
            connection.execute(step.text.encode())
            connection.execute(
                statement("migration_record"), {"number": step.number, "name": step.name, "checksum": step.checksum}
            )


def _missing(connection: Connection[Any], where: str) -> tuple[Migration, ...]:
    known = {step.number: step for step in migrations()}
    exists = connection.execute(statement("migration_exists")).fetchone()
    if exists is None or not exists[0]:
        return migrations()
    applied = connection.execute(statement("migrations_applied")).fetchall()
    for number, name, checksum in applied:
        if number not in known:
            raise StoreUnreachable(
                f"The store at {where} was made by a newer Second Layer (it has migration {number:04}, {name}); upgrade."
            )
        if known[number].checksum != checksum:
            raise StoreUnreachable(
                f"The store at {where} was made with another migration {number:04} ({name}) than this version's; "
                "use the version that made it, or a store of its own for this one."
            )
    done = {row[0] for row in applied}
    return tuple(step for step in migrations() if step.number not in done)


def check_vector(connection: Connection[Any], where: str) -> tuple[int, ...]:
    """The version of pgvector; logs a warning for one with known damage. Raises StoreTooOld."""
    row = connection.execute(statement("vector_version")).fetchone()
    installed, offered = row if row else (None, None)
    if installed is None:
        raise StoreTooOld(f"The database at {where} has no pgvector; install version 0.8.0 or later and create the extension.")
    version = version_of(installed)
    if version < OLDEST_VECTOR:
        hint = f" The server offers {offered}: ALTER EXTENSION vector UPDATE." if offered and offered != installed else ""
        raise StoreTooOld(
            f"The store at {where} has pgvector {installed}, and 0.8.0 or later is needed (iterative scans); upgrade it.{hint}"
        )
    if warning := vector_warning(installed):
        log.warning("%s", warning)
    return version


def vector_warning(installed: str) -> str:
    """One sentence about a version with known faults; empty for a sound one."""
    if version_of(installed) >= SOUND_VECTOR:
        return ""
    return (
        f"pgvector {installed} can damage an HNSW index while it vacuums (repaired up to 0.8.4); "
        "upgrade it, then REINDEX INDEX CONCURRENTLY memory_vector_hnsw."
    )


def version_of(text: str) -> tuple[int, ...]:
    """(0, 8, 5) of "0.8.5"."""
    return tuple(int(number) for number in re.findall(r"\d+", text)[:3])
