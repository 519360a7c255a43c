"""The best memories by score: what the statement that adds up scores is given, and how it is put together (DESIGN §4)."""

import functools
import math
from collections.abc import Mapping, Sequence
from typing import Any

from secondlayer.records import Worth
from secondlayer.store.statements import statement

#: columns of the statement before those of the memory: cosine, looked_at, points, matches
COLUMNS = 4
_POINTS, _MATCHES = 2, 3


@functools.cache
def best_of_all() -> bytes:
    """The statement for the best of all in scope."""
    return statement("read_best").replace(b"{looked_at}", statement("read_all"))


@functools.cache
def best_of_walk() -> bytes:
    """The statement for the best of what a walk of the index comes to."""
    return statement("read_best").replace(b"{looked_at}", statement("read_walk"))


def worth_given(worth: Worth, scopes: Mapping[str, int]) -> dict[str, Any]:
    """The parameters of those statements beside those of what is looked at; `scopes` are names with their ids."""
    points = dict(worth.scopes)
    layers = [f"layer:{layer}" for layer, _ in worth.layers]
    standings = [standing for _, standing in worth.layers]
    return {
        "words": list(worth.words),
        "word": worth.word,
        "names": list(scopes),
        "rungs": [points.get(name, 0.0) for name in scopes],
        "marks": [*layers, *worth.folders],
        "here": [*standings, *[worth.folder] * len(worth.folders)],
        "elsewhere": [*standings, *[0.0] * len(worth.folders)],
        "own": [id for name, id in scopes.items() if name in worth.own],
        "meaning": worth.meaning,
        "recency": worth.recency,
        "decay": math.log(2) / worth.half_life_seconds,
        "moment": worth.as_of.timestamp(),
        "floor": worth.floor,
    }


def most_outside(rows: Sequence[Sequence[Any]], compared: int) -> float:
    """The most that one of those compared and not brought back can score: 0 when none of them matches."""
    if len(rows) >= compared or not rows or not rows[-1][_MATCHES]:
        return 0.0
    return float(rows[-1][_POINTS])
