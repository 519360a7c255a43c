"""A seeded organisation of any size: clustered vectors, repositories of uneven size, invented sentences."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import numpy as np
from numpy.typing import NDArray

from secondlayer.embedding import Pieces
from secondlayer.engine.tokens import tokens
from secondlayer.errors import WrongCall
from secondlayer.records import LAYERS, ORG_SCOPE, Memory

#: the moment the synthetic organisation stands at; ages are counted to here
NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)
ENCODER_NAME = "given-vectors"
_SYLLABLES = [a + b for a in "bdfgklmnprtvz" for b in ("a", "e", "i", "o", "u", "ar", "el", "in", "or")]
_TOPIC_WORDS = 14
_GENERAL_WORDS = 600
_DAYS = 720
#: length of the noise beside a unit centre: two memories of one topic have a cosine of about 0.5
_NOISE = 1.0
#: weight of one direction that all topics share: two memories of different topics have a cosine of about 0.2, as
#: sentences of one organisation do, so that a pool's far end still matches and is scored
_COMMON = 0.8


@dataclass(frozen=True, slots=True, kw_only=True)
class Shape:
    """What a synthetic organisation is like. The same shape is the same organisation."""

    #: current memories
    rows: int
    #: numbers in a vector
    width: int = 384
    #: topic clusters
    topics: int = 400
    #: repositories, the i-th largest 1/i of the largest
    repositories: int = 60
    #: share of the memories filed at the organisation's level
    organisation: float = 0.01
    seed: int = 1


@dataclass(frozen=True, slots=True, kw_only=True)
class Batch:
    """Memories ready to be stored."""

    memories: Sequence[Memory]
    #: float32 [n, width], unit length
    vectors: NDArray[np.float32]
    tokens: Sequence[Sequence[str]]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A task near one of the topics."""

    text: str
    #: float32 [width], unit length
    vector: NDArray[np.float32]
    repo: str


class Synthetic:
    """The organisation of a shape."""

    def __init__(self, shape: Shape) -> None:
        if shape.rows < 100 or shape.repositories < 3 or shape.topics < 2:
            raise WrongCall("A synthetic organisation has at least 100 memories, 3 repositories and 2 topics.")
        self.shape = shape
        draw = np.random.default_rng([shape.seed, 1])
        common = _unit(draw.normal(size=(1, shape.width)))
        own = _unit(draw.normal(size=(shape.topics, shape.width)))
        self._centres = _unit((own + _COMMON * common).astype(np.float64))
        self._general = _words(draw, _GENERAL_WORDS)
        self._topic_words = [_words(draw, _TOPIC_WORDS) for _ in range(shape.topics)]
        #: scope -> memories in it, the organisation first, then the largest repository
        self.sizes: Mapping[str, int] = _sizes(shape)
        names = list(self.sizes)
        filed = np.repeat(np.arange(len(names), dtype=np.int32), list(self.sizes.values()))
        # scope and topic are independent of each other, as in the measurements this is compared with
        self._filed = np.random.default_rng([shape.seed, 2]).permutation(filed)
        self._names = names

    @property
    def repositories(self) -> tuple[str, ...]:
        """Their names, the largest first."""
        return tuple(name for name in self.sizes if name != ORG_SCOPE)

    def batches(self, size: int = 10_000) -> Iterator[Batch]:
        """Every memory, in batches; each is drawn by itself, so that memory does not grow with the organisation."""
        for number, start in enumerate(range(0, self.shape.rows, size)):
            yield self._batch(number, start, min(self.shape.rows, start + size))

    def prompts(self, count: int, repos: Sequence[str] | None = None) -> tuple[Prompt, ...]:
        """Prompts near topics drawn from the seed, from the repositories given, else from every one, in turn."""
        draw = np.random.default_rng([self.shape.seed, 3])
        asked_from = repos or self.repositories
        prompts = []
        for number in range(count):
            topic = int(draw.integers(self.shape.topics))
            own = [str(word) for word in draw.choice(self._topic_words[topic], size=5, replace=False)]
            text = f"{' '.join(own)} {draw.choice(self._general)} task {number}"
            prompts.append(Prompt(text=text, vector=self._near(draw, [topic])[0], repo=asked_from[number % len(asked_from)]))
        return tuple(prompts)

    def _batch(self, number: int, start: int, end: int) -> Batch:
        draw = np.random.default_rng([self.shape.seed, 4, number])
        count = end - start
        topics = draw.integers(self.shape.topics, size=count)
        own = draw.integers(_TOPIC_WORDS, size=(count, 7))
        general = draw.integers(_GENERAL_WORDS, size=(count, 5))
        ages, layers = draw.integers(_DAYS, size=count), draw.integers(len(LAYERS), size=count)
        sections = draw.integers(6, size=count)
        memories = []
        for at in range(count):
            topic, row = int(topics[at]), start + at
            scope = self._names[self._filed[row]]
            words = [self._topic_words[topic][i] for i in own[at]] + [self._general[i] for i in general[at]]
            memories.append(
                Memory(
                    id=f"s{row:07}",
                    scope=scope,
                    text=f"{' '.join(words)} {row}.",
                    layer=LAYERS[layers[at]],
                    origin="imported",
                    source_repo="" if scope == ORG_SCOPE else scope,
                    source_path=f"docs/{self._topic_words[topic][0]}/{self._topic_words[topic][1]}-{row % 97}.md",
                    source_heading=self._general[int(sections[at])],
                    written_at=NOW - timedelta(days=int(ages[at])),
                )
            )
        return Batch(
            memories=memories,
            vectors=self._near(draw, topics),
            tokens=[sorted(tokens(memory.passage)) for memory in memories],
        )

    def _near(self, draw: np.random.Generator, topics: Sequence[int] | NDArray[np.int64]) -> NDArray[np.float32]:
        noise = draw.normal(size=(len(topics), self.shape.width)) * (_NOISE / np.sqrt(self.shape.width))
        return _unit(self._centres[np.asarray(topics)] + noise)


class GivenVectors:
    """An encoder that gives the vectors it was told, so that encoding takes no part in a measurement."""

    def __init__(self, prompts: Sequence[Prompt], width: int) -> None:
        self._vectors = {prompt.text: prompt.vector for prompt in prompts}
        self._width = width

    @property
    def name(self) -> str:
        """Its name, as stored."""
        return ENCODER_NAME

    @property
    def width(self) -> int:
        """Numbers in a vector."""
        return self._width

    def encode(self, texts: Sequence[str], *, progress: Callable[[int], None] | None = None) -> NDArray[np.float32]:
        """float32 [n, width] of the prompts it was made with. Raises WrongCall for another text."""
        try:
            return np.stack([self._vectors[text] for text in texts])
        except KeyError as error:
            raise WrongCall(f"No vector was given for the text {error}.") from None

    def pieces(self, text: str) -> Pieces:
        """Its words, all of them read."""
        count = len(text.split())
        return Pieces(read=count, held=count)


def _sizes(shape: Shape) -> dict[str, int]:
    organisation = max(1, round(shape.rows * shape.organisation))
    shares = 1.0 / np.arange(1, shape.repositories + 1)
    counts = np.maximum(1, np.floor((shape.rows - organisation) * shares / shares.sum()).astype(int))
    counts[0] += shape.rows - organisation - int(counts.sum())
    return {ORG_SCOPE: organisation} | {f"acme/repo-{i:02}": int(count) for i, count in enumerate(counts, start=1)}


def _words(draw: np.random.Generator, count: int) -> list[str]:
    found: dict[str, None] = {}
    while len(found) < count:
        found["".join(_SYLLABLES[i] for i in draw.integers(len(_SYLLABLES), size=int(draw.integers(2, 5))))] = None
    return list(found)


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float32]:
    unit: NDArray[np.float32] = (vectors / np.linalg.norm(vectors, axis=1, keepdims=True)).astype(np.float32)
    return unit
