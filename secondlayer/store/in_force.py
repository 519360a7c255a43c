"""The transaction of a read and the settings it runs under: local to it, and read back in it."""

import contextlib
from collections.abc import Iterator, Mapping
from typing import Any

import psycopg
from psycopg import Connection, Pipeline

from secondlayer.errors import BadSetting
from secondlayer.records import Ceilings
from secondlayer.settings import Settings
from secondlayer.store.accounting import bytes_of, milliseconds_of
from secondlayer.store.statements import statement

_DEFAULT_EF_SEARCH = 40
_DEFAULT_MAX_SCAN_TUPLES = 20000
#: what a walk's memory comes from; never set to a value of ours, but told
_MEMORY = ("work_mem", "hnsw.scan_mem_multiplier")
#: these leave the planner no other plan than the index; never in a transaction that falls back to an exact scan
ONLY_THE_INDEX = {"enable_seqscan": "off", "enable_bitmapscan": "off", "enable_sort": "off"}


@contextlib.contextmanager
def snapshot(connection: Connection[Any]) -> Iterator[None]:
    """One moment of the store to read in, with as few round trips as the driver can: statements wait for no answers.

    Not psycopg's own transaction block, which waits at its start and its end. Some poolers and old client libraries cannot
    send ahead; every statement is then waited for.
    """
    with connection.pipeline() if Pipeline.is_supported() else contextlib.nullcontext() as pipeline:
        connection.execute(statement("read_begin"))
        try:
            yield
        except BaseException:
            # a connection that cannot even do this is thrown away by the pool
            with contextlib.suppress(psycopg.Error):
                if pipeline is not None:
                    pipeline.sync()
                connection.execute(statement("read_rollback"))
            raise
        connection.execute(statement("read_commit"))


def wanted_settings(settings: Settings, arm: str) -> dict[str, str]:
    """Server setting -> value, for a read of that arm; a walk's are all set, so that nothing set elsewhere counts."""
    wanted = {
        "max_parallel_workers_per_gather": "0",  # a worker's rows do not reach the leader's counters
        "plan_cache_mode": "force_custom_plan",
        "jit": "off",
        "statement_timeout": f"{settings.statement_timeout_ms}ms",
    }
    if arm == "default":
        ef_search, ceiling, iterative = _DEFAULT_EF_SEARCH, _DEFAULT_MAX_SCAN_TUPLES, "off"
    elif arm in ("paper", "auto"):
        ef_search, ceiling, iterative = settings.ef_search, settings.max_scan_tuples, "relaxed_order"
    else:
        return wanted
    walk = {"hnsw.iterative_scan": iterative, "hnsw.ef_search": str(ef_search), "hnsw.max_scan_tuples": str(ceiling)}
    return wanted | walk


def set_locally(connection: Connection[Any], wanted: Mapping[str, str], memory: int | None = None) -> Any:
    """A cursor with (name, value in force) of each and of a walk's memory, set for this transaction only.

    With `memory`, in bytes, a walk's memory is raised to that. Raises the server's error for a value it refuses.
    """
    given = {"names": [*wanted, *_MEMORY], "wanted": [*wanted.values(), *[None] * len(_MEMORY)], "memory": memory}
    return connection.execute(statement("read_settings"), given)


def check_taken(in_force: Mapping[str, str | None], wanted: Mapping[str, str]) -> None:
    """Nothing; raises BadSetting naming the first setting whose value in force is not the one set."""
    for name, value in wanted.items():
        shown = in_force.get(name)
        same = shown == value or (
            shown is not None and name == "statement_timeout" and milliseconds_of(shown) == milliseconds_of(value)
        )
        if not same:
            raise BadSetting(
                f"The store was to read with {name} = {value}, and has {shown or 'no such setting'}; upgrade pgvector."
            )


def walk_memory(in_force: Mapping[str, Any]) -> int:
    """Bytes a walk may take."""
    return int(bytes_of(in_force["work_mem"]) * float(in_force["hnsw.scan_mem_multiplier"]))


def ceilings(in_force: Mapping[str, Any], *, walked: bool) -> Ceilings:
    """The limits of a read, for its record."""
    timeout = milliseconds_of(in_force["statement_timeout"])
    if not walked:
        return Ceilings(statement_timeout_ms=timeout)
    return Ceilings(
        ef_search=int(in_force["hnsw.ef_search"]),
        max_scan_tuples=int(in_force["hnsw.max_scan_tuples"]),
        scan_memory_bytes=walk_memory(in_force),
        iterative_scan=in_force["hnsw.iterative_scan"],
        statement_timeout_ms=timeout,
    )
