"""The bar, and the places the organisation's memories take (paper 002 §2-3)."""

from collections.abc import Sequence

from secondlayer.records import ORG_SCOPE, Bar, Candidate, Seat, Standing
from secondlayer.settings import Settings

#: the second and the fourth place (paper 002 §2), 1 = first
PLACES = (2, 4)


def bar_of(listed: Sequence[Candidate], settings: Settings) -> Bar | None:
    """The bar: ratio × the best score of the combined list. None when no top is above 0: no bar, no seat."""
    top = listed[0].score if listed else 0.0
    return Bar(top=top, ratio=settings.bar_ratio, value=settings.bar_ratio * top) if top > 0.0 else None


def judge(footed: Sequence[Candidate], bar: Bar | None, settings: Settings) -> tuple[Standing, ...]:
    """Each of the organisation's memories at the bar, best first, ties by id.

    `footed` holds them scored on the footing they are judged by; the best `settings.seats` at or above the bar are
    seated, others above it lost the seat to those.
    """
    if bar is None:
        return ()
    ordered = sorted(footed, key=lambda candidate: (-candidate.score, candidate.memory.id))
    standings = []
    for position, candidate in enumerate(ordered):
        margin = candidate.score - bar.value
        if candidate.score < bar.value:
            standings.append(Standing(candidate=candidate, margin=margin, result="below_bar"))
        else:
            standings.append(
                Standing(candidate=candidate, margin=margin, result="seated" if position < settings.seats else "lost_seat")
            )
    return tuple(standings)


def organisation_of(candidates: Sequence[Candidate]) -> tuple[Candidate, ...]:
    """Those of the candidates that are filed at the organisation's level."""
    return tuple(candidate for candidate in candidates if candidate.memory.scope == ORG_SCOPE)


def place(listed: Sequence[Candidate], standings: Sequence[Standing]) -> tuple[tuple[Candidate, ...], tuple[Seat, ...]]:
    """The combined list, best first, in its final order, and the seats with the place each took, in order of place.

    The best seated memory goes to place 2, the next to place 4, each scored as it was judged. A seat never makes a
    memory stand lower than it would have, so one that ranks higher by itself stays there; a place past the end means
    last; of two that would share a place, the one that ranks there by itself has it and the other stands next.
    """
    seated = [standing for standing in standings if standing.result == "seated"]
    natural = {candidate.memory.id: rank for rank, candidate in enumerate(listed, start=1)}
    wanted = []
    for target, standing in zip(PLACES, seated, strict=False):
        own = natural.get(standing.candidate.memory.id)
        wanted.append((min(target, own) if own else target, own is None, standing))
    ids = {standing.candidate.memory.id for standing in seated}
    order = [candidate for candidate in listed if candidate.memory.id not in ids]
    taken: dict[int, Standing] = {}
    for position, _, standing in sorted(wanted, key=lambda row: row[:2]):
        while position in taken:
            position += 1
        position = min(position, len(order) + 1)
        order.insert(position - 1, standing.candidate)
        taken[position] = standing
    seats = tuple(
        Seat(place=position, candidate=standing.candidate, margin=standing.margin)
        for position, standing in sorted(taken.items())
    )
    return tuple(order), seats
