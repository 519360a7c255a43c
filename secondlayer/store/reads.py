"""Reads by meaning: one transaction each, its settings local and read back, its scan accounted for (DESIGN §4)."""

import contextlib
import dataclasses
import time
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from psycopg import Connection, Pipeline, sql
from psycopg.errors import QueryCanceled

from secondlayer.errors import BadSetting
from secondlayer.records import Ceilings, Found, Scan, Stop
from secondlayer.settings import Settings
from secondlayer.store import words
from secondlayer.store.accounting import BYTES_A_TUPLE, Counters, Walk, bytes_of, ending, milliseconds_of
from secondlayer.store.ask import Ask
from secondlayer.store.cutoff import cutoff
from secondlayer.store.rows import memory_of
from secondlayer.store.statements import statement

#: a walk goes on past what is kept, and is sorted again: by half, and by at least 20. Measured on 200,000 clustered
#: memories: of the 32 nearest, 0.995 come back so and 0.996 after three times as many, which takes twice as long
_OVERFETCH, _LEAST_OVERFETCH = 1.5, 20
_LEAST_MEMORY = 12 * 1024**2  # the default ceiling of 40,000 needs about 8 MB (measured)
_DEFAULT_EF_SEARCH = 40
_DEFAULT_MAX_SCAN_TUPLES = 20000
#: these leave the planner no other plan than the index; never in a transaction that falls back to an exact scan
_ONLY_THE_INDEX = {"enable_seqscan": "off", "enable_bitmapscan": "off", "enable_sort": "off"}


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    found: tuple[Found, ...]
    scan: Scan
    #: an index walk that came back short of what the scopes hold
    short: bool = False


def read(connection: Connection[Any], ask: Ask) -> tuple[tuple[Found, ...], Scan]:
    """(the nearest memories, nearest first and then by id; what the scan looked at) for a read, by its settings' arm.

    `exact` compares all; `default` and `paper` walk the index with the server's and the papers' settings; `auto` counts
    first, compares all where that is cheap, and else walks with enough memory and past what is kept, and compares all
    after all when the walk comes back short, within settings.fallback_ms; under it the memories that share the rarest of
    the words given come behind those nearest by meaning. Raises BadSetting when a setting does not take.
    """
    started = time.perf_counter()
    answer = _attempt(connection, ask, ask.settings.arm)
    if answer.short and ask.settings.arm == "auto":
        answer = _after_all(connection, ask, answer)
    spent = (time.perf_counter() - started) * 1000
    return answer.found, dataclasses.replace(answer.scan, ms=spent)


def _after_all(connection: Connection[Any], ask: Ask, walked: _Answer) -> _Answer:
    """All compared, in a transaction of its own where the planner is free again; or the walk, said to be incomplete."""
    because = walked.scan.because
    try:
        return _attempt(connection, ask, "exact", because=f"{because} All in scope were compared after all.", within=True)
    except QueryCanceled:
        given_up = (
            f"{because} Comparing all {walked.scan.in_scope:,} in scope was given up after {ask.settings.fallback_ms:,} ms, "
            "so this read is incomplete."
        )
        return dataclasses.replace(walked, scan=dataclasses.replace(walked.scan, because=given_up))


def _attempt(connection: Connection[Any], ask: Ask, arm: str, because: str = "", *, within: bool = False) -> _Answer:
    with connection.transaction():
        wanted = wanted_settings(ask.settings, arm)
        if within:
            wanted["statement_timeout"] = f"{min(ask.settings.fallback_ms, ask.settings.statement_timeout_ms)}ms"
        memory = max(_LEAST_MEMORY, BYTES_A_TUPLE * ask.settings.max_scan_tuples) if arm == "auto" else None
        with _together(connection):
            connection.execute(statement("read_begin"))
            connection.execute(statement("read_load"))
            in_force = set_locally(connection, wanted, memory)
            scopes = connection.execute(statement("read_scopes"), _named(ask))
        settings = dict(in_force.fetchall())
        check_taken(settings, wanted)
        row = scopes.fetchone()
        ids, in_scope, in_part = row if row else ([], 0, 0)
        if not in_scope:
            return _Answer(found=(), scan=_nothing(ask, ids, settings))
        if arm == "exact":
            return _compare(connection, ask, ids, settings, because or f"All {in_scope:,} in scope were compared, as asked.")
        if arm == "auto":
            most, came_about = cutoff(connection, ask, in_scope, max(in_part, in_scope), _walked_for(ask))
            if in_scope <= most:
                reason = f"All {in_scope:,} in scope were compared; {came_about}."
                return _compare(connection, ask, ids, settings, reason)
            because = f"{in_scope:,} in scope are more than are compared at once ({came_about})."
        return _walk(connection, ask, arm, ids, in_scope, settings, because)


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


def set_locally(connection: Connection[Any], wanted: Mapping[str, str], memory: int | None) -> Any:
    """A cursor with (name, value in force) of each, set for this transaction only. pgvector's library must be loaded.

    With `memory`, in bytes, a walk's memory is raised to that. Raises the server's error for a value it refuses.
    """
    connection.execute(statement("read_set"), {"names": list(wanted), "wanted": list(wanted.values())})
    if memory is not None:
        connection.execute(statement("read_set_memory"), {"bytes": memory})
    names = [*wanted, "work_mem", "hnsw.scan_mem_multiplier"]
    return connection.execute(statement("read_back"), {"names": names})


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


@contextlib.contextmanager
def _together(connection: Connection[Any]) -> Iterator[None]:
    # one round trip; some poolers and old client libraries cannot
    with connection.pipeline() if Pipeline.is_supported() else contextlib.nullcontext():
        yield


def _compare(connection: Connection[Any], ask: Ask, ids: Sequence[int], settings: Mapping[str, Any], because: str) -> _Answer:
    with _together(connection):
        before = connection.execute(statement("read_counters"), {"part": ask.part})
        nearest = connection.cursor(binary=True).execute(statement("read_exact"), _parameters(ask, ids))
        after = connection.execute(statement("read_counters"), {"part": ask.part})
        looked_up = _look_up(connection, ask, ids)
    rows = nearest.fetchall()
    compared = rows[0][1] if rows else 0
    found = _found(rows)
    counters = counted(before.fetchone(), after.fetchone())
    if counters is not None and counters.scans:
        raise AssertionError("an exact read walked the index on vectors")
    scan = Scan(
        arm=ask.settings.arm,
        plan="exact",
        in_scope=compared,
        examined=compared,
        dead=0,
        matched=compared,
        kept=len(found),
        stop="complete",
        ceilings=_ceilings(settings, walked=False),
        ms=0.0,
        statement=statement("read_exact").decode(),
        because=because,
    )
    return _joined(ask, _Answer(found=found, scan=scan), looked_up)


def _look_up(connection: Connection[Any], ask: Ask, ids: Sequence[int]) -> Any:
    if ask.settings.arm != "auto" or ask.settings.pool_by != "meaning_and_words" or not ask.words:
        return None
    given = {"words": list(ask.words), "rarest": ask.settings.rare_tokens, "most": ask.settings.rare_limit}
    return words.look_up(connection, _parameters(ask, ids) | given)


def _joined(ask: Ask, answer: _Answer, looked_up: Any) -> _Answer:
    if looked_up is None:
        return answer
    found, asked, joined = words.join(answer.found, looked_up.fetchall(), ask.settings.rare_limit)
    scan = dataclasses.replace(answer.scan, words=asked, joined=joined)
    return dataclasses.replace(answer, found=found, scan=scan)


def _walk(
    connection: Connection[Any],
    ask: Ask,
    arm: str,
    ids: Sequence[int],
    in_scope: int,
    settings: Mapping[str, Any],
    reason: str = "",
) -> _Answer:
    wanted = _walked_for(ask) if arm == "auto" else ask.limit
    with _together(connection):
        connection.execute(statement("read_set"), {"names": list(_ONLY_THE_INDEX), "wanted": list(_ONLY_THE_INDEX.values())})
        before = connection.execute(statement("read_counters"), {"part": ask.part})
        walked = connection.cursor(binary=True).execute(statement("read_hnsw"), _parameters(ask, ids) | {"walk": wanted})
        after = connection.execute(statement("read_counters"), {"part": ask.part})
        looked_up = _look_up(connection, ask, ids)
    rows = walked.fetchall()
    matched = rows[0][1] if rows else 0
    counters = counted(before.fetchone(), after.fetchone())
    found = _found(rows)
    plan, examined, dead = "hnsw", None, None
    stop: Stop
    if counters is not None and counters.scans == 0:
        # no index, or an invalid one: the planner had to compare all
        plan, examined, dead, matched, stop = "exact", in_scope, 0, in_scope, "complete"
        because = f"The index could not be used, so all {in_scope:,} in scope were compared."
    else:
        short = matched < wanted
        indexed = _indexed(connection, ask.part) if short and counters else None
        stop, because = ending(
            Walk(
                counters=counters,
                matched=matched,
                wanted=wanted,
                indexed=indexed,
                iterative=settings["hnsw.iterative_scan"] != "off",
                ef_search=int(settings["hnsw.ef_search"]),
                max_scan_tuples=int(settings["hnsw.max_scan_tuples"]),
                memory_bytes=_memory(settings),
            )
        )
        if counters is not None:
            examined, dead = counters.fetched, counters.returned - counters.fetched
    scan = Scan(
        arm=ask.settings.arm,
        plan="hnsw" if plan == "hnsw" else "exact",
        in_scope=in_scope,
        examined=examined,
        dead=dead,
        matched=matched,
        kept=len(found),
        stop=stop,
        ceilings=_ceilings(settings, walked=plan == "hnsw"),
        ms=0.0,
        statement=statement("read_hnsw").decode(),
        because=f"{reason} {because}".strip(),
    )
    answer = _Answer(found=found, scan=scan, short=plan == "hnsw" and matched < min(wanted, in_scope))
    return _joined(ask, answer, looked_up)


def _walked_for(ask: Ask) -> int:
    return max(int(ask.limit * _OVERFETCH), ask.limit + _LEAST_OVERFETCH)


def _named(ask: Ask) -> dict[str, Any]:
    return {"org": ask.org_id, "part": ask.part, "scopes": list(ask.scopes)}


def _indexed(connection: Connection[Any], part: int) -> int:
    query = sql.SQL(statement("read_indexed").decode()).format(part=sql.Identifier(f"memory_vector_{part}"))
    row = connection.execute(query).fetchone()
    return int(row[0]) if row else 0


def counted(before: Sequence[Any] | None, after: Sequence[Any] | None) -> Counters | None:
    """The difference of two rows of counters; None when the server does not count."""
    if before is None or after is None or None in (*before, *after) or not (before[3] and after[3]):
        return None
    scans, returned, fetched = (later - earlier for earlier, later in zip(before[:3], after[:3], strict=True))
    return Counters(scans=scans, returned=returned, fetched=fetched)


def _parameters(ask: Ask, ids: Sequence[int]) -> dict[str, Any]:
    return {"org": ask.org_id, "scopes": list(ids), "vector": ask.vector, "limit": ask.limit}


def _found(rows: Sequence[Sequence[Any]]) -> tuple[Found, ...]:
    return tuple(Found(memory=memory_of(row[2:]), cosine=row[0]) for row in rows)


def _memory(settings: Mapping[str, Any]) -> int:
    return int(bytes_of(settings["work_mem"]) * float(settings["hnsw.scan_mem_multiplier"]))


def _ceilings(settings: Mapping[str, Any], *, walked: bool) -> Ceilings:
    timeout = milliseconds_of(settings["statement_timeout"])
    if not walked:
        return Ceilings(statement_timeout_ms=timeout)
    return Ceilings(
        ef_search=int(settings["hnsw.ef_search"]),
        max_scan_tuples=int(settings["hnsw.max_scan_tuples"]),
        scan_memory_bytes=_memory(settings),
        iterative_scan=settings["hnsw.iterative_scan"],
        statement_timeout_ms=timeout,
    )


def _nothing(ask: Ask, ids: Sequence[int], settings: Mapping[str, Any]) -> Scan:
    because = "The scopes hold no current memories." if ids else "The store has heard of none of these scopes."
    return Scan(
        arm=ask.settings.arm,
        plan="none",
        in_scope=0,
        examined=0,
        dead=0,
        matched=0,
        kept=0,
        stop="complete",
        ceilings=_ceilings(settings, walked=False),
        ms=0.0,
        because=because,
    )
