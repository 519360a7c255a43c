"""Prompts that are only an identifier, whose meaning says nothing: what each pool makes of the memory that holds it."""

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from secondlayer.benches.figures import Timing, milliseconds, timing
from secondlayer.benches.loading import Filled
from secondlayer.benches.synthetic import NOW, GivenVectors, Prompt
from secondlayer.benches.whole_brief import request_for
from secondlayer.briefing import brief
from secondlayer.engine.tokens import tokens
from secondlayer.records import ORG_SCOPE, Memory, Trace
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store.progress import Told, silent

#: pool -> the settings it is read under
POOLS: Mapping[str, Settings] = {
    "score": PRODUCT,
    "meaning_and_words": PRODUCT.replace(pool_by="meaning_and_words"),
    "meaning": PRODUCT.replace(pool_by="meaning"),
}
KINDS = ("ERR_{number}", "ADR-{number}", "app/models/record_{number}.rb")


@dataclass(frozen=True, slots=True, kw_only=True)
class OfPool:
    """What one pool made of the prompts of one kind."""

    pool: str
    kind: str
    prompts: int
    #: how often the memory that holds the identifier was a candidate, and was in the brief
    reached: int
    carried: int
    #: its ranks where it was a candidate: the middle one and the worst; None when it never was
    rank: int | None
    worst_rank: int | None
    each: Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class Identifiers:
    """Every pool over the same prompts."""

    rows: int
    figures: tuple[OfPool, ...]


def identifier_figures(filled: Filled, count: int, told: Told = silent) -> Identifiers:
    """The figures over `count` identifiers of each kind; every one is put in one memory of its own first."""
    drawn = filled.synthetic.prompts(2 * count * len(KINDS))
    repositories = filled.synthetic.repositories
    holders: dict[str, list[tuple[Prompt, str]]] = {kind: [] for kind in KINDS}
    memories = []
    for number in range(count * len(KINDS)):
        kind, repo = KINDS[number % len(KINDS)], repositories[number % len(repositories)]
        name = kind.format(number=4000 + 7 * number)
        memory = Memory(
            id=f"holder-{number}",
            scope=repo if number % 2 else ORG_SCOPE,
            text=f"See {name} for {drawn[2 * number + 1].text}.",
            written_at=NOW,
        )
        memories.append(memory)
        holders[kind].append((Prompt(text=name, vector=drawn[2 * number].vector, repo=repo), memory.id))
    # the memory lies near another topic than the prompt: an encoder knows no identifiers
    placed = np.stack([prompt.vector for prompt in drawn[1::2]])
    filled.store.add(memories, placed, [sorted(tokens(memory.passage)) for memory in memories])
    figures = []
    for name, settings in POOLS.items():
        for kind, held in holders.items():
            figures.append(_of_pool(filled, name, settings, kind, held))
            told(f"pool by {name}", len(figures), len(POOLS) * len(KINDS))
    return Identifiers(rows=filled.synthetic.shape.rows, figures=tuple(figures))


def _of_pool(filled: Filled, name: str, settings: Settings, kind: str, held: list[tuple[Prompt, str]]) -> OfPool:
    encoder = GivenVectors([prompt for prompt, _ in held], filled.synthetic.shape.width)
    ranks, carried, spent = [], 0, []
    for prompt, wanted in held:
        traces: list[Trace] = []
        request = request_for(prompt, filled.store.org)
        spent.append(milliseconds(lambda: traces.append(brief(request, settings, filled.store, encoder))))  # noqa: B023
        combined = traces[0].reads[0]
        ranks += [one.rank for one in (*combined.candidates, *combined.rest) if one.memory.id == wanted]
        carried += wanted in traces[0].brief.carried
    ranks.sort()
    return OfPool(
        pool=name,
        kind=kind.format(number="…"),
        prompts=len(held),
        reached=len(ranks),
        carried=carried,
        rank=ranks[len(ranks) // 2] if ranks else None,
        worst_rank=ranks[-1] if ranks else None,
        each=timing(spent),
    )
