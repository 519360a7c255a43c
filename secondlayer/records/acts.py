"""What was done to the record, by whom, and what an act came to."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from secondlayer.records.memories import Memory
from secondlayer.records.names import Figures

Act = Literal[
    "remember",
    "confirm",
    "retire",
    "restore",
    "supersede",
    "rename",
    "undo_rename",
    "propose",
    "accept",
    "refuse",
    "mark",
    "make_key",
    "rotate_key",
    "revoke_key",
]
ActorKind = Literal["person", "agent", "system"]
#: of an agent, lowest first; a person has none
Seniority = Literal["", "junior", "mid", "senior", "lead", "principal"]
SENIORITIES: tuple[Seniority, ...] = ("junior", "mid", "senior", "lead", "principal")


@dataclass(frozen=True, slots=True, kw_only=True)
class Actor:
    """Who acts: a person, an agent, or the product itself."""

    name: str
    kind: ActorKind = "person"
    seniority: Seniority = ""
    #: the person an agent acts for; empty when for none that is known
    on_behalf_of: str = ""
    #: of the key the act came with; empty without one
    fingerprint: str = ""
    #: the model an agent says it is: a claim, never checked
    claimed_model: str = ""


#: whoever runs a command or a test without being named
UNNAMED = Actor(name="unnamed", kind="system")


@dataclass(frozen=True, slots=True, kw_only=True)
class Event:
    """One act, as it was recorded in the transaction of its effect."""

    key: int
    at: datetime
    act: Act
    actor: Actor
    reason: str
    #: ids it is about; empty for a remember of many, whose memories name their event themselves
    memories: tuple[str, ...]
    #: how many memories it is about
    count: int
    details: Figures = field(default_factory=dict)


@dataclass(frozen=True, slots=True, kw_only=True)
class History:
    """One memory's whole life."""

    memory: Memory
    #: oldest first
    events: tuple[Event, ...]
    #: spans in which it was current, oldest first; None as an end means still
    current: tuple[tuple[datetime, datetime | None], ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Proposal:
    """A memory that waits, or waited, for a person."""

    #: as it would be stored
    memory: Memory
    state: Literal["open", "accepted", "refused"]
    #: who proposed it, when and why
    proposed: Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Neighbour:
    """A stored memory near a sentence that is to be filed, and what that may mean."""

    memory: Memory
    #: in [-1, 1]
    cosine: float
    #: shared tokens ÷ the larger set
    overlap: float
    #: it says the same, or it may say the opposite; empty when neither shows
    doubt: Literal["", "repeat", "contradiction"]
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Remembered:
    """What became of a sentence that was to be filed."""

    result: Literal["stored", "already", "proposed", "waits", "refused"]
    memory: Memory
    sentence: str
    #: stored memories near it, nearest first
    near: tuple[Neighbour, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Renamed:
    """What renaming a repository did, or would do."""

    event: int | None
    before: str
    after: str
    #: ids whose scope was rewritten
    memories: tuple[str, ...]
    #: ids left under the old name, and why
    left: tuple[tuple[str, str], ...]
