"""What any encoder must do."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray


@dataclass(frozen=True, slots=True, kw_only=True)
class Pieces:
    """How much of a text an encoder reads."""

    #: word pieces it reads of the text, at most its window
    read: int
    #: word pieces the text holds
    held: int


class Encoder(Protocol):
    """Texts to unit vectors. Its name and width are stored with the memories it encoded."""

    @property
    def name(self) -> str:
        """Name and revision of the weights, as stored."""

    @property
    def width(self) -> int:
        """Numbers in a vector."""

    def encode(self, texts: Sequence[str], *, progress: Callable[[int], None] | None = None) -> NDArray[np.float32]:
        """float32 [n, width], each row of length 1, in the order of the texts; `progress` is told how many are done."""

    def pieces(self, text: str) -> Pieces:
        """How many word pieces of the text are read, and how many it holds."""
