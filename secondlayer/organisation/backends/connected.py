"""What the three backends share: being connected, writing through the record, policies, and the product's own read."""

import asyncio
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping, Sequence
from datetime import UTC, datetime
from typing import TypeVar

from secondlayer.briefing import brief, plans_of, request_of
from secondlayer.embedding import Encoder, encode_memories, load_encoder
from secondlayer.engine.ranking import matches
from secondlayer.engine.terms import Scale, score
from secondlayer.errors import (
    OrgMemoryAccessDeniedError,
    OrgMemoryConnectionError,
    OrgMemoryError,
    OrgMemoryQueryError,
    OrgMemoryWriteError,
    SecondLayerError,
    StoreUnreachable,
)
from secondlayer.organisation.backends.access import actor_of
from secondlayer.organisation.backends.configuration import BackendName, OrgMemoryConfig
from secondlayer.organisation.backends.facts import (
    OrgFact,
    OrgFactAuthor,
    OrgFactCategory,
    OrgFactWriteRequest,
    OrgMemoryQuery,
    fact_of,
)
from secondlayer.organisation.remembering import remember, stated
from secondlayer.records import ORG_SCOPE, Candidate, Found, Memory, Request
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store import Store

Result = TypeVar("Result")

#: pools a read is made with: the wider only when the categories asked for left the first one short
_POOLS = (PRODUCT.pool, 2000)


class StoredMemory(ABC):
    """An organisation's memory over its store, which is opened and closed by the caller.

    With a repository or a team its memories are read too, as a brief from there reads them; facts are always written at
    the organisation's level.
    """

    name: BackendName

    def __init__(
        self,
        config: OrgMemoryConfig,
        store: Store,
        encoder: Encoder | None = None,
        *,
        repo: str | None = None,
        team: str | None = None,
    ) -> None:
        self.config = config
        self.store = store
        self._encoder = encoder
        self._repo, self._team = repo, team
        self._connected = False
        #: when the policies of the configuration were read in
        self._made_at = datetime.now(UTC)

    # -- the protocol

    @property
    def is_connected(self) -> bool:
        """Whether `connect` was called, and `disconnect` not since."""
        return self._connected

    @property
    def backend_name(self) -> str:
        """The name it is chosen by in a configuration."""
        return self.name

    async def connect(self) -> None:
        """Makes it ready; again does nothing more. Raises OrgMemoryConnectionError when the store cannot be reached."""
        if self.is_connected:
            return
        try:
            await asyncio.to_thread(self._prepare)
        except SecondLayerError as error:
            raise OrgMemoryConnectionError(str(error)) from error
        self._connected = True

    async def disconnect(self) -> None:
        """Lets go of what it holds; the store itself stays open, for it is the caller's."""
        self._connected = False

    async def health_check(self) -> bool:
        """Whether the store answers now. Raises OrgMemoryConnectionError while not connected."""
        try:
            await self._beside(OrgMemoryConnectionError, self.store.mark)
        except OrgMemoryConnectionError:
            if not self.is_connected:
                raise
            return False
        return True

    async def query(self, query: OrgMemoryQuery) -> tuple[OrgFact, ...]:
        """Facts on the query's context, `limit` at most. Raises OrgMemoryQueryError."""
        return await self._beside(OrgMemoryQueryError, self._query, query)

    async def write(self, request: OrgFactWriteRequest, *, author: OrgFactAuthor) -> str:
        """The id of the fact, written through the record; a sentence that stands there already keeps its id.

        Raises OrgMemoryAccessDeniedError, after recording the attempt, and OrgMemoryWriteError.
        """
        return await self._beside(OrgMemoryWriteError, self._write, request, author)

    async def list_policies(self, *, limit: int | None = None, offset: int = 0) -> tuple[OrgFact, ...]:
        """The core policies: those of the configuration in its order, then the stored ones, newest first.

        Raises OrgMemoryQueryError for a negative limit or offset.
        """
        if offset < 0 or (limit is not None and limit < 0):
            raise OrgMemoryQueryError(f"A limit and an offset are 0 or more, not {limit} and {offset}.")
        return await self._beside(OrgMemoryQueryError, self._list_policies, limit, offset)

    async def count_policies(self) -> int:
        """How many `list_policies()` lists."""
        return len(self._static_policies()) + len(await self._beside(OrgMemoryQueryError, self._stored_policies))

    # -- what a backend does in its own way

    @abstractmethod
    def _query(self, query: OrgMemoryQuery) -> tuple[OrgFact, ...]:
        """The answer to a query."""

    def _prepare(self) -> None:
        """Looks whether the store answers, and is of this encoder."""
        self.store.mark()
        if self.store.encoder() is not None:
            self.store.use_encoder(self.encoder.name, self.encoder.width)

    # -- inside

    @property
    def encoder(self) -> Encoder:
        """The encoder given, or the packaged one, loaded at its first use."""
        if self._encoder is None:
            self._encoder = load_encoder()
        return self._encoder

    async def _beside(self, error: type[OrgMemoryError], work: Callable[..., Result], *given: object) -> Result:
        """What the work returns, done on a thread; what the store raises becomes an error of the protocol."""
        if not self.is_connected:
            raise OrgMemoryConnectionError
        try:
            return await asyncio.to_thread(work, *given)
        except OrgMemoryError:
            raise
        except StoreUnreachable as unreachable:
            raise OrgMemoryConnectionError(str(unreachable)) from unreachable
        except SecondLayerError as other:
            raise error(str(other)) from other

    def _write(self, request: OrgFactWriteRequest, author: OrgFactAuthor) -> str:
        actor = actor_of(author)
        layer = request.category.layer
        memory = stated(request.content, ORG_SCOPE, actor, layer=layer, subject=request.subject, now=datetime.now(UTC))
        ruling = self.config.write_rules.ruling(author, request.category)
        if ruling.verdict != "allowed":
            self.store.refused(memory, by=actor, reason=ruling.because)
            raise OrgMemoryAccessDeniedError(f"{ruling.because} The attempt is recorded, and nothing else was changed.")
        told = remember(self.store, self.encoder, memory, actor, reason=f"{request.category} by the organisation's memory")
        if told.result not in ("stored", "already") or told.memory.retired_at is not None:
            raise OrgMemoryWriteError(told.sentence)
        return told.memory.id

    def _list_policies(self, limit: int | None, offset: int) -> tuple[OrgFact, ...]:
        end = None if limit is None else offset + limit
        static = self._static_policies()
        stored = self._stored_policies()[max(0, offset - len(static)) : None if end is None else max(0, end - len(static))]
        return (*static[offset:end], *self.facts(stored))

    def _static_policies(self) -> tuple[OrgFact, ...]:
        """The policies of the configuration, with the moment they were read in."""
        return tuple(
            OrgFact(
                id=f"core-policy-{position}",
                content=content,
                category=OrgFactCategory.CORE_POLICY,
                author=OrgFactAuthor(is_human=True),
                created_at=self._made_at,
            )
            for position, content in enumerate(self.config.core_policies)
        )

    def static_memories(self) -> tuple[Memory, ...]:
        """The policies of the configuration as memories that are stored nowhere."""
        return tuple(
            Memory(id=fact.id, scope=ORG_SCOPE, text=fact.content, layer="policy", written_at=fact.created_at)
            for fact in self._static_policies()
        )

    def _stored_policies(self) -> tuple[Memory, ...]:
        """The stored policies of the organisation, newest first, without those the configuration says already."""
        said = {" ".join(content.split()) for content in self.config.core_policies}
        return tuple(one for one in self.store.newest([ORG_SCOPE], ["policy"]) if " ".join(one.text.split()) not in said)

    def request(self, context: str | None, as_of: datetime | None = None) -> Request:
        """The request a context stands for, from where this memory is read. Raises WrongCall and BadScope."""
        return request_of(
            self.store.org,
            context or "everything",
            repo=self._repo,
            team=self._team,
            budget_chars=PRODUCT.budget_chars,
            as_of=as_of,
        )

    def scopes(self) -> tuple[str, ...]:
        """The scopes this memory is read from, nearest first."""
        return plans_of(self.request(None), self.store)[0][1].scopes

    def ranked(self, context: str, layers: Sequence[str] | None = None, at_least: int = 0) -> tuple[Candidate, ...]:
        """What the product's own read lists for a context, best score first, of those layers alone when some are given.

        Read again from a wider pool when fewer than `at_least` are left and there was more to read.
        """
        kept: tuple[Candidate, ...] = ()
        for pool in _POOLS:
            settings: Settings = PRODUCT.replace(pool=pool)
            read = brief(self.request(context), settings, self.store, self.encoder).reads[0]
            kept = tuple(c for c in (*read.candidates, *read.rest) if layers is None or c.memory.layer in layers)
            if len(kept) >= at_least or (read.scan.in_scope or 0) <= pool:
                break
        return kept

    def scores(self, context: str, memories: Sequence[Memory]) -> Mapping[str, tuple[float, bool]]:
        """Id -> (score by the six terms, whether it matches the context at all) of those memories, current or retired."""
        if not memories:
            return {}
        request = self.request(context)
        vector = self.encoder.encode([context])[0]
        cosines = dict(self.store.cosines([one.id for one in memories], vector))
        static = [one for one in self.static_memories() if one in memories]
        cosines |= {
            one.id: float(along @ vector) for one, along in zip(static, encode_memories(self.encoder, static), strict=True)
        }
        scale = Scale(request, plans_of(request, self.store)[0][1], PRODUCT)
        weighed = {one.id: scale.weigh(Found(memory=one, cosine=cosines.get(one.id, 0.0))) for one in memories}
        return {id_: (score(terms), matches(terms, PRODUCT)) for id_, terms in weighed.items()}

    def facts(self, memories: Sequence[Memory]) -> tuple[OrgFact, ...]:
        """The memories as facts, in their order, each with who filed it."""
        filed = self.store.filed_by([one.id for one in memories]) if memories else {}
        return tuple(fact_of(one, filed.get(one.id)) for one in memories)
