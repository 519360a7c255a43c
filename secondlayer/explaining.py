"""Why, for a memory named by its id or by its text: the store is asked what it knows, the engine decides."""

from secondlayer.briefing import plans_of
from secondlayer.embedding import Encoder
from secondlayer.engine.why import Known, why
from secondlayer.errors import WrongCall
from secondlayer.records import Trace, Verdict
from secondlayer.settings import Settings
from secondlayer.store import Store


def explain(trace: Trace, settings: Settings, asked: str, store: Store, encoder: Encoder) -> Verdict:
    """The verdict on the memory with that id or that exact text (white space folded), in that run.

    A text that no memory says gets `unknown_memory` with the nearest one that the request may read. Raises WrongCall for
    an empty question, StoreUnreachable.
    """
    asked = asked.encode("utf-8", "replace").decode("utf-8").replace("\0", "").strip()
    if not asked:
        raise WrongCall("Say which memory: its id, or its text.")
    readable = plans_of(trace.request, store)[0][1].scopes
    memory = store.memory(asked) or store.find_text(asked, readable) or store.find_text(asked)
    if memory is None:
        nearest = store.nearest(encoder.encode([asked])[0], readable, 1)
        return why(trace, settings, Known(memory=None, nearest=nearest[0] if nearest else None))
    vector = encoder.encode([trace.request.prompt])[0]
    cosine = store.cosine(memory.id, vector)
    nearer = None if cosine is None else store.nearer(readable, vector, cosine)
    return why(trace, settings, Known(memory=memory, cosine=cosine, nearer=nearer))
