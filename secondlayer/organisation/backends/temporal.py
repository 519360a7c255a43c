"""An organisation's memory in time: what holds now, what held when, and why it changed."""

from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

from secondlayer.errors import OrgMemoryQueryError
from secondlayer.organisation.backends.facts import LAYER_OF, OrgFact, OrgFactCategory, OrgMemoryQuery, category_of, fact_of
from secondlayer.organisation.backends.graphed import GraphedMemory
from secondlayer.organisation.backends.knowledge_graph import KnowledgeGraph
from secondlayer.organisation.backends.timeline import Change, Span, Timeline, was_decided
from secondlayer.records import Event, Memory
from secondlayer.settings import PRODUCT

#: acts that change what holds
_CHANGING = ("supersede", "retire", "restore")
_PAGE = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class DatedFact:
    """A fact with when it held: from `since` up to, and not at, `until`; None means still."""

    fact: OrgFact
    since: datetime
    until: datetime | None
    #: what ended it; None while it holds
    ended_by: Change | None


class TemporalMemory(GraphedMemory):
    """`temporal_kg`: a query gives only what holds now; `history` and `as_of` tell the past.

    The past is that of what is said: a memory holds from when it was written until it was superseded, retired, or its
    decision record superseded by a dated one. `temporal.history_retention_days` bounds what is told, and deletes nothing.
    """

    name = "temporal_kg"
    _timed: tuple[KnowledgeGraph, Timeline] | None = None

    async def history(self, context: str | None = None, *, limit: int = 20) -> tuple[Change, ...]:
        """The changes nearest to the context, `limit` at most, oldest first; without a context the latest ones.

        Raises OrgMemoryQueryError.
        """
        return await self._beside(OrgMemoryQueryError, self._history, context, limit)

    async def as_of(self, moment: datetime, context: str | None = None, *, limit: int = 5) -> tuple[DatedFact, ...]:
        """What held at that moment, best score for the context first, or newest first without one; `limit` at most.

        A moment without a zone is taken as UTC. Raises OrgMemoryQueryError.
        """
        return await self._beside(OrgMemoryQueryError, self._as_of, moment, context, limit)

    def _query(self, query: OrgMemoryQuery) -> tuple[OrgFact, ...]:
        layers = [LAYER_OF[category] for category in query.wanted]
        timeline, now = self._timeline(), datetime.now(UTC)
        if query.context is None:
            listed = self.store.newest(self.scopes(), layers)
        else:
            listed = tuple(one.memory for one in self.ranked(query.context, layers, query.limit))
        current = [one for one in listed if any(span.until is None for span in timeline.spans(one)) and one.written_at <= now]
        return self.facts(current[: query.limit])

    def _history(self, context: str | None, limit: int) -> tuple[Change, ...]:
        self._told(limit)
        first = self._first_told()
        changes = [change for change in self._timeline().changes if first is None or change.at >= first]
        if context is None:
            return tuple(changes[-limit:])
        memories = {one.id: one for change in changes for one in (*change.before, *change.after)}
        scored = self.scores(context, tuple(memories.values()))
        matched = [
            (max(scored[one.id][0] for one in (*change.before, *change.after)), change)
            for change in changes
            if any(scored[one.id][1] for one in (*change.before, *change.after))
        ]
        # as near to the best of all that is known as a memory of the organisation must be for a seat
        best = max([*(value for value, _ in matched), *(one.score for one in self.ranked(context)[:1])], default=0.0)
        bar = PRODUCT.bar_ratio * best
        near = sorted((pair for pair in matched if pair[0] >= bar), key=lambda pair: (-pair[0], pair[1].at))[:limit]
        return tuple(sorted((change for _, change in near), key=lambda change: (change.at, change.event or 0)))

    def _as_of(self, moment: datetime, context: str | None, limit: int) -> tuple[DatedFact, ...]:
        self._told(limit)
        at = moment if moment.tzinfo else moment.replace(tzinfo=UTC)
        first = self._first_told()
        if first is not None and at < first:
            days = self.config.temporal.history_retention_days
            raise OrgMemoryQueryError(
                f"History is told for {days:,} days, so from {first:%Y-%m-%d} on; ask for a later moment."
            )
        spans = [span for span in self._timeline().held(at) if _dated_category(span.memory)]
        if context is None:
            spans.sort(key=lambda span: (-span.since.timestamp(), span.memory.id))
        else:
            scored = self.scores(context, [span.memory for span in spans])
            spans = [span for span in spans if scored[span.memory.id][1]]
            spans.sort(key=lambda span: (-scored[span.memory.id][0], span.memory.id))
        return self._dated(spans[:limit])

    def _dated(self, spans: list[Span]) -> tuple[DatedFact, ...]:
        filed = self.store.filed_by([span.memory.id for span in spans]) if spans else {}
        return tuple(
            DatedFact(
                fact=fact_of(span.memory, filed.get(span.memory.id), _dated_category(span.memory)),
                since=span.since,
                until=span.until,
                ended_by=span.ended_by,
            )
            for span in spans
        )

    async def disconnect(self) -> None:
        """Lets go of the graph and the timeline; the store itself stays open, for it is the caller's."""
        await super().disconnect()
        self._timed = None

    def _timeline(self) -> Timeline:
        """The timeline of every memory in reach, current and retired."""
        graph = self.graph()
        with self._lock:
            if self._timed is None or self._timed[0] is not graph:
                listed = [one for scope in self.scopes() for one in self.store.all_memories(scope, retired=True)]
                self._timed = (graph, Timeline(listed, self._events(), graph))
            return self._timed[1]

    def _events(self) -> list[Event]:
        found: list[Event] = []
        for act in _CHANGING:
            before: int | None = None
            while page := self.store.events(act=act, before=before, limit=_PAGE):
                found += page
                before = page[-1].key
        return found

    def _told(self, limit: int) -> None:
        if not self.config.temporal.track_changes:
            raise OrgMemoryQueryError("Changes are not told here: temporal.track_changes is false in the configuration.")
        if not 1 <= limit <= 1000:
            raise OrgMemoryQueryError(f"A limit is 1 to 1,000, not {limit:,}.")

    def _first_told(self) -> datetime | None:
        days = self.config.temporal.history_retention_days
        return None if days is None else datetime.now(UTC) - timedelta(days=days)


def _dated_category(memory: Memory) -> OrgFactCategory | None:
    return category_of(memory) or (OrgFactCategory.ADR if was_decided(memory) else None)
