"""Changes to what the reads bring back: they are made anew, and the run is assembled from that."""

import math
from collections.abc import Sequence
from typing import Any

from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.levers.case import MENDED, SWITCHED, Beyond, Case, Proved
from secondlayer.engine.levers.wording import shown
from secondlayer.engine.pools import by_score
from secondlayer.records import Read
from secondlayer.settings import Settings, card_of

#: no larger pool is tried: scoring so many takes longer than a person waits for
_DEEPEST = 1000
_TRIES = 4
_POOLS = {
    "score": "the best by score",
    "meaning": "the nearest by meaning alone",
    "meaning_and_words": "those and the holders of rare words",
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
    """Another way of making the pool: by score, or by meaning with the holders of rare words, or by meaning alone."""
    own = case.settings.pool_by
    for to, condition in (
        ("score", "If the pool were the best by score"),
        ("meaning_and_words", "If the pool were the nearest by meaning, and those that hold the prompt's rarest words"),
        ("meaning", "If the pool were the nearest by meaning alone"),
    ):
        if (
            to == own
            or case.settings.arm not in ("auto", "exact")
            or (to == "meaning_and_words" and case.settings.arm != "auto")
        ):
            continue
        was = {"score": "it is the best by score", "meaning": "it is", "meaning_and_words": "rare words bring in others too"}[
            own
        ]
        said = f"{condition} ({was})" if own != "meaning" else condition
        change = {"change": "pool_by", "from": own, "to": to}
        found = _read(case, change, said, SWITCHED, case.settings.replace(pool_by=to))
        if found is not None:
            return found
    return None


def pool(case: Case) -> Proved | Beyond | None:
    """The smallest larger pool that holds the memory, and carries it; or what becomes of it in that pool."""
    own, cosine = case.settings.pool, case.cosine
    if case.reads is None or case.fresh is None or cosine is None or "outside" not in case.where:
        return None
    outside = [read for read, where in zip(case.trace.reads, case.where, strict=True) if where == "outside"]
    scored = any(map(by_score, outside))
    what = "best by score" if scored else "nearest by meaning"
    left_out: Beyond | None = None
    for least in _sizes(case, outside, cosine):
        if least > _DEEPEST:
            ahead = f"More than {_DEEPEST:,} memories score" if scored else f"Some {least - 1:,} memories are nearer by meaning"
            says = f"{ahead} higher: " if scored else f"{ahead}: "
            says += f"no pool of up to {_DEEPEST:,} would hold it."
            return left_out or Beyond(change={"change": "pool", "from": own, "needs": least}, sentence=says)
        # one that is exactly as near may come first
        for size in range(max(least, own + 1), max(least, own + 1) + _TRIES):
            settings = case.settings.replace(pool=size)
            results = case.read_with(settings)
            if results is None:
                return None
            if not _holds(results, case.id, [read.plan for read in outside]):
                continue
            condition = f"If the {size:,} {what} were scored ({own:,} are)"
            if scored:
                condition = f"If the pool were the {size:,} {what} (it is {own:,})"
            change = {"change": "pool", "from": own, "to": size}
            run = case.run(settings, results)
            found = case.proved(change, condition, (size - own) / own, run)
            if found is not None:
                return found
            says = f"A pool of the {size:,} {what} would not be enough: {case.why_out(run)}"
            left_out = Beyond(change={"change": "pool", "from": own, "needs": size}, sentence=says)
            break
    return left_out


def _sizes(case: Case, outside: Sequence[Read], cosine: float) -> list[int]:
    """The sizes from which on a read's pool holds the memory, ascending; one more than the deepest tried when none does."""
    assert case.reads is not None
    if not any(map(by_score, outside)):
        return sorted({case.reads.nearer(read.plan, cosine) + 1 for read in outside})
    sizes = set()
    plans = [read.plan for read in outside]
    for result in case.read_with(case.settings.replace(pool=_DEEPEST)) or ():
        if result.plan in plans:
            place = next((at for at, one in enumerate(result.found, start=1) if one.memory.id == case.id), _DEEPEST + 1)
            sizes.add(place)
    return sorted(sizes)


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


def _read(case: Case, change: dict[str, Any], condition: str, distance: float, settings: Settings) -> Proved | None:
    results = case.read_with(settings)
    return None if results is None else case.proved(change, condition, distance, case.run(settings, results))


def _holds(results: Sequence[ReadResult], id: str, plans: Sequence[object]) -> bool:
    """Whether one of the reads that the memory was outside of has it now."""
    return any(one.memory.id == id for result in results if result.plan in plans for one in result.found)
