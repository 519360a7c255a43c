"""Why, for a memory named by its id or by its text: the store is asked what it knows, the engine decides."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import NDArray

from secondlayer.briefing import plans_of, read_all
from secondlayer.embedding import Encoder
from secondlayer.engine import ReadResult
from secondlayer.engine.counterfactuals import counterfactuals, undoings
from secondlayer.engine.pasted import readings, says_the_same
from secondlayer.engine.rare import asked_words
from secondlayer.engine.scopes import bare_name
from secondlayer.engine.why import Known, why
from secondlayer.errors import WrongCall
from secondlayer.records import Found, Memory, ScopePlan, Trace, Verdict
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store import Store

#: stored memories that a text is compared with, nearest by meaning first
_NEAREST = 5


def explain(trace: Trace, settings: Settings, asked: str, store: Store, encoder: Encoder) -> Verdict:
    """The verdict on the memory with that id or that text, in that run, with what would have carried it.

    The text may be as it is stored or as a brief prints it, white space folded. A text that no memory says gets
    `unknown_memory`, with the stored memory that says nearly the same in as many words, or else the nearest one that the
    request may read. Raises WrongCall for an empty question, StoreUnreachable.
    """
    asked = asked.encode("utf-8", "replace").decode("utf-8").replace("\0", "").strip()
    if not asked:
        raise WrongCall("Say which memory: its id, or its text.")
    readable = plans_of(trace.request, store)[0][1].scopes
    memory = store.memory(asked) or _by_text(asked, store, readable)
    if memory is None:
        return why(trace, settings, _never_written(asked, store, encoder, trace, readable))
    vector = encoder.encode([trace.request.prompt])[0]
    cosine = store.cosine(memory.id, vector)
    nearer = None if cosine is None else store.nearer(readable, vector, cosine)
    known = Known(memory=memory, cosine=cosine, nearer=nearer)
    verdict = why(trace, settings, known)
    if verdict.verdict == "not_embedded":
        own = encoder.encode([memory.passage])[0]
        known = replace(known, cosine=float(np.dot(own, vector)))
    again = _Again(trace, store, vector)
    found, impossible = counterfactuals(trace, settings, known, verdict.verdict, again)
    undoing = undoings(trace, settings, known, verdict.verdict)
    return replace(verdict, counterfactuals=found, impossible=impossible, undoing=undoing)


@dataclass(frozen=True, slots=True)
class _Again:
    """The reads of a run, made anew against the store."""

    trace: Trace
    store: Store
    vector: NDArray[np.float32]

    def made(self, settings: Settings, more: int) -> tuple[ReadResult, ...]:
        """What they bring back under those settings, with so many more of the nearest than they take."""
        plans = [(read.name, read.plan) for read in self.trace.reads]
        request = self.trace.request
        return read_all(plans, request, settings, self.store, self.vector, asked_words(request.prompt), more)

    def nearer(self, plan: ScopePlan, cosine: float) -> int:
        """How many memories in that plan's scopes are strictly nearer to the prompt than that."""
        return self.store.nearer(plan.scopes, self.vector, cosine)


def _by_text(asked: str, store: Store, readable: Sequence[str]) -> Memory | None:
    for text in readings(asked):
        memory = store.find_text(text, readable) or store.find_text(text)
        if memory is not None:
            return memory
    return None


def _never_written(asked: str, store: Store, encoder: Encoder, trace: Trace, readable: Sequence[str]) -> Known:
    """What is known of a text that no memory says: a stored one that says nearly the same, or else the nearest readable."""
    vector = encoder.encode([asked])[0]
    nearest = store.nearest(vector, readable, _NEAREST)
    meant = _meant(asked, nearest)
    if meant is None:
        closed = {name for one in store.repositories() if one.sensitive for name in (one.name, bare_name(one.name))}
        elsewhere = [scope for scope in store.scope_counts() if scope not in readable and scope not in closed]
        if elsewhere:
            found, _ = store.read(elsewhere, vector, settings=PRODUCT.replace(pool_by="meaning"), limit=_NEAREST)
            meant = _meant(asked, found)
    return Known(memory=None, nearest=meant or (nearest[0] if nearest else None), meant=meant is not None)


def _meant(asked: str, found: Sequence[Found]) -> Found | None:
    return next((one for one in found if says_the_same(asked, one.memory.text)), None)
