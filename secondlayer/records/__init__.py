"""The frozen values that cross rooms. Nothing here computes; each field says its unit and what None means.

Order of flow: Request -> ScopePlan -> Found -> Candidate -> Seat -> Block -> Brief -> Trace -> Verdict.
"""

from secondlayer.records.briefs import Bar, Block, Brief, Overlap, Seat, Standing, Trace
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
    "Audit",
    "Bar",
    "Block",
    "Brief",
    "Candidate",
    "Ceilings",
    "Counterfactual",
    "Figures",
    "Found",
    "Gate",
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
    "Term",
    "TermName",
    "Trace",
    "Verdict",
    "VerdictName",
    "Word",
    "Worth",
]
