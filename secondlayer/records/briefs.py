"""What was made of the reads: bar, seats, blocks, the brief, and the trace that keeps all of it."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Literal

from secondlayer.records.names import Figures, Outcome
from secondlayer.records.reads import Candidate, Read
from secondlayer.records.requests import Request


@dataclass(frozen=True, slots=True, kw_only=True)
class Bar:
    """What an organisation's memory must reach for a seat: value = ratio × top."""

    top: float
    ratio: float
    value: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Seat:
    """A place taken by one of the organisation's memories."""

    #: 1 is first in the list
    place: int
    candidate: Candidate
    #: score on the organisation's footing minus the bar
    margin: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """How one of the organisation's memories stood at the bar, on the organisation's footing."""

    candidate: Candidate
    margin: float
    #: seated, below_bar, or lost_seat (cleared the bar, but the seats went to better ones)
    result: Literal["seated", "below_bar", "lost_seat"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Overlap:
    """The repeat test between two sentences, with all its figures."""

    #: id of the carried block it was compared with
    against: str
    shared: int
    larger: int
    smaller: int
    #: shared ÷ the set the rule divides by; 0 when that is empty
    ratio: float
    #: shared ÷ the smaller set, for comparison
    one_sided_ratio: float
    negated: bool
    against_negated: bool
    repeat: bool
    #: why it is or is not a repeat
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Block:
    """A line considered for the brief, with exactly one outcome and the figures of every test it met."""

    #: 1 is considered first
    order: int
    candidate: Candidate
    #: list, seat or fill: how it came to be considered
    by: Literal["list", "seat", "fill"]
    outcome: Outcome
    #: characters of the line as printed, its line break included
    chars: int
    #: the line as it would be printed
    line: str
    #: characters left in the budget before this block
    room_before: int
    #: the closest carried block, or the one it repeats; None when nothing was carried yet
    overlap: Overlap | None
    #: carried blocks that cite the same file, in printed order
    same_source: tuple[str, ...]
    #: one sentence: why this outcome
    because: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Brief:
    """The text an agent gets."""

    text: str
    #: len(text), in Unicode code points
    chars: int
    budget_chars: int
    #: ids in printed order
    carried: tuple[str, ...]
    #: the sentence on what was searched, or the honest sentence for nothing
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Trace:
    """The record of one run, and the only thing pages, command line, notebooks and doors render."""

    brief_id: str
    request: Request
    scopes: tuple[str, ...]
    settings: Figures
    preset: str
    encoder: str
    #: combined first; one read at the organisation's level
    reads: tuple[Read, ...]
    bar: Bar | None
    seats: tuple[Seat, ...]
    #: every organisation memory that was judged at the bar, best first
    standings: tuple[Standing, ...]
    blocks: tuple[Block, ...]
    brief: Brief
    #: word pieces of the prompt the encoder read, and how many it holds
    prompt_pieces: tuple[int, int]
    #: stage -> milliseconds; not part of what must be equal between runs
    timings: Mapping[str, float] = field(default_factory=dict)
