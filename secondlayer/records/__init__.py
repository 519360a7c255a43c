"""The frozen values that cross rooms. Nothing here computes; each field says its unit and what None means.

Order of flow: Request -> ScopePlan -> Found -> Candidate -> Seat -> Block -> Brief -> Trace -> Verdict.
"""

from secondlayer.records.arms import ArmReading
from secondlayer.records.briefs import Bar, Block, Brief, Overlap, Seat, Standing, Trace
from secondlayer.records.browsing import Browse, Browsed, Filing, StoreState
from secondlayer.records.heard import Heard, HeardMemory, HeardPrompt, HeardSeat
from secondlayer.records.memories import Memory, Repository
from secondlayer.records.names import (
    LAYERS,
    ORG_SCOPE,
    ORIGINS,
    OUTCOMES,
    TEAM_PREFIX,
    TERMS,
    Figures,
    Layer,
    Origin,
    Outcome,
    Plan,
    ReadName,
    Stop,
    TermName,
    VerdictName,
)
from secondlayer.records.reads import Candidate, Ceilings, Found, Read, Scan, Term, Word, Worth
from secondlayer.records.requests import Request, Rung, ScopePlan
from secondlayer.records.served import Served
from secondlayer.records.verdicts import Audit, Counterfactual, Gate, Missed, Near, Pair, Passing, Rise, Verdict

__all__ = [
    "LAYERS",
    "ORG_SCOPE",
    "ORIGINS",
    "OUTCOMES",
    "TEAM_PREFIX",
    "TERMS",
    "ArmReading",
    "Audit",
    "Bar",
    "Block",
    "Brief",
    "Browse",
    "Browsed",
    "Candidate",
    "Ceilings",
    "Counterfactual",
    "Figures",
    "Filing",
    "Found",
    "Gate",
    "Heard",
    "HeardMemory",
    "HeardPrompt",
    "HeardSeat",
    "Layer",
    "Memory",
    "Missed",
    "Near",
    "Origin",
    "Outcome",
    "Overlap",
    "Pair",
    "Passing",
    "Plan",
    "Read",
    "ReadName",
    "Repository",
    "Request",
    "Rise",
    "Rung",
    "Scan",
    "ScopePlan",
    "Seat",
    "Served",
    "Standing",
    "Stop",
    "StoreState",
    "Term",
    "TermName",
    "Trace",
    "Verdict",
    "VerdictName",
    "Word",
    "Worth",
]
