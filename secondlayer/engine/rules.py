"""The budget once more over the same order, under other rules: what the first rule and the guarded one would do."""

from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.engine.budget import fit
from secondlayer.engine.seats import place
from secondlayer.records import Block, Standing, Trace
from secondlayer.settings import Settings


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruled:
    """Every block considered, under one rule of the budget."""

    #: own for the run's, else larger, smaller, guarded or cap
    name: str
    settings: Settings
    #: in order of consideration: the same memories under every rule
    blocks: tuple[Block, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Change:
    """A block whose outcome another rule would change."""

    own: Block
    other: Block
    #: True when a rule's own test decides it, False when the room that is left does
    by_rule: bool


def refit(trace: Trace, settings: Settings, standings: Sequence[Standing] | None = None) -> tuple[Block, ...]:
    """Every block of that run, fitted anew in the same order, with the settings of the budget changed.

    Only the budget's settings are looked at (`overlap`, `repeat_ratio`, `repeat_rule`, `min_tokens`, `cap_per_source`,
    `cap_by`, `fill`); reads and scores stay as they came back. Other `standings` seat other memories. With the run's own
    settings and standings the blocks are the trace's own.
    """
    combined = trace.reads[0]
    order, seats = place(combined.candidates, trace.standings if standings is None else standings)
    filling = combined.rest if settings.fill else ()
    first_line = trace.brief.text.split("\n", 1)[0]
    return fit(order, filling, seats, trace.request, settings, room=trace.request.budget_chars - len(first_line))


def under_other_rules(trace: Trace, settings: Settings) -> tuple[Ruled, ...]:
    """The blocks under the run's own rules, then with one rule changed at a time, leaving out what is the run's already.

    `larger` divides by the larger set (paper 003 §2) and is the product's; `smaller` is the first rule, which lost precise
    lines (§2); `guarded` also spares pairs that differ in a number, version, date or identifier, and reversals without a
    negation (DESIGN §3); `cap` counts the other source than the run does, by section or by file (§3).
    """
    rules = {
        "larger": settings.replace(overlap="larger", repeat_rule="paper"),
        "smaller": settings.replace(overlap="smaller", repeat_rule="paper"),
        "guarded": settings.replace(overlap="larger", repeat_rule="guarded"),
        "cap": settings.replace(cap_by="file" if settings.cap_by == "section" else "section"),
    }
    others = [(name, changed) for name, changed in rules.items() if changed != settings]
    return tuple(
        Ruled(name=name, settings=changed, blocks=refit(trace, changed)) for name, changed in (("own", settings), *others)
    )


def changed_by(own: Ruled, other: Ruled) -> tuple[Change, ...]:
    """The blocks whose outcome differs between two rules, in order of consideration."""
    tests = {"repeat", "capped"}
    return tuple(
        Change(own=here, other=there, by_rule=bool(tests & {here.outcome, there.outcome}))
        for here, there in zip(own.blocks, other.blocks, strict=True)
        if here.outcome != there.outcome
    )
