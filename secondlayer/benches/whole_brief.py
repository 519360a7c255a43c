"""The whole explained brief beside the two bare queries it stands on, in one run (encoding takes no part)."""

import threading
import time
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any

from secondlayer.benches.figures import Timing, milliseconds, resident, side_by_side, timing
from secondlayer.benches.loading import Filled
from secondlayer.benches.synthetic import NOW, GivenVectors, Prompt
from secondlayer.briefing import brief
from secondlayer.engine.trace import trace_json
from secondlayer.records import ORG_SCOPE, Request, Trace
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store.progress import Told, silent
from secondlayer.store.scratch_bare import WAYS, BareReads, Way

CLIENTS = (1, 4, 16)
_PROBES = 12
#: a way is a candidate for "the better of the two" only when it brings back what the exact one does at least this well
_COMPLETE = 0.99


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeBrief:
    """Requests from one repository: the brief and what it is compared with, taken in turn prompt by prompt."""

    repo: str
    #: "small", "middling" or "largest"
    place: str
    #: current memories in the repository and the organisation together
    in_scope: int
    #: the plans the product's two reads took: combined, organisation
    plans: tuple[str, ...]
    #: which bare query was the better one for each read
    bare_ways: tuple[Way, ...]
    whole: Timing
    #: the brief and its trace written as JSON
    whole_json: Timing
    #: two bare queries at once, as deep as the product reads (settings.pool)
    bare: Timing
    #: two bare queries at once, only as many as the reads keep (k)
    bare_kept: Timing
    #: stage -> p50 in milliseconds, from the traces
    stages: Mapping[str, float]

    @property
    def ratio(self) -> float:
        """p50 of the whole brief ÷ p50 of the two bare queries."""
        return self.whole.over(self.bare)


@dataclass(frozen=True, slots=True, kw_only=True)
class Accounting:
    """What counting adds to one exact read of the organisation: the same statement, settings and records on both sides."""

    counted: Timing
    uncounted: Timing

    @property
    def ratio(self) -> float:
        """p50 with ÷ p50 without."""
        return self.counted.over(self.uncounted)


@dataclass(frozen=True, slots=True, kw_only=True)
class Clients:
    """So many clients asking for briefs at once, in threads of one process."""

    clients: int
    briefs_per_second: float
    each: Timing


@dataclass(frozen=True, slots=True, kw_only=True)
class BriefFigures:
    """Everything about speed at one size."""

    rows: int
    places: tuple[WholeBrief, ...]
    accounting: Accounting
    clients: tuple[Clients, ...]
    #: bytes this process holds after all of it
    resident_bytes: int


def brief_figures(filled: Filled, prompts: int, told: Told = silent) -> BriefFigures:
    """The figures at the size of that store. Raises IndexNotUsed when a bare index query did not use it."""
    repositories = filled.synthetic.repositories
    places = {"small": repositories[-1], "middling": repositories[len(repositories) // 4], "largest": repositories[0]}
    with BareReads(filled.dsn, filled.store.org) as bare:
        whole = tuple(_whole(filled, bare, place, repo, prompts, told) for place, repo in places.items())
        accounting = _accounting(filled, bare, prompts)
    clients = tuple(_clients(filled, count, prompts, told) for count in CLIENTS)
    return BriefFigures(
        rows=filled.synthetic.shape.rows,
        places=whole,
        accounting=accounting,
        clients=clients,
        resident_bytes=resident(),
    )


def request_for(prompt: Prompt, org: str, settings: Settings = PRODUCT) -> Request:
    """The request of a synthetic prompt."""
    return Request(org=org, prompt=prompt.text, repo=prompt.repo, budget_chars=settings.budget_chars, as_of=NOW)


def _whole(filled: Filled, bare: BareReads, place: str, repo: str, count: int, told: Told) -> WholeBrief:
    prompts = filled.synthetic.prompts(count, [repo])
    encoder = GivenVectors(prompts, filled.synthetic.shape.width)
    laps: list[Mapping[str, float]] = []
    plans: set[tuple[str, ...]] = set()

    def whole(prompt: Prompt) -> Trace:
        trace = brief(request_for(prompt, filled.store.org), PRODUCT, filled.store, encoder)
        laps.append(trace.timings)
        plans.add(tuple(read.scan.plan for read in trace.reads))
        return trace

    reads = [((repo, ORG_SCOPE), PRODUCT.k_combined), ((ORG_SCOPE,), PRODUCT.k_organisation)]
    ways = [_better(bare, scopes, PRODUCT.pool, prompts[:_PROBES]) for scopes, _ in reads]
    kept_ways = [_better(bare, scopes, k, prompts[:_PROBES]) for scopes, k in reads]

    def asked(chosen: Sequence[Way], depths: Sequence[int]) -> Callable[[Prompt], Any]:
        return lambda prompt: bare.both(
            [(way, scopes, prompt.vector, depth) for way, (scopes, _), depth in zip(chosen, reads, depths, strict=True)]
        )

    spent = side_by_side(
        {
            "whole": whole,
            "whole_json": lambda prompt: trace_json(whole(prompt)),
            "bare": asked(ways, [PRODUCT.pool] * 2),
            "bare_kept": asked(kept_ways, [k for _, k in reads]),
        },
        prompts,
        lambda done: told(f"briefs from a {place} repository", done, count),
    )
    stages = {name: timing([lap[name] for lap in laps]).p50 for name in laps[0]}
    stages["after the reads"] = spent["whole"].p50 - sum(stages.values())
    return WholeBrief(
        repo=repo,
        place=place,
        in_scope=filled.synthetic.sizes[repo] + filled.synthetic.sizes[ORG_SCOPE],
        plans=min(plans),
        bare_ways=tuple(ways),
        stages=stages,
        **spent,
    )


def _better(bare: BareReads, scopes: Sequence[str], limit: int, prompts: Sequence[Prompt]) -> Way:
    """The faster of the two bare queries, of those that bring back what they should; each checked to be what it says."""
    for way in WAYS:
        bare.check(way, scopes, prompts[0].vector, limit)
    shared = wanted = 0
    for prompt in prompts:
        found = {way: {row[0] for row in bare.ask(way, scopes, prompt.vector, limit)} for way in WAYS}
        shared += len(found["exact"] & found["hnsw"])
        wanted += len(found["exact"])
    if shared < _COMPLETE * wanted:
        return "exact"
    calls: dict[str, Callable[[Prompt], Any]] = {
        way: lambda prompt, way=way: bare.ask(way, scopes, prompt.vector, limit)  # type: ignore[misc]
        for way in WAYS
    }
    spent = side_by_side(calls, prompts)
    return min(WAYS, key=lambda way: spent[way].p50)


def _accounting(filled: Filled, bare: BareReads, count: int) -> Accounting:
    settings = PRODUCT.replace(arm="exact")
    spent = side_by_side(
        {
            "counted": lambda prompt: filled.store.read((ORG_SCOPE,), prompt.vector, settings=settings, limit=settings.pool),
            "uncounted": lambda prompt: bare.without_counts((ORG_SCOPE,), prompt.vector, settings),
        },
        filled.synthetic.prompts(count),
    )
    return Accounting(counted=spent["counted"], uncounted=spent["uncounted"])


def _clients(filled: Filled, clients: int, count: int, told: Told) -> Clients:
    prompts = filled.synthetic.prompts(count)
    encoder = GivenVectors(prompts, filled.synthetic.shape.width)
    guard = threading.Lock()
    spent: list[float] = []

    def ask(prompt: Prompt) -> None:
        took = milliseconds(lambda: brief(request_for(prompt, filled.store.org), PRODUCT, filled.store, encoder))
        with guard:
            spent.append(took)
            told(f"{clients} clients", len(spent), count)

    with ThreadPoolExecutor(max_workers=clients) as pool:
        started = time.perf_counter()
        list(pool.map(ask, prompts))
        seconds = time.perf_counter() - started
    return Clients(clients=clients, briefs_per_second=count / seconds, each=timing(spent))
