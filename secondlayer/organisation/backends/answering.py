"""One question put to a backend, with whatever evidence that backend gives beside its facts."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

from secondlayer.engine.trace import moment
from secondlayer.errors import OrgMemoryQueryError
from secondlayer.organisation.backends.facts import OrgFact, OrgMemoryQuery
from secondlayer.organisation.backends.graph import GraphMemory
from secondlayer.organisation.backends.knowledge_graph import Path
from secondlayer.organisation.backends.protocol import OrgMemoryBackend
from secondlayer.organisation.backends.temporal import DatedFact, TemporalMemory
from secondlayer.organisation.backends.timeline import Change
from secondlayer.records import Memory


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """What a backend says to a question."""

    backend: str
    question: str
    #: as `query` gives them
    facts: tuple[OrgFact, ...]
    #: of a graph: one path for each fact, in their order
    paths: tuple[Path, ...] = ()
    #: of a graph: one score for each fact, by the six terms
    scores: tuple[float, ...] = ()
    #: of a graph: what of it the question names
    named: tuple[str, ...] = ()
    #: of a memory in time: what changed near the question, oldest first
    changes: tuple[Change, ...] = ()
    #: of a memory in time: what held at the moment asked about; None when none was
    then: tuple[DatedFact, ...] | None = None


async def answer(backend: OrgMemoryBackend, question: str, *, limit: int = 5, as_of: datetime | None = None) -> Answer:
    """The answer of a connected backend. Raises OrgMemoryError; a moment asked of a backend without time is one."""
    if not question.strip():
        raise OrgMemoryQueryError("The question is empty; say in a sentence what is to be known.")
    if not 1 <= limit <= 100:
        raise OrgMemoryQueryError(f"A limit is 1 to 100, not {limit:,}.")
    query = OrgMemoryQuery(context=question, limit=limit)
    if isinstance(backend, GraphMemory):
        told = await backend.explore(query)
        found = Answer(
            backend=backend.backend_name,
            question=question,
            facts=told.facts,
            paths=told.paths,
            scores=told.scores,
            named=told.named,
        )
    elif isinstance(backend, TemporalMemory):
        return Answer(
            backend=backend.backend_name,
            question=question,
            facts=await backend.query(query),
            changes=await backend.history(question, limit=limit) if backend.config.temporal.track_changes else (),
            then=None if as_of is None else await backend.as_of(as_of, question, limit=limit),
        )
    else:
        found = Answer(backend=backend.backend_name, question=question, facts=await backend.query(query))
    if as_of is not None:
        raise OrgMemoryQueryError(f"Only temporal_kg knows what held at a moment; {backend.backend_name} was asked.")
    return found


def answer_json(told: Answer) -> dict[str, Any]:
    """The answer as plain values."""
    return {
        "backend": told.backend,
        "question": told.question,
        "facts": [fact.model_dump(mode="json") for fact in told.facts],
        "named": list(told.named),
        "paths": [
            {
                "fact": path.memory.id,
                "hops": path.hops,
                "score": score,
                "steps": [{"link": step.link, **_memory(step.memory)} for step in path.steps],
            }
            for path, score in zip(told.paths, told.scores, strict=True)
        ],
        "changes": [
            {
                "at": moment(change.at),
                "act": change.act,
                "before": [_memory(one) for one in change.before],
                "after": [_memory(one) for one in change.after],
                "reason": change.reason,
                "by": change.by,
                "event": change.event,
                "says": change.says,
            }
            for change in told.changes
        ],
        "then": None
        if told.then is None
        else [
            {
                "fact": dated.fact.model_dump(mode="json"),
                "since": moment(dated.since),
                "until": moment(dated.until),
                "ended_by": dated.ended_by.says if dated.ended_by else None,
            }
            for dated in told.then
        ],
    }


def _memory(memory: Memory) -> dict[str, Any]:
    return {"id": memory.id, "scope": memory.scope, "layer": memory.layer, "text": memory.text}
