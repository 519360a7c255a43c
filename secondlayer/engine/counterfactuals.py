"""The smallest single changes that would have carried a memory, each proved by a second run with it alone (DESIGN §5)."""

from collections.abc import Callable, Iterator

from secondlayer.engine.again import Reads, repeats_itself
from secondlayer.engine.levers import memories, numbers, pool, reads, rules
from secondlayer.engine.levers.case import Beyond, Case, Proved
from secondlayer.engine.levers.terms import Terms
from secondlayer.engine.levers.undoing import undoing
from secondlayer.engine.levers.wording import conclusion
from secondlayer.engine.why import Known
from secondlayer.records import TERMS, Counterfactual, Trace, VerdictName
from secondlayer.settings import Settings

#: verdicts on a memory that no read could find
_BEFORE: tuple[VerdictName, ...] = ("retired", "not_embedded", "out_of_scope")
#: verdicts that nothing is offered for: it is in the brief, or nothing sensible would bring it there
_NOTHING: tuple[VerdictName, ...] = ("carried", "seated", "unknown_memory", "superseded", "excluded")
_IN_THE_BRIEF: tuple[VerdictName, ...] = ("carried", "seated")

_LEVERS: tuple[Callable[[Case], Proved | Beyond | None], ...] = (
    numbers.bar_ratio,
    numbers.seats,
    numbers.list_length,
    reads.deeper_list,
    numbers.organisation_length,
    numbers.budget,
    numbers.repeat_ratio,
    numbers.cap_per_source,
    reads.match_floor,
    pool.pool,
    reads.arm,
    reads.pool_by,
    memories.confirmed,
)


def counterfactuals(
    trace: Trace, settings: Settings, known: Known, verdict: VerdictName, again: Reads | None = None
) -> tuple[tuple[Counterfactual, ...], tuple[Counterfactual, ...]]:
    """(the changes that carry the memory, those that cannot with the reason), in that run, for that verdict.

    Each change is alone: settings, request and store stay as they were but for it. Those that can be made come before
    the terms, which are what a score would have to be; within both the nearest to what was asked comes first: by the share
    of its range that a number between 0 and 1 moves, the share of itself that another number does, a half for a rule
    switched or a memory retired, a quarter for one confirmed, restored or compared after all. At most one for a lever,
    and for a number the least that carries: a hair less does not.

    `again` makes the reads anew; without it, changes to what they bring back are left out, as they are when the store has
    moved on since. A trace kept without its words cannot be run again, and gets none.
    """
    memory = known.memory
    if memory is None or verdict in _NOTHING or not repeats_itself(trace, settings):
        return (), ()
    if verdict in _BEFORE:
        tried = memories.mended(trace, settings, memory, verdict, known.cosine)
    else:
        tried = _tried(Case(trace, settings, memory, known.cosine, again))
    proved: list[Proved] = []
    impossible: list[Counterfactual] = []
    for found in tried:
        if isinstance(found, Beyond):
            impossible.append(Counterfactual(change=found.change, sentence=found.sentence, carried=False))
        elif found is not None:
            proved.append(found)
    proved.sort(key=lambda one: (one.change["change"] in TERMS, one.distance))
    return tuple(_told(memory.id, one, trace) for one in proved), tuple(impossible)


def undoings(trace: Trace, settings: Settings, known: Known, verdict: VerdictName) -> tuple[Counterfactual, ...]:
    """For a memory that is in the brief, the single numbers that would have left it out, nearest first and proved alike."""
    if known.memory is None or verdict not in _IN_THE_BRIEF or not repeats_itself(trace, settings):
        return ()
    case = Case(trace, settings, known.memory, known.cosine)
    found = sorted((one for one in undoing(case) if one is not None), key=lambda one: one.distance)
    told = []
    for one in found:
        moved, gained, lost = _moved(known.memory.id, one, trace)
        ending = f"it would be left out: {case.why_out(one.run)}"
        told.append(
            Counterfactual(change=one.change, sentence=f"{one.condition}, {ending}", carried=moved, gained=gained, lost=lost)
        )
    return tuple(told)


def _tried(case: Case) -> Iterator[Proved | Beyond | None]:
    for lever in _LEVERS:
        yield lever(case)
    yield from rules.switched(case)
    yield from memories.retired(case)
    yield from Terms(case).each()
    yield from numbers.beyond(case)


def _told(id: str, proved: Proved, trace: Trace) -> Counterfactual:
    carried, gained, lost = _moved(id, proved, trace)
    return Counterfactual(
        change=proved.change,
        sentence=f"{proved.condition}, {conclusion(id, proved.run, trace, lost, gained)}",
        carried=carried,
        gained=gained,
        lost=lost,
    )


def _moved(id: str, proved: Proved, trace: Trace) -> tuple[bool, tuple[str, ...], tuple[str, ...]]:
    """(whether that run carries it, what other memories it brings in, what others it puts out)."""
    before, after = trace.brief.carried, proved.run.brief.carried
    # that a retired memory's own line goes is the change itself
    aside = {id, proved.change.get("id")}
    gained = tuple(one for one in after if one not in before and one not in aside)
    return id in after, gained, tuple(one for one in before if one not in after and one not in aside)
