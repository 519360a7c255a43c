"""An HTML block inside Markdown as its headings and paragraphs."""

from dataclasses import dataclass
from html.parser import HTMLParser

from secondlayer.distil.inline import Words

_BLOCKS = frozenset(
    "address article aside blockquote body caption dd details div dl dt fieldset figcaption figure footer"
    " form h1 h2 h3 h4 h5 h6"
    " header hr html li main nav ol p section summary table tbody td tfoot th thead tr ul br".split()
)
_SILENT = frozenset("script style pre svg head nav button select template code-block iframe object".split())
_HEADINGS = {f"h{level}": level for level in range(1, 7)}


@dataclass(frozen=True, slots=True, kw_only=True)
class HtmlPart:
    """A heading (level 1 to 6) or a paragraph (level 0) of an HTML block; line counts from 0 inside the block."""

    words: Words
    level: int
    line: int
    is_item: bool = False


class _Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parts: list[HtmlPart] = []
        self._text = ""
        self._links: list[tuple[int, int, str]] = []
        self._link: tuple[int, str] | None = None
        self._images = self._badges = self._silent = self._level = 0
        self._line = 0
        self._item = False

    def flush(self) -> None:
        if self._text.strip() or self._images:
            words = Words(text=self._text, links=tuple(self._links), images=self._images, badges=self._badges)
            self.parts.append(HtmlPart(words=words, level=self._level, line=self._line, is_item=self._item))
        self._text, self._links, self._link, self._images, self._badges = "", [], None, 0, 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag in _SILENT:
            self._silent += 1
        if tag in _BLOCKS:
            self.flush()
            self._level = _HEADINGS.get(tag, 0)
            self._item = tag == "li"
        elif tag == "a":
            self._link = (len(self._text), dict(attrs).get("href") or "")
        elif tag == "img" and not self._silent:
            self._images += 1
            self._badges += self._link is not None
        elif tag == "code":
            self._text += "`"

    def handle_endtag(self, tag: str) -> None:
        if tag in _SILENT:
            self._silent = max(0, self._silent - 1)
        if tag in _BLOCKS:
            self.flush()
            self._level = 0
            self._item = False
        elif tag == "a" and self._link:
            self._links.append((self._link[0], len(self._text), self._link[1]))
            self._link = None
        elif tag == "code":
            self._text += "`"

    def handle_data(self, data: str) -> None:
        if self._silent or (not self._text and not data.strip()):
            return
        if not self._text.strip():
            lead = data[: len(data) - len(data.lstrip())]
            self._line = self.getpos()[0] - 1 + lead.count("\n")
            data = data.lstrip()
        self._text += data


def html_parts(html: str) -> tuple[HtmlPart, ...]:
    """Headings and paragraphs of an HTML block in order; scripts, styles, preformatted text and attributes are gone."""
    closed = html.rfind("-->") + 1
    # a comment that never ends hides the rest, and would be looked through again from each of its openings
    unclosed = html.find("<!--", closed)
    html = html if unclosed < 0 else html[:unclosed]
    reader = _Reader()
    try:
        reader.feed(html)
        reader.close()
    except (AssertionError, ValueError):
        # html.parser asserts on some broken declarations ("<![x"); what was read before one still counts
        pass
    reader.flush()
    return tuple(reader.parts)
