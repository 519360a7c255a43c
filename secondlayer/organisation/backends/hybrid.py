"""Core policies that are always there, and what else is known by the product's own read."""

from collections.abc import Sequence

from secondlayer.organisation.backends.connected import StoredMemory
from secondlayer.organisation.backends.facts import LAYER_OF, OrgFact, OrgFactCategory, OrgMemoryQuery
from secondlayer.records import Memory


class HybridMemory(StoredMemory):
    """`hybrid_prompt_retrieval`: policies first, those of the configuration before the stored ones, then what matches.

    Policies take at most half of a query's limit, rounded up, while there is enough else; of the rest at most
    `extended_store.max_retrieved_per_query` facts are retrieved. With a context the stored ones come by score, policies
    that do not match it last among them; without one, newest first.
    """

    name = "hybrid_prompt_retrieval"

    def _query(self, query: OrgMemoryQuery) -> tuple[OrgFact, ...]:
        wanted = query.wanted
        policies = OrgFactCategory.CORE_POLICY in wanted
        static = self._static_policies() if policies else ()
        others = [LAYER_OF[category] for category in OrgFactCategory if category in wanted - {OrgFactCategory.CORE_POLICY}]
        stored, extended = self._found(query, policies, others)
        room = min(query.limit, self.config.extended_store.max_retrieved_per_query, len(extended))
        pinned = min(len(static) + len(stored), query.limit - min(room, query.limit // 2))
        chosen = [*stored[: max(0, pinned - len(static))], *extended[: min(room, query.limit - pinned)]]
        if query.context is None:
            chosen.sort(key=lambda memory: (-memory.written_at.timestamp(), memory.id))
        return (*static[:pinned], *self.facts(chosen))

    def _found(self, query: OrgMemoryQuery, policies: bool, others: Sequence[str]) -> tuple[Sequence[Memory], Sequence[Memory]]:
        """(stored policies, other facts), each best first: by score with a context, else newest first."""
        stored = self._stored_policies() if policies else ()
        scopes, limit = self.scopes(), query.limit
        if query.context is None:
            return stored, self.store.newest(scopes, others, limit=limit) if others else ()
        layers = [*others, *(["policy"] if policies else [])]
        matched = [candidate.memory for candidate in self.ranked(query.context, layers, limit)]
        said = {memory.id for memory in stored}
        # a repository's own policy binds only there: it is retrieved like anything else
        first = [memory for memory in matched if memory.id in said]
        met = {memory.id for memory in first}
        return (
            [*first, *(memory for memory in stored if memory.id not in met)],
            [
                memory
                for memory in matched
                if memory.id not in said and not (memory.scope == "org" and memory.layer == "policy")
            ],
        )
