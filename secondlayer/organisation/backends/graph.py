"""An organisation's memory as a graph of what its memories name: answers of several hops, each with its path as evidence."""

from dataclasses import dataclass

from secondlayer.errors import OrgMemoryQueryError
from secondlayer.organisation.backends.facts import LAYER_OF, OrgFact, OrgMemoryQuery
from secondlayer.organisation.backends.graphed import GraphedMemory
from secondlayer.organisation.backends.knowledge_graph import Path

#: where a walk starts when what the context names leads nowhere: the best of the product's own read, and of its facts
_ANCHORS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class GraphAnswer:
    """What the graph holds on a context: facts, shortest path first and then best score, and each one's path."""

    facts: tuple[OrgFact, ...]
    #: one for each fact, in their order
    paths: tuple[Path, ...]
    #: by the six terms, one for each fact
    scores: tuple[float, ...]
    #: what of the graph the context names
    named: tuple[str, ...]


class GraphMemory(GraphedMemory):
    """`graph_rag`: the context's entities, and what hangs together with them within two hops.

    The graph is made from the current memories when it connects and whenever something was recorded since. Beside
    `query`, `explore` tells the path to each fact.
    """

    name = "graph_rag"

    async def explore(self, query: OrgMemoryQuery) -> GraphAnswer:
        """The answer to a query with the path to each fact. Raises OrgMemoryQueryError; without a context too."""
        if query.context is None:
            raise OrgMemoryQueryError("A walk through the graph starts from a question; give the query a context.")
        return await self._beside(OrgMemoryQueryError, self._explore, query.context, query)

    def _query(self, query: OrgMemoryQuery) -> tuple[OrgFact, ...]:
        if query.context is None:
            layers = [LAYER_OF[category] for category in query.wanted]
            return self.facts(self.store.newest(self.scopes(), layers, limit=query.limit))
        return self._explore(query.context, query).facts

    def _explore(self, context: str, query: OrgMemoryQuery) -> GraphAnswer:
        graph = self.graph()
        things, topics = graph.things(context)
        layers = [LAYER_OF[category] for category in query.wanted]
        paths = [path for path in graph.walk(context) if path.memory.layer in layers]
        if not paths:
            near = [*self.ranked(context)[:_ANCHORS], *self.ranked(context, layers, _ANCHORS)[:_ANCHORS]]
            anchors = [one.memory.id for one in near]
            paths = [path for path in graph.walk(context, anchors) if path.memory.layer in layers]
        scored = self.scores(context, [path.memory for path in paths])
        paths.sort(key=lambda path: (path.hops, -scored[path.memory.id][0], path.memory.id))
        kept = paths[: query.limit]
        return GraphAnswer(
            facts=self.facts([path.memory for path in kept]),
            paths=tuple(kept),
            scores=tuple(scored[path.memory.id][0] for path in kept),
            named=(*(entity.shown for entity in things), *topics),
        )
