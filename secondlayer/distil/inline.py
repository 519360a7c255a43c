"""Inline Markdown made plain: the words of one paragraph, with what has to be remembered about them."""

import re
from bisect import bisect
from collections.abc import Sequence
from dataclasses import dataclass

from markdown_it.token import Token

#: tags that are markup; any other lower-case tag without attributes (`<environment>`) is a placeholder in the prose
HTML_TAGS = frozenset(
    "a abbr address article aside b bdi bdo blockquote body br button caption center cite code col colgroup dd del details dfn"
    " div dl dt em figcaption figure font footer form h1 h2 h3 h4 h5 h6 head header hr html i iframe img input ins kbd label li"
    " link main mark meta nav ol option p picture pre q rp rt ruby s samp script section select small source span strike strong"
    " style sub summary sup svg table tbody td tfoot th thead time tr tt u ul var video wbr path".split()
)
_TAG = re.compile(r"</?\s*([A-Za-z][\w:.-]*)([^>]*)>", re.DOTALL)
_UNRESOLVED = re.compile(r"\[([^\[\]\n]+)\]\[[^\[\]]*\]")
_WIKI = re.compile(r"\[\[(?:[^\[\]|\n]*\|)?([^\[\]|\n]+)\]\]")
_FOOTNOTE = re.compile(r"\[\^[^\]\s]+\]:?")
_ATTRIBUTION = re.compile(r"(?:\s*\[[a-z]+:[\w .@-]+\??\])+\s*$")
_ATTRIBUTES = re.compile(r"\{:[^}\n]*\}")


@dataclass(frozen=True, slots=True, kw_only=True)
class Words:
    """Text of one block, one line break for each line break of its source, and spans [start, end) into it."""

    text: str
    #: (start, end, address) of the text of each link
    links: tuple[tuple[int, int, str], ...] = ()
    #: (start, end) of what is set in bold
    strong: tuple[tuple[int, int], ...] = ()
    #: offsets of line breaks the writer forced
    breaks: tuple[int, ...] = ()
    images: int = 0
    #: images that are links, as badges are
    badges: int = 0

    def outside_links(self, start: int, end: int) -> str:
        """The part of that span that is not the text of a link."""
        kept, at = [], start
        for first, last, _ in self.links[max(0, bisect(self.links, (start, 0, "")) - 1) :]:
            if first >= end:
                break
            if last > at:
                kept.append(self.text[at : max(first, at)])
                at = max(at, last)
        kept.append(self.text[at:end] if at < end else "")
        return " ".join(kept)

    def all_strong(self, start: int, end: int) -> bool:
        """Whether all words of that span are bold."""
        core = _ATTRIBUTION.sub("", self.text[start:end])
        first = start + len(core) - len(core.lstrip())
        last = start + len(core.rstrip(" \n.:"))
        near = self.strong[max(0, bisect(self.strong, (first, 1 << 62)) - 1) :][:1]
        return first < last and any(a <= first and last <= b + 1 for a, b in near)


def plain(text: str) -> Words:
    """Words without any markup."""
    return Words(text=text)


def _tidy(text: str) -> str:
    text = _WIKI.sub(r"\1", _UNRESOLVED.sub(r"\1", text))
    return _ATTRIBUTES.sub("", _FOOTNOTE.sub("", text))


class _Flat:
    """Collects the words of one inline token."""

    def __init__(self) -> None:
        self.parts: list[str] = []
        self.size = 0
        self.links: list[tuple[int, int, str]] = []
        self.strong: list[tuple[int, int]] = []
        self.breaks: list[int] = []
        self.images = 0
        self.badges = 0
        self._open_links: list[tuple[int, str]] = []
        self._open_strong: list[int] = []
        self._struck = 0

    def put(self, text: str) -> None:
        self.parts.append(text)
        self.size += len(text)

    def take(self, token: Token) -> None:
        kind = token.type
        if kind == "s_open":
            self._struck += 1
        elif kind == "s_close":
            self._struck -= 1
        elif kind in ("softbreak", "hardbreak"):
            if kind == "hardbreak":
                self.breaks.append(self.size)
            self.put("\n")
        elif self._struck > 0:
            return
        elif kind == "text":
            self.put(_tidy(token.content))
        elif kind == "code_inline":
            self.put(f"`{token.content.strip()}`" if token.content.strip() else "")
        elif kind == "link_open":
            self._open_links.append((self.size, str(token.attrGet("href") or "")))
        elif kind == "link_close":
            self._close_link()
        elif kind == "strong_open":
            self._open_strong.append(self.size)
        elif kind == "strong_close" and self._open_strong:
            self.strong.append((self._open_strong.pop(), self.size))
        elif kind == "image":
            self.images += 1
            self.badges += bool(self._open_links)
        elif kind == "html_inline":
            self._html(token.content)

    def _close_link(self) -> None:
        if self._open_links:
            start, href = self._open_links.pop()
            self.links.append((start, self.size, href))

    def _html(self, content: str) -> None:
        found = _TAG.match(content)
        name = found.group(1).lower() if found else ""
        if name == "br":
            self.breaks.append(self.size)
            self.put(" ")
        elif name == "img":
            self.images += 1
            self.badges += bool(self._open_links)
        elif name == "a" and content.startswith("</"):
            self._close_link()
        elif name == "a" and found:
            address = re.search(r"href\s*=\s*[\"']?([^\"'\s>]*)", found.group(2))
            self._open_links.append((self.size, address.group(1) if address else ""))
        elif found and name not in HTML_TAGS and not found.group(2).strip() and found.group(1).islower():
            self.put(content)
        self.put("\n" * content.count("\n"))


def words_of(children: Sequence[Token]) -> Words:
    """The words of an inline token's children: no markup, images or struck text; code in backticks, links as their text."""
    flat = _Flat()
    for token in children:
        flat.take(token)
    return Words(
        text="".join(flat.parts),
        links=tuple(sorted(flat.links)),
        strong=tuple(sorted(flat.strong)),
        breaks=tuple(flat.breaks),
        images=flat.images,
        badges=flat.badges,
    )
