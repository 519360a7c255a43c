"""The protocol every backend of an organisation's memory keeps."""

from typing import Protocol, runtime_checkable

from secondlayer.organisation.backends.facts import OrgFact, OrgFactAuthor, OrgFactWriteRequest, OrgMemoryQuery


@runtime_checkable
class OrgMemoryBackend(Protocol):
    """An organisation's memory, asked and written to without waiting on a thread.

    Every call but `connect` and `disconnect` raises OrgMemoryConnectionError while not connected. Satisfies both published
    generations: the older calls `list_policies()`, the newer also `list_policies(limit=…, offset=…)` and `count_policies()`.
    """

    @property
    def is_connected(self) -> bool:
        """Whether `connect` was called, and `disconnect` not since."""

    @property
    def backend_name(self) -> str:
        """The name it is chosen by in a configuration."""

    async def connect(self) -> None:
        """Makes it ready; again does nothing more. Raises OrgMemoryConnectionError when the store cannot be reached."""

    async def disconnect(self) -> None:
        """Lets go of what it holds; the store itself stays open, for it is the caller's."""

    async def health_check(self) -> bool:
        """Whether the store answers now."""

    async def query(self, query: OrgMemoryQuery) -> tuple[OrgFact, ...]:
        """Facts on the query's context, `limit` at most. Raises OrgMemoryQueryError."""

    async def write(self, request: OrgFactWriteRequest, *, author: OrgFactAuthor) -> str:
        """The id of the fact, written through the record. Raises OrgMemoryAccessDeniedError and OrgMemoryWriteError."""

    async def list_policies(self, *, limit: int | None = None, offset: int = 0) -> tuple[OrgFact, ...]:
        """The core policies: those of the configuration in its order, then the stored ones, newest first."""

    async def count_policies(self) -> int:
        """How many `list_policies()` lists."""
