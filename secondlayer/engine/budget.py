"""Blocks are taken in order until the budget is used, each with exactly one outcome (paper 003, DESIGN §3)."""

from collections.abc import Sequence

from secondlayer.engine.printing import line, needs_subject
from secondlayer.engine.repeats import overlap
from secondlayer.engine.tokens import tokens
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
    carried = Carried()
    subjects: frozenset[str] = frozenset()
    for position, (candidate, by) in enumerate(considered, start=1):
        block = _decide(candidate, by, position, carried, subjects, request, settings, room)
        blocks.append(block)
        if block.outcome == "carried":
            carried.append(block, settings)
            room -= block.chars
            if needs_subject(candidate.memory):
                subjects |= {candidate.memory.subject}
    return tuple(blocks)


def _decide(
    candidate: Candidate,
    by: str,
    position: int,
    carried: "Carried",
    subjects: frozenset[str],
    request: Request,
    settings: Settings,
    room: int,
) -> Block:
    memory = candidate.memory
    printed = line(memory, request.as_of, subjects)
    chars = len(printed) + 1
    closest = carried.closest(memory, settings)
    voices = carried.voices(source_of(memory, settings))
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


class Carried:
    """The blocks carried so far, found by their tokens and by their source."""

    def __init__(self) -> None:
        self._texts: list[tuple[str, str]] = []  # id, text
        self._sizes: list[int] = []
        self._holding: dict[str, list[int]] = {}
        self._voices: dict[tuple[str, ...], tuple[str, ...]] = {}

    def append(self, block: Block, settings: Settings) -> None:
        """Adds a block, the last in printed order."""
        memory = block.candidate.memory
        held = tokens(memory.text)
        for token in held:
            self._holding.setdefault(token, []).append(len(self._texts))
        self._texts.append((memory.id, memory.text))
        self._sizes.append(len(held))
        source = source_of(memory, settings)
        if source:
            self._voices[source] = (*self._voices.get(source, ()), memory.id)

    def voices(self, source: tuple[str, ...] | None) -> tuple[str, ...]:
        """Ids of the carried blocks that cite that source, in printed order."""
        return self._voices.get(source, ()) if source else ()

    def closest(self, memory: Memory, settings: Settings) -> Overlap | None:
        """The first carried block it repeats, or else the one it overlaps most, earliest first; None before any.

        Every carried block is compared; those that share no token come to 0 without being looked at.
        """
        if not self._texts:
            return None
        own = tokens(memory.text)
        shared: dict[int, int] = {}
        for token in own:
            for position in self._holding.get(token, ()):
                shared[position] = shared.get(position, 0) + 1
        best, most = 0, 0.0
        for position in sorted(shared):
            size = self._sizes[position]
            divisor = max(len(own), size) if settings.overlap == "larger" else min(len(own), size)
            ratio = shared[position] / divisor
            if ratio >= settings.repeat_ratio:
                test = self._test(memory, position, settings)
                if test.repeat:
                    return test
            if ratio > most:
                best, most = position, ratio
        return self._test(memory, best, settings)

    def _test(self, memory: Memory, position: int, settings: Settings) -> Overlap:
        id, text = self._texts[position]
        return overlap(memory.text, text, settings, against=id)
