"""What is looked for when the store is browsed, and one page of it."""

from dataclasses import dataclass, field
from datetime import datetime

from secondlayer.records.memories import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Browse:
    """Which memories are wanted; every condition must hold, and an empty one holds for all."""

    #: each must occur in the text, its subject, path, author or id, in any case
    words: tuple[str, ...] = ()
    scope: str | None = None
    layer: str | None = None
    origin: str | None = None
    #: last said not earlier than this
    since: datetime | None = None
    #: last said earlier than this
    before: datetime | None = None
    #: only those whose source has no date
    undated: bool = False
    #: retired ones too
    retired: bool = False
    #: by when they were last said: the oldest first, or the newest
    oldest_first: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Browsed:
    """One page of what was found."""

    memories: tuple[Memory, ...]
    #: how many match in all
    found: int
    #: how many of those come before this page
    passed: int

    @property
    def more(self) -> bool:
        """Whether there is a page after this one."""
        return self.passed + len(self.memories) < self.found


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """How a memory came into the store, and who took it out of use."""

    stored_at: datetime
    on_behalf_of: str = ""
    retired_by: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoreState:
    """Figures of which at least one changes whenever the organisation's memories do."""

    memories: int
    retired: int
    #: last stored, confirmed and retired; None when none was
    times: tuple[datetime | None, ...] = field(default=())
