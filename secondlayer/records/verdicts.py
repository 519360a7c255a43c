"""What is said of a brief afterwards: why a memory is in it or not, and what its reads missed."""

from dataclasses import dataclass

from secondlayer.records.briefs import Brief
from secondlayer.records.memories import Memory
from secondlayer.records.names import Figures, VerdictName


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
