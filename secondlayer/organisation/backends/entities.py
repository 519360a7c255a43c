"""What a memory names: tools and other names, code, paths, decision records and teams, found by rules (no language model)."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import Literal

from secondlayer.organisation.backends.kinds import EVERYDAY, KIND_OF, SHOWN, key_of
from secondlayer.records import Memory

EntityKind = Literal["tool", "name", "code", "path", "adr", "team"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Entity:
    """One thing that memories name. Equal entities are the same thing."""

    kind: EntityKind
    #: one spelling for all: folded; of a decision record its repository and number, which are its own
    key: str
    #: as it is written
    shown: str

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Entity) and self.key == other.key

    def __hash__(self) -> int:
        return hash(self.key)


@dataclass(frozen=True, slots=True, kw_only=True)
class Mention:
    """Where a sentence names something: characters from `start` up to `end`."""

    start: int
    end: int
    entity: Entity


_CAPITALISED = r"[A-Z][\w+#]*(?:[.-][\w+#]+)*"
_NAME = re.compile(rf"(?<![\w`/.]){_CAPITALISED}(?: {_CAPITALISED})*(?!\w)")
#: what stands before a word that is capitalised only because a sentence, a cell or a quotation begins with it
_BEGINNING = re.compile(r"(?:^|[.:;!?›|(\[\"“'‘*\n-]|\d\))\s*$")
#: characters looked at before a name, and words a name has at most
_BEFORE, _LONGEST_NAME = 4, 5
_CODE = re.compile(r"`([^`\n]{1,80})`")
_ADR = re.compile(r"\bADR[-\s#]*0*(\d{1,5})\b|\bdecision record\s+(?:number\s+)?#?0*(\d{1,5})\b", re.IGNORECASE)
_ADR_PATH = re.compile(
    r"(?:^|/)(?:adrs?|decisions?|decision-records?|architecture-decisions?)/(?:adr[-_]?)?0*(\d{1,5})[-_.]", re.I
)
_PATH = re.compile(
    r"(?<![\w`:/.-])(?:[\w.-]+/)+[\w-]+\.\w{1,6}\b|(?<![\w`:/.-])[\w-]+\.(?:py|js|ts|go|rs|java|kt|yaml|yml|toml|json|sql|md|sh|tf|proto)\b"
)
_TEAM = re.compile(r"\b([a-z][\w-]+) team\b(?!['’])", re.IGNORECASE)
_NO_TEAM = frozenset(
    "the a an one two three another other each every any no our your their its his her that this same whole more than of in "
    "by with and or to for from which own small new right wrong first second next last owning responsible".split()
)
#: capitalised and no names of things
_ORDINARY = frozenset(
    "i monday tuesday wednesday thursday friday saturday sunday mondays tuesdays wednesdays thursdays fridays saturdays "
    "sundays january february march april may june july august september october november december easter christmas adr adrs "
    "english utc ok exception exceptions never always do don’t don't not no use avoid we you the a an if when see note".split()
)
_KNOWN_ANY_CASE = re.compile(
    r"(?<![\w`/.-])(?:"
    + "|".join(
        re.escape(name)
        for name in sorted([*SHOWN, "postgresql", "k8s", "golang"], key=len, reverse=True)
        if name not in EVERYDAY
    )
    + r")(?![\w-]|\.\w)",
    re.IGNORECASE,
)


@lru_cache(maxsize=50_000)
def _named(shown: str) -> Entity:
    key = key_of(shown)
    known = key in KIND_OF
    return Entity(kind="tool" if known else "name", key=key, shown=SHOWN.get(key, shown))


def record_of(repository: str, number: str | int) -> Entity:
    """The decision record of that number in that repository; `repository` is empty for the organisation's own."""
    return Entity(kind="adr", key=f"adr:{repository}:{int(number)}", shown=f"ADR {int(number)}")


def own_record(memory: Memory) -> Entity | None:
    """The decision record a memory is a sentence of, by its source's path; None when it is of none."""
    found = _ADR_PATH.search(memory.source_path)
    return record_of(repository_of(memory), found[1]) if found else None


def repository_of(memory: Memory) -> str:
    """Whose numbers of decision records count in a memory: its source's repository, else its scope."""
    return memory.source_repo or memory.scope


def learned(texts: Iterable[str]) -> frozenset[str]:
    """The names, folded, that stand somewhere inside a sentence, where a capital letter can only mean a name."""
    found = set()
    for text in texts:
        plain = _CODE.sub(lambda match: " " * len(match[0]), text)
        for match in _NAME.finditer(plain):
            words = match[0].split()
            if _BEGINNING.search(plain[max(0, match.start() - _BEFORE) : match.start()]):
                words = words[1:]  # the first may be an ordinary word
            if 0 < len(words) <= _LONGEST_NAME and not any(word.casefold() in _ORDINARY for word in words):
                found.add(" ".join(words).casefold())
    return frozenset(found)


def mentions(text: str, repository: str, names: frozenset[str], *, any_case: bool = False) -> tuple[Mention, ...]:
    """What the text names, in order and without overlaps. `names` are those learned; folded.

    A name that begins a sentence counts only when it is known, or learned elsewhere. With `any_case`, as a question is
    typed, learned names of five letters and more count in small letters too.
    """
    found: list[Mention] = []
    taken = bytearray(len(text))

    def take(start: int, end: int, entity: Entity) -> None:
        if not any(taken[start:end]):
            taken[start:end] = b"\1" * (end - start)
            found.append(Mention(start=start, end=end, entity=entity))

    for match in _CODE.finditer(text):
        inside = match[1].strip()
        if inside:
            key = key_of(inside)
            take(*match.span(), Entity(kind="tool" if key in KIND_OF else "code", key=key, shown=SHOWN.get(key, inside)))
    if "adr" in text.casefold() or "ecision record" in text:
        for match in _ADR.finditer(text):
            take(*match.span(), record_of(repository, match[1] or match[2]))
    if "." in text:
        for match in _PATH.finditer(text):
            if match[0].casefold() not in KIND_OF:
                take(*match.span(), Entity(kind="path", key=match[0], shown=match[0]))
    if "eam" in text:
        for match in _TEAM.finditer(text):
            if match[1].casefold() not in _NO_TEAM:
                name = match[1]
                take(*match.span(), Entity(kind="team", key=f"team:{name.casefold()}", shown=f"{name} team"))
    for match in _NAME.finditer(text):
        for start, end in _names_in(text, match, names):
            take(start, end, _named(text[start:end]))
    for match in _KNOWN_ANY_CASE.finditer(text):
        take(*match.span(), _named(match[0]))
    if any_case:
        for match in re.finditer(r"\w+(?:[+#.-]+\w+)*", text):
            folded = match[0].casefold()
            if (folded in names and len(folded) >= 5 and folded not in EVERYDAY) or folded in KIND_OF.keys() - EVERYDAY:
                take(*match.span(), _named(match[0]))
    return tuple(sorted(found, key=lambda mention: mention.start))


def _names_in(text: str, match: re.Match[str], names: frozenset[str]) -> list[tuple[int, int]]:
    """The spans of names in a run of capitalised words: the longest that are known, from the left."""
    words = [(found.start() + match.start(), found.end() + match.start()) for found in re.finditer(r"\S+", match[0])]
    first_is_free = _BEGINNING.search(text[max(0, match.start() - _BEFORE) : match.start()]) is not None
    spans, at = [], 0
    while at < len(words):
        for end in range(min(len(words), at + _LONGEST_NAME), at, -1):
            start, stop = words[at][0], words[end - 1][1]
            folded = text[start:stop].casefold()
            if _is_name(folded, names, beginning=first_is_free and at == 0):
                spans.append((start, stop))
                at = end
                break
        else:
            at += 1
    return spans


def _is_name(folded: str, names: frozenset[str], *, beginning: bool) -> bool:
    if folded in _ORDINARY:
        return False
    if beginning and folded in EVERYDAY:
        return False
    return folded in names or key_of(folded) in KIND_OF
