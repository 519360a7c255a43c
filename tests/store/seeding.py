"""Vectors and memories from a seed, and a way to fill a store with them."""

import contextlib
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secondlayer.records import Memory
from secondlayer.store import Added, Store

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
DAY = timedelta(days=1)


def unit(rows: int, width: int, seed: int, *, towards: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
    """float32 [rows, width] of length 1, drawn from the seed, leaning towards a direction when one is given."""
    drawn = np.random.default_rng(seed).normal(size=(rows, width))
    if towards is not None:
        drawn = 0.2 * drawn + np.sqrt(width) * towards
    return (drawn / np.linalg.norm(drawn, axis=1, keepdims=True)).astype(np.float32)


def said(id: str, text: str, scope: str = "org", *, days: float = 0.0, **more: Any) -> Memory:
    """A memory written that many days before NOW."""
    return Memory(id=id, text=text, scope=scope, written_at=NOW - days * DAY, **more)


def fill(store: Store, memories: Sequence[Memory], vectors: NDArray[np.float32] | None = None, seed: int = 1) -> Added:
    """Adds them with the vectors, or with some drawn from the seed, and the words of each as its tokens."""
    encoder = store.encoder()
    assert encoder is not None
    drawn = unit(len(memories), encoder[1], seed) if vectors is None else vectors
    return store.add(memories, drawn, [memory.text.split() for memory in memories])


def numbered(count: int, scope: str, prefix: str = "m") -> list[Memory]:
    return [said(f"{prefix}{number:05}", f"{prefix} sentence {number}", scope) for number in range(count)]


def on_connection(store: Store, work: Callable[[Any], Any]) -> Any:
    """What the work returns, on one of the store's own pooled connections."""
    return store._connections.run(work, again=False)


@contextlib.contextmanager
def both_connections(store: Store) -> Iterator[list[Any]]:
    """Both connections of the store's pool at once."""
    taken = [store._connections._checkout() for _ in range(2)]
    try:
        yield [connection for _, connection in taken]
    finally:
        for pool, connection in taken:
            pool.putconn(connection)
