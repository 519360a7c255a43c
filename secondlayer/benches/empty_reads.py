"""Paper 001 §2 run again: how many of ten a scoped read brings back, and how often none."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from secondlayer.errors import WrongCall
from secondlayer.store.progress import Told, silent
from secondlayer.store.scratch import scratch_schema
from secondlayer.store.scratch_experiment import ARMS, EXACT, SCOPE, Experiment

Vectors = Literal["uniform", "clustered"]
#: nearest memories each probe asks for (paper 001 §2)
WANTED = 10
#: one topic in so many is the scope's own on clustered vectors, so that it holds the paper's 2%
_CLUSTERS = 50
_NOISE = 1.0


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmResult:
    """One line of the table: an arm over all probes, on one build of the index."""

    arm: str
    least: int
    mean: float
    most: int
    #: reads that brought back nothing
    empty: int
    probes: int
    #: share of the WANTED truly nearest that came back, mean over the probes
    recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """The arms on one build, with where the probes lay."""

    vectors: Vectors
    #: "anywhere", "near the scope" or "far from the scope"
    probes: str
    #: the build's number, from 1
    run: int
    arms: tuple[ArmResult, ...]


def empty_reads(
    rows: int, width: int, probes: int, vectors: Sequence[Vectors], runs: int, told: Told = silent
) -> tuple[Table, ...]:
    """The tables: on uniform vectors one a build, on clustered ones two, with probes near the scope and far from it.

    On uniform vectors the rows and probes are the paper's, from its seed. Every read's plan is checked. Raises
    IndexNotUsed, WrongCall for sizes that make no experiment, StoreUnreachable.
    """
    if rows < 500 or not 1 <= width <= 2000 or probes < 1 or runs < 1:
        raise WrongCall("The experiment takes 500 rows or more, vectors of 1 to 2,000 numbers, and at least 1 probe and 1 run.")
    tables: list[Table] = []
    for kind in vectors:
        with scratch_schema() as connection:
            experiment = Experiment(connection, width, told)
            asked: dict[str, Sequence[Any]]
            if kind == "uniform":
                asked = {"anywhere": experiment.fill_uniform(rows, probes)}
            else:
                scopes, drawn, asked = _clustered(rows, width, probes)
                experiment.fill(scopes, drawn)
            for run in range(1, runs + 1):
                experiment.index()
                tables += [_table(experiment, kind, where, run, given) for where, given in asked.items()]
    return tuple(tables)


def _table(experiment: Experiment, kind: Vectors, where: str, run: int, probes: Sequence[Any]) -> Table:
    exact = experiment.arm(EXACT, probes, WANTED)
    found = {arm: experiment.arm(arm, probes, WANTED) for arm in ARMS} | {EXACT: exact}
    return Table(
        vectors=kind,
        probes=where,
        run=run,
        arms=tuple(_result(arm, answers, exact) for arm, answers in found.items()),
    )


def _result(arm: str, answers: Sequence[tuple[int, ...]], exact: Sequence[tuple[int, ...]]) -> ArmResult:
    hits = [len(answer) for answer in answers]
    shares = [len(set(answer) & set(truth)) / len(truth) for answer, truth in zip(answers, exact, strict=True) if truth]
    return ArmResult(
        arm=arm,
        least=min(hits),
        mean=sum(hits) / len(hits),
        most=max(hits),
        empty=hits.count(0),
        probes=len(hits),
        recall=sum(shares) / len(shares) if shares else 0.0,
    )


def _clustered(rows: int, width: int, probes: int) -> tuple[list[str], NDArray[np.float32], dict[str, Sequence[Any]]]:
    """(scopes, vectors, probes by where they lie): topics with noise, and the scope is one topic's whole."""
    draw = np.random.default_rng(42)
    centres = _unit(draw.normal(size=(_CLUSTERS, width)))

    def near(topics: NDArray[Any]) -> NDArray[np.float32]:
        noise = draw.normal(size=(len(topics), width)) * (_NOISE / np.sqrt(width))
        return _unit(centres[topics] + noise).astype(np.float32)

    topics = np.arange(rows) % _CLUSTERS
    vectors = near(topics)
    scopes = [SCOPE if topic == 0 else f"acme/other-{topic}" for topic in topics]
    # the topic furthest from the scope's own, and the few next to it
    furthest = np.argsort(centres @ centres[0])[:5]
    far = near(furthest[np.arange(probes) % len(furthest)])
    return scopes, vectors, {"near the scope": list(near(np.zeros(probes, dtype=int))), "far from the scope": list(far)}


def _unit(vectors: NDArray[np.float64]) -> NDArray[np.float64]:
    return np.asarray(vectors / np.linalg.norm(vectors, axis=1, keepdims=True))
