"""Typed relations between what a sentence names, read from sentence patterns; what no pattern reads is left out."""

import itertools
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from secondlayer.organisation.backends.entities import Entity, Mention, mentions, own_record, record_of, repository_of
from secondlayer.records import Memory

RelationKind = Literal["supersedes", "replaces", "depends_on", "exception_to", "uses", "forbids", "standard"]
RELATIONS: tuple[RelationKind, ...] = ("supersedes", "replaces", "depends_on", "exception_to", "uses", "forbids", "standard")
WORDS: dict[RelationKind, str] = {
    "supersedes": "supersedes",
    "replaces": "replaces",
    "depends_on": "depends on",
    "exception_to": "is an exception to",
    "uses": "uses",
    "forbids": "forbids",
    "standard": "has as its standard",
}


@dataclass(frozen=True, slots=True, kw_only=True)
class Relation:
    """What a sentence says of two things."""

    kind: RelationKind
    #: None: whoever the memory speaks for
    source: Entity | None
    #: None: an exception that does not name its rule
    target: Entity | None
    #: id of the memory that says so
    evidence: str


# In a pattern, ⟦n⟧ stands for the n-th mention of the sentence.
_E = r"⟦(\d+)⟧"
_LIST = r"((?:⟦\d+⟧)(?:(?:,? (?:and|or|nor|with) |, )(?:the |an? )?⟦\d+⟧)*)"
_FEW = r"(?:(?!without |unless |except |before |until |but |than )[\w'’-]+ ){0,4}?"
_WHO = (
    r"(?:we|you|they|it|which|who|that|everyone|everybody|teams?|services?|projects?|repositories|engineers?|systems?|"
    r"clients?|apps?)"
)
_NOT = (
    r"(?:do not|don['’]t|must not|mustn['’]t|may not|cannot|can['’]t|can not|shall not|should not|"
    r"shouldn['’]t|will not|won['’]t|never|we no longer|no longer)"
)
_MAKE = r"(?:use|adopt|introduce|import|install|add|deploy|choose|pick|write|build|start|depend on|rely on)"
_PATTERNS: tuple[tuple[str, str], ...] = (
    # each names its groups' roles: s the source, t the targets
    ("supersedes", rf"{_E} (?:now |partly )?supersedes (?:the )?{_LIST}"),
    ("supersedes own", rf"(?:^|[.;] ?)(?:it |this (?:record |decision )?)?supersedes (?:the )?{_LIST}"),
    ("supersedes back", rf"{_E} (?:is |was |has been |are )?superseded by (?:the )?{_E}"),
    ("replaces", rf"{_E} (?:now |has |have )?(?:replaces?|replaced|takes? the place of|took the place of) (?:the )?{_LIST}"),
    ("replaces back", rf"{_E} (?:is|was|are|were|has been|have been|will be) (?:now )?replaced (?:by|with) (?:the )?{_E}"),
    ("replaces back", rf"\b(?:switch|switched|switches|move|moved|moves|migrate|migrated|migrates) from {_E} to {_E}"),
    ("replaces", rf"{_E} (?:instead of|in place of|rather than) (?:the )?{_LIST}"),
    ("replaces and forbids", rf"\b(?:use|uses|prefer|choose) {_E}(?: {_FEW})?,? (?:and )?(?:not|never) {_LIST}"),
    ("replaces", rf"\breplace[ds]? {_LIST} (?:with|by) {_E}"),
    ("depends_on", rf"{_E} (?:now |still |also )?(?:depends?|relies|rely) on {_FEW}{_LIST}"),
    ("depends_on", rf"{_E} (?:requires?|needs?) (?:the |an? )?{_LIST}"),
    ("exception_to", rf"\bexceptions? (?:to|from) {_FEW}{_E}"),
    ("forbids", rf"\b{_NOT} (?:ever )?{_MAKE} {_FEW}{_LIST}"),
    ("forbids", rf"\bnever (?!only |just |mind |[\w-]+(?:ed|[^su]s) ){_FEW}{_LIST}"),
    ("forbids", rf"\b(?:avoid|stop)(?: using| adding| introducing)? {_LIST}"),
    ("forbids", rf"\bno (?:new |more )?(?:uses? of )?{_LIST}(?=[ .,;:!]|$)"),
    (
        "forbids",
        rf"{_LIST} (?:is|are) (?:strictly )?(?:forbidden|banned|prohibited|not allowed|not permitted|not used|"
        r"not to be used|no longer used|no longer allowed)",
    ),
    ("forbids", rf"{_LIST} (?:must|may|should|can|shall|will) (?:not|never) be (?:used|introduced|added|installed|imported)"),
    ("uses", rf"(?:^|[.;:,] ?|\balways |\bmust |\bshould |\bplease |\bmay )use {_FEW}{_LIST}"),
    ("uses", rf"\b{_WHO} (?:all |also |still |now )?uses? {_FEW}{_LIST}"),
    (
        "uses by",
        rf"{_E} (?:still |now |always |may |must |should )?(?:uses?|runs? on|is built (?:with|on)|is written in) "
        rf"{_FEW}{_LIST}",
    ),
    ("uses", rf"\b(?:(?:written|implemented) in|built (?:on|with|in)|runs? on) {_LIST}"),
    ("uses", rf"{_LIST} (?:is|are) (?:for|used (?:for|by|in|as))\b"),
    ("standard", rf"{_E} (?:is|are|remains|stays) (?:now |still )?(?:the|our|an?) {_FEW}(?:standards?|default)\b"),
    ("standard", rf"\b(?:the|our) {_FEW}(?:standard|default) {_FEW}(?:is|remains) (?:now )?{_E}"),
    ("standard", rf"\bstandardi[sz]ed? on {_LIST}"),
)
_COMPILED = tuple((name, re.compile(pattern, re.IGNORECASE)) for name, pattern in _PATTERNS)
#: before a relation, in its clause: it is denied, asked or supposed, and so not said
_UNSAID = re.compile(
    r"\b(?:not|never|no longer|nothing|nobody|none|neither|nor|cannot|hardly|without|if|whether|unless|would|could|might|"
    r"stopped|stop|\w+n['’]t|used to|once|was to|wants? to|asked|proposed|considered|rejected)\b[^⟦⟧]*$",
    re.IGNORECASE,
)
#: what keeps a negation from forbidding: "don't forget to use", "not only"
_NOT_FORBIDDEN = re.compile(r"\b(?:forget|hesitate|fail|only|just|stop|be afraid)\b", re.IGNORECASE)
_SENTENCE_END = re.compile(r"(?<=[.;!?]) ")
#: characters of one sentence that patterns are sought in
_LONGEST_SENTENCE = 600
_CLAUSE_END = re.compile(r"[.;:!?](?:\s|$)|, (?:but|and|which|while|so|because) | but | because ")
_EXCEPTION = re.compile(
    r"^(?:as )?(?:an )?(?:the )?(?:only |one )?exceptions?\b"
    r"(?! (?:is|are|must|may|class|handl|to|from)\b)|\bexcept(?: that| for| in|,)? ",
    re.IGNORECASE,
)
_SUPERSEDED_SUBJECT = re.compile(r"\((?:partly )?superseded by ADR[ -]?0*(\d+)\)", re.IGNORECASE)
_LEARNED_BY_PLACE = re.compile(
    r"(?:^|[.;:] )([A-Z][\w+#.-]*\w(?: [A-Z][\w+#.-]*\w)?) (?:is|are|remains|replaces|replaced|supersedes|"
    r"depends on|relies on|is replaced by|was replaced by)"
    r" (?:now )?(?:the standard|our standard|the default|our default|the [\w -]{0,30}(?:standard|default)|[A-Z`])"
)


_NO_NAMES = frozenset(
    "nothing nobody everything everyone everybody it this that there these those they what which who one each every all some "
    "any such here if when while whether unless our your my his her their its as so then and but or we you the a "
    "an no not".split()
)


def named_by_place(texts: Iterable[str]) -> Iterator[str]:
    """Names, folded, that begin a sentence and are told by its pattern: "Litestar is the standard"."""
    for text in texts:
        for match in _LEARNED_BY_PLACE.finditer(text):
            words = match[1].casefold().split()
            if not set(words) & _NO_NAMES:
                yield " ".join(words)


def relations(memory: Memory, named: Sequence[Mention]) -> tuple[Relation, ...]:
    """What the memory says of the things it names, each relation once, in the order of the patterns.

    A question says nothing, and neither does a clause that denies or supposes.
    """
    found: dict[Relation, None] = {}
    own = own_record(memory)
    in_subject = _SUPERSEDED_SUBJECT.search(memory.subject)
    if own is not None and in_subject:
        newer = record_of(repository_of(memory), in_subject[1])
        found[Relation(kind="supersedes", source=newer, target=own, evidence=memory.id)] = None
    if memory.text.rstrip().endswith("?"):
        return tuple(found)
    if named:
        for kind, source, target in _said(_marked(memory.text, named), [mention.entity for mention in named], own):
            if source != target:
                found[Relation(kind=kind, source=source, target=target, evidence=memory.id)] = None
    if _EXCEPTION.search(memory.text) and not any(one.kind == "exception_to" for one in found):
        found[Relation(kind="exception_to", source=None, target=None, evidence=memory.id)] = None
    return tuple(found)


def read(memory: Memory, names: frozenset[str]) -> tuple[tuple[Mention, ...], tuple[Relation, ...]]:
    """(what the memory's sentence names, what it says of those things)."""
    named = mentions(memory.text, repository_of(memory), names)
    return named, relations(memory, named)


def _marked(text: str, named: Sequence[Mention]) -> str:
    """The text with each mention as ⟦n⟧."""
    parts, at = [], 0
    for number, mention in enumerate(named):
        parts += [text[at : mention.start].replace("⟦", " ").replace("⟧", " "), f"⟦{number}⟧"]
        at = mention.end
    parts.append(text[at:].replace("⟦", " ").replace("⟧", " "))
    return " ".join("".join(parts).split())


def _said(
    text: str, entities: Sequence[Entity], own: Entity | None
) -> Iterator[tuple[RelationKind, Entity | None, Entity | None]]:
    sentences = [one[:_LONGEST_SENTENCE] for one in _SENTENCE_END.split(text) if "⟦" in one]
    for (name, pattern), sentence in itertools.product(_COMPILED, sentences):
        kind, _, how = name.partition(" ")
        for match in pattern.finditer(sentence):
            if _unsaid(sentence, match, kind):
                continue
            groups = [[entities[int(number)] for number in re.findall(r"⟦?(\d+)⟧?", group)] for group in match.groups()]
            for source, target in _ends(kind, how, match, groups, own):
                yield kind, source, target
                if how == "and forbids":
                    yield "uses", None, source
                    yield "forbids", None, target


def _ends(
    kind: str, how: str, match: re.Match[str], groups: list[list[Entity]], own: Entity | None
) -> list[tuple[Entity | None, Entity | None]]:
    """(source, target) pairs of a match, by how its pattern stands."""
    if how == "own":
        return [(own, target) for target in groups[0]] if own is not None else []
    if how == "back":
        return [(groups[1][0], groups[0][0])]
    if kind == "replaces" and match.re.pattern.startswith(r"\breplace"):
        return [(groups[1][0], target) for target in groups[0]]
    if len(groups) == 2:
        return [(groups[0][0], target) for target in groups[1]]
    return [(None, target) for target in groups[0]]


def _unsaid(text: str, match: re.Match[str], kind: str) -> bool:
    before = text[: match.start()]
    clause = before[max((end.end() for end in _CLAUSE_END.finditer(before)), default=0) :]
    if kind == "forbids":
        return bool(
            _NOT_FORBIDDEN.search(match[0]) or re.search(r"\b(?:if|whether|unless|not|n['’]t)\b", clause, re.IGNORECASE)
        )
    return bool(_UNSAID.search(clause + " "))
