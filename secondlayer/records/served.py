"""What was served: a brief as it left by a door, without its trace."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Served:
    """One brief as it was served."""

    brief_id: str
    served_at: datetime
    #: the door it left by: `cli`, `mcp`, `hook`
    door: str
    #: of the key it was asked with; empty without one
    fingerprint: str
    #: empty at the organisation's level
    repo: str
    team: str
    #: empty when text was left out
    prompt: str
    chars: int
    #: ids in printed order
    carried: tuple[str, ...]
    #: of those, the ids that took a seat of the organisation
    seated: tuple[str, ...]
    with_text: bool
    #: False when the trace was too large and is kept without the candidates that were never considered
    whole: bool
