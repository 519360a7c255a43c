"""Changes to what the reads bring back: they are made anew, and the run is assembled from that."""

import math
from collections.abc import Sequence

from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.levers.case import MENDED, SWITCHED, Beyond, Case, Proved
from secondlayer.engine.levers.wording import shown
from secondlayer.settings import Settings, card_of

#: no larger pool is tried: scoring so many takes longer than a person waits for
_DEEPEST = 1000
_TRIES = 4


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
    """Rare words bringing memories in, or not. Only the arm auto looks words up."""
    own = case.settings.pool_by
    if case.settings.arm != "auto" or (own == "meaning_and_words" and not any(read.scan.joined for read in case.trace.reads)):
        return None
    to = "meaning" if own == "meaning_and_words" else "meaning_and_words"
    condition = (
        "If memories were brought in by meaning alone, and not by the prompt's rarest words too"
        if to == "meaning"
        else "If the prompt's rarest words also brought memories in"
    )
    return _read(case, {"change": "pool_by", "from": own, "to": to}, condition, SWITCHED, case.settings.replace(pool_by=to))


def pool(case: Case) -> Proved | Beyond | None:
    """The smallest larger pool that holds the memory, and carries it; or what becomes of it in that pool."""
    own, cosine = case.settings.pool, case.cosine
    if case.reads is None or case.fresh is None or cosine is None or "outside" not in case.where:
        return None
    outside = [read.plan for read, where in zip(case.trace.reads, case.where, strict=True) if where == "outside"]
    left_out: Beyond | None = None
    for least in sorted({case.reads.nearer(plan, cosine) + 1 for plan in outside}):
        if least > _DEEPEST:
            says = f"Some {least - 1:,} memories are nearer by meaning: no pool of up to {_DEEPEST:,} would hold it."
            return left_out or Beyond(change={"change": "pool", "from": own, "needs": least}, sentence=says)
        # one that is exactly as near may come first
        for size in range(max(least, own + 1), max(least, own + 1) + _TRIES):
            settings = case.settings.replace(pool=size)
            results = case.read_with(settings)
            if results is None:
                return None
            if not _holds(results, case.id, outside):
                continue
            condition = f"If the {size:,} nearest by meaning were scored ({own:,} are)"
            change = {"change": "pool", "from": own, "to": size}
            run = case.run(settings, results)
            found = case.proved(change, condition, (size - own) / own, run)
            if found is not None:
                return found
            says = f"Scoring the {size:,} nearest by meaning would not be enough: {case.why_out(run)}"
            left_out = Beyond(change={"change": "pool", "from": own, "needs": size}, sentence=says)
            break
    return left_out


def deeper_list(case: Case) -> Proved | None:
    """A list longer than the pool, which makes the pool as deep: the shortest that reaches the memory's rank."""
    own, rank = case.settings.k_combined, case.rank
    if rank is None or rank <= case.limits[0]:
        return None
    for _ in range(_TRIES):
        settings = case.settings.replace(k_combined=rank) if rank <= (card_of("k_combined").high or 0) else None
        results = None if settings is None else case.read_with(settings)
        if settings is None or results is None:
            return None
        run = case.run(settings, results)
        ranked = (*run.reads[0].candidates, *run.reads[0].rest)
        now = next((at for at, one in enumerate(ranked, start=1) if one.memory.id == case.id), None)
        if now is None:
            return None
        if now <= rank:
            change = {"change": "k_combined", "from": own, "to": rank}
            condition = f"If the list kept {rank:,} (it keeps {own:,})"
            return case.proved(change, condition, (rank - own) / own, run)
        rank = now
    return None


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


def _read(case: Case, change: dict[str, object], condition: str, distance: float, settings: Settings) -> Proved | None:
    results = case.read_with(settings)
    return None if results is None else case.proved(change, condition, distance, case.run(settings, results))


def _holds(results: Sequence[ReadResult], id: str, plans: Sequence[object]) -> bool:
    """Whether one of the reads that the memory was outside of has it now."""
    return any(one.memory.id == id for result in results if result.plan in plans for one in result.found)
