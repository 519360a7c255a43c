"""A brief's prompt in other words: each wording is run through the whole engine, and what became of the seats is kept."""

from collections.abc import Callable, Sequence
from dataclasses import replace

from secondlayer.briefing import brief
from secondlayer.embedding import Encoder
from secondlayer.engine.paraphrases import Reworded, Wording, reworded
from secondlayer.records import Trace
from secondlayer.settings import Settings
from secondlayer.store import Store


def paraphrase(
    trace: Trace,
    settings: Settings,
    wordings: Sequence[Wording],
    watched: Sequence[str],
    store: Store,
    encoder: Encoder,
    *,
    told: Callable[[int], object] = lambda done: None,
) -> tuple[Reworded, ...]:
    """One result a wording, in order: the trace's request asked anew in those words. Writes nothing.

    `watched` are ids of the organisation's memories; `told` hears how many are done. Raises StoreUnreachable.
    """
    results = []
    for done, wording in enumerate(wordings, start=1):
        again = brief(replace(trace.request, prompt=wording.prompt), settings, store, encoder, preset=trace.preset)
        results.append(reworded(wording, again, watched))
        told(done)
    return tuple(results)
