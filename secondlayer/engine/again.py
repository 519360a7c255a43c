"""The same run once more with one change, and nothing else: what would have been is proved, not guessed (DESIGN §5)."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Protocol

from secondlayer.engine.assemble import ReadResult, assemble
from secondlayer.engine.terms import Raised
from secondlayer.records import Found, Read, ScopePlan, Trace
from secondlayer.settings import Settings


class Reads(Protocol):
    """The reads of a request, to be made anew against the store as it is now."""

    def made(self, settings: Settings, more: int) -> Sequence[ReadResult]:
        """What they bring back under those settings, with so many more of the nearest than they take."""

    def nearer(self, plan: ScopePlan, cosine: float) -> int:
        """How many memories in that plan's scopes are strictly nearer to the prompt than that."""


def results_of(trace: Trace) -> tuple[ReadResult, ...]:
    """What each read of the run brought back, from the record: every memory that was scored, with its cosine.

    Those that did not match the prompt at all are not in the record, and neither is how far below 0 a cosine was: no
    outcome depends on either while the settings stand.
    """
    return tuple(ReadResult(name=read.name, plan=read.plan, found=tuple(_found(read)), scan=read.scan) for read in trace.reads)


def again(
    trace: Trace,
    settings: Settings,
    results: Sequence[ReadResult] | None = None,
    *,
    budget_chars: int | None = None,
    raised: Raised | None = None,
) -> Trace:
    """The run of that request with the settings given, over the results given, or else over its own.

    With the settings it was made with and nothing changed: the same blocks, seats, bar and text.
    """
    request = trace.request if budget_chars is None else replace(trace.request, budget_chars=budget_chars)
    return assemble(
        request,
        settings,
        results_of(trace) if results is None else results,
        preset=trace.preset,
        encoder=trace.encoder,
        prompt_pieces=trace.prompt_pieces,
        raised=raised,
    )


def repeats_itself(trace: Trace, settings: Settings) -> bool:
    """Whether the record gives the same run again; one that was kept without its words does not."""
    second = again(trace, settings)
    return (second.blocks, second.seats, second.bar) == (trace.blocks, trace.seats, trace.bar)


def _found(read: Read) -> list[Found]:
    farthest = read.farthest if read.scan.joined else None
    found = []
    for candidate in (*read.candidates, *read.rest):
        cosine = candidate.term("meaning").value
        by_words = farthest is not None and cosine < farthest
        found.append(Found(memory=candidate.memory, cosine=cosine, by="words" if by_words else "meaning"))
    return found
