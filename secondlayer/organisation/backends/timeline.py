"""What was said from when until when, and what changed it: from the record of acts and from dated decision records."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from secondlayer.organisation.backends.entities import own_record
from secondlayer.organisation.backends.knowledge_graph import KnowledgeGraph
from secondlayer.records import Event, Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """One change of what the organisation says."""

    #: when what it said before stopped holding, or what it says after began to
    at: datetime
    #: `record`: a dated decision record says that it supersedes another one
    act: Literal["supersede", "retire", "restore", "record"]
    #: what no longer holds; empty for a restoration
    before: tuple[Memory, ...]
    #: what holds instead; empty for a retirement
    after: tuple[Memory, ...]
    #: why, as whoever did it said, or as the newer record's context tells; empty when neither did
    reason: str
    #: who did it; empty for a record
    by: str
    #: key of the event; None for a record, and for what was retired before acts were recorded
    event: int | None = None

    @property
    def says(self) -> str:
        """The change in words, with both sentences exactly as they are stored."""
        at, old, new = day(self.at), _quoted(self.before), _quoted(self.after)
        if self.act == "restore":
            said = f"Since {at} again: {new}"
        elif new:
            said = f"Until {at}: {old} Since then: {new}"
        else:
            said = f"Until {at}: {old} Nothing stands in its place."
        why = f" Why: {self.reason.rstrip('.')}." if self.reason else ""
        return f"{said}{why}{f' ({self.by})' if self.by else ''}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Span:
    """When one memory held: from `since` up to, and not at, `until`; None means still."""

    memory: Memory
    since: datetime
    until: datetime | None
    ended_by: Change | None


class Timeline:
    """The changes of some memories, and when each of them held."""

    def __init__(self, memories: Iterable[Memory], events: Iterable[Event], graph: KnowledgeGraph) -> None:
        self.memories = {memory.id: memory for memory in memories}
        found = [*self._acts(sorted(events, key=lambda event: event.key)), *self._records(graph)]
        told = {memory.id for change in found for memory in change.before}
        found += [change for memory in self.memories.values() if memory.id not in told for change in self._unrecorded(memory)]
        #: oldest first
        self.changes: tuple[Change, ...] = tuple(sorted(found, key=lambda change: (change.at, change.event or 0)))
        self._of: dict[str, list[Change]] = {}
        for change in self.changes:
            for memory in (*change.before, *(change.after if change.act == "restore" else ())):
                self._of.setdefault(memory.id, []).append(change)

    def spans(self, memory: Memory) -> tuple[Span, ...]:
        """When that memory held, oldest first: from when it was written, through what ended it and brought it back."""
        spans: list[Span] = []
        since: datetime | None = memory.written_at
        for change in self._of.get(memory.id, ()):
            if change.act == "restore":
                since = since or change.at
            elif since is not None:
                if change.at > since:
                    spans.append(Span(memory=memory, since=since, until=change.at, ended_by=change))
                since = None
        if since is not None:
            spans.append(Span(memory=memory, since=since, until=None, ended_by=None))
        return tuple(spans)

    def held(self, moment: datetime) -> tuple[Span, ...]:
        """What held at that moment, in the order of ids."""
        spans = (span for id_ in sorted(self.memories) for span in self.spans(self.memories[id_]))
        return tuple(span for span in spans if span.since <= moment and (span.until is None or moment < span.until))

    def _acts(self, events: Sequence[Event]) -> Iterator[Change]:
        """The changes that were acts. One that names a memory out of reach is told to nobody."""
        for event in events:
            known = [self.memories[id_] for id_ in event.memories if id_ in self.memories]
            if event.act == "supersede" and len(known) == 2:
                old, new = known
                at = old.retired_at if old.superseded_by == new.id and old.retired_at else event.at
                yield _acted(event, at, "supersede", (old,), (new,))
            elif event.act == "retire":
                for old in known:
                    still = old.superseded_by is None and not _acted_on_later(event, events, old.id)
                    yield _acted(event, old.retired_at if still and old.retired_at else event.at, "retire", (old,), ())
            elif event.act == "restore":
                for new in known:
                    yield _acted(event, event.at, "restore", (), (new,))

    def _records(self, graph: KnowledgeGraph) -> Iterator[Change]:
        """Decision records that supersede others, at the date of the newer one."""
        for newer, older in graph.successors():
            before, after = graph.record(older), graph.record(newer)
            dated = [memory.written_at for memory in after if memory.dated]
            if not before or not dated:
                continue
            reason = next((one.text for one in after if one.subject.endswith("› Context")), "")
            yield Change(at=min(dated), act="record", before=before, after=after, reason=reason, by="")

    def _unrecorded(self, memory: Memory) -> Iterator[Change]:
        """A retirement that no event tells of."""
        if memory.retired_at is None:
            return
        new = self.memories.get(memory.superseded_by or "")
        if memory.superseded_by is None or new is not None:
            yield Change(
                at=memory.retired_at,
                act="supersede" if new else "retire",
                before=(memory,),
                after=(new,) if new else (),
                reason=memory.retired_reason,
                by="",
            )


def _acted(
    event: Event,
    at: datetime,
    act: Literal["supersede", "retire", "restore"],
    before: tuple[Memory, ...],
    after: tuple[Memory, ...],
) -> Change:
    return Change(at=at, act=act, before=before, after=after, reason=event.reason, by=event.actor.name, event=event.key)


def _acted_on_later(event: Event, events: Sequence[Event], id_: str) -> bool:
    return any(later.key > event.key and id_ in later.memories for later in events)


def decided(memories: Sequence[Memory]) -> tuple[Memory, ...]:
    """Of the sentences of a decision record those that decide; all of them when none stands under Decision."""
    return tuple(one for one in memories if one.subject.endswith("› Decision")) or tuple(memories)


def was_decided(memory: Memory) -> bool:
    """Whether the memory is what a superseded decision record had decided: it is kept as a reference."""
    return own_record(memory) is not None and memory.layer == "reference" and memory.subject.endswith("› Decision")


def day(moment: datetime) -> str:
    """`26 January 2026`."""
    return f"{moment.day} {moment:%B %Y}"


def _quoted(memories: Sequence[Memory]) -> str:
    return " ".join(f"“{memory.text}”" for memory in decided(memories))
