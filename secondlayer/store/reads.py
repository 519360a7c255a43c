"""Reads: one transaction each, its settings local and read back, its scan accounted for (DESIGN §4)."""

import dataclasses
import time
from collections.abc import Generator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, TypeAlias

from psycopg import Connection, sql
from psycopg.errors import QueryCanceled

from secondlayer.records import Found, Scan, Stop
from secondlayer.settings import Settings
from secondlayer.store import best, words
from secondlayer.store.accounting import BYTES_A_TUPLE, Counters, Walk, ending
from secondlayer.store.ask import Ask
from secondlayer.store.cutoff import cutoff
from secondlayer.store.in_force import (
    ONLY_THE_INDEX,
    ceilings,
    check_taken,
    set_locally,
    snapshot,
    walk_memory,
    wanted_settings,
)
from secondlayer.store.rows import memory_from, memory_of
from secondlayer.store.statements import statement

#: a walk by meaning goes on past what is kept, and is sorted again: by half, and by at least 20. Measured on 200,000 clustered
#: memories: of the 32 nearest, 0.995 come back so and 0.996 after three times as many, which takes twice as long
_OVERFETCH, _LEAST_OVERFETCH = 1.5, 20
_LEAST_MEMORY = 12 * 1024**2  # the default ceiling of 40,000 needs about 8 MB (measured)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Answer:
    found: tuple[Found, ...]
    scan: Scan
    #: an index walk that came back short of what the scopes hold
    short: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Place:
    """Where an attempt reads, as its own transaction sees it."""

    arm: str
    #: name -> id, of the scopes that the store knows
    scopes: Mapping[str, int]
    in_scope: int
    #: about how many vectors the index of the organisation's part is over
    in_part: int
    in_force: Mapping[str, Any]
    #: the index's counters before anything was read, as read_counters gives them
    before: tuple[Any, ...]


#: a read under way: it stops where it has sent something and would wait for the answer, and ends with what it is
Reading: TypeAlias = Generator[None, None, tuple[tuple[Found, ...], Scan]]
_Attempt: TypeAlias = Generator[None, None, _Answer]


def at_once(readings: Sequence[Reading]) -> tuple[tuple[tuple[Found, ...], Scan], ...]:
    """What the readings come to, in their order; while one is waited for, the server works on the others."""
    done: dict[int, tuple[tuple[Found, ...], Scan]] = {}
    try:
        while len(done) < len(readings):
            for position, reading in enumerate(readings):
                if position not in done:
                    try:
                        next(reading)
                    except StopIteration as ended:
                        done[position] = ended.value
    finally:
        # when one fails, the others' transactions end too
        for reading in readings:
            reading.close()
    return tuple(done[position] for position in range(len(readings)))


def read(connection: Connection[Any], ask: Ask) -> Reading:
    """(the memories brought back, best first and then by id; what the scan looked at) for a read, by its settings' arm.

    `exact` compares all; `default` and `paper` walk the index with the server's and the papers' settings; `auto` counts
    first, compares all where that is cheap, and else walks with enough memory and past what is kept, and compares all
    after all when the walk comes back short, within settings.fallback_ms. The best are the nearest by meaning, or those of
    the highest score where the store adds it up; behind them may come those that share the rarest words. Raises BadSetting
    when a setting does not take.
    """
    started = time.perf_counter()
    answer = yield from _attempt(connection, ask, ask.settings.arm)
    if answer.short and ask.settings.arm == "auto":
        answer = yield from _after_all(connection, ask, answer)
    spent = (time.perf_counter() - started) * 1000
    return answer.found, dataclasses.replace(answer.scan, ms=spent)


def _after_all(connection: Connection[Any], ask: Ask, walked: _Answer) -> _Attempt:
    """All compared, in a transaction of its own where the planner is free again; or the walk, said to be incomplete."""
    because = walked.scan.because
    try:
        because_of_it = f"{because} All in scope were compared after all."
        return (yield from _attempt(connection, ask, "exact", because=because_of_it, within=True))
    except QueryCanceled:
        given_up = (
            f"{because} Comparing all {walked.scan.in_scope:,} in scope was given up after {ask.settings.fallback_ms:,} ms, "
            "so this read is incomplete."
        )
        return dataclasses.replace(walked, scan=dataclasses.replace(walked.scan, because=given_up))


def _attempt(connection: Connection[Any], ask: Ask, arm: str, because: str = "", *, within: bool = False) -> _Attempt:
    wanted = wanted_settings(ask.settings, arm)
    if within:
        wanted["statement_timeout"] = f"{min(ask.settings.fallback_ms, ask.settings.statement_timeout_ms)}ms"
    with snapshot(connection):
        told = set_locally(connection, wanted, scan_memory(ask.settings, arm))
        counted_first = scopes_of(connection, ask)
        yield
        in_force = dict(told.fetchall())
        check_taken(in_force, wanted)
        place = place_of(counted_first.fetchone(), arm, in_force)
        in_scope = place.in_scope
        if not in_scope:
            return _Answer(found=(), scan=_nothing(ask, place))
        if arm == "exact":
            because = because or f"All {in_scope:,} in scope were compared, as asked."
            return (yield from _compare(connection, ask, place, because))
        if arm == "auto":
            most, came_about = cutoff(connection, ask, in_scope, max(place.in_part, in_scope), walked_for(ask, arm))
            if in_scope <= most:
                because = f"All {in_scope:,} in scope were compared; {came_about}."
                return (yield from _compare(connection, ask, place, because))
            because = f"{in_scope:,} in scope are more than are compared at once ({came_about})."
        return (yield from _walk(connection, ask, place, because))


def _compare(connection: Connection[Any], ask: Ask, place: Place, because: str) -> _Attempt:
    query, given = asked(ask, place, None)
    answered = connection.cursor(binary=True).execute(query, given)
    after = connection.execute(statement("read_counters"), {"part": ask.part})
    # whole scores leave no memory out for want of a word
    looked_up = None if ask.by_score else _look_up(connection, ask, place)
    yield
    rows = answered.fetchall()
    compared = rows[0][1] if rows else 0
    found = _found(rows, ask)
    counters = counted(place.before, after.fetchone())
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
        ceilings=ceilings(place.in_force, walked=False),
        ms=0.0,
        statement=query.decode(),
        because=because,
        outside=best.most_outside(rows, compared) if ask.by_score else None,
    )
    return _joined(ask, _Answer(found=found, scan=scan), looked_up)


def _walk(connection: Connection[Any], ask: Ask, place: Place, reason: str = "") -> _Attempt:
    wanted, in_force = walked_for(ask, place.arm), place.in_force
    query, given = asked(ask, place, wanted)
    set_locally(connection, ONLY_THE_INDEX)
    walked = connection.cursor(binary=True).execute(query, given)
    after = connection.execute(statement("read_counters"), {"part": ask.part})
    looked_up = _look_up(connection, ask, place)
    yield
    rows = walked.fetchall()
    matched = rows[0][1] if rows else 0
    counters = counted(place.before, after.fetchone())
    found = _found(rows, ask)
    examined, dead, indexed = None, None, None
    stop: Stop
    used = counters is None or counters.scans > 0
    if not used:
        # no index, or an invalid one: the planner had to compare all
        examined, dead, matched, stop = place.in_scope, 0, place.in_scope, "complete"
        because = f"The index could not be used, so all {place.in_scope:,} in scope were compared."
    else:
        if counters is not None:
            examined, dead = counters.fetched, counters.returned - counters.fetched
            indexed = _indexed(connection, ask.part) if matched < wanted else None
        stop, because = ending(
            Walk(
                counters=counters,
                matched=matched,
                wanted=wanted,
                indexed=indexed,
                iterative=in_force["hnsw.iterative_scan"] != "off",
                ef_search=int(in_force["hnsw.ef_search"]),
                max_scan_tuples=int(in_force["hnsw.max_scan_tuples"]),
                memory_bytes=walk_memory(in_force),
            )
        )
    scan = Scan(
        arm=ask.settings.arm,
        plan="hnsw" if used else "exact",
        in_scope=place.in_scope,
        examined=examined,
        dead=dead,
        matched=matched,
        kept=len(found),
        stop=stop,
        ceilings=ceilings(in_force, walked=used),
        ms=0.0,
        statement=query.decode(),
        because=f"{reason} {because}".strip(),
    )
    answer = _Answer(found=found, scan=scan, short=used and matched < min(wanted, place.in_scope))
    return _joined(ask, answer, looked_up)


def scopes_of(connection: Connection[Any], ask: Ask) -> Any:
    """A cursor with the row of read_scopes."""
    given = {"org": ask.org_id, "part": ask.part, "scopes": list(ask.scopes)}
    return connection.execute(statement("read_scopes"), given)


def place_of(row: Sequence[Any] | None, arm: str, in_force: Mapping[str, Any] | None = None) -> Place:
    """Where an attempt under that arm reads, from the row of read_scopes."""
    names, ids, in_scope, in_part, *before = row or ([], [], 0, 0)
    scopes = dict(zip(names, ids, strict=True))
    return Place(arm=arm, scopes=scopes, in_scope=in_scope, in_part=in_part, in_force=in_force or {}, before=tuple(before))


def scan_memory(settings: Settings, arm: str) -> int | None:
    """Bytes that a walk of that arm is given to come to its ceiling; None leaves the server's own."""
    return max(_LEAST_MEMORY, BYTES_A_TUPLE * settings.max_scan_tuples) if arm == "auto" else None


def walked_for(ask: Ask, arm: str) -> int:
    """How many in scope end a walk: as many as are kept, or under `auto` more, to be sorted again."""
    if arm != "auto":
        return ask.limit
    if ask.by_score:
        return max(ask.settings.walk, ask.limit)
    return max(int(ask.limit * _OVERFETCH), ask.limit + _LEAST_OVERFETCH)


def asked(ask: Ask, place: Place, walk: int | None) -> tuple[bytes, dict[str, Any]]:
    """The statement of an attempt and its parameters; with `walk` one that walks the index."""
    given = _parameters(ask, place)
    if walk is not None:
        given["walk"] = walk
    if ask.worth is not None and ask.by_score:
        query = best.best_of_all() if walk is None else best.best_of_walk()
        return query, given | best.worth_given(ask.worth, place.scopes)
    return statement("read_exact") if walk is None else statement("read_hnsw"), given


def _parameters(ask: Ask, place: Place) -> dict[str, Any]:
    return {"org": ask.org_id, "scopes": list(place.scopes.values()), "vector": ask.vector, "limit": ask.limit}


def _look_up(connection: Connection[Any], ask: Ask, place: Place) -> Any:
    if ask.settings.arm != "auto" or ask.settings.pool_by == "meaning" or not ask.tokens:
        return None
    given = {"words": list(ask.tokens), "rarest": ask.settings.rare_tokens, "most": ask.settings.rare_limit}
    return words.look_up(connection, _parameters(ask, place) | given)


def _joined(ask: Ask, answer: _Answer, looked_up: Any) -> _Answer:
    if looked_up is None:
        return answer
    found, asked, joined = words.join(answer.found, looked_up.fetchall(), ask.settings.rare_limit)
    scan = dataclasses.replace(answer.scan, words=asked, joined=joined)
    return dataclasses.replace(answer, found=found, scan=scan)


def _found(rows: Sequence[Sequence[Any]], ask: Ask) -> tuple[Found, ...]:
    if ask.by_score:
        return tuple(Found(memory=memory_from(row[best.COLUMNS :]), cosine=row[0], by="score") for row in rows)
    return tuple(Found(memory=memory_of(row[2:]), cosine=row[0]) for row in rows)


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


def _nothing(ask: Ask, place: Place) -> Scan:
    because = "The scopes hold no current memories." if place.scopes else "The store has heard of none of these scopes."
    return Scan(
        arm=ask.settings.arm,
        plan="none",
        in_scope=0,
        examined=0,
        dead=0,
        matched=0,
        kept=0,
        stop="complete",
        ceilings=ceilings(place.in_force, walked=False),
        ms=0.0,
        because=because,
    )
