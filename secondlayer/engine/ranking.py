"""Found memories become candidates in rank order (DESIGN §3)."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from secondlayer.engine.bound import bound_of
from secondlayer.engine.terms import Raised, Scale, score
from secondlayer.records import Candidate, Found, Read, ReadName, Request, Scan, ScopePlan, Term
from secondlayer.settings import Settings


def matches(weighed: tuple[Term, ...], settings: Settings) -> bool:
    """Whether the memory matches the prompt at all: above the floor on meaning, or at least one shared word."""
    return weighed[0].value > settings.match_floor or weighed[1].value > 0.0


def rank(
    found: Iterable[Found], request: Request, plan: ScopePlan, settings: Settings, raised: Raised | None = None
) -> tuple[tuple[Candidate, ...], int]:
    """The candidates, best score first, ties by memory id, ranks from 1; and how many found did not match at all.

    With `raised`, that memory's term is taken to be at least so high.
    """
    over_reach = dict(plan.over_reach)
    scored = []
    unmatched = 0
    scale = Scale(request, plan, settings)
    for one in found:
        weighed = scale.weigh(one)
        if raised is not None and one.memory.id == raised.id:
            weighed = raised.lift(weighed)
        if not matches(weighed, settings):
            unmatched += 1
            continue
        scored.append((-score(weighed), one.memory.id, one.memory, weighed))
    scored.sort(key=lambda row: row[:2])
    ranked = tuple(
        Candidate(
            memory=memory,
            terms=weighed,
            score=-negative,
            rank=position,
            over_reach=over_reach.get(memory.scope, ()),
        )
        for position, (negative, _, memory, weighed) in enumerate(scored, start=1)
    )
    return ranked, unmatched


def read(
    name: ReadName,
    found: Sequence[Found],
    scan: Scan,
    request: Request,
    plan: ScopePlan,
    settings: Settings,
    k: int,
    raised: Raised | None = None,
) -> Read:
    """One read: the k best of the pool as its candidates, and the rest of the pool behind them."""
    ranked, unmatched = rank(found, request, plan, settings, raised)
    kept = ranked[:k]
    bound = bound_of(found, kept, scan, request, plan, settings)
    return Read(
        name=name,
        plan=plan,
        k=k,
        scan=replace(scan, kept=len(kept)),
        candidates=kept,
        rest=ranked[k:],
        unmatched=unmatched,
        farthest=bound.farthest,
        last_kept=kept[-1].score if kept else None,
        bound=bound.most,
        bound_says=bound.says,
    )
