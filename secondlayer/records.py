"""The frozen values that cross rooms. Nothing here computes; each field says its unit and what None means.

Order of flow: Request -> Scopes -> Found -> Candidate -> Seat -> Block -> Brief -> Trace -> Verdict.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from typing import Literal

ORG_SCOPE = "org"
TEAM_PREFIX = "team:"

TermName = Literal["meaning", "words", "recency", "layer", "scope", "path"]
TERMS: tuple[TermName, ...] = ("meaning", "words", "recency", "layer", "scope", "path")

Layer = Literal["policy", "decision", "convention", "procedure", "lesson", "fact", "note", "reference"]
LAYERS: tuple[Layer, ...] = ("policy", "decision", "convention", "procedure", "lesson", "fact", "note", "reference")

Origin = Literal["stated", "distilled", "imported"]
ORIGINS: tuple[Origin, ...] = ("stated", "distilled", "imported")

ReadName = Literal["combined", "organisation"]
Plan = Literal["exact", "hnsw", "none"]
Stop = Literal["complete", "limit", "exhausted", "ceiling", "memory", "unknown"]
Outcome = Literal["carried", "repeat", "capped", "no_room"]
OUTCOMES: tuple[Outcome, ...] = ("carried", "repeat", "capped", "no_room")

VerdictName = Literal[
    "unknown_memory",
    "retired",
    "superseded",
    "not_embedded",
    "out_of_scope",
    "excluded",
    "not_reached",
    "below_list",
    "below_bar",
    "lost_seat",
    "repeat",
    "capped",
    "no_room",
    "carried",
    "seated",
]

Figures = Mapping[str, object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One durable sentence and where it comes from."""

    #: stable, unique in its organisation; derived from scope and text when the writer gives none
    id: str
    #: `org`, `team:<name>`, `owner/name`, or a bare `name` from before the renaming
    scope: str
    #: the sentence, exactly as stored
    text: str
    #: the document's title and nearest heading, "Logging › Retention"; empty when there is none
    subject: str = ""
    layer: Layer = "note"
    origin: Origin = "stated"
    #: repository of the source document; empty when there is no document
    source_repo: str = ""
    #: path of the source inside its repository, without its #heading; empty when there is no document
    source_path: str = ""
    #: slug of the nearest heading, without #; empty at the top of a document
    source_heading: str = ""
    #: first and last line in the source, from 1; None when not known
    lines: tuple[int, int] | None = None
    #: commit the source was read at; empty outside a git checkout
    commit: str = ""
    author: str = ""
    #: when the sentence was written, by its source's account; always timezone-aware
    written_at: datetime
    #: False when its source has no date and `written_at` is only when its file was laid down: it then earns no recency
    dated: bool = True
    #: when it was last found or said again; None when never since
    confirmed_at: datetime | None = None
    retired_at: datetime | None = None
    retired_reason: str = ""
    superseded_by: str | None = None
    #: word pieces the encoder read of subject and text, and how many they hold; None when not known
    read_pieces: int | None = None
    all_pieces: int | None = None

    @property
    def source(self) -> str:
        """`path#heading` as the exchange format writes it; empty without a document."""
        return self.source_path + (f"#{self.source_heading}" if self.source_heading else "")

    @property
    def passage(self) -> str:
        """What meaning and words read: the subject and the sentence (DESIGN §3: a sentence needs its subject)."""
        return f"{self.subject}: {self.text}" if self.subject else self.text

    @property
    def last_said_at(self) -> datetime | None:
        """The later of written and confirmed: recency counts from here; None when neither is known."""
        known = [at for at in (self.written_at if self.dated else None, self.confirmed_at) if at is not None]
        return max(known, default=None)


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What an agent asks: its task, from where, within how many characters, and as of when."""

    org: str
    prompt: str
    #: `owner/name` or a bare name; None at the organisation's level
    repo: str | None = None
    #: the team's bare name, without `team:`
    team: str | None = None
    #: path of the file being worked on, inside the repository
    path: str | None = None
    #: characters (Unicode code points) the whole brief may take, its first line included
    budget_chars: int
    #: timezone-aware; recency and ages are counted to here
    as_of: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One step of the scope ladder: the scopes on it and how near they are, 1.0 nearest to 0.0."""

    scopes: tuple[str, ...]
    proximity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopePlan:
    """Which scopes a read lists, nearest first, and what was kept out with the reason."""

    rungs: tuple[Rung, ...]
    #: (scope, reason) kept out on purpose: a sensitive repository's bare name, an alias that is removed
    excluded: tuple[tuple[str, str], ...] = ()
    #: bare scopes in the plan that more than one repository may have written under, with those repositories
    over_reach: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def scopes(self) -> tuple[str, ...]:
        """All scopes of the plan, nearest first."""
        return tuple(scope for rung in self.rungs for scope in rung.scopes)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """A repository the store has heard of."""

    name: str
    sensitive: bool = False
    #: False once its history was rewritten to the new name: the bare name is then no longer read for it
    alias: bool = True


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
    #: the words that were looked up, rarest first; empty when the pool is by meaning alone
    words: tuple[Word, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """A memory a read brought back, with its cosine similarity to the prompt in [-1, 1]."""

    memory: Memory
    cosine: float
    #: what brought it into the pool: being among the nearest, or else a rare word it shares
    by: Literal["meaning", "words"] = "meaning"


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One gate a memory meets on its way, in order. passed is None when it was not reached."""

    gate: str
    passed: bool | None
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterfactual:
    """A single change, and whether a second run of the engine with it alone carried the memory."""

    change: Figures
    sentence: str
    carried: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Why a memory is, or is not, in a brief."""

    memory: Memory | None
    verdict: VerdictName
    sentence: str
    gates: tuple[Gate, ...]
    counterfactuals: tuple[Counterfactual, ...]
    brief_id: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Missed:
    """A memory that the reads of a brief did not put where comparing everything would have."""

    memory: Memory
    #: its rank in the list when every readable memory is scored; None when it only takes a seat
    rank: int | None
    #: the place of the seat it would take; None when it would take none
    place: int | None
    #: on the footing of the list, or else of the seats
    score: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Audit:
    """A brief beside the one that scoring every readable memory gives."""

    brief_id: str
    #: readable memories that were scored
    scored: int
    #: best first: those that would be in the list or in a seat and are not
    missed: tuple[Missed, ...]
    #: share of the exact list that the brief's own list holds; 1.0 when the exact list is empty
    recall: float
    #: the brief as it would be
    would_be: Brief
    #: whether list, seats and carried memories are the same, in the same order
    agrees: bool
    sentence: str
