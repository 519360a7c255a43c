"""A larger pool: how large it would have to be to hold the memory, and whether it is then carried."""

from collections.abc import Sequence

from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.levers.case import Beyond, Case, Proved
from secondlayer.engine.pools import by_score, limit_of, without
from secondlayer.records import Read, Trace
from secondlayer.settings import Settings

#: no larger pool is tried: scoring so many takes longer than a person waits for
_DEEPEST = 1000


def pool(case: Case) -> Proved | Beyond | None:
    """The smallest larger pool that carries the memory; or what becomes of it in the pool that would hold it."""
    own = case.settings.pool
    if case.reads is None or case.fresh is None or case.cosine is None or "outside" not in case.where:
        return None
    outside = [read for read, where in zip(case.trace.reads, case.where, strict=True) if where == "outside"]
    what = "best by score" if any(map(by_score, outside)) else "nearest by meaning"
    deep = _Deep(case, _deepest(case, outside))
    left_out: Beyond | None = None
    for least in deep.sizes(outside):
        size = max(least, own + 1)
        run = deep.run(size)
        if run is None:
            return None
        if case.id in run.brief.carried:
            # where the other read has it already, what others come in may carry it sooner
            while "scored" in case.where and size - 1 > own and (smaller := deep.run(size - 1)) is not None:
                if case.id not in smaller.brief.carried:
                    break
                size, run = size - 1, smaller
            change = {"change": "pool", "from": own, "to": size}
            condition = f"If the pool held the {size:,} {what} (it holds {own:,})"
            return case.proved(change, condition, (size - own) / own, run)
        says = f"A pool of the {size:,} {what} would not be enough: {case.why_out(run)}"
        left_out = Beyond(change={"change": "pool", "from": own, "needs": size}, sentence=says)
    if left_out is None:
        says = f"No pool of up to {_DEEPEST:,} would hold it: more memories than that are {_ahead(what)}."
        left_out = Beyond(change={"change": "pool", "from": own, "needs": _DEEPEST + 1}, sentence=says)
    return left_out


class _Deep:
    """The reads made once, as deep as has to be, and cut to smaller pools."""

    def __init__(self, case: Case, size: int) -> None:
        self._case = case
        self._results = case.read_with(case.settings.replace(pool=size)) if size > case.settings.pool else None

    def sizes(self, outside: Sequence[Read]) -> list[int]:
        """The sizes from which on one of those reads holds the memory, ascending."""
        plans = [read.plan for read in outside]
        sizes = set()
        for result in self._results or ():
            pool = [one.memory.id for one in result.found if one.by != "words"]
            if result.plan in plans and self._case.id in pool:
                sizes.add(pool.index(self._case.id) + 1)
        return sorted(sizes)

    def run(self, size: int) -> Trace | None:
        """The run with a pool of that size; None when that cannot be known."""
        settings: Settings = self._case.settings.replace(pool=size)
        cut: list[ReadResult] = []
        for at, result in enumerate(self._results or ()):
            left = without(result, None, limit_of(settings, first=at == 0), settings)
            if left is None:
                return None
            cut.append(left)
        return self._case.run(settings, cut) if cut else None


def _deepest(case: Case, outside: Sequence[Read]) -> int:
    """The size that holds the memory in every read where it can be told beforehand, else the deepest tried."""
    if any(map(by_score, outside)):
        return _DEEPEST
    assert case.reads is not None and case.cosine is not None
    # one that is exactly as near may come first
    return min(_DEEPEST, max(case.reads.nearer(read.plan, case.cosine) for read in outside) + 8)


def _ahead(what: str) -> str:
    return "better by score" if what == "best by score" else "nearer by meaning"
