"""What the reads of a brief missed: every readable memory is scored, and the brief is assembled once more from that."""

from collections.abc import Sequence

import numpy as np
from numpy.typing import NDArray

from secondlayer.briefing import plans_of
from secondlayer.embedding import Encoder
from secondlayer.engine import ReadResult, assemble
from secondlayer.engine.ranking import rank
from secondlayer.records import Audit, Candidate, Missed, ReadName, ScopePlan, Trace
from secondlayer.settings import Settings
from secondlayer.store import Store

#: an audit reads all there is, whatever a single read may take
_TIMEOUT_MS = 600_000


def audit(trace: Trace, settings: Settings, store: Store, encoder: Encoder) -> Audit:
    """The brief of that trace beside the one that comparing and scoring every readable memory gives, as the store is now.

    What fills the room after the list is then the best by score, as deep as settings.pool. Every readable memory is
    brought into this process. Raises StoreUnreachable.
    """
    request = trace.request
    vector = encoder.encode([request.prompt])[0]
    plans = plans_of(request, store)
    results = [_all_scored(trace, settings, store, vector, named) for named in plans]
    exact = assemble(request, settings, results, preset=trace.preset, encoder=trace.encoder, prompt_pieces=trace.prompt_pieces)
    listed = _ids(trace.reads[0].candidates)
    wanted = _ids(exact.reads[0].candidates)
    missed = _missed(trace, exact)
    same_seats = _seats(trace) == _seats(exact)
    agrees = listed == wanted and same_seats and trace.brief.carried == exact.brief.carried
    recall = len(set(listed) & set(wanted)) / len(wanted) if wanted else 1.0
    scored = exact.reads[0].scan.in_scope or 0
    return Audit(
        brief_id=trace.brief_id,
        scored=scored,
        missed=missed,
        recall=recall,
        would_be=exact.brief,
        agrees=agrees,
        sentence=_sentence(scored, missed, recall, agrees, trace, exact),
    )


def _all_scored(
    trace: Trace, settings: Settings, store: Store, vector: NDArray[np.float32], named: tuple[ReadName, ScopePlan]
) -> ReadResult:
    """The read with everything scored, and of that the best by score, as many as a pool may hold."""
    name, plan = named
    counts = store.scope_counts()
    everything = max(1, sum(counts.get(scope, 0) for scope in plan.scopes))
    exact = settings.replace(arm="exact", statement_timeout_ms=_TIMEOUT_MS)
    found, scan = store.read(plan.scopes, vector, settings=exact, limit=everything)
    ranked, _ = rank(found, trace.request, plan, settings)
    deep = max(settings.pool, settings.k_combined, settings.k_organisation)
    best = set(_ids(ranked[:deep]))
    return ReadResult(name=name, plan=plan, found=tuple(one for one in found if one.memory.id in best), scan=scan)


def _missed(trace: Trace, exact: Trace) -> tuple[Missed, ...]:
    listed, seated = set(_ids(trace.reads[0].candidates)), {id for _, id in _seats(trace)}
    places = {seat.candidate.memory.id: seat for seat in exact.seats}
    ranked = {candidate.memory.id: candidate for candidate in exact.reads[0].candidates}
    missed = []
    for candidate in [*ranked.values(), *(seat.candidate for seat in exact.seats if seat.candidate.memory.id not in ranked)]:
        own, seat = candidate.memory.id, places.get(candidate.memory.id)
        if (own in ranked and own not in listed) or (seat is not None and own not in seated):
            missed.append(
                Missed(
                    memory=candidate.memory,
                    rank=candidate.rank if own in ranked else None,
                    place=seat.place if seat else None,
                    score=candidate.score,
                )
            )
    return tuple(sorted(missed, key=lambda one: (-one.score, one.memory.id)))


def _sentence(scored: int, missed: Sequence[Missed], recall: float, agrees: bool, trace: Trace, exact: Trace) -> str:
    opening = f"All {scored:,} readable memories were scored"
    if agrees:
        return f"{opening}: the reads missed nothing, and the brief is the same."
    others = len(set(exact.brief.carried) - set(trace.brief.carried))
    carries = f"the brief would carry {others:,} it does not" if others else "the brief would carry the same memories"
    if not missed:
        return f"{opening}: the reads missed nothing of the list or the seats, and past them {carries}."
    least = f"the list holds {recall:.3f} of what it should"
    return f"{opening}: the reads missed {len(missed):,} of the list or the seats, {least}, and {carries}."


def _ids(candidates: Sequence[Candidate]) -> tuple[str, ...]:
    return tuple(candidate.memory.id for candidate in candidates)


def _seats(trace: Trace) -> list[tuple[int, str]]:
    return [(seat.place, seat.candidate.memory.id) for seat in trace.seats]
