"""What changes the record of one organisation, and what tells how it changed: the writing half of the store."""

from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any, TypeVar

import numpy as np
from numpy.typing import NDArray
from psycopg import Connection

from secondlayer.records import UNNAMED, Actor, Event, History, Key, Memory, Proposal, Served
from secondlayer.store import acts, events, keys, proposals, renames, upkeep, writes
from secondlayer.store import served as serveds
from secondlayer.store.rows import check_storable
from secondlayer.store.writes import Added

Result = TypeVar("Result")


class Acting:
    """Writes, acts and their events. Every act and its event are one transaction."""

    @property
    def _id(self) -> int:
        raise NotImplementedError

    def encoder(self) -> tuple[str, int] | None:
        """(name, width) of the encoder of the stored vectors; None before the first use."""
        raise NotImplementedError

    def memory(self, id: str) -> Memory | None:
        """The memory of that id, current or retired; None when the organisation has none."""
        raise NotImplementedError

    def _known(self) -> int:
        raise NotImplementedError

    @property
    def _here(self) -> bool:
        raise NotImplementedError

    def _run(self, work: Callable[[Connection[Any]], Result], *, again: bool) -> Result:
        raise NotImplementedError

    def _all(self, name: str, given: Mapping[str, Any]) -> list[Any]:
        raise NotImplementedError

    def _one(self, name: str, given: Mapping[str, Any]) -> Any:
        raise NotImplementedError

    # -- writes

    def unstored(self, memories: Sequence[Memory]) -> tuple[Memory, ...]:
        """Of those given, the ones whose sentence is not in their scope yet; the first of equal ones, in the order given."""
        return self._run(lambda connection: writes.unstored(connection, self._id, memories), again=True)

    def add(
        self,
        memories: Sequence[Memory],
        vectors: NDArray[np.float32],
        tokens: Sequence[Sequence[str]],
        *,
        by: Actor = UNNAMED,
        reason: str = "",
    ) -> Added:
        """Stores the sentences new to their scope and confirms those said again later, all or nothing, with their events.

        `vectors` is float32 [n, width], none of zero length; `tokens` one sequence a memory. Raises WrongCall for an id
        that is another memory's or a value that cannot be stored, EncoderMismatch for another width, StoreFull.
        When the server goes away half way it is done again; what had been stored by then is counted as already there.
        """
        writes.check_given(memories, vectors, tokens, self.encoder())
        org_id = self._known()
        return self._run(lambda connection: writes.add(connection, org_id, memories, vectors, tokens, by, reason), again=True)

    def confirm_again(self, memories: Sequence[Memory], *, by: Actor = UNNAMED, reason: str = "") -> int:
        """How many current memories these sentences confirmed at a later date than was known, without new vectors.

        A thousand and more leave as many dead entries in the index on vectors, which is then kept up.
        """

        def work(connection: Connection[Any]) -> int:
            confirmed = writes.confirm(connection, self._id, memories, by, reason)
            if confirmed >= upkeep.MANY_DEAD:
                upkeep.keep(connection, here=self._here)
            return confirmed

        return self._run(work, again=True)

    def retire(self, id: str, *, at: datetime, by: Actor = UNNAMED, reason: str = "") -> bool:
        """Whether a current memory of that id was there to retire. Its vector goes to the archive."""
        return bool(self.retire_many([id], at=at, by=by, reason=reason, upkeep_too=False)[0])

    def retire_many(
        self, ids: Sequence[str], *, at: datetime, by: Actor = UNNAMED, reason: str = "", upkeep_too: bool = True
    ) -> tuple[tuple[str, ...], str]:
        """(the ids of those that were current and are retired, what was done to the index after it, or nothing).

        One transaction with one event. Beyond a share of dead entries the index is built anew and the table vacuumed,
        unless `upkeep_too` is off.
        """

        def work(connection: Connection[Any]) -> tuple[tuple[str, ...], str]:
            retired = acts.retire(connection, self._id, ids, by, at=at, reason=reason)
            # on this very connection: the server counts what a session did when that session tells
            return retired, upkeep.keep(connection, here=self._here) if upkeep_too else ""

        return self._run(work, again=False)

    def restore(self, ids: Sequence[str], *, by: Actor = UNNAMED, reason: str = "") -> tuple[str, ...]:
        """The ids of those that were retired and are current again; one event for all of them."""
        return self._run(lambda connection: acts.restore(connection, self._id, ids, by, reason=reason), again=False)

    def confirm(self, ids: Sequence[str], *, at: datetime, by: Actor = UNNAMED, reason: str = "") -> tuple[str, ...]:
        """The ids of the current memories that are now confirmed at that moment; one event for all of them."""
        return self._run(lambda connection: acts.confirm(connection, self._id, ids, by, at=at, reason=reason), again=False)

    def supersede(
        self,
        old: str,
        memory: Memory,
        vector: NDArray[np.float32],
        tokens: Sequence[str],
        *,
        at: datetime,
        by: Actor = UNNAMED,
        reason: str = "",
    ) -> None:
        """The new memory is stored and the old one retired in its favour: one transaction, one event. Raises WrongCall."""
        writes.check_given([memory], vector[np.newaxis], [tokens], self.encoder())
        self._run(
            lambda connection: acts.supersede(connection, self._id, old, memory, vector, tokens, by, at=at, reason=reason),
            again=False,
        )

    def supersede_by(self, old: str, new: str, *, at: datetime, by: Actor = UNNAMED, reason: str = "") -> None:
        """The old memory is retired in favour of the stored one of that id. Raises WrongCall."""
        self._run(lambda connection: acts.supersede_by(connection, self._id, old, new, by, at=at, reason=reason), again=False)

    # -- renaming

    def rename(
        self, before: str, after: str, ids: Sequence[str], *, by: Actor = UNNAMED, reason: str = ""
    ) -> tuple[int, tuple[str, ...]]:
        """(the event's key, the ids filed under the new name now); one transaction, and the new name's alias is removed."""
        org_id = self._known()
        return self._run(
            lambda connection: renames.rename(connection, org_id, before, after, ids, by, reason=reason), again=False
        )

    def undo_rename(self, event: int, *, by: Actor = UNNAMED, reason: str = "") -> tuple[str, str, tuple[str, ...]]:
        """(old name, new name, ids filed under the old name again) of the renaming in that event. Raises WrongCall."""
        return self._run(lambda connection: renames.undo(connection, self._id, event, by, reason=reason), again=False)

    # -- proposals

    def propose(self, memory: Memory, *, by: Actor = UNNAMED, reason: str = "") -> bool:
        """Whether the memory waits for a person from now on; False when it waited already."""
        check_storable(memory)
        org_id = self._known()
        return self._run(lambda connection: proposals.propose_once(connection, org_id, memory, by, reason), again=False)

    def proposals(self, *, state: str | None = "open", id: str | None = None, limit: int = 1000) -> tuple[Proposal, ...]:
        """Proposals in that state (all with None), or the one of that memory's id; the oldest first."""
        return tuple(map(proposals.proposal_of, self._all("proposals", {"state": state, "id": id, "limit": limit})))

    def accept(
        self, memory: Memory, vector: NDArray[np.float32], tokens: Sequence[str], *, by: Actor = UNNAMED, reason: str = ""
    ) -> None:
        """The open proposal of that memory is accepted: it is stored, in one transaction with its event. Raises WrongCall."""
        writes.check_given([memory], vector[np.newaxis], [tokens], self.encoder())
        org_id = self._known()
        self._run(lambda connection: proposals.accept(connection, org_id, memory, vector, tokens, by, reason), again=False)

    def refuse(self, id: str, *, by: Actor = UNNAMED, reason: str = "") -> None:
        """The open proposal of that memory's id is refused. Raises WrongCall."""
        org_id = self._known()
        self._run(lambda connection: proposals.refuse(connection, org_id, id, by, reason), again=False)

    def refused(self, memory: Memory, *, by: Actor, reason: str) -> None:
        """That a write was refused is recorded, with what was to be written."""
        details = {"scope": memory.scope, "layer": memory.layer, "text": memory.text[:2000]}
        org_id = self._known()
        self._run(
            lambda connection: events.record(connection, org_id, "refuse", by, reason=reason, ids=[memory.id], details=details),
            again=False,
        )

    # -- keys

    def make_key(self, key: Key, hash: bytes, *, by: Actor = UNNAMED, reason: str = "") -> None:
        """The key is known from now on, by its hash."""
        org_id = self._known()
        self._run(lambda connection: keys.make(connection, org_id, key, hash, by, reason=reason), again=False)

    def rotate_key(self, old: str, key: Key, hash: bytes, *, until: datetime, by: Actor = UNNAMED, reason: str = "") -> None:
        """The new key is known from now on, and the old one until then. Raises WrongCall."""
        org_id = self._known()
        self._run(
            lambda connection: keys.rotate(connection, org_id, old, key, hash, by, until=until, reason=reason),
            again=False,
        )

    def revoke_key(self, fingerprint: str, *, by: Actor = UNNAMED, reason: str = "") -> None:
        """The key opens nothing from now on. Raises WrongCall."""
        self._run(lambda connection: keys.revoke(connection, self._id, fingerprint, by, reason=reason), again=False)

    def keys(self) -> tuple[Key, ...]:
        """The organisation's keys, oldest first, those that are no longer valid included."""
        return tuple(map(keys.key_of, self._all("keys", {})))

    def key(self, fingerprint: str) -> tuple[Key, bytes] | None:
        """(the key of that fingerprint, its hash), of whichever organisation; None when there is none."""
        row = self._one("key_of", {"fingerprint": fingerprint})
        return None if row is None else (keys.key_of(row[1:]), bytes(row[0]))

    # -- the record

    def history(self, id: str) -> History | None:
        """One memory's whole life: its events and the spans it was current in; None when there is none of that id."""
        memory = self.memory(id)
        if memory is None:
            return None
        return History(
            memory=memory,
            events=tuple(map(events.event_of, self._all("history", {"id": id}))),
            current=tuple(
                (begin.astimezone(UTC), None if end is None else end.astimezone(UTC))
                for begin, end in self._all("current_during", {"id": id})
            ),
        )

    def events(
        self, *, act: str | None = None, fingerprint: str | None = None, before: int | None = None, limit: int = 100
    ) -> tuple[Event, ...]:
        """The latest events, latest first; `before` a key goes on from there."""
        given = {"act": act, "fingerprint": fingerprint, "before": before, "limit": limit}
        return tuple(map(events.event_of, self._all("events", given)))

    def mark(self) -> tuple[int, int]:
        """(how many events are recorded, the latest's key): two marks are equal only when nothing was recorded between."""
        row = self._one("events_mark", {})
        return int(row[0]), int(row[1])

    def filed_by(self, ids: Sequence[str]) -> Mapping[str, Actor]:
        """Id -> who filed that memory, or proposed it; without those that were stored before acts were recorded."""
        rows = self._all("filed_by", {"ids": list(ids)})
        return {row[0]: events.event_of(row[1:]).actor for row in rows}

    # -- served briefs

    def keep_served(self, served: Mapping[str, Any], days: int) -> None:
        """Keeps a served brief, its values by the columns of `served_brief`; a few older than those days are deleted."""
        org_id = self._known()
        self._run(lambda connection: serveds.keep(connection, org_id, served, days), again=False)

    def served_briefs(
        self,
        *,
        repo: str | None = None,
        fingerprint: str | None = None,
        memory: str | None = None,
        since: datetime | None = None,
        until: datetime | None = None,
        limit: int = 100,
    ) -> tuple[Served, ...]:
        """Served briefs, the latest first: of a repository, a key, a span of time, or that carried a memory."""
        given = {"repo": repo, "fingerprint": fingerprint, "memory": memory, "since": since, "until": until, "limit": limit}
        return tuple(serveds.served_of(row) for row in self._all("served_list", given))

    def served_brief(self, brief_id: str) -> tuple[Served, bytes] | None:
        """The last brief served under that id, and its trace as compressed JSON; None when none is kept."""
        row = self._one("served_one", {"brief_id": brief_id}) if "\x00" not in brief_id else None
        return None if row is None else (serveds.served_of(row[:-1]), bytes(row[-1]))
