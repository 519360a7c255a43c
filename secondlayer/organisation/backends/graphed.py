"""A memory that keeps a graph of what is current beside it."""

import itertools
import threading
from typing import Any

from secondlayer.organisation.backends.connected import StoredMemory
from secondlayer.organisation.backends.knowledge_graph import KnowledgeGraph


class GraphedMemory(StoredMemory):
    """The graph is made when it connects, and anew whenever something was recorded since."""

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        self._lock = threading.Lock()
        self._graph: KnowledgeGraph | None = None
        self._made_of: tuple[object, ...] = ()

    def graph(self) -> KnowledgeGraph:
        """The graph of the current memories in reach."""
        with self._lock:
            # looked at before the memories are: what is recorded meanwhile makes it anew the next time
            made_of = (self.store.mark(), self.scopes())
            if self._graph is None or self._made_of != made_of:
                stored = itertools.chain.from_iterable(self.store.all_memories(scope) for scope in self.scopes())
                self._graph = KnowledgeGraph(itertools.chain(self.static_memories(), stored), self._graph)
                self._made_of = made_of
            return self._graph

    def _prepare(self) -> None:
        super()._prepare()
        self.graph()

    async def disconnect(self) -> None:
        """Lets go of the graph; the store itself stays open, for it is the caller's."""
        await super().disconnect()
        self._graph, self._made_of = None, ()
