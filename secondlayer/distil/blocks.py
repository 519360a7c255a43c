"""A document's Markdown taken apart into passages."""

import re
from collections import Counter
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode
from mdit_py_plugins.deflist import deflist_plugin

from secondlayer.distil.html_text import html_parts
from secondlayer.distil.inline import Words, plain, words_of
from secondlayer.distil.leads import FEW_WORDS, LONG_LEAD, compose, joined, lead_of, needs_lead
from secondlayer.distil.passages import Follows, Heading, Parsed, Passage
from secondlayer.distil.sentences import finish

_PARSER = MarkdownIt("commonmark").enable(["table", "strikethrough"]).use(deflist_plugin)
_BOX = re.compile(r"^\s*\[[ xX]\]\s+")
_CALLOUT = re.compile(r"^\s*\[!(\w+)\][^\n]*\n?")
_CALLS = re.compile(r"^\W*(?:note|warning|important|caution|tip|danger|attention|info)\b|^\s*[⚠❗🚨🛑💡ℹ📝]", re.IGNORECASE)
_ABOUT = re.compile(
    r"^(?:status|date|decided|deciders?|authors?|owners?|version|review(?:ed|ers?)?|last (?:updated"
    r"|reviewed))\b",
    re.IGNORECASE,
)
_LONG_GROUP = 400
_SENTENCE_END = (".", "!", "?", ":", "。", ",")


class _Reader:
    def __init__(self, lines: int) -> None:
        self.lines = lines
        self.passages: list[Passage] = []
        self.headings: list[Heading] = []
        self.left_out: Counter[str] = Counter()
        self.stack: tuple[Heading, ...] = ()
        self._slugs: Counter[str] = Counter()

    # -- what every block shares

    def span(self, node: SyntaxTreeNode) -> tuple[int, int]:
        first, end = node.map or (0, 1)
        first = min(first + 1, self.lines)
        return first, max(first, min(end, self.lines))

    def add(self, kind: str, words: Words, lines: tuple[int, int], **more: object) -> None:
        passage = Passage(kind="prose", words=words, lines=lines, headings=self.stack)
        if len(str(more.get("lead", ""))) > LONG_LEAD:
            more["lead"] = ""
        self.passages.append(replace(passage, kind=kind, **more))  # type: ignore[arg-type]

    def heading(self, level: int, text: str, line: int) -> None:
        text = finish(text).rstrip(":").strip()
        if not text:
            return
        base = re.sub(r"[^\w\- ]", "", text.lower()).strip().replace(" ", "-")
        slug = f"{base}-{self._slugs[base]}" if self._slugs[base] else base
        self._slugs[base] += 1
        found = Heading(level=level, text=text, slug=slug, line=line)
        self.stack = (*(outer for outer in self.stack if outer.level < level), found)
        self.headings.append(found)

    # -- blocks

    def read(self, nodes: list[SyntaxTreeNode], *, quoted: bool = False) -> None:
        lead = ""
        for place, node in enumerate(nodes):
            after = nodes[place + 1].type if place + 1 < len(nodes) else ""
            given, lead = lead, ""
            before = len(self.passages) - 1
            if node.type == "heading":
                self.heading(int(node.tag[1]), _inline(node).text, self.span(node)[0])
            elif node.type == "paragraph":
                lead = self.paragraph(node, after, quoted=quoted)
            elif node.type in ("bullet_list", "ordered_list"):
                if self.read_list(node, given, quoted=quoted) and given and before >= 0:
                    self.passages[before] = replace(self.passages[before], follows="list")
            elif node.type == "table":
                self.table(node, quoted=quoted)
            elif node.type == "blockquote":
                self.quote(node, quoted=quoted)
            elif node.type == "hr":
                # a rule across the page ends a section as a heading would
                self.stack = tuple(heading for heading in self.stack if heading.level == 1)
            elif node.type == "dl":
                self.definitions(node)
            elif node.type == "html_block":
                self.html(node, quoted=quoted)
            elif node.type in ("fence", "code_block"):
                self.left_out["code"] += 1

    def paragraph(self, node: SyntaxTreeNode, after: str, *, quoted: bool) -> str:
        """The lead-in it gives to a list under it."""
        words = _inline(node)
        text = words.text.strip()
        lead = lead_of(text) if after.endswith("_list") else ""
        follows: Follows = "code" if after in ("fence", "code_block") else ""
        stands_as_heading = words.all_strong(0, len(words.text)) and "\n" not in text and not text.endswith(_SENTENCE_END[:3])
        if stands_as_heading and len(text) <= 80 and not quoted and not re.match(r"\W*\d{4}-\d\d-\d\d", text):
            self.heading(7, text, self.span(node)[0])
            return ""
        self.add("prose", words, self.span(node), follows=follows, quoted=quoted)
        return lead

    def quote(self, node: SyntaxTreeNode, *, quoted: bool) -> None:
        mark = len(self.passages)
        self.read(list(node.children), quoted=True)
        inside = self.passages[mark:]
        if not inside:
            return
        first = inside[0]
        called = _CALLOUT.match(first.words.text)
        if called:
            kept = called.end()
            words = _shortened(first.words, kept)
            inside[0] = replace(
                first,
                words=words,
                lines=(min(first.lines[0] + first.words.text[:kept].count("\n"), first.lines[1]), first.lines[1]),
            )
        if not quoted and (called or _CALLS.match(first.words.text)):
            inside = [replace(passage, quoted=False) for passage in inside]
        self.passages[mark:] = inside

    def definitions(self, node: SyntaxTreeNode) -> None:
        term = ""
        for child in node.children:
            if child.type == "dt":
                term = finish(_inline(child).text).rstrip(":")
            else:
                for block in child.children:
                    if block.type == "paragraph":
                        self.add("item", _inline(block), self.span(block), lead=term, offered=term)
                    else:
                        self.read([block])

    def html(self, node: SyntaxTreeNode, *, quoted: bool) -> None:
        first, last = self.span(node)
        for part in html_parts(node.content):
            line = min(first + part.line, last)
            if part.level:
                self.heading(part.level, part.words.text, line)
            else:
                end = min(line + part.words.text.rstrip().count("\n"), last)
                self.add("item" if part.is_item else "prose", part.words, (line, end), quoted=quoted)

    def table(self, node: SyntaxTreeNode, *, quoted: bool) -> None:
        rows = [row for part in node.children for row in part.children]
        header, *body = [[finish(_inline(cell).text) for cell in row.children] for row in rows] or [[]]
        if len(header) == 2 and _ABOUT.match(header[0]):
            self.add("facts", plain(f"{header[0]}: {header[1]}"), self.span(rows[0]))
        for row, cells in zip(rows[1:], body, strict=True):
            pairs = [joined(head, cell) for head, cell in zip(header, cells, strict=False) if cell.strip(" -–—")]
            about = len(cells) >= 2 and _ABOUT.match(cells[0]) and len(header) == 2
            if about:
                self.add("facts", plain(f"{cells[0]}: {cells[1]}"), self.span(row))
            elif len(pairs) > 1 and _says_something(cells):
                self.add("row", plain("; ".join(pairs)), self.span(row), quoted=quoted)
            elif pairs:
                self.left_out["too short"] += 1

    # -- lists

    def read_list(self, node: SyntaxTreeNode, lead: str, *, quoted: bool = False) -> bool:
        """Whether any of its items carries the lead-in."""
        numbered = node.type == "ordered_list"
        items = [_Item(item) for item in node.children]
        contents = len(items) > 1 and all(_is_anchor(item.words) for item in items)
        tiny = [item for item in items if not item.rest and item.words.text.strip() and len(item.text.split()) <= FEW_WORDS]
        tiny = [item for item in tiny if not _ABOUT.match(item.text)]
        above = lead or (self.stack[-1].text if self.stack else "")
        if len(items) > 1 and len(tiny) == len(items) and above and not numbered and not contents:
            self._as_one(node, items, above, quoted=quoted)
            return True
        carried = False
        for item in items:
            carried |= self._item(item, lead, numbered=numbered, contents=contents, quoted=quoted)
        return carried

    def _as_one(self, node: SyntaxTreeNode, items: list["_Item"], lead: str, *, quoted: bool) -> None:
        """A list of mere names is one sentence; each alone would repeat the lead-in."""
        first, last = self.span(node)
        text = ""
        links = all(_is_link(item.words) for item in items)
        for item in items:
            if text and len(text) + len(item.text) > _LONG_GROUP:
                self._group(text, lead, (first, last), links=links, quoted=quoted)
                text = ""
            text = f"{text}; {item.text}" if text else item.text
        self._group(text, lead, (first, last), links=links, quoted=quoted)

    def _group(self, text: str, lead: str, lines: tuple[int, int], *, links: bool, quoted: bool) -> None:
        words = Words(text=text, links=((0, len(text), ""),) if links else ())
        self.add("item", words, lines, lead=lead, offered=lead, quoted=quoted)

    def _item(self, item: "_Item", lead: str, *, numbered: bool, contents: bool, quoted: bool) -> bool:
        needed = lead if needs_lead(lead, item.text, numbered=numbered) else ""
        nested = any(block.type.endswith("_list") for block in item.rest)
        follows: Follows = "code" if item.rest and item.rest[0].type in ("fence", "code_block") else ""
        own = len(self.passages) if item.text else -1
        if item.text:
            more = {
                "lead": needed,
                "offered": lead,
                "numbered": numbered,
                "quoted": quoted,
                "follows": follows,
                "contents": contents,
            }
            self.add("item", item.words, self.span(item.first or item.node), **more)
        child_lead = compose(needed, item.text) if nested else ""
        for block in item.rest:
            if not block.type.endswith("_list"):
                self.read([block], quoted=quoted)
                continue
            joined_any = self.read_list(block, child_lead, quoted=quoted)
            is_frame = item.text.endswith((":", "：")) or (
                not item.text.endswith((".", "!", "?")) and len(item.text.split()) <= 2 * FEW_WORDS
            )
            if joined_any and is_frame and child_lead and own >= 0:
                # its words stand with each of the nested items
                del self.passages[own]
                own = -1
        return bool(needed)


class _Item:
    """A list item: the words of its first paragraph, and the blocks after it."""

    def __init__(self, node: SyntaxTreeNode) -> None:
        self.node = node
        blocks = list(node.children)
        self.first = blocks[0] if blocks and blocks[0].type == "paragraph" else None
        words = _inline(self.first) if self.first else plain("")
        box = _BOX.match(words.text)
        self.words = _shortened(words, box.end()) if box else words
        self.text = finish(self.words.text)
        self.rest = blocks[1:] if self.first else blocks


def _says_something(cells: list[str]) -> bool:
    """Whether a row holds two words or more, figures and identifiers apart."""
    words: list[str] = [word for cell in cells for word in re.findall(r"[\w-]+", cell)]
    return sum(len(word) > 2 and word.isalpha() for word in words) >= 2


def _inline(node: SyntaxTreeNode) -> Words:
    for child in node.children:
        if child.type == "inline":
            return words_of(child.token.children or ()) if child.token else plain("")
    return plain("")


def _shortened(words: Words, cut: int) -> Words:
    """Those words without their first `cut` characters."""
    links = tuple((max(0, first - cut), last - cut, address) for first, last, address in words.links if last > cut)
    strong = tuple((max(0, first - cut), last - cut) for first, last in words.strong if last > cut)
    breaks = tuple(at - cut for at in words.breaks if at > cut)
    return replace(words, text=words.text[cut:], links=links, strong=strong, breaks=breaks)


def _is_link(words: Words) -> bool:
    return bool(words.links) and not words.outside_links(0, len(words.text)).strip(" .,;:-–—\n")


def _is_anchor(words: Words) -> bool:
    return _is_link(words) and all(address.startswith("#") for _, _, address in words.links)


def parse(body: str, *, lines: int) -> Parsed:
    """The passages of a Markdown text of that many lines, in order."""
    reader = _Reader(lines)
    reader.read(list(SyntaxTreeNode(_PARSER.parse(body)).children))
    return Parsed(passages=tuple(reader.passages), headings=tuple(reader.headings), left_out=tuple(reader.left_out.items()))
