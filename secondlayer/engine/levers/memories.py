"""Changes to memories: one of them retired, or the one asked about confirmed, restored, filed elsewhere, embedded."""

from collections.abc import Iterator
from dataclasses import replace
from datetime import datetime
from typing import Any

from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.levers.case import MENDED, SWITCHED, Beyond, Case, Proved
from secondlayer.engine.pools import by_score, is_full, joined, without
from secondlayer.engine.ranking import matches
from secondlayer.engine.scopes import proximity
from secondlayer.engine.terms import Sight, score, weigh
from secondlayer.records import ORG_SCOPE, TEAM_PREFIX, Found, Memory, Trace
from secondlayer.settings import Settings


def retired(case: Case) -> Iterator[Proved | None]:
    """For each part another memory plays in its way, one memory whose retirement carries it: retired by then, and gone."""
    told: set[str] = set()
    for part, others in _in_the_way(case):
        for other, role in others:
            if other.id == case.id or other.id in told or not case.carries(field=case.field.without(other.id)):
                continue
            found = _retired(case, part, other, role)
            # that the top sets the bar is in its way only when a lower bar is what seats it
            if found is not None and (part != "top" or case.id in {seat.candidate.memory.id for seat in found.run.seats}):
                told.add(other.id)
                yield found
                break


def confirmed(case: Case) -> Proved | None:
    """The memory said again at the time of the request."""
    as_of, said = case.trace.request.as_of, case.memory.last_said_at
    if (said is not None and said >= as_of) or case.cosine is None:
        return None
    one = Found(memory=replace(case.memory, confirmed_at=as_of), cosine=case.cosine)
    results = _in_reach(case, one, filed=False)
    if results is None:
        return None
    was = "it has no date" if said is None else f"it was last said on {_day(said)}"
    change = {"change": "confirm", "from": None if said is None else said.isoformat(), "to": as_of.isoformat()}
    return case.proved(change, f"If it were confirmed on {_day(as_of)} ({was})", MENDED, case.run(results=results))


def mended(
    trace: Trace, settings: Settings, memory: Memory, verdict: str, cosine: float | None
) -> Iterator[Proved | Beyond | None]:
    """For a memory that no read could find: restored, filed where the request reads, or embedded, and then in reach.

    The first of these that carries it, or what would become of it after the first. `cosine` is what it has, or would have
    with a vector. Nothing where that is not sensible or cannot be known.
    """
    if cosine is None:
        return
    left_out: Beyond | None = None
    for one, change, condition in _ways_back(trace, memory, verdict):
        if proximity(one.scope, trace.reads[0].plan) is None:
            continue
        case = Case(trace, settings, one, cosine)
        results = _in_reach(case, Found(memory=one, cosine=cosine), filed=True)
        if results is None:
            continue
        run = case.run(results=results)
        found = case.proved(change, condition, SWITCHED if change["change"] == "file_under" else MENDED, run)
        if found is not None:
            yield found
            return
        says = f"{condition}, it would still be left out: {case.why_out(run)}"
        left_out = left_out or Beyond(change=change, sentence=says)
    yield left_out


def _ways_back(trace: Trace, memory: Memory, verdict: str) -> Iterator[tuple[Memory, dict[str, Any], str]]:
    """(the memory as it would be, the change, the sentence's first half), nearest scope first."""
    change: dict[str, Any]
    if verdict == "retired":
        change = {"change": "restore", "from": "retired", "to": "current"}
        back = replace(memory, retired_at=None, retired_reason="")
        yield back, change, f"If it were restored (it was retired on {_day(memory.retired_at)})"
    elif verdict == "not_embedded":
        change = {"change": "embed", "from": None, "to": trace.encoder}
        yield memory, change, "If it had a vector (`secondlayer reembed`)"
    elif verdict == "out_of_scope":
        for scope in _scopes(trace):
            change = {"change": "file_under", "from": memory.scope, "to": scope}
            yield replace(memory, scope=scope), change, f"If it were filed under {scope} (it is under {memory.scope})"


def _retired(case: Case, part: str, other: Memory, role: str) -> Proved | None:
    results = _gone(case, other)
    if results is None:
        return None
    carried = case.trace.brief.carried
    named = f"line {carried.index(other.id) + 1} ({other.id})" if other.id in carried else other.id
    change = {"change": "retire", "id": other.id, "part": part, "from": "current", "to": "retired"}
    return case.proved(change, f"If {named}{role} were retired", SWITCHED, case.run(results=results))


def _in_the_way(case: Case) -> Iterator[tuple[str, list[tuple[Memory, str]]]]:
    """(the part played, those that play it with what is said of them), what decided against the memory first."""
    trace, block = case.trace, case.block
    carried = {one.candidate.memory.id: one for one in trace.blocks if one.outcome == "carried"}
    if block is not None and block.outcome == "repeat" and block.overlap is not None:
        yield "repeat", [(carried[block.overlap.against].candidate.memory, ", which it repeats,")]
    if block is not None and block.outcome == "capped":
        speakers = [carried[id].candidate.memory for id in reversed(block.same_source)]
        role = f", one of the {len(speakers)} lines" if len(speakers) > 1 else ", the line"
        yield "cap", [(one, f"{role} from its {case.settings.cap_by},") for one in speakers]
    yield "seat", [(seat.candidate.memory, ", which has a seat of the organisation's,") for seat in reversed(trace.seats)]
    if trace.bar is not None and case.memory.scope == ORG_SCOPE:
        yield "top", [(case.field.combined[0].memory, ", the best of the list, whose score sets the bar,")]
    if block is not None and block.outcome == "no_room":
        before = [one for one in carried.values() if one.order < block.order]
        yield "room", [(one.candidate.memory, "") for one in reversed(before)]
    if block is None and case.rank is not None:
        yield "list", [(one.memory, f", which ranks {one.rank} in the list,") for one in reversed(trace.reads[0].candidates)]


def _gone(case: Case, other: Memory) -> list[ReadResult] | None:
    """What the reads bring back without that memory; into a full pool comes the next nearest, which is read anew."""
    results = []
    for at, (read, limit) in enumerate(zip(case.trace.reads, case.limits, strict=True)):
        if proximity(other.scope, read.plan) is None:
            results.append(case.results[at])
            continue
        if not is_full(read, limit):
            base = case.results[at]
        elif case.fresh is not None:
            base = case.fresh[at]
        else:
            return None
        left = without(base, other, limit, case.settings)
        if left is None:
            return None
        results.append(left)
    return results


def _in_reach(case: Case, one: Found, *, filed: bool) -> list[ReadResult] | None:
    """What the reads bring back with the memory as it would be: in its place where it is, or where it then comes in.

    `filed` says that it is new to the scope. None when the record cannot tell.
    """
    results: list[ReadResult] = []
    for read, where, result, limit in zip(case.trace.reads, case.where, case.results, case.limits, strict=True):
        others = replace(result, found=tuple(other for other in result.found if other.memory.id != case.id))
        if not filed and where in ("scored", "unmatched"):
            own = next(other for other in result.found if other.memory.id == case.id)
            results.append(replace(others, found=(*others.found, replace(own, memory=one.memory))))
            continue
        if not filed and where == "unknown" and case.settings.pool_by == "score":
            return None
        weighed = weigh(Sight(request=case.trace.request, plan=read.plan, settings=case.settings, found=one))
        points = score(weighed) if matches(weighed, case.settings) else None
        # when a memory was said decides nothing in a pool by meaning
        comes = filed or (where == "outside" and by_score(read) and points is not None)
        within = joined(read, others, one, limit, case.settings, points, filed=filed) if comes else result
        if within is None:
            return None
        results.append(within)
    return results


def _scopes(trace: Trace) -> list[str]:
    """Where the request reads, nearest first, by the names that are written today."""
    request = trace.request
    team = f"{TEAM_PREFIX}{request.team}" if request.team else None
    return [scope for scope in (request.repo, team, ORG_SCOPE) if scope]


def _day(at: datetime | None) -> str:
    return f"{at.day} {at:%B %Y}" if at else "a day not recorded"
