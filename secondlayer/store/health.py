"""The state of the store, for `doctor`."""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from psycopg import Connection

from secondlayer.store.migrate import vector_warning
from secondlayer.store.statements import statement

_SETTINGS = (
    "track_counts",
    "work_mem",
    "shared_buffers",
    "maintenance_work_mem",
    "hnsw.ef_search",
    "hnsw.iterative_scan",
    "hnsw.max_scan_tuples",
    "hnsw.scan_mem_multiplier",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Health:
    """What the store says of itself."""

    #: the embedded server's home, or the connection string without its password
    where: str
    #: the folder of the embedded server's socket; empty for a server of yours
    socket: str
    server_version: str
    vector_version: str
    #: memories of this organisation
    current: int
    retired: int
    scopes: int
    #: current memories that have a vector in the index's table
    indexed: int
    index_valid: bool
    #: name and width; None before the first use
    encoder: tuple[str, int] | None
    #: server setting -> value, outside any read
    settings: Mapping[str, str]
    #: one sentence for each thing that wants doing
    warnings: tuple[str, ...]

    def as_dict(self) -> dict[str, object]:
        """Its fields by name, in order, fit for JSON."""
        return {field.name: getattr(self, field.name) for field in dataclasses.fields(self)}


def health(connection: Connection[Any], org_id: int, where: str, socket: str, encoder: tuple[str, int] | None) -> Health:
    """The state of the store, seen from one organisation."""
    # loaded first: before that the library's settings have no values
    connection.execute(statement("read_load"))
    row = connection.execute(statement("health"), {"org": org_id}).fetchone()
    assert row is not None
    server, vector, current, retired, scopes, indexed, valid, *values = row
    settings = {name: str(value) for name, value in zip(_SETTINGS, values, strict=True) if value is not None}
    warnings = [vector_warning(vector)] if vector_warning(vector) else []
    if not valid:
        warnings.append(
            "The index on vectors is missing or invalid, so every read compares all; run `secondlayer doctor --repair`."
        )
    if indexed != current:
        warnings.append(f"{current:,} memories are current and {indexed:,} have a vector; run `secondlayer reembed`.")
    if settings.get("track_counts") != "on":
        warnings.append("The server does not count (track_counts is off), so a walk of the index cannot say how far it came.")
    return Health(
        where=where,
        socket=socket,
        server_version=server,
        vector_version=vector,
        current=current,
        retired=retired,
        scopes=scopes,
        indexed=indexed,
        index_valid=valid,
        encoder=encoder,
        settings=settings,
        warnings=tuple(warnings),
    )
