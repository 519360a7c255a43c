"""One memory that was not carried, in one run: what a lever may look at, and how it tries and proves a change."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from secondlayer.engine.again import Reads, again, results_of
from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.pools import Whereabouts, limit_of, whereabouts, without
from secondlayer.engine.ranking import matches
from secondlayer.engine.rehearsal import Field, Rehearsal, field_of
from secondlayer.engine.terms import Raised, Sight, weigh
from secondlayer.records import Block, Candidate, Figures, Found, Memory, Read, Trace
from secondlayer.settings import Settings

#: a rule switched, one memory retired or filed elsewhere: as far from what was asked as half of a number's range
SWITCHED = 0.5
#: a memory confirmed or restored, everything compared: nothing that was asked or chosen is taken back
MENDED = 0.25


@dataclass(frozen=True, slots=True, kw_only=True)
class Proved:
    """A change that carries the memory, and the run that shows it."""

    change: Figures
    #: the sentence's first half: `If the list kept 41 (it keeps 32)`
    condition: str
    #: how far it is from what was asked: the share of a range of 0 to 1, or of the number as it was
    distance: float
    run: Trace


@dataclass(frozen=True, slots=True, kw_only=True)
class Beyond:
    """A change that cannot carry the memory, and why."""

    change: Figures
    sentence: str


class Case:
    """One memory in one run of the engine."""

    def __init__(
        self, trace: Trace, settings: Settings, memory: Memory, cosine: float | None, reads: Reads | None = None
    ) -> None:
        self.trace, self.settings, self.cosine, self.reads = trace, settings, cosine, reads
        self.id = memory.id
        self.block: Block | None = next((b for b in trace.blocks if b.candidate.memory.id == memory.id), None)
        self.memory = self._as_recorded() or memory
        self.limits = [limit_of(settings, first=at == 0) for at in range(len(trace.reads))]
        self.where: tuple[Whereabouts, ...] = tuple(map(self._whereabouts, trace.reads, self.limits))
        self.rehearsal = Rehearsal(trace, settings)
        self.field = field_of(trace, settings)
        #: the rank among all that were scored for the list; None when it was not
        self.rank = next((at for at, one in enumerate(self.field.combined, start=1) if one.memory.id == self.id), None)

    # -- trying

    def carries(self, settings: Settings | None = None, *, field: Field | None = None) -> bool:
        """Whether it would be carried with that changed, by rehearsal."""
        return self.rehearsal.fitted(self.id, field or self.field, settings or self.settings).carried

    def footed(self, one: Candidate) -> Candidate:
        """One of the organisation's memories on the footing it is judged by."""
        return one if self.settings.seating == "combined" else self.field.footing[one.memory.id]

    # -- proving

    def run(
        self,
        settings: Settings | None = None,
        results: Sequence[ReadResult] | None = None,
        *,
        budget_chars: int | None = None,
        raised: Raised | None = None,
    ) -> Trace:
        """The run with that changed, by the engine itself."""
        given = self.results if results is None else results
        return again(self.trace, settings or self.settings, given, budget_chars=budget_chars, raised=raised)

    def proved(self, change: dict[str, Any], condition: str, distance: float, run: Trace) -> Proved | None:
        """The change with the run that shows it; None when the run does not carry the memory."""
        proved = Proved(change=change, condition=condition, distance=distance, run=run)
        return proved if self.id in run.brief.carried else None

    def undone(self, change: dict[str, Any], condition: str, distance: float, run: Trace) -> Proved | None:
        """The change with the run that shows it; None when the run carries the memory still."""
        proved = Proved(change=change, condition=condition, distance=distance, run=run)
        return None if self.id in run.brief.carried else proved

    def why_out(self, run: Trace) -> str:
        """Why a run did not carry it, as the end of a sentence: its block's own reason, or its rank."""
        block = next((one for one in run.blocks if one.candidate.memory.id == self.id), None)
        if block is not None:
            return block.because[:1].lower() + block.because[1:]
        combined = run.reads[0]
        rank = next((one.rank for one in (*combined.candidates, *combined.rest) if one.memory.id == self.id), None)
        if rank is None:
            return "it would not be near enough to be scored for the list."
        return f"it ranks {rank:,}, and the list keeps {combined.k:,}."

    @cached_property
    def results(self) -> tuple[ReadResult, ...]:
        """What each read brought back, this memory among it where it was in the pool without matching the prompt."""
        results = results_of(self.trace)
        if self.cosine is None or "unmatched" not in self.where:
            return results
        own = Found(memory=self.memory, cosine=self.cosine)
        return tuple(
            replace(result, found=(*result.found, own)) if where == "unmatched" else result
            for result, where in zip(results, self.where, strict=True)
        )

    # -- reading anew

    @cached_property
    def fresh(self) -> tuple[ReadResult, ...] | None:
        """The same reads made now, with one more of the nearest each; None when the store has moved on since the run."""
        if self.reads is None:
            return None
        results = tuple(self.reads.made(self.settings, 1))
        for read, result, limit in zip(self.trace.reads, results, self.limits, strict=True):
            now = without(result, None, limit, self.settings)
            assert now is not None
            found = {one.memory.id: one for one in now.found}
            scored = (*read.candidates, *read.rest)
            if len(found) != len(scored) + read.unmatched or any(
                one.memory.id not in found
                or found[one.memory.id].memory != one.memory
                or min(1.0, max(0.0, found[one.memory.id].cosine)) != one.term("meaning").value
                for one in scored
            ):
                return None
        return results

    def read_with(self, settings: Settings) -> tuple[ReadResult, ...] | None:
        """What the reads bring back under those settings; None when that cannot be known now."""
        if self.reads is None or self.fresh is None:
            return None
        return tuple(self.reads.made(settings, 0))

    def _whereabouts(self, read: Read, limit: int) -> Whereabouts:
        where = whereabouts(read, self.memory, self.cosine, limit)
        if where != "unmatched" or self.cosine is None:
            return where
        found = Found(memory=self.memory, cosine=self.cosine)
        weighed = weigh(Sight(request=self.trace.request, plan=read.plan, settings=self.settings, found=found))
        # what matches and is not among the scored was left out of the record
        return "unknown" if matches(weighed, self.settings) else where

    def _as_recorded(self) -> Memory | None:
        for read in self.trace.reads:
            for candidate in (*read.candidates, *read.rest):
                if candidate.memory.id == self.id:
                    return candidate.memory
        return None
