"""The closed lists of words that records are written in: terms, layers, origins, outcomes, verdicts."""

from collections.abc import Mapping
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
