"""The six terms, each raised alone: how high it would have to be, and where it would have to pass 1 (DESIGN §5)."""

import math
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.levers.case import Beyond, Case, Proved
from secondlayer.engine.levers.term_wording import beyond, condition, why_none
from secondlayer.engine.levers.wording import shown
from secondlayer.engine.pools import AS_GOOD, by_score, is_full, joined, last_of, leaver, tells_the_farthest
from secondlayer.engine.ranking import matches
from secondlayer.engine.rehearsal import Field
from secondlayer.engine.scopes import organisation_plan
from secondlayer.engine.terms import Raised, Sight, score, weigh
from secondlayer.records import ORG_SCOPE, Candidate, Found, Read, ScopePlan, Term, TermName

#: a threshold is found to this share of itself, and looked for so far around where the scores put it
_CLOSE, _AROUND = 1e-12, 1e-9


@dataclass(frozen=True, slots=True)
class _Pools:
    """Which of the two pools the memory is scored in, and which it comes into by pushing the farthest out."""

    within: tuple[bool, ...]
    pushing: tuple[bool, ...]

    @property
    def listed(self) -> bool:
        """Whether the list's read scores it."""
        return self.within[0]

    @property
    def second(self) -> bool:
        """Whether the organisation's own read scores it."""
        return len(self.within) > 1 and self.within[1]


class Terms:
    """What raising one term of the memory does."""

    def __init__(self, case: Case) -> None:
        self._case = case
        self._found = Found(memory=case.memory, cosine=case.cosine or 0.0)
        self._own = self._weighed(case.trace.reads[0].plan)
        judged = case.field.organisation is not None and case.memory.scope == ORG_SCOPE
        #: its terms on the organisation's footing, when it is judged there
        self._footed = self._weighed(organisation_plan()) if judged else None
        self._weighed_there: dict[ScopePlan, tuple[Term, ...]] = {}
        self._others = case.field.without(case.id)
        self._fields: dict[_Pools, Field] = {}
        self._turns: dict[tuple[_Pools, bool], list[float]] = {}
        self._outcomes: dict[tuple[_Pools, bool, float], bool] = {}

    def each(self) -> Iterator[Proved | Beyond]:
        """What would carry it, term by term, and then why others cannot; nothing where that cannot be known."""
        if all(where in ("unknown", "unread") for where in self._case.where):
            return
        none: dict[str, list[TermName]] = {}
        for own in self._own:
            if self._untold(own.name):
                continue
            needed = self._needed(own) if own.weight > 0.0 else None
            if (needed is None or needed > 1.0) and self._as_good_as_a_last(own.name, 1.0):
                continue
            if needed is None:
                none.setdefault(why_none(self._case, own), []).append(own.name)
            elif needed > 1.0:
                yield Beyond(change={"change": own.name, "from": own.value, "needs": needed}, sentence=beyond(own, needed))
            else:
                proved = self._proved(own, needed)
                if proved is not None:
                    yield proved
        for says, names in none.items():
            yield Beyond(change={"change": "terms", "terms": names}, sentence=says)

    def _untold(self, name: TermName) -> bool:
        """Whether the term might bring it into a pool that the record does not tell enough of."""
        if name == "meaning" and not all(map(tells_the_farthest, self._case.trace.reads)):
            return True
        if "unknown" in self._case.where and self._case.settings.pool_by == "score":
            return True
        matched = matches(self._own, self._case.settings)
        return "unknown" in self._case.where and (name == "meaning" or (name == "words" and not matched))

    def _proved(self, own: Term, needed: float) -> Proved | None:
        results = self._results(own.name, needed)
        if results is None:
            return None
        written = shown(needed, up=True, carries=lambda value: self._carries(own.name, value))
        return self._case.proved(
            {"change": own.name, "from": own.value, "to": needed, "shown": float(written)},
            condition(self._case, own, needed, written),
            needed - own.value,
            self._case.run(results=results, raised=Raised(id=self._case.id, term=own.name, value=needed)),
        )

    def _needed(self, own: Term) -> float | None:
        """The least value that carries it, to a trillionth of itself; above 1 when it would have to be; None when none does."""
        moves = own.name != "scope"  # on the organisation's footing its scope is at its most already
        for start, end in pairwise([*self._stages(own), math.inf]):
            pools = self._pools(own.name, start + min(1.0, end - start) / 2)
            least, most = own.weight * (start - own.value), own.weight * (end - own.value)
            turns = [turn for turn in self._turns_of(pools, moves) if least < turn < most]
            for low, high in pairwise([least, *turns, most]):
                middle = (low + high) / 2 if high < math.inf else low + 1.0
                if self._outcome(pools, moves, middle):
                    found = self._exact(own, own.value + low / own.weight, own.value + middle / own.weight)
                    if found is not None:
                        return found
        return None

    def _stages(self, own: Term) -> list[float]:
        """The values from which on it is in other pools than before, its own first."""
        stages = {own.value}
        for read, where in zip(self._case.trace.reads, self._case.where, strict=True):
            last = last_of(read) if where == "outside" and by_score(read) else None
            if last is not None and own.weight > 0.0:
                stages.add(own.value + (last.score - score(self._there(read))) / own.weight)
        if own.name == "meaning":
            stages.add(self._case.settings.match_floor)
            stages |= {read.farthest for read in self._case.trace.reads if read.farthest is not None}
        return sorted(stage for stage in stages if stage >= own.value)

    def _pools(self, name: TermName, value: float) -> _Pools:
        lifted = Raised(id=self._case.id, term=name, value=value).lift(self._own)
        matched = matches(lifted, self._case.settings)
        pushing = tuple(self._pushes(at, name, value) for at in range(len(self._case.where)))
        within = tuple(
            matched and (pushes or where in ("scored", "unmatched"))
            for where, pushes in zip(self._case.where, pushing, strict=True)
        )
        return _Pools(within=within, pushing=pushing)

    def _pushes(self, at: int, name: TermName, cosine: float) -> bool:
        """Whether with that term at that value it would come into a full pool of that read, and push the last out."""
        read, where = self._case.trace.reads[at], self._case.where[at]
        if by_score(read):
            lifted = Raised(id=self._case.id, term=name, value=cosine).lift(self._there(read))
            last = last_of(read)
            return (
                where == "outside" and last is not None and matches(lifted, self._case.settings) and score(lifted) > last.score
            )
        if name != "meaning" or read.farthest is None or not is_full(read, self._case.limits[at]) or cosine <= read.farthest:
            return False
        brought_by_words = where == "scored" and read.scan.plan == "exact" and self._found.cosine < read.farthest
        return where == "outside" or brought_by_words

    def _turns_of(self, pools: _Pools, moves: bool) -> list[float]:
        """By how much its score must rise to pass another, or the bar: between two of these nothing changes."""
        if (pools, moves) not in self._turns:
            field, ratio = self._field(pools), self._case.settings.bar_ratio
            own, top = score(self._own), field.combined[0].score if field.combined else 0.0
            turns = set()
            if pools.listed:
                turns |= {other.score - own for other in field.combined} | {ratio * top - own}
            if self._footed is not None and moves:
                footed = score(self._footed)
                turns |= {other.score - footed for other in field.footing.values()} | {ratio * top - footed}
                if ratio < 1.0:
                    turns.add((ratio * own - footed) / (1.0 - ratio))
            self._turns[pools, moves] = sorted(turn for turn in turns if turn > 0.0)
        return self._turns[pools, moves]

    def _outcome(self, pools: _Pools, moves: bool, rise: float) -> bool:
        key = (pools, moves, rise)
        if key not in self._outcomes:
            footed = None if self._footed is None else score(self._footed) + (rise if moves else 0.0)
            self._outcomes[key] = self._with(pools, score(self._own) + rise, footed)
        return self._outcomes[key]

    def _carries(self, name: TermName, value: float) -> bool:
        """Whether it would be carried with that term at that value, the scores summed as they are in a run."""
        raised = Raised(id=self._case.id, term=name, value=value)
        footed = None if self._footed is None else score(raised.lift(self._footed))
        return self._with(self._pools(name, value), score(raised.lift(self._own)), footed)

    def _with(self, pools: _Pools, own: float, footed: float | None) -> bool:
        if not any(pools.within):
            return False
        listed = self._candidate(own) if pools.listed else None
        judged = None if footed is None else self._candidate(footed)
        field = self._field(pools).having(listed, judged, in_second=pools.second)
        return self._case.carries(field=field)

    def _candidate(self, total: float) -> Candidate:
        return Candidate(memory=self._case.memory, terms=self._own, score=total, rank=0)

    def _field(self, pools: _Pools) -> Field:
        """The others, less those it would push out of a full pool."""
        if pools not in self._fields:
            pushed = [
                leaver(read) if pushes else None for read, pushes in zip(self._case.trace.reads, pools.pushing, strict=True)
            ]
            second = self._others.organisation
            self._fields[pools] = replace(
                self._others,
                combined=_without(self._others.combined, pushed[0]),
                organisation=second if second is None or len(pushed) == 1 else _without(second, pushed[1]),
            )
        return self._fields[pools]

    def _exact(self, own: Term, low: float, high: float) -> float | None:
        """The least value between the two that carries it, `low` being about where that is; above 1, that alone."""
        if low > 1.0 and (low > 1.0 + _AROUND or not self._carries(own.name, 1.0)):
            return low
        near, high = min(high, low + _AROUND, 1.0), min(high, 1.0)
        low = max(own.value, low - _AROUND)
        if self._carries(own.name, near):
            high = near
        elif not self._carries(own.name, high):
            return None
        if self._carries(own.name, low):
            low = own.value
        while high - low > _CLOSE * high and low < (middle := (low + high) / 2) < high:
            if self._carries(own.name, middle):
                high = middle
            else:
                low = middle
        return high

    def _results(self, name: TermName, value: float) -> Sequence[ReadResult] | None:
        """What the reads would bring back: a memory that comes nearer may come into a pool it was outside of."""
        pushing = self._pools(name, value).pushing
        if self._as_good_as_a_last(name, value):
            return None
        if not any(pushing):
            return self._case.results
        one = replace(self._found, cosine=value) if name == "meaning" else self._found
        results = []
        for at, (read, result) in enumerate(zip(self._case.trace.reads, self._case.results, strict=True)):
            within: ReadResult | None = result
            if pushing[at]:
                others = replace(result, found=tuple(other for other in result.found if other.memory.id != self._case.id))
                lifted = Raised(id=self._case.id, term=name, value=value).lift(self._there(read))
                points = score(lifted) if matches(lifted, self._case.settings) else None
                within = joined(read, others, one, self._case.limits[at], self._case.settings, points, filed=False)
            if within is None:
                return None
            results.append(within)
        return results

    def _as_good_as_a_last(self, name: TermName, value: float) -> bool:
        """Whether it would score so nearly what the last of a full pool does that the record does not tell who is in."""
        raised = Raised(id=self._case.id, term=name, value=value)
        for read, where in zip(self._case.trace.reads, self._case.where, strict=True):
            last = last_of(read) if by_score(read) and where == "outside" else None
            if last is not None and abs(score(raised.lift(self._there(read))) - last.score) <= AS_GOOD:
                return True
        return False

    def _there(self, read: Read) -> tuple[Term, ...]:
        """Its terms on that read's footing."""
        if read.plan not in self._weighed_there:
            self._weighed_there[read.plan] = self._weighed(read.plan)
        return self._weighed_there[read.plan]

    def _weighed(self, plan: ScopePlan) -> tuple[Term, ...]:
        request, settings = self._case.trace.request, self._case.settings
        return weigh(Sight(request=request, plan=plan, settings=settings, found=self._found))


def _without(ranked: tuple[Candidate, ...], id: str | None) -> tuple[Candidate, ...]:
    return ranked if id is None else tuple(one for one in ranked if one.memory.id != id)
