"""What agents hear from the organisation: its memories over a number of prompts."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime

from secondlayer.records.briefs import Bar
from secondlayer.records.memories import Memory
from secondlayer.records.names import Outcome
from secondlayer.records.requests import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardSeat:
    """A seat one of the organisation's memories took on one prompt."""

    memory: Memory
    #: number of the prompt, from 1
    prompt: int
    place: int
    #: on the organisation's footing
    score: float
    #: that minus the bar
    margin: float
    #: what the budget then made of it
    outcome: Outcome


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardPrompt:
    """One prompt and what its brief had of the organisation."""

    #: from 1, in the order they were asked
    number: int
    #: the example's title, or the served brief's id; empty for a prompt of one's own
    name: str
    request: Request
    #: when it was served; None for a prompt that was run now
    served_at: datetime | None
    brief_id: str
    #: None at the organisation's level, and when nothing scored above 0
    bar: Bar | None
    seats: tuple[HeardSeat, ...]
    #: whether a seat could be won: the request comes from a repository or a team
    contested: bool
    #: the best of the organisation's memories that fell short of the bar, with its score and its margin below 0
    nearest: tuple[Memory, float, float] | None
    #: memory id -> what became of it, for every memory considered for the brief
    outcomes: Mapping[str, Outcome]
    #: memory id -> score minus the bar, for every memory of the organisation that was judged
    margins: Mapping[str, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class HeardMemory:
    """One of the organisation's memories over all prompts."""

    memory: Memory
    #: in the order of the prompts
    seats: tuple[HeardSeat, ...]
    #: numbers of the prompts whose brief carries it, with a seat or without
    carried: tuple[int, ...]
    #: (number of the prompt, margin) where it came nearest to a seat, or won it by most; None when it was never judged
    best: tuple[int, float] | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Heard:
    """The organisation's memories over the prompts."""

    org: str
    prompts: tuple[HeardPrompt, ...]
    #: current memories at the organisation's level
    total: int
    #: most seats first, then nearest to the bar; retired ones only where a served brief seated them
    memories: tuple[HeardMemory, ...]

    @property
    def seats(self) -> tuple[HeardSeat, ...]:
        """Every seat, in the order of the prompts."""
        return tuple(seat for prompt in self.prompts for seat in prompt.seats)
