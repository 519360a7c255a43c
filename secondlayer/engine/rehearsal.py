"""A run rehearsed: whether one memory would be carried, decided as `assemble` decides but without the figures.

It takes a fortieth of a run, so that the place where an outcome flips can be searched for. What it finds is proved by
`again` afterwards.
"""

from bisect import bisect
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime

from secondlayer.engine import brief as briefs
from secondlayer.engine.assemble import spans
from secondlayer.engine.budget import source_of
from secondlayer.engine.printing import line, needs_subject
from secondlayer.engine.ranking import rank
from secondlayer.engine.repeats import overlap
from secondlayer.engine.scopes import organisation_plan
from secondlayer.engine.seats import bar_of, judge, organisation_of, place
from secondlayer.engine.tokens import tokens
from secondlayer.records import Candidate, Found, Memory, Trace
from secondlayer.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Field:
    """Everything that was scored: both pools in rank order, and the organisation's memories on their own footing."""

    combined: tuple[Candidate, ...]
    #: None when the request runs one read
    organisation: tuple[Candidate, ...] | None
    footing: Mapping[str, Candidate]

    def without(self, id: str) -> "Field":
        """The field with that memory gone."""
        return Field(
            combined=tuple(one for one in self.combined if one.memory.id != id),
            organisation=None if self.organisation is None else tuple(one for one in self.organisation if one.memory.id != id),
            footing=self.footing,
        )

    def having(self, combined: Candidate | None, footed: Candidate | None, *, in_second: bool) -> "Field":
        """The field with one memory more, where its score puts it in either pool."""
        second = self.organisation
        if second is not None and footed is not None and in_second:
            second = _inserted(second, footed)
        return Field(
            combined=self.combined if combined is None else _inserted(self.combined, combined),
            organisation=second,
            footing=self.footing if footed is None else {**self.footing, footed.memory.id: footed},
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class Fitted:
    """What became of the memory asked about."""

    carried: bool
    #: the least by which a block up to it was too long for the room left; None when none was
    short: int | None
    #: the least by which a carried block up to it, itself included, was shorter than the room left; None when none was
    spare: int | None = None


def field_of(trace: Trace, settings: Settings) -> Field:
    """The field of that run."""
    combined = (*trace.reads[0].candidates, *trace.reads[0].rest)
    if len(trace.reads) == 1:
        return Field(combined=combined, organisation=None, footing={})
    second = (*trace.reads[1].candidates, *trace.reads[1].rest)
    footing = {one.memory.id: one for one in second}
    more = [
        Found(memory=one.memory, cosine=one.term("meaning").value)
        for one in organisation_of(combined)
        if one.memory.id not in footing
    ]
    ranked, _ = rank(more, trace.request, organisation_plan(), settings)
    return Field(combined=combined, organisation=second, footing=footing | {one.memory.id: one for one in ranked})


class Rehearsal:
    """The part of a run that comes after its scores, for one request."""

    def __init__(self, trace: Trace, settings: Settings) -> None:
        self._request = trace.request
        self._settings = settings
        self._spans = spans(trace.request)
        self._lines: dict[tuple[object, ...], Lines] = {}
        self.says = briefs.searched(trace.reads)

    def fitted(self, id: str, field: Field, settings: Settings) -> Fitted:
        """What would become of that memory, under settings that differ in rules and numbers but not in weights."""
        room = self.room(self._request.budget_chars)
        return self.lines(settings).fit(self.considered(field, settings), id, room, settings)

    def considered(self, field: Field, settings: Settings) -> list[Memory]:
        """Every memory that would be considered for the brief, in order."""
        listed, rest = field.combined[: settings.k_combined], field.combined[settings.k_combined :]
        bar = bar_of(listed, settings) if self._spans else None
        footed = [] if bar is None else self._footed(field, listed, settings)
        standings = judge([one for one in footed if bar is not None and one.score >= bar.value], bar, settings)
        order, seats = place(listed, standings)
        memories = [one.memory for one in order]
        if settings.fill:
            seated = {seat.candidate.memory.id for seat in seats}
            memories += [one.memory for one in rest if one.memory.id not in seated]
        return memories

    def room(self, budget_chars: int) -> int:
        """What a budget leaves for memories after the first line."""
        return budget_chars - len(briefs.head(replace(self._request, budget_chars=budget_chars), self.says))

    def lines(self, settings: Settings) -> "Lines":
        """The lines under the repeat rule of those settings."""
        rule = (settings.overlap, settings.repeat_rule, settings.min_tokens)
        if rule not in self._lines:
            lowest = settings.replace(repeat_ratio=self._settings.repeat_ratio)
            self._lines[rule] = Lines(self._request.as_of, lowest)
        return self._lines[rule]

    def _footed(self, field: Field, listed: Sequence[Candidate], settings: Settings) -> Sequence[Candidate]:
        own = organisation_of(listed)
        if settings.seating == "combined":
            return own
        ids = {one.memory.id for one in own}
        if field.organisation is not None:
            ids |= {one.memory.id for one in field.organisation[: settings.k_organisation]}
        return [field.footing[id] for id in ids]


class Lines:
    """What the budget asks of each memory, worked out once: its size, its subject, its source, and whom it repeats.

    Good for every repeat ratio from that of the settings given up.
    """

    def __init__(self, as_of: datetime, settings: Settings) -> None:
        self._as_of = as_of
        self._rule = settings
        self._places: dict[str, int] = {}
        self._memories: list[Memory] = []
        self._tokens: list[frozenset[str]] = []
        #: characters with the subject printed, and without; the subject, when it has to be printed
        self._sizes: list[tuple[int, int, str | None]] = []
        self._sources: dict[tuple[int, str], tuple[str, ...] | None] = {}
        self._pairs: dict[tuple[int, int], float] = {}
        #: repeat ratio -> for each place, the places compared with and those it repeats, as bits
        self._repeated: dict[float, tuple[dict[int, int], dict[int, int]]] = {}

    def fit(self, considered: Iterable[Memory], id: str, room: int, settings: Settings) -> Fitted:
        """What becomes of that memory when those are considered in order; `Fitted` without it when it is not among them."""
        seen, hits = self._repeated.setdefault(settings.repeat_ratio, ({}, {}))
        carried = 0
        short: int | None = None
        spare: int | None = None
        voices: dict[tuple[str, ...], int] = {}
        subjects: set[str] = set()
        for memory in considered:
            place = self._places.get(memory.id)
            if place is None:
                place = self._add(memory)
            asked = memory.id == id
            pending = carried & ~seen.get(place, 0)
            if pending:
                self._compare(place, pending, settings.repeat_ratio, seen, hits)
            if hits.get(place, 0) & carried:
                if asked:
                    return Fitted(carried=False, short=short)
                continue
            source = self._source(place, settings)
            if source is not None and voices.get(source, 0) >= settings.cap_per_source:
                if asked:
                    return Fitted(carried=False, short=short)
                continue
            full, bare, subject = self._sizes[place]
            chars = bare if subject in subjects else full
            if chars > room:
                short = chars - room if short is None else min(short, chars - room)
                if asked:
                    return Fitted(carried=False, short=short)
                continue
            spare = room - chars if spare is None else min(spare, room - chars)
            if asked:
                return Fitted(carried=True, short=short, spare=spare)
            carried |= 1 << place
            room -= chars
            if source is not None:
                voices[source] = voices.get(source, 0) + 1
            if subject is not None:
                subjects.add(subject)
        return Fitted(carried=False, short=None)

    def ratios(self, considered: Sequence[Memory], least: float) -> list[float]:
        """The ratios, from `least` up and ascending, at which one of those memories repeats another."""
        places = [self._places[memory.id] if memory.id in self._places else self._add(memory) for memory in considered]
        found = {self._pair(one, other) for at, one in enumerate(places) for other in places[:at]}
        return sorted(ratio for ratio in found if ratio >= least)

    def _add(self, memory: Memory) -> int:
        place = self._places[memory.id] = len(self._memories)
        self._memories.append(memory)
        self._tokens.append(tokens(memory.text))
        full = len(line(memory, self._as_of)) + 1
        if needs_subject(memory):
            bare = len(line(memory, self._as_of, frozenset({memory.subject}))) + 1
            self._sizes.append((full, bare, memory.subject))
        else:
            self._sizes.append((full, full, None))
        return place

    def _source(self, place: int, settings: Settings) -> tuple[str, ...] | None:
        key = (place, settings.cap_by)
        if key not in self._sources:
            self._sources[key] = source_of(self._memories[place], settings)
        return self._sources[key]

    def _compare(self, place: int, pending: int, ratio: float, seen: dict[int, int], hits: dict[int, int]) -> None:
        seen[place] = seen.get(place, 0) | pending
        found = 0
        while pending:
            low = pending & -pending
            if self._pair(place, low.bit_length() - 1) >= ratio:
                found |= low
            pending ^= low
        if found:
            hits[place] = hits.get(place, 0) | found

    def _pair(self, one: int, other: int) -> float:
        """Their overlap; 0 when the rule keeps the two apart whatever it is."""
        key = (one, other) if one < other else (other, one)
        known = self._pairs.get(key)
        if known is None:
            own, its = self._tokens[one], self._tokens[other]
            shared = len(own & its)
            divisor = max(len(own), len(its)) if self._rule.overlap == "larger" else min(len(own), len(its))
            known = shared / divisor if divisor else 0.0
            if known >= self._rule.repeat_ratio:
                test = overlap(self._memories[one].text, self._memories[other].text, self._rule)
                known = test.ratio if test.repeat else 0.0
            self._pairs[key] = known
        return known


def _inserted(ranked: tuple[Candidate, ...], one: Candidate) -> tuple[Candidate, ...]:
    at = bisect(ranked, (-one.score, one.memory.id), key=lambda other: (-other.score, other.memory.id))
    return (*ranked[:at], one, *ranked[at:])
