"""What a read is asked for."""

import dataclasses
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secondlayer.records import Worth
from secondlayer.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """One read as the caller wants it."""

    scopes: tuple[str, ...]
    settings: Settings
    #: how many to bring back at most, rare words apart
    limit: int
    #: words of the prompt, to join the memories that hold the rarest; looked up under `auto`, where not all scores are added up
    tokens: tuple[str, ...] = ()
    #: what scores are added up from; None when what comes back is to be the nearest
    worth: Worth | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask(Wanted):
    """One read as the store does it."""

    org_id: int
    #: of the sixteen that hold vectors, the one of this organisation
    part: int
    #: float32 [width]
    vector: NDArray[np.float32]

    @classmethod
    def of(cls, wanted: Wanted, org_id: int, part: int, vector: NDArray[np.float32]) -> "Ask":
        """The read wanted, of that organisation's vectors."""
        given = {field.name: getattr(wanted, field.name) for field in dataclasses.fields(wanted)}
        return cls(org_id=org_id, part=part, vector=vector, **given)

    @property
    def by_score(self) -> bool:
        """Whether the store adds up scores and brings back the best, and not only the nearest."""
        return self.worth is not None and self.settings.pool_by == "score" and self.settings.arm in ("auto", "exact")
