"""Blocks are taken in order until the budget is used, each with exactly one outcome (paper 003, DESIGN §3)."""

from collections.abc import Sequence

from secondlayer.engine.printing import line, needs_subject
from secondlayer.engine.repeats import overlap
from secondlayer.records import Block, Candidate, Memory, Outcome, Overlap, Request, Seat
from secondlayer.settings import Settings


def source_of(memory: Memory, settings: Settings) -> tuple[str, ...] | None:
    """The first source a block cites, as the cap counts it: repository and path, and the section under `cap_by`.

    None when it cites none and is never capped.
    """
    if not memory.source_path:
        return None
    file = (memory.source_repo or memory.scope, memory.source_path)
    return (*file, memory.source_heading) if settings.cap_by == "section" else file


def fit(
    order: Sequence[Candidate],
    filling: Sequence[Candidate],
    seats: Sequence[Seat],
    request: Request,
    settings: Settings,
    *,
    room: int,
) -> tuple[Block, ...]:
    """Every block considered, in order: the list, then what fills the room left, each with its tests' figures.

    `room` is the budget less the brief's first line. A block is passed over when it does not fit; it is never cut, and
    later shorter ones may still fit.
    """
    seated = {seat.candidate.memory.id for seat in seats}
    considered: list[tuple[Candidate, str]] = [
        (candidate, "seat" if candidate.memory.id in seated else "list") for candidate in order
    ]
    considered += [(candidate, "fill") for candidate in filling if candidate.memory.id not in seated]
    blocks: list[Block] = []
    carried: list[Block] = []
    subjects: frozenset[str] = frozenset()
    for position, (candidate, by) in enumerate(considered, start=1):
        block = _decide(candidate, by, position, carried, subjects, request, settings, room)
        blocks.append(block)
        if block.outcome == "carried":
            carried.append(block)
            room -= block.chars
            if needs_subject(candidate.memory):
                subjects |= {candidate.memory.subject}
    return tuple(blocks)


def _decide(
    candidate: Candidate,
    by: str,
    position: int,
    carried: Sequence[Block],
    subjects: frozenset[str],
    request: Request,
    settings: Settings,
    room: int,
) -> Block:
    memory = candidate.memory
    printed = line(memory, request.as_of, subjects)
    chars = len(printed) + 1
    closest = _closest(memory, carried, settings)
    source = source_of(memory, settings)
    voices = tuple(b.candidate.memory.id for b in carried if source and source_of(b.candidate.memory, settings) == source)
    outcome: Outcome
    if closest and closest.repeat:
        outcome, because = "repeat", f"It repeats a carried block: {closest.because}."
    elif len(voices) >= settings.cap_per_source:
        outcome = "capped"
        cited = memory.source if settings.cap_by == "section" else memory.source_path
        because = f"{len(voices)} carried blocks already cite {cited}, and a {settings.cap_by} has {settings.cap_per_source}."
    elif chars > room:
        outcome, because = "no_room", f"It needs {chars:,} characters and {room:,} are left."
    else:
        outcome, because = "carried", f"It says something new and fits: {chars:,} of the {room:,} characters left."
    return Block(
        order=position,
        candidate=candidate,
        by=by,  # type: ignore[arg-type]
        outcome=outcome,
        chars=chars,
        line=printed,
        room_before=room,
        overlap=closest,
        same_source=voices,
        because=because,
    )


def _closest(memory: Memory, carried: Sequence[Block], settings: Settings) -> Overlap | None:
    """The first carried block it repeats, or else the one it overlaps most, earliest first; None before any."""
    best: Overlap | None = None
    for block in carried:
        test = overlap(memory.text, block.candidate.memory.text, settings, against=block.candidate.memory.id)
        if test.repeat:
            return test
        if best is None or test.ratio > best.ratio:
            best = test
    return best
