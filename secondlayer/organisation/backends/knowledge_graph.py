"""Memories joined by what they name, what they rule on, and what they are exceptions to; walked hop by hop (networkx)."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

import networkx as nx  # type: ignore[import-untyped]

from secondlayer.engine.tokens import tokens
from secondlayer.organisation.backends.entities import Entity, Mention, learned, mentions, own_record
from secondlayer.organisation.backends.kinds import KIND_OF, KIND_WORD
from secondlayer.organisation.backends.relations import WORDS, Relation, named_by_place, read
from secondlayer.records import Memory

#: a thing that more memories name joins them no longer: that they share it says nothing
HUB = 30
#: how far a walk goes; on the third hop what is reached has little to do with the question (seen on real documents)
HOPS = 2
#: the most memories a walk starts from, and goes on to in one hop, those with most words of the context first
_WIDEST = 200
#: characters of a context that names are looked for in
_LONGEST_CONTEXT = 20_000
#: what makes a sentence a rule on a kind of thing
_RULES = ("standard", "forbids", "uses", "replaces")
#: which rule an exception lifts, where its text does not say: a ban before a standard before a use
_LIFTED = ("forbids", "standard", "uses")


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One memory of a path, and how the path came to it."""

    memory: Memory
    #: "the question names Flask", "both rule on one matter: web framework", "is an exception to it"
    link: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Path:
    """How a walk came to a memory: the last step is the memory itself."""

    steps: tuple[Step, ...]

    @property
    def memory(self) -> Memory:
        """Where the path ends."""
        return self.steps[-1].memory

    @property
    def hops(self) -> int:
        """Links between memories; 0 when the context leads there by itself."""
        return len(self.steps) - 1


class KnowledgeGraph:
    """The graph of some memories. Built whole, never changed."""

    def __init__(self, memories: Iterable[Memory], before: "KnowledgeGraph | None" = None) -> None:
        """`before` is an earlier graph of nearly the same memories: what it read is not read again."""
        self.memories = {memory.id: memory for memory in memories}
        texts = [memory.text for memory in self.memories.values()]
        self._names = learned(texts) | frozenset(named_by_place(texts))
        self._kinds: dict[str, str] = dict(KIND_OF)
        self.relations: dict[str, tuple[Relation, ...]] = {}
        #: what was read in each memory, to be kept by the next graph
        self._read: dict[str, tuple[Memory, tuple[Mention, ...], tuple[Relation, ...]]] = {}
        self._before = before._read if before is not None and before._names == self._names else {}
        self.graph = nx.MultiGraph()
        for memory in self.memories.values():
            self._take(memory)
        for memory in self.memories.values():
            self._rule(memory)
        for memory in self.memories.values():
            self._lift(memory)
        self._before = {}

    # -- made

    def _take(self, memory: Memory) -> None:
        """The memory with what it names and says."""
        kept = self._before.get(memory.id)
        named, said = kept[1:] if kept is not None and kept[0] == memory else read(memory, self._names)
        self._read[memory.id] = (memory, named, said)
        self.relations[memory.id] = said
        here = ("memory", memory.id)
        self.graph.add_node(here)
        own = own_record(memory)
        for entity in dict.fromkeys([*(mention.entity for mention in named), *([own] if own else [])]):
            self.graph.add_node(("thing", entity.key), entity=entity)
            self.graph.add_edge(here, ("thing", entity.key), how="names")
        for relation in said:
            if relation.source is not None and relation.target is not None:
                for end in (relation.source, relation.target):
                    self.graph.add_node(("thing", end.key), entity=end)
                ends = (("thing", relation.source.key), ("thing", relation.target.key))
                self.graph.add_edge(*ends, how="relation", relation=relation)
            # "Zorblat is our default web framework" tells the kind of a name nobody knew
            kind = KIND_WORD.search(memory.text)
            if relation.kind == "standard" and kind and relation.target is not None:
                self._kinds.setdefault(relation.target.key, kind[1].casefold())

    def _rule(self, memory: Memory) -> None:
        """A memory that rules on a kind of thing is joined to others that do."""
        if self._is_exception(memory.id) or not any(relation.kind in _RULES for relation in self.relations[memory.id]):
            return
        for topic in self._topics(memory):
            self.graph.add_edge(("memory", memory.id), ("topic", topic), how="rules on")

    def _lift(self, memory: Memory) -> None:
        """An exception is joined to the rules it is one to: those it names, else those of its kind of thing."""
        for relation in self.relations[memory.id]:
            if relation.kind != "exception_to":
                continue
            if relation.target is not None:
                named = self._naming(("thing", relation.target.key))
                rules = [one for one in named if one != memory.id and not self._is_exception(one)]
            else:
                near = {one for topic in self._topics(memory) for one in self._naming(("topic", topic))}
                rules = next((found for kind in _LIFTED if (found := self._saying(near, kind))), [])
            for rule in rules[:HUB]:
                self.graph.add_edge(("memory", memory.id), ("memory", rule), how="exception", exception=memory.id)

    def _topics(self, memory: Memory) -> tuple[str, ...]:
        kinds = [self._kinds[node[1]] for node in self.graph[("memory", memory.id)] if node[1] in self._kinds]
        words = [match[1].casefold() for match in KIND_WORD.finditer(memory.text)]
        return tuple(dict.fromkeys([*kinds, *words, *([memory.subject] if memory.subject else [])]))

    def _saying(self, ids: Iterable[str], kind: str) -> list[str]:
        return sorted(one for one in ids if any(relation.kind == kind for relation in self.relations[one]))

    def _is_exception(self, memory_id: str) -> bool:
        return any(relation.kind == "exception_to" for relation in self.relations[memory_id])

    # -- asked

    def things(self, context: str) -> tuple[tuple[Entity, ...], tuple[str, ...]]:
        """(the things of the graph that the context names, the kinds of thing it asks about), in its order.

        A decision record named by its number alone is meant in every repository that has one.
        """
        named: list[Entity] = []
        for mention in mentions(context[:_LONGEST_CONTEXT], "", self._names, any_case=True):
            if mention.entity.kind == "adr":
                number = mention.entity.key.rpartition(":")[2]
                same = (node for node in self.graph if node[0] == "thing" and node[1].startswith("adr:"))
                named += [self.graph.nodes[node]["entity"] for node in sorted(same) if node[1].endswith(f":{number}")]
            elif ("thing", mention.entity.key) in self.graph:
                named.append(self.graph.nodes[("thing", mention.entity.key)]["entity"])
        topics = [match[1].casefold() for match in KIND_WORD.finditer(context)]
        return tuple(dict.fromkeys(named)), tuple(t for t in dict.fromkeys(topics) if ("topic", t) in self.graph)

    def walk(self, context: str, anchors: Sequence[str] = (), *, most: int = HOPS) -> tuple[Path, ...]:
        """A shortest path to every memory within that many hops, shortest first, each memory once.

        It starts at the anchors, which are ids, when any are given, and else at what the context names.
        """
        asked = tokens(context)

        def best_first(ids: Iterable[str]) -> list[str]:
            return sorted(ids, key=lambda one: (-len(asked & tokens(self.memories[one].passage)), one))[:_WIDEST]

        started = self._starts(context, anchors)
        paths = {one: Path(steps=(Step(memory=self.memories[one], link=started[one]),)) for one in best_first(started)}
        frontier, found = list(paths), dict(paths)
        for _ in range(most):
            reached: dict[str, Path] = {}
            for one in frontier:
                for other, link in self._links(one):
                    if other not in found and other not in reached:
                        step = Step(memory=self.memories[other], link=link)
                        reached[other] = Path(steps=(*found[one].steps, step))
            frontier = best_first(reached)
            found |= {one: reached[one] for one in frontier}
        return tuple(found.values())

    def _starts(self, context: str, anchors: Sequence[str]) -> dict[str, str]:
        if anchors:
            return {one: "nearest to the question in meaning" for one in anchors if one in self.memories}
        things, topics = self.things(context)
        started: dict[str, str] = {}
        for entity in things:
            for one in self._naming(("thing", entity.key)):
                started.setdefault(one, f"the question names {entity.shown}")
        for topic in topics:
            for one in self._naming(("topic", topic)):
                started.setdefault(one, f"it rules on {topic}, which the question names")
        return started

    def _links(self, memory_id: str) -> Iterator[tuple[str, str]]:
        """(another memory, how it hangs together with this one): exceptions, relations, rules of one kind, things both name."""
        here = ("memory", memory_id)
        around = [(node, data) for node, edges in self.graph[here].items() for data in edges.values()]
        for node, data in around:
            if data["how"] == "exception":
                yield node[1], "is an exception to it" if data["exception"] == node[1] else "is the rule it is an exception to"
        things = [node for node, data in around if data["how"] == "names"]
        for thing in things:
            for other, edges in self.graph[thing].items():
                for data in edges.values():
                    if data["how"] == "relation" and len(self.graph[other]) <= HUB:
                        yield from self._others(memory_id, other, words_of(data["relation"]))
        for node, data in around:
            if data["how"] == "rules on":
                yield from self._others(memory_id, node, f"both rule on one matter: {node[1]}")
        for thing in things:
            yield from self._others(memory_id, thing, self._both(thing))

    def _others(self, memory_id: str, node: tuple[str, str], said: str) -> Iterator[tuple[str, str]]:
        named = self._naming(node)
        if len(named) <= HUB:
            yield from ((other, said) for other in named if other != memory_id)

    def _both(self, node: tuple[str, str]) -> str:
        entity: Entity = self.graph.nodes[node]["entity"]
        return f"both {'are of or name' if entity.kind == 'adr' else 'name'} {entity.shown}"

    def _naming(self, node: tuple[str, str]) -> list[str]:
        """The memories joined to a thing or a topic."""
        return [other[1] for other in self.graph[node] if other[0] == "memory"] if node in self.graph else []

    def successors(self) -> Iterator[tuple[Entity, Entity]]:
        """(a decision record, the one it supersedes), each pair once."""
        found: dict[tuple[Entity, Entity], None] = {}
        for said in self.relations.values():
            for relation in said:
                if relation.kind == "supersedes" and relation.source is not None and relation.target is not None:
                    found[(relation.source, relation.target)] = None
        yield from found

    def record(self, entity: Entity) -> tuple[Memory, ...]:
        """The sentences of that decision record, in the order of its lines."""
        own = [self.memories[one] for one in self._naming(("thing", entity.key))]
        return tuple(sorted((one for one in own if own_record(one) == entity), key=lambda one: (one.lines or (0, 0), one.id)))


def words_of(relation: Relation) -> str:
    """The relation in words: "Litestar replaces Flask"."""
    source = relation.source.shown if relation.source else "the organisation"
    return f"{source} {WORDS[relation.kind]} {relation.target.shown if relation.target else 'a rule'}"
