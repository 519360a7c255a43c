"""Changes to what the reads bring back: they are made anew, and the run is assembled from that."""

import math
from typing import Any

from secondlayer.engine.levers.case import MENDED, SWITCHED, Case, Proved
from secondlayer.engine.levers.wording import shown
from secondlayer.records import Trace
from secondlayer.settings import Settings, card_of

_TRIES = 4
_POOLS = {
    "score": "the best by score",
    "meaning_and_words": "the nearest by meaning, with the holders of rare words",
    "meaning": "the nearest by meaning alone",
}


def arm(case: Case) -> Proved | None:
    """Everything compared, where a walk of the index stood for it; or else the product's own arm."""
    own = case.settings.arm
    walked = any(read.scan.plan == "hnsw" for read in case.trace.reads)
    for to, condition in (
        ("exact", f"If everything in scope were compared (the arm was {own})"),
        ("auto", f"If the product's own arm were taken (it was {own})"),
    ):
        if to == own or (to == "exact" and not walked):
            continue
        found = _read(case, {"change": "arm", "from": own, "to": to}, condition, MENDED, case.settings.replace(arm=to))
        if found is not None:
            return found
    return None


def pool_by(case: Case) -> Proved | None:
    """Another way of making the pool. The arms that walk the index as given have but one, and only auto looks words up."""
    own, arm = case.settings.pool_by, case.settings.arm
    joined = any(read.scan.joined for read in case.trace.reads)
    for to in _POOLS:
        by_meaning = "score" not in (own, to)
        if to == own or arm not in ("auto", "exact") or (by_meaning and (arm != "auto" or (to == "meaning" and not joined))):
            continue
        change = {"change": "pool_by", "from": own, "to": to}
        condition = f"If the pool were {_POOLS[to]} (it is {_POOLS[own]})"
        found = _read(case, change, condition, SWITCHED, case.settings.replace(pool_by=to))
        if found is not None:
            return found
    return None


def deeper_list(case: Case) -> Proved | None:
    """A list longer than the pool, which makes the pool as deep: the shortest that reaches the memory's rank."""
    own, rank = case.settings.k_combined, case.rank
    if rank is None or rank <= case.limits[0]:
        return None
    most = int(card_of("k_combined").high or 0)
    for _ in range(_TRIES):
        run = _listing(case, rank) if rank <= most else None
        ranked = () if run is None else (*run.reads[0].candidates, *run.reads[0].rest)
        now = next((at for at, one in enumerate(ranked, start=1) if one.memory.id == case.id), None)
        if run is None or now is None:
            return None
        if now <= rank:
            # a seat may carry it before the list reaches it: none is told that is not the shortest
            shorter = _listing(case, rank - 1) if rank - 1 > own else None
            if shorter is not None and case.id in shorter.brief.carried:
                return None
            change = {"change": "k_combined", "from": own, "to": rank}
            return case.proved(change, f"If the list kept {rank:,} (it keeps {own:,})", (rank - own) / own, run)
        rank = now
    return None


def _listing(case: Case, k: int) -> Trace | None:
    settings = case.settings.replace(k_combined=k)
    results = case.read_with(settings)
    return None if results is None else case.run(settings, results)


def match_floor(case: Case) -> Proved | None:
    """The floor on meaning just below this memory's, where being too far from the prompt kept it from being scored."""
    own, cosine = case.settings.match_floor, case.cosine
    if "unmatched" not in case.where or cosine is None or not 0.0 < cosine <= own:
        return None
    to = math.nextafter(min(1.0, cosine), -1.0)
    settings = case.settings.replace(match_floor=to)
    alone = all(read.unmatched == (where == "unmatched") for read, where in zip(case.trace.reads, case.where, strict=True))
    results = case.results if alone else case.read_with(settings)
    if results is None:
        return None

    def carries(floor: float) -> bool:
        return case.id in case.run(case.settings.replace(match_floor=floor), results).brief.carried

    written = shown(to, up=False, carries=carries)
    return case.proved(
        {"change": "match_floor", "from": own, "to": to, "shown": float(written)},
        f"If a meaning above {written} were a match (above {own:g} is one)",
        own - to,
        case.run(settings, results),
    )


def _read(case: Case, change: dict[str, Any], condition: str, distance: float, settings: Settings) -> Proved | None:
    results = case.read_with(settings)
    return None if results is None else case.proved(change, condition, distance, case.run(settings, results))
