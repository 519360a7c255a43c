"""The most that a memory a read did not bring back could score (DESIGN §4)."""

from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.engine.terms import folders
from secondlayer.engine.tokens import tokens
from secondlayer.engine.worth import uncounted
from secondlayer.records import LAYERS, ORG_SCOPE, TERMS, Candidate, Found, Request, Scan, ScopePlan
from secondlayer.settings import Settings

#: the store adds up in numbers of half the width
_ROUNDING = 1e-6


@dataclass(frozen=True, slots=True, kw_only=True)
class Bound:
    """What can be said of the readable memories outside a read's pool."""

    #: cosine of the farthest memory that came by meaning; None when none did
    farthest: float | None
    #: the most that any of them could score: 0 when there is none, None when nothing can be proved
    most: float | None
    says: str


def bound_of(
    found: Sequence[Found], kept: Sequence[Candidate], scan: Scan, request: Request, plan: ScopePlan, settings: Settings
) -> Bound:
    """The bound on what is outside the pool `found`, and one sentence that sets it beside the last score kept.

    When the store added up every score, a memory outside has at most the score of the last one brought back. When all in
    scope were compared by meaning alone, it is no nearer than the farthest that came so, and holds none of the words whose
    every holder came; each other term is taken at the most it can be. A walk of the index proves nothing, unless it
    brought back all there is.
    """
    farthest = min((one.cosine for one in found if one.by != "words"), default=None)
    if scan.in_scope is not None and len(found) >= scan.in_scope:
        return Bound(farthest=farthest, most=0.0, says="Every readable memory was scored.")
    last = kept[-1].score if kept else None
    if scan.outside is not None:
        added_up = scan.outside and scan.outside + _ROUNDING + uncounted(request, settings)
        says = _sentence(len(found), added_up, last) if added_up else "Every readable memory that matches was scored."
        return Bound(farthest=farthest, most=added_up, says=says)
    if scan.stop != "complete" or farthest is None:
        says = "What a memory outside the pool could score is not known: the walk of the index may have passed nearer ones by."
        return Bound(farthest=farthest, most=None, says=says)
    values = {
        "meaning": max(0.0, min(1.0, farthest)),
        "words": _words(request.prompt, scan),
        "recency": 1.0,
        "layer": max(float(getattr(settings, f"standing_{layer}")) for layer in LAYERS),
        "scope": max((rung.proximity for rung in plan.rungs), default=0.0),
        "path": float(bool(folders(request.path or "")) and request.repo is not None and _from_inside(plan)),
    }
    most = 0.0
    for term in TERMS:
        most += float(getattr(settings, f"weight_{term}")) * values[term]
    return Bound(farthest=farthest, most=most, says=_sentence(len(found), most, last))


def _words(prompt: str, scan: Scan) -> float:
    """The share of the prompt's tokens that a memory outside may hold."""
    asked = tokens(prompt)
    settled = {word.word for word in scan.words if word.taken or word.held == 0}
    return len(asked - settled) / len(asked) if asked else 0.0


def _from_inside(plan: ScopePlan) -> bool:
    return any(scope != ORG_SCOPE for scope in plan.rungs[0].scopes)


def _sentence(pool: int, most: float, last: float | None) -> str:
    outside = f"No readable memory outside the {pool:,} scored can score above {most:.3f}"
    if last is None:
        return f"{outside}."
    if most < last:
        return f"{outside}, and the last one kept has {last:.3f}: the list is complete."
    return f"{outside}; the last one kept has {last:.3f}, so one that was not scored might belong in the list."
