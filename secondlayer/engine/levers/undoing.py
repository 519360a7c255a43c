"""The other way round: the nearest number at which a memory that is carried would be left out."""

import math
from collections.abc import Iterator

from secondlayer.engine import brief as briefs
from secondlayer.engine.levers.case import Case, Proved
from secondlayer.engine.levers.numbers import most_ratio, nearest
from secondlayer.engine.levers.wording import shown
from secondlayer.settings import Settings, card_of


def undoing(case: Case) -> Iterator[Proved | None]:
    """The bar, the seats, the list and the budget, each moved just far enough."""
    yield _bar_ratio(case)
    yield _seats(case)
    yield _list_length(case)
    yield _budget(case)


def _bar_ratio(case: Case) -> Proved | None:
    bar, ratio = case.trace.bar, case.settings.bar_ratio
    if bar is None:
        return None
    ways = []
    for standing in case.trace.standings[: case.settings.seats]:
        most = most_ratio(standing.candidate.score, bar.top)
        ways.append(most if most < ratio else math.nextafter(most, 2.0))
    for to in sorted((way for way in ways if 0.0 <= way <= 1.0), key=lambda way: abs(way - ratio)):
        if _keeps(case, to):
            continue
        written = shown(to, up=to > ratio, carries=lambda value: not _keeps(case, value))
        return case.undone(
            {"change": "bar_ratio", "from": ratio, "to": to, "shown": float(written)},
            f"If the bar {'went up' if to > ratio else 'came down'} to {written} of the top score (it is {ratio:g})",
            abs(to - ratio),
            case.run(case.settings.replace(bar_ratio=to)),
        )
    return None


def _keeps(case: Case, ratio: float) -> bool:
    return case.carries(case.settings.replace(bar_ratio=ratio))


def _seats(case: Case) -> Proved | None:
    own = case.settings.seats
    for to in nearest(own, range(3)) if case.trace.bar is not None else ():
        settings = case.settings.replace(seats=to)
        if not case.carries(settings):
            change = {"change": "seats", "from": own, "to": to}
            condition = f"If the organisation had {to} of its seats (it has {own})"
            return case.undone(change, condition, abs(to - own) / max(own, 1), case.run(settings))
    return None


def _list_length(case: Case) -> Proved | None:
    """Shorter lists alone: a longer one puts a memory out only through a seat."""
    own = case.settings.k_combined
    for to in range(own - 1, 0, -1):
        settings: Settings = case.settings.replace(k_combined=to)
        if max(to, case.settings.pool) != case.limits[0]:
            return None
        if not case.carries(settings):
            change = {"change": "k_combined", "from": own, "to": to}
            return case.undone(change, f"If the list kept {to:,} (it keeps {own:,})", (own - to) / own, case.run(settings))
    return None


def _budget(case: Case) -> Proved | None:
    """The largest smaller budget that leaves it out, walked step by step as `numbers.budget` walks up."""
    own, least = case.trace.request.budget_chars, card_of("budget_chars").low or 0
    rehearsal, settings = case.rehearsal, case.settings
    turns = briefs.head_turns(case.trace.request, rehearsal.says)
    considered, lines = rehearsal.considered(case.field, settings), rehearsal.lines(settings)
    to = own
    while (fitted := lines.fit(considered, case.id, rehearsal.room(to), settings)).carried:
        steps = [turn - 1 for turn in turns if turn <= to]
        if fitted.spare is not None:
            steps.append(to - fitted.spare - 1)
        to = max(steps, default=0)
        if not least <= to < own:
            return None
    change = {"change": "budget_chars", "from": own, "to": to}
    condition = f"If the budget were {to:,} characters (it is {own:,})"
    return case.undone(change, condition, (own - to) / own, case.run(budget_chars=to))
