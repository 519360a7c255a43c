"""What a read is asked for."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from secondlayer.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Ask:
    """One read as it is asked of the store."""

    org_id: int
    #: of the sixteen that hold vectors, the one of this organisation
    part: int
    scopes: tuple[str, ...]
    #: float32 [width]
    vector: NDArray[np.float32]
    settings: Settings
    #: how many to bring back at most by meaning
    limit: int
    #: words of the prompt, to join the memories that hold the rarest; looked at under `auto` alone
    words: tuple[str, ...] = ()
