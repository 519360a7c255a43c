"""What is said of a brief afterwards: why a memory is in it or not, and what its reads missed."""

from dataclasses import dataclass
from typing import Literal

from secondlayer.records.briefs import Brief
from secondlayer.records.memories import Memory
from secondlayer.records.names import Figures, TermName, VerdictName
from secondlayer.records.reads import Candidate


@dataclass(frozen=True, slots=True, kw_only=True)
class Gate:
    """One gate a memory meets on its way, in order. passed is None when it was not reached."""

    gate: str
    passed: bool | None
    figures: Figures


@dataclass(frozen=True, slots=True, kw_only=True)
class Counterfactual:
    """A single change, and whether a second run of the engine with it alone carried the memory."""

    #: what is changed, and its value before and after: {"change": "bar_ratio", "from": 0.85, "to": 0.82}
    change: Figures
    sentence: str
    carried: bool
    #: what else the change moves: ids of other memories it brings into the brief, in printed order
    gained: tuple[str, ...] = ()
    #: and ids of those that lose their line to it
    lost: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Verdict:
    """Why a memory is, or is not, in a brief."""

    memory: Memory | None
    verdict: VerdictName
    sentence: str
    gates: tuple[Gate, ...]
    #: single changes that would have carried it, each proved, those nearest to what was asked first
    counterfactuals: tuple[Counterfactual, ...]
    brief_id: str
    #: single changes that were tried and cannot carry it, each saying why
    impossible: tuple[Counterfactual, ...] = ()
    #: for a memory that is in the brief: single changes that would have left it out, each proved, nearest first
    undoing: tuple[Counterfactual, ...] = ()


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


@dataclass(frozen=True, slots=True, kw_only=True)
class Rise:
    """One step of a waterfall: a term's points laid end to end on those before it."""

    term: TermName
    start: float
    end: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Pair:
    """Which of two memories stands above the other in one run, and what decided it."""

    above: str
    below: str
    #: the two as they were compared; None for one that the run did not score
    higher: Candidate | None
    lower: Candidate | None
    #: term: their points; id: a tie, by memory id; seat: a place kept for the organisation; considered: only one of them
    #: was considered for the brief; scored: only one of them was scored; same: one memory; nothing: neither was scored
    decided_by: Literal["term", "id", "seat", "considered", "scored", "same", "nothing"]
    #: the term with the most points in favour of the one above; None when no term decided
    term: TermName | None
    #: points of the one above minus those of the one below, in the order of TERMS; empty unless both are scored
    differences: tuple[float, ...]
    #: score of the one above minus that of the one below; None unless both are scored
    margin: float | None
    #: whether both scores were made on one footing: the scope term of the organisation's own read is another
    same_footing: bool
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Near:
    """A memory that came close and was not carried."""

    #: as it was scored where it stopped
    candidate: Candidate
    #: the gate it stopped at, by its name in a verdict
    gate: str
    #: what it was short by, or over by, in `unit`; never negative
    margin: float
    unit: Literal["score", "characters", "ratio", "blocks"]
    #: margin ÷ the larger of the two figures the gate compared, in [0, 1]: comparable across gates
    share: float
    sentence: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Passing:
    """How many memories of the whole run passed one gate. None where it cannot be told."""

    #: the gate's name in a verdict
    gate: str
    count: int | None
    #: of how many that met the gate
    of: int | None
