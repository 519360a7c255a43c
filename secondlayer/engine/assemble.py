"""The pipeline after the reads came back, readable aloud: ranking, seats, budget, brief, trace."""

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from secondlayer.engine import brief as briefs
from secondlayer.engine.budget import fit
from secondlayer.engine.ranking import rank, read
from secondlayer.engine.scopes import organisation_plan
from secondlayer.engine.seats import bar_of, judge, organisation_of, place
from secondlayer.engine.terms import Raised
from secondlayer.records import Candidate, Found, Read, ReadName, Request, Scan, ScopePlan, Trace
from secondlayer.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class ReadResult:
    """What the store gave for one read."""

    name: ReadName
    plan: ScopePlan
    found: tuple[Found, ...]
    scan: Scan


def assemble(
    request: Request,
    settings: Settings,
    results: Sequence[ReadResult],
    *,
    preset: str = "product",
    encoder: str = "",
    prompt_pieces: tuple[int, int] = (0, 0),
    stored: int | None = None,
    timings: Mapping[str, float] | None = None,
    raised: Raised | None = None,
) -> Trace:
    """The trace of one run: the first result is the list's read, a second one the organisation's own.

    `stored` counts the current memories filed in the scopes, embedded or not; it is looked at only when nothing was found.
    `raised` takes one term of one memory to be higher than it is, as only a run that asks "what if" does.
    """
    reads = tuple(_read(result, request, settings, raised, first=at == 0) for at, result in enumerate(results))
    combined = reads[0]
    bar = bar_of(combined.candidates, settings) if spans(request) else None
    standings = judge(_footed(reads, results, request, settings, raised), bar, settings)
    order, seats = place(combined.candidates, standings)
    filling = combined.rest if settings.fill else ()
    says = briefs.searched(reads) if order or filling else briefs.nothing(reads, stored)
    first_line = briefs.head(request, says)
    blocks = fit(order, filling, seats, request, settings, room=request.budget_chars - len(first_line))
    brief = briefs.write(request, first_line, says, blocks)
    return Trace(
        brief_id=_brief_id(request, settings, brief.text),
        request=request,
        scopes=combined.plan.scopes,
        settings=settings.as_dict(),
        preset=preset,
        encoder=encoder,
        reads=reads,
        bar=bar,
        seats=seats,
        standings=standings,
        blocks=blocks,
        brief=brief,
        prompt_pieces=prompt_pieces,
        timings=dict(timings or {}),
    )


def spans(request: Request) -> bool:
    """Whether the request reads more than the organisation's own level, so that there are seats to take."""
    return request.repo is not None or request.team is not None


def _read(result: ReadResult, request: Request, settings: Settings, raised: Raised | None, *, first: bool) -> Read:
    k = settings.k_combined if first else settings.k_organisation
    return read(result.name, result.found, result.scan, request, result.plan, settings, k, raised)


def _footed(
    reads: Sequence[Read],
    results: Sequence[ReadResult],
    request: Request,
    settings: Settings,
    raised: Raised | None,
) -> tuple[Candidate, ...]:
    """The organisation's memories of both reads, each once, scored on the footing they are judged by.

    On the organisation's own footing whichever read brought them (paper 002 §3); under `seating="combined"`, the first
    repair, only those of the combined list, with the score they have there.
    """
    listed = organisation_of(reads[0].candidates)
    if settings.seating == "combined":
        return listed
    ids = {candidate.memory.id for candidate in listed}
    found = {one.memory.id: one for one in results[0].found if one.memory.id in ids}
    if len(reads) > 1:
        kept = {candidate.memory.id for candidate in reads[1].candidates}
        found |= {one.memory.id: one for one in results[1].found if one.memory.id in kept}
    return rank(found.values(), request, organisation_plan(), settings, raised)[0]


def _brief_id(request: Request, settings: Settings, text: str) -> str:
    """The same request, settings and text have the same id; anything else has another."""
    key = "\0".join([request.org, repr(request), repr(settings), text])
    return "b" + hashlib.sha256(key.encode("utf-8", "replace")).hexdigest()[:16]
