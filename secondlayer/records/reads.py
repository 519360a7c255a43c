"""What a read looked at and brought back, as candidates with their six terms."""

from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

from secondlayer.records.memories import Memory
from secondlayer.records.names import TERMS, Layer, Plan, ReadName, Stop, TermName
from secondlayer.records.requests import ScopePlan


@dataclass(frozen=True, slots=True, kw_only=True)
class Ceilings:
    """The limits a scan ran under, read back from the server inside its own transaction."""

    #: hnsw.ef_search; None when the plan was exact
    ef_search: int | None = None
    #: hnsw.max_scan_tuples; None when the plan was exact
    max_scan_tuples: int | None = None
    #: work_mem × hnsw.scan_mem_multiplier in bytes; None when the plan was exact
    scan_memory_bytes: int | None = None
    #: hnsw.iterative_scan; None when the plan was exact
    iterative_scan: str | None = None
    statement_timeout_ms: int | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word of the prompt, or several that must stand together, as a read looked it up."""

    #: tokens, separated by spaces
    word: str
    #: current memories in the read's scopes that hold it; None when more than were counted
    held: int | None
    #: whether every memory that holds it joined the pool
    taken: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Worth:
    """What everything a memory may have is worth to one request: all that is needed to add up a score (DESIGN §3)."""

    #: points at a cosine of 1
    meaning: float
    #: points of each word of the prompt that a memory shares
    word: float
    words: tuple[str, ...]
    #: points of a memory said at `as_of`; half of them after every half-life, none without a date
    recency: float
    half_life_seconds: float
    as_of: datetime
    #: (layer, points of its standing)
    layers: tuple[tuple[Layer, float], ...]
    #: (scope, points of its rung)
    scopes: tuple[tuple[str, float], ...]
    #: points of each folder of the request's path that the source of a memory of `own` scopes begins with
    folder: float
    #: the ways to those folders, outermost first: /app, /app/models
    folders: tuple[str, ...]
    own: tuple[str, ...]
    #: a memory matches above this cosine, or with a shared word
    floor: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Scan:
    """What one read looked at. None in a count means: this server cannot tell."""

    #: the arm asked for: auto, exact, default or paper
    arm: str
    plan: Plan
    #: current memories in the read's scopes
    in_scope: int | None
    #: visible rows the scan looked at, in scope or not
    examined: int | None
    #: index entries walked whose row is gone
    dead: int | None
    #: of the examined, in scope
    matched: int | None
    #: kept for the read's list, k at most
    kept: int
    stop: Stop
    ceilings: Ceilings = field(default_factory=Ceilings)
    ms: float
    #: the statement as sent
    statement: str = ""
    #: why this plan was taken, in one sentence
    because: str = ""
    #: memories the prompt's rarest words brought in beside those nearest by meaning
    joined: int = 0
    #: the words that were looked up, rarest first; empty when none had to be
    words: tuple[Word, ...] = ()
    #: the most that a memory in scope which was not brought back can score, by the store's own sums: 0 when all that match were
    #: brought back; None when the store added up none, or not all
    outside: float | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A memory a read brought back, with its cosine similarity to the prompt in [-1, 1]."""

    memory: Memory
    cosine: float
    #: what brought it into the pool: its score, or being among the nearest, or else a rare word it shares
    by: Literal["score", "meaning", "words"] = "meaning"


@dataclass(frozen=True, slots=True, kw_only=True)
class Term:
    """One of the six: value in [0, 1], its weight, and points = weight × value."""

    name: TermName
    value: float
    weight: float
    points: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Candidate:
    """A memory with its six terms in one read. The score is the sum of the points, in the order of TERMS."""

    memory: Memory
    terms: tuple[Term, ...]
    score: float
    #: 1 is first in its read
    rank: int
    #: repositories that may have written it under a shared bare name; empty when there is no doubt
    over_reach: tuple[str, ...] = ()

    def term(self, name: TermName) -> Term:
        """The term of that name."""
        return self.terms[TERMS.index(name)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Read:
    """One read: its scopes, its scan, and its candidates in rank order."""

    name: ReadName
    plan: ScopePlan
    #: how many it keeps
    k: int
    scan: Scan
    #: the k best, best first
    candidates: tuple[Candidate, ...]
    #: the rest of the pool that was scored, in rank order
    rest: tuple[Candidate, ...] = ()
    #: of the pool, how many did not match the prompt at all (below the floor on meaning and no shared word)
    unmatched: int = 0
    #: cosine of the farthest memory that came by meaning; None when none did
    farthest: float | None = None
    #: score of the last one kept; None when none is
    last_kept: float | None = None
    #: the most that a readable memory outside the pool could score; 0 when there is none, None when it cannot be proved
    bound: float | None = None
    #: one sentence on that
    bound_says: str = ""
