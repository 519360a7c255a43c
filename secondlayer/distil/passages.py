"""The blocks of a document that may hold sentences."""

from dataclasses import dataclass
from typing import Literal

from secondlayer.distil.inline import Words

PassageKind = Literal["prose", "item", "row", "facts"]
Follows = Literal["", "code", "list"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Heading:
    """A heading: its level from 1 to 6 (7 for a bold line that stands as one), its text, slug and line from 1."""

    level: int
    text: str
    slug: str
    line: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Passage:
    """One block: a paragraph, a list item with its lead-in, a table row, or a row that states facts on the document itself."""

    kind: PassageKind
    words: Words
    #: first and last line, from 1
    lines: tuple[int, int]
    #: the headings it stands under, outermost first
    headings: tuple[Heading, ...] = ()
    #: the words a list item needs to stand alone; empty when it stands alone already
    lead: str = ""
    #: the lead-in above its list, whether the item needs it or not
    offered: str = ""
    #: an item of a numbered list
    numbered: bool = False
    quoted: bool = False
    #: what the block introduces
    follows: Follows = ""
    #: all items of its list are links to places in the same document
    contents: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Parsed:
    """A document as its passages in order, its headings, and how many blocks of which kind are not sentences."""

    passages: tuple[Passage, ...]
    headings: tuple[Heading, ...]
    left_out: tuple[tuple[str, int], ...] = ()
