"""Settings that are numbers, and the budget: the nearest value at which the memory is carried."""

import math
from collections.abc import Iterable, Iterator

from secondlayer.engine import brief as briefs
from secondlayer.engine.levers.case import Beyond, Case, Proved
from secondlayer.engine.levers.wording import listed, shown
from secondlayer.records import ORG_SCOPE
from secondlayer.settings import card_of


def bar_ratio(case: Case) -> Proved | None:
    """The bar, lower or higher: the nearest ratio at which the seats are taken by others than now and it is carried."""
    bar, ratio = case.trace.bar, case.settings.bar_ratio
    if bar is None:
        return None
    ways = []
    for standing in case.trace.standings[: case.settings.seats]:
        most = most_ratio(standing.candidate.score, bar.top)
        ways.append(most if most < ratio else math.nextafter(most, 2.0))
    for to in sorted((way for way in ways if 0.0 <= way <= 1.0), key=lambda way: abs(way - ratio)):
        if not case.carries(case.settings.replace(bar_ratio=to)):
            continue
        up = to > ratio
        written = shown(to, up=up, carries=lambda value: case.carries(case.settings.replace(bar_ratio=value)))
        return case.proved(
            {"change": "bar_ratio", "from": ratio, "to": to, "shown": float(written)},
            f"If the bar {'went up' if up else 'came down'} to {written} of the top score (it is {ratio:g})",
            abs(to - ratio),
            case.run(case.settings.replace(bar_ratio=to)),
        )
    return None


def seats(case: Case) -> Proved | None:
    """The organisation's seats, more or fewer."""
    if case.trace.bar is None:
        return None
    own = case.settings.seats
    for to in nearest(own, range(3)):
        if case.carries(case.settings.replace(seats=to)):
            return case.proved(
                {"change": "seats", "from": own, "to": to},
                f"If the organisation had {_seats(to)} (it has {_seats(own)})",
                abs(to - own) / max(own, 1),
                case.run(case.settings.replace(seats=to)),
            )
    return None


def list_length(case: Case) -> Proved | None:
    """The list, longer or shorter: far enough for the memory, or so that others are judged for a seat."""
    own = case.settings.k_combined
    if case.rank is None:
        return None
    turns = {case.rank, *range(1, 6)}
    bar = case.trace.bar
    for at, one in enumerate(case.field.combined, start=1):
        if bar is not None and one.memory.scope == ORG_SCOPE and case.footed(one).score >= bar.value:
            turns |= {at, at - 1}
    for to in nearest(own, turns):
        # a list past the pool makes a deeper pool: see `reads.deeper_list`
        if to >= 1 and max(to, case.settings.pool) == case.limits[0] and case.carries(case.settings.replace(k_combined=to)):
            return case.proved(
                {"change": "k_combined", "from": own, "to": to},
                f"If the list kept {to:,} (it keeps {own:,})",
                abs(to - own) / own,
                case.run(case.settings.replace(k_combined=to)),
            )
    return None


def organisation_length(case: Case) -> Proved | None:
    """What the organisation's own read keeps, more or fewer: enough for the memory to be judged, or for others not to be."""
    own = case.settings.k_organisation
    if case.field.organisation is None or case.trace.bar is None:
        return None
    rank = next((at for at, one in enumerate(case.field.organisation, start=1) if one.memory.id == case.id), None)
    for to in nearest(own, {1, 2, 3, *([rank] if rank else [])}):
        if max(to, case.settings.pool) == case.limits[1] and case.carries(case.settings.replace(k_organisation=to)):
            return case.proved(
                {"change": "k_organisation", "from": own, "to": to},
                f"If the organisation's read kept {to:,} (it keeps {own:,})",
                abs(to - own) / own,
                case.run(case.settings.replace(k_organisation=to)),
            )
    return None


def budget(case: Case) -> Proved | None:
    """The smallest larger budget. Between two of the steps tried no block's outcome changes, so none is passed over.

    A larger budget may also let an earlier block in, which then takes the room: the steps are walked one by one.
    """
    own = case.trace.request.budget_chars
    if case.block is None:
        return None
    rehearsal, settings = case.rehearsal, case.settings
    turns = briefs.head_turns(case.trace.request, rehearsal.says)
    considered, lines = rehearsal.considered(case.field, settings), rehearsal.lines(settings)
    to = own
    while not (fitted := lines.fit(considered, case.id, rehearsal.room(to), settings)).carried:
        steps = [turn for turn in turns if turn > to]
        if fitted.short is not None:
            steps.append(to + fitted.short)
        to = min(steps, default=0)
        if not own < to <= (card_of("budget_chars").high or 0):
            return None
    return case.proved(
        {"change": "budget_chars", "from": own, "to": to},
        f"If the budget were {to:,} characters (it is {own:,})",
        (to - own) / own,
        case.run(budget_chars=to),
    )


def repeat_ratio(case: Case) -> Proved | None:
    """The overlap that makes a repeat, higher: just past the nearest ratio at which it is kept apart from the other."""
    if case.block is None or case.block.outcome != "repeat":
        return None
    own = case.settings.repeat_ratio
    before = [block.candidate.memory for block in case.trace.blocks[: case.block.order]]
    for ratio in case.rehearsal.lines(case.settings).ratios(before, own):
        to = math.nextafter(ratio, 2.0)
        if to > 1.0 or not case.carries(case.settings.replace(repeat_ratio=to)):
            continue
        written = shown(to, up=True, carries=lambda value: case.carries(case.settings.replace(repeat_ratio=value)))
        return case.proved(
            {"change": "repeat_ratio", "from": own, "to": to, "shown": float(written)},
            f"If only an overlap of {written} or more were a repeat ({own:g} is enough)",
            to - own,
            case.run(case.settings.replace(repeat_ratio=to)),
        )
    return None


def cap_per_source(case: Case) -> Proved | None:
    """How often one source may speak, more often."""
    if case.block is None or case.block.outcome != "capped":
        return None
    own = case.settings.cap_per_source
    for to in range(own + 1, case.block.order + 1):
        if case.carries(case.settings.replace(cap_per_source=to)):
            return case.proved(
                {"change": "cap_per_source", "from": own, "to": to},
                f"If a {case.settings.cap_by} might have {to:,} lines (it may have {own:,})",
                (to - own) / own,
                case.run(case.settings.replace(cap_per_source=to)),
            )
    return None


def beyond(case: Case) -> Iterator[Beyond]:
    """Why the very number that the memory failed at cannot be moved far enough, where it cannot."""
    bar, block = case.trace.bar, case.block
    short = next((one for one in case.trace.standings if one.candidate.memory.id == case.id), None)
    if bar is not None and short is not None and short.result == "below_bar":
        ahead = [one.candidate for one in case.trace.standings if one.candidate.score > short.candidate.score]
        if len(ahead) >= case.settings.seats > 0:
            names = listed([f"{one.memory.id} ({one.score:.3f})" for one in ahead[: case.settings.seats]])
            says = f"A lower bar alone cannot seat it: {names} would stand before it, and the organisation has "
            yield Beyond(change={"change": "bar_ratio", "from": bar.ratio}, sentence=f"{says}{_seats(case.settings.seats)}.")
    if block is None and case.rank is not None and case.rank <= case.limits[0]:
        settings = case.settings.replace(k_combined=case.rank)
        if not case.carries(settings):
            change = {"change": "k_combined", "from": case.settings.k_combined, "needs": case.rank}
            says = f"A list of {case.rank:,} would not be enough: {case.why_out(case.run(settings))}"
            yield Beyond(change=change, sentence=says)
    if block is not None and block.outcome == "repeat" and block.overlap is not None and block.overlap.ratio >= 1.0:
        change = {"change": "repeat_ratio", "from": case.settings.repeat_ratio}
        yield Beyond(change=change, sentence="No overlap is high enough to keep the two apart: it is 1, the most there is.")


def most_ratio(score: float, top: float) -> float:
    """The largest ratio, up to 1, at which that score still clears the bar; infinite when it clears every bar."""
    if score >= top:
        return math.inf
    ratio = score / top
    while ratio * top > score:
        ratio = math.nextafter(ratio, 0.0)
    while (more := math.nextafter(ratio, 1.0)) > ratio and more * top <= score:
        ratio = more
    return ratio


def nearest(own: int, numbers: Iterable[int]) -> Iterator[int]:
    """Those other than its own, nearest first, the larger of two as near."""
    yield from sorted((number for number in numbers if number != own), key=lambda number: (abs(number - own), -number))


def _seats(number: int) -> str:
    return {0: "no seat", 1: "one seat"}.get(number, "two seats")
