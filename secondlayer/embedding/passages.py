"""The vector of a memory: its passage, and its subject once more."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from secondlayer.embedding.encoder import Encoder
from secondlayer.records import Memory

#: weight of the subject's own vector beside the passage's. Measured on 25 judged prompts over real documents: sentences
#: carried in 4,000 characters 12 of 44 at 0, 13 at 0.25, 15 at 0.5 and at 1.0 (DESIGN §3: a sentence needs its subject).
SUBJECT_SHARE = 0.5


def encode_memories(encoder: Encoder, memories: Sequence[Memory]) -> NDArray[np.float32]:
    """float32 [n, width], each row of length 1, in the order of the memories.

    A memory without a subject has the vector of its text; one with a subject has the unit sum of the vector of "subject:
    text" and SUBJECT_SHARE times the vector of the subject. Each different subject is encoded once.
    """
    subjects = sorted({memory.subject for memory in memories if memory.subject})
    encoded = encoder.encode([*(memory.passage for memory in memories), *subjects])
    vectors = encoded[: len(memories)]
    own = {subject: encoded[len(memories) + position] for position, subject in enumerate(subjects)}
    for position, memory in enumerate(memories):
        if memory.subject:
            summed = vectors[position] + SUBJECT_SHARE * own[memory.subject]
            vectors[position] = summed / np.linalg.norm(summed)
    return vectors
