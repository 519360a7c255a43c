"""Whether what `why` says would carry a memory does: each change made to a fresh brief or to the store itself."""

import dataclasses
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any

from secondlayer.briefing import brief, plans_of, read_all
from secondlayer.embedding import Encoder
from secondlayer.engine import ReadResult, assemble
from secondlayer.engine.pools import holds_a_rare_word, limit_of
from secondlayer.engine.ranking import rank
from secondlayer.engine.rare import asked_words
from secondlayer.engine.terms import Raised
from secondlayer.records import TERMS, Counterfactual, Found, Memory, Request, Trace, Verdict
from secondlayer.settings import CARDS, Settings
from secondlayer.store import Store
from secondlayer.store.scratch_changes import Changes

_STORED = ("retire", "confirm", "restore", "file_under")
#: a hair less than the least value of a term
_HAIR = 1e-9


@dataclass(slots=True, kw_only=True)
class Tally:
    """What became of one kind of change."""

    tried: int = 0
    #: those that carried the memory when they were made
    flipped: int = 0
    #: numbers whose value as shown in the sentence carried it too, of so many
    shown: int = 0
    shown_tried: int = 0
    #: numbers that did not carry it at a hair less, of so many
    minimal: int = 0
    minimal_tried: int = 0


@dataclass(slots=True, kw_only=True)
class Flips:
    """The tallies of a number of verdicts."""

    cases: int = 0
    #: verdicts that agree with the brief on whether the memory is in it
    agree: int = 0
    changes: dict[str, Tally] = field(default_factory=dict)
    #: term -> how often it was said to have to pass 1
    impossible: dict[str, int] = field(default_factory=dict)
    #: what did not hold, in a sentence each
    failures: list[str] = field(default_factory=list)

    @property
    def sound(self) -> bool:
        """Whether every verdict agreed and every change held."""
        return self.agree == self.cases and not self.failures


class Check:
    """Verdicts held against the store they were given on. What it changes there it takes back: for scratch stores only."""

    def __init__(self, store: Store, encoder: Encoder, changes: Changes) -> None:
        self._store, self._encoder, self._changes = store, encoder, changes
        self.flips = Flips()

    def add(self, trace: Trace, settings: Settings, verdict: Verdict) -> None:
        """Holds one verdict against its brief, and each change it names against a brief in which that change was made."""
        memory = verdict.memory
        self.flips.cases += 1
        inside = memory is not None and memory.id in trace.brief.carried
        self.flips.agree += (verdict.verdict in ("carried", "seated")) == inside
        for other in verdict.impossible:
            name = str(other.change["change"])
            self.flips.impossible[name] = self.flips.impossible.get(name, 0) + 1
        if memory is None:
            return
        # what changes the store itself comes last: an index that was written to may be walked differently
        for one in sorted(verdict.counterfactuals, key=lambda one: one.change["change"] in _STORED):
            self._hold(trace.request, settings, memory, one)

    def _hold(self, request: Request, settings: Settings, memory: Memory, one: Counterfactual) -> None:
        change = one.change
        name, to = str(change["change"]), change["to"]
        tally = self.flips.changes.setdefault(name, Tally())

        def carries(value: Any) -> bool:
            return memory.id in self._made(request, settings, memory, change, value).brief.carried

        tally.tried += 1
        held = carries(to)
        tally.flipped += held
        if not held:
            self._failed("does not carry it", request, settings, memory, one)
        if "shown" in change:
            tally.shown_tried += 1
            kept = carries(change["shown"])
            tally.shown += kept
            if not kept:
                self._failed("does not carry it as shown", request, settings, memory, one)
        less = hair_less(change)
        if less is not None:
            tally.minimal_tried += 1
            minimal = not carries(less)
            tally.minimal += minimal
            if not minimal:
                self._failed(f"is not minimal: {less!r} carries it too", request, settings, memory, one)

    def _made(self, request: Request, settings: Settings, memory: Memory, change: Mapping[str, Any], to: Any) -> Trace:
        """The brief with that change made."""
        name = change["change"]
        if name == "budget_chars":
            return self._brief(dataclasses.replace(request, budget_chars=to), settings)
        if name in {card.name for card in CARDS}:
            return self._brief(request, settings.replace(**{name: to}))
        if name in TERMS:
            return self._raised(request, settings, memory, Raised(id=memory.id, term=name, value=to))
        asked = self._store.memory(change["id"]) if name == "retire" else memory
        assert asked is not None
        value = datetime.fromisoformat(to) if name == "confirm" else to
        with self._changes.made(name, asked, value):
            return self._brief(request, settings)

    def _brief(self, request: Request, settings: Settings) -> Trace:
        return brief(request, settings, self._store, self._encoder)

    def _raised(self, request: Request, settings: Settings, memory: Memory, raised: Raised) -> Trace:
        """A term cannot be changed in a store: the reads are made anew, and the run is told."""
        plans = plans_of(request, self._store)
        vector = self._encoder.encode([request.prompt])[0]
        results: Sequence[ReadResult] = read_all(plans, request, settings, self._store, vector, asked_words(request.prompt))
        if any(result.scan.outside is not None for result in results):
            results = [
                _better(
                    result,
                    memory,
                    self._store.cosine(memory.id, vector) or 0.0,
                    raised,
                    request,
                    settings,
                    limit_of(settings, first=at == 0),
                )
                for at, result in enumerate(results)
            ]
        elif raised.term == "meaning":
            results = [
                _nearer(result, memory, raised.value, limit_of(settings, first=at == 0)) for at, result in enumerate(results)
            ]
        return assemble(request, settings, results, raised=raised)

    def _failed(self, what: str, request: Request, settings: Settings, memory: Memory, one: Counterfactual) -> None:
        differs = {name: value for name, value in settings.as_dict().items() if value != getattr(Settings(), name)}
        self.flips.failures.append(
            f"{dict(one.change)} {what}: {memory.id} for {request.prompt!r} from {request.repo}, {request.budget_chars} "
            f"characters, {differs}"
        )


def hair_less(change: Mapping[str, Any]) -> Any:
    """The value next to the one named on the side it came from; None for a change that is no number."""
    name, start, to = change["change"], change["from"], change["to"]
    if name in TERMS:
        less = min(to * (1.0 - _HAIR), math.nextafter(to, 0.0))
        return less if less > start else None
    if isinstance(to, bool) or not isinstance(to, (int, float)):
        return None
    if isinstance(to, int):
        less = to - 1 if to > start else to + 1
        return None if less == start else less
    return math.nextafter(to, start)


def _better(
    result: ReadResult,
    memory: Memory,
    cosine: float,
    raised: Raised,
    request: Request,
    settings: Settings,
    limit: int,
) -> ReadResult:
    """The read by score as it would be were that term so high: the best of what it brought back, the memory among them."""
    if memory.scope not in result.plan.scopes:
        return result
    own = Found(memory=memory, cosine=raised.value if raised.term == "meaning" else cosine)
    others = [one for one in result.found if one.memory.id != memory.id]
    ranked, _ = rank([*others, own], request, result.plan, settings, raised=raised)
    best = {one.memory.id for one in ranked[:limit]}
    return dataclasses.replace(result, found=tuple(one for one in (*others, own) if one.memory.id in best))


def _nearer(result: ReadResult, memory: Memory, cosine: float, limit: int) -> ReadResult:
    """The read as it would be were that memory so near: among the nearest when it is, and the farthest then is not."""
    if memory.scope not in result.plan.scopes:
        return result
    others = [one for one in result.found if one.memory.id != memory.id]
    near = [one for one in others if one.by == "meaning"]
    words = [one for one in result.found if one.by == "words"]
    own = Found(memory=memory, cosine=cosine)
    ranked = sorted([*near, own], key=lambda one: (-one.cosine, one.memory.id))
    over = [one for one in ranked[limit:] if one is not own and holds_a_rare_word(one.memory, result.scan.words)]
    fallen = [dataclasses.replace(one, by="words") for one in over]
    kept = ranked[:limit]
    if own in kept:
        words = [one for one in words if one.memory.id != memory.id]
    return dataclasses.replace(result, found=(*kept, *fallen, *words))
