"""Memories go into the store: encoded with their subject, their tokens beside them, in batches."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from pathlib import Path

import numpy as np

from secondlayer.embedding import Encoder, encode_memories
from secondlayer.engine.tokens import tokens
from secondlayer.exchange import BadLine, Entry, read_lines
from secondlayer.records import UNNAMED, Actor, Memory
from secondlayer.store import Store
from secondlayer.store.progress import Told, silent

#: memories encoded and written in one transaction: a stop in the middle keeps the batches before it
BATCH = 512


@dataclass(frozen=True, slots=True, kw_only=True)
class Filed:
    """What filing came to."""

    #: new memories
    stored: int = 0
    #: sentences their scope already held
    already: int = 0
    #: of those, how many were said again later and are confirmed at that date
    confirmed: int = 0
    #: of the new ones, how many the encoder could not read to their end
    cut: int = 0

    def __add__(self, other: "Filed") -> "Filed":
        return Filed(
            stored=self.stored + other.stored,
            already=self.already + other.already,
            confirmed=self.confirmed + other.confirmed,
            cut=self.cut + other.cut,
        )


def file_memories(
    store: Store,
    encoder: Encoder,
    memories: Sequence[Memory],
    *,
    by: Actor = UNNAMED,
    reason: str = "",
    told: Told = silent,
) -> Filed:
    """Counts of what was stored, was there already, and was confirmed. Only new sentences are encoded.

    Raises EncoderMismatch when the store's vectors come from another encoder, StoreFull, StoreUnreachable.
    """
    store.use_encoder(encoder.name, encoder.width)
    fresh = store.unstored(memories)
    known_ids = {id(memory) for memory in fresh}
    again = [memory for memory in memories if id(memory) not in known_ids]
    total = Filed(already=len(again), confirmed=store.confirm_again(again, by=by, reason=reason) if again else 0)
    with store.loading(len(fresh), told):
        for start in range(0, len(fresh), BATCH):
            batch = [_measured(memory, encoder) for memory in fresh[start : start + BATCH]]
            vectors = encode_memories(encoder, batch)
            added = store.add(batch, vectors, [sorted(tokens(memory.passage)) for memory in batch], by=by, reason=reason)
            cut = sum((memory.all_pieces or 0) > (memory.read_pieces or 0) for memory in batch)
            total += Filed(stored=added.stored, already=added.already, confirmed=added.confirmed, cut=cut)
            told("filing", start + len(batch), len(fresh))
    return total


def load_file(
    store: Store,
    encoder: Encoder,
    path: Path,
    *,
    now: datetime,
    by: Actor = UNNAMED,
    reason: str = "",
    told: Told = silent,
) -> tuple[Filed, tuple[BadLine, ...]]:
    """What one file in the exchange format came to, and the lines that could not be taken.

    Vectors given in the file are stored as they are when they come from this encoder. Raises BadFile, and as
    `file_memories` does.
    """
    bad: list[BadLine] = []
    plain: list[Memory] = []
    given: list[tuple[Memory, tuple[float, ...]]] = []
    store.use_encoder(encoder.name, encoder.width)
    for entry in read_lines(path, now=now):
        if isinstance(entry, BadLine):
            bad.append(entry)
        elif entry.mark:
            store.mark_sensitive(*entry.mark)
        elif entry.memory and entry.embedding is None:
            plain.append(entry.memory)
        elif entry.memory and entry.embedding:
            problem = _vector_problem(entry, encoder)
            if problem:
                bad.append(BadLine(line=entry.line, because=problem))
            else:
                given.append((entry.memory, entry.embedding))
    total = file_memories(store, encoder, plain, by=by, reason=reason, told=told)
    with store.loading(len(given), told):
        for start in range(0, len(given), BATCH):
            batch = given[start : start + BATCH]
            vectors = np.array([vector for _, vector in batch], dtype=np.float32)
            vectors /= np.linalg.norm(vectors, axis=1, keepdims=True)
            added = store.add(
                [m for m, _ in batch], vectors, [sorted(tokens(m.passage)) for m, _ in batch], by=by, reason=reason
            )
            total += Filed(stored=added.stored, already=added.already, confirmed=added.confirmed)
    return total, tuple(bad)


def _measured(memory: Memory, encoder: Encoder) -> Memory:
    pieces = encoder.pieces(memory.passage)
    return replace(memory, read_pieces=pieces.read, all_pieces=pieces.held)


def _vector_problem(entry: Entry, encoder: Encoder) -> str:
    if entry.encoder != encoder.name:
        return f"its vector comes from the encoder {entry.encoder!r} and this store's come from {encoder.name!r}"
    if entry.embedding and len(entry.embedding) != encoder.width:
        return f"its vector has {len(entry.embedding)} numbers and the encoder's have {encoder.width}"
    return ""
