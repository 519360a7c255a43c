"""Rules that are one thing or another: each switched alone."""

from collections.abc import Iterator

from secondlayer.engine.levers.case import SWITCHED, Case, Proved
from secondlayer.settings import Settings


def switched(case: Case) -> Iterator[Proved | None]:
    """Each rule that would carry it, switched."""
    own = case.settings
    ways: tuple[tuple[str, object, str], ...] = (
        (
            "seating",
            "combined" if own.seating == "two_reads" else "two_reads",
            "If seats were looked for in the combined list only (the organisation has a read of its own)"
            if own.seating == "two_reads"
            else "If the organisation had a read of its own (seats are looked for in the combined list only)",
        ),
        (
            "overlap",
            "smaller" if own.overlap == "larger" else "larger",
            f"If overlap were measured against the {'smaller' if own.overlap == 'larger' else 'larger'} of two sentences "
            f"(it is against the {own.overlap})",
        ),
        (
            "repeat_rule",
            "guarded" if own.repeat_rule == "paper" else "paper",
            "If the guarded repeat rule held, which keeps reversals and sentences that differ in a number or a name apart"
            if own.repeat_rule == "paper"
            else "If the paper's repeat rule held (the guarded one does)",
        ),
        (
            "cap_by",
            "file" if own.cap_by == "section" else "section",
            f"If the cap counted by {'file' if own.cap_by == 'section' else 'section'} (it counts by {own.cap_by})",
        ),
        (
            "fill",
            not own.fill,
            "If the room left were filled from past the list" if not own.fill else "If nothing were taken from past the list",
        ),
    )
    for name, to, condition in ways:
        changed: Settings = own.replace(**{name: to})
        if case.carries(changed):
            change = {"change": name, "from": getattr(own, name), "to": to}
            yield case.proved(change, condition, SWITCHED, case.run(changed))
