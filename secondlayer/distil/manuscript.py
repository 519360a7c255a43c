"""A file's text made ready for the Markdown parser, each line still where it was."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

_FRONT = MarkdownIt("zero").use(front_matter_plugin)
_MARK = re.compile(r"^[ \t>]*(?P<fence>`{3,}|~{3,})|(?P<tick>`+)|(?P<comment><!--)|(?P<erb><%)", re.MULTILINE)
#: a code span is looked for no further than this
_LONG_SPAN = 2000
_BEGINS = re.compile(r"<!--\s*(?:BEGIN[_-]\w+|BEGIN \w[\w ,-]*GENERATED|START doctoc|toc\b)", re.IGNORECASE)
_ENDS = re.compile(r"<!--\s*(?:END[_-]\w+|END \w[\w ,-]*GENERATED|END doctoc|/toc\b|tocstop\b)", re.IGNORECASE)
_QUOTED = re.compile(r"'((?:[^'\\]|\\.)*)'|\"((?:[^\"\\]|\\.)*)\"", re.DOTALL)
_PAGE_DATA = re.compile(r"(?:current_page|page)(?:\.data)?[.\[]\W?(\w+)")
_TEMPLATE_LINE = re.compile(r"^[ \t]*(?:\{%.*%\}|\{\{[<%].*[>%]\}\}|\{:[^}]*\}|:::+.*|\$[A-Z]{1,3}[ \t]*)[ \t]*$", re.MULTILINE)
_MDX_LINE = re.compile(r"^(?:import|export)\s[^\n]*$|\{/\*.*?\*/\}", re.MULTILINE | re.DOTALL)
_ADMONITION = re.compile(r"^([ \t]*)(?:!!!|\?\?\?\+?)[ \t]+\w[^\n]*$")


@dataclass(frozen=True, slots=True, kw_only=True)
class Manuscript:
    """A document's text with templates and comments gone, its line numbers unchanged."""

    #: what the front matter says; empty without one
    front: Mapping[str, Any]
    body: str
    #: lines of the file, at least 1
    lines: int
    #: generated blocks that were left out
    generated: int = 0


def _blank(text: str) -> str:
    return "\n" * text.count("\n")


def _front_of(text: str) -> tuple[dict[str, Any], int]:
    """What the front matter says, and how many lines it takes; ({}, 0) without one."""
    loaded: object = {}
    lines = 0
    if text.startswith("---"):
        tokens = _FRONT.parse(text)
        if tokens and tokens[0].type == "front_matter" and tokens[0].map:
            lines = tokens[0].map[1]
            try:
                loaded = yaml.safe_load(tokens[0].content)
            except (yaml.YAMLError, ValueError, RecursionError, TypeError, KeyError, AttributeError):
                # a template inside the YAML, or a date that does not exist: the words of the document still count
                loaded = {}
    elif text.startswith("+++\n") and (end := text.find("\n+++", 3)) > 0:
        lines = text.count("\n", 0, end) + 2
        try:
            loaded = tomllib.loads(text[4:end])
        except (ValueError, RecursionError):
            loaded = {}
    return ({str(key): value for key, value in loaded.items()} if isinstance(loaded, dict) else {}), lines


def _erb(tag: str, front: Mapping[str, Any]) -> str:
    """What a reader of the page sees in place of an ERB tag, as far as the tag itself tells."""
    code = tag[2:-2].lstrip("-=").strip()
    shown = ""
    if tag.startswith("<%="):
        data = _PAGE_DATA.match(code)
        quoted = _QUOTED.search(code)
        if data:
            shown = str(front.get(data.group(1), "")) if isinstance(front.get(data.group(1)), (str, int, float)) else ""
        elif quoted:
            said = quoted.group(1) if quoted.group(1) is not None else quoted.group(2)
            said = re.sub(r"\\(['\"\\])", r"\1", said)
            is_prose = len(re.sub(r"<[^>]*>", "", said).split()) >= 3
            shown = said if is_prose or code.startswith("link_to") else ""
    shown = " ".join(shown.split())
    return shown + _blank(tag)


@dataclass(frozen=True, slots=True)
class _Marked:
    """A comment or an ERB tag, [start, end), outside code."""

    start: int
    end: int
    is_comment: bool


def _marks(text: str, *, is_erb: bool) -> Iterator[_Marked]:
    """Comments and ERB tags in order. Inside code they are its words, but ERB files fill in their code spans too."""
    at = 0
    closes = {"comment": True, "erb": True}
    while found := _MARK.search(text, at):
        at = found.end()
        kind = str(found.lastgroup)
        if kind == "fence":
            sign = found["fence"]
            close = re.compile(rf"^[ \t>]*{sign[0]}{{{len(sign)},}}[ \t]*$", re.MULTILINE).search(text, at)
            if not close:
                return
            at = close.end()
        elif kind == "tick":
            near = text[at : at + _LONG_SPAN].partition("\n\n")[0]
            span = re.search(rf"(?<!`){found['tick']}(?!`)", near) if not is_erb else None
            at += span.end() if span else 0
        elif closes[kind]:
            sign = "-->" if kind == "comment" else "%>"
            end = text.find(sign, at)
            closes[kind] = end >= 0
            if end >= 0:
                at = end + len(sign)
                yield _Marked(found.start(), at, kind == "comment")


def _without_marks(text: str, front: Mapping[str, Any], *, is_erb: bool) -> tuple[str, int]:
    """The text without comments and ERB, and how many generated blocks went with them."""
    kept: list[str] = []
    at = generated = 0
    opened = -1
    marks = list(_marks(text, is_erb=is_erb))
    blocks: list[tuple[int, int]] = []
    for mark in marks:
        if mark.is_comment and opened < 0 and _BEGINS.match(text, mark.start):
            opened = mark.start
        elif mark.is_comment and opened >= 0 and _ENDS.match(text, mark.start):
            blocks.append((opened, mark.end))
            opened = -1
    for start, end, shown in sorted(
        [(start, end, "\n" * text.count("\n", start, end)) for start, end in blocks]
        + [(m.start, m.end, _shown(text[m.start : m.end], m, front)) for m in marks],
        key=lambda span: (span[0], -span[1]),
    ):
        if start < at:
            continue
        generated += (start, end) in blocks[generated : generated + 1]
        kept += [text[at:start], shown]
        at = end
    return "".join(kept) + text[at:], generated


def _shown(tag: str, mark: _Marked, front: Mapping[str, Any]) -> str:
    return _blank(tag) if mark.is_comment else _erb(tag, front)


def _without_admonitions(text: str) -> str:
    """`!!! warning` lines blanked and what is indented under them brought back to prose."""
    if "!!!" not in text and "???" not in text:
        return text
    lines = text.split("\n")
    depth = -1
    for number, line in enumerate(lines):
        opened = _ADMONITION.match(line)
        if opened:
            depth = len(opened.group(1).expandtabs(4))
            lines[number] = ""
        elif depth >= 0 and line.strip():
            wide = line.expandtabs(4)
            if len(wide) - len(wide.lstrip()) >= depth + 4:
                lines[number] = wide[:depth] + wide[depth + 4 :]
            else:
                depth = -1
    return "\n".join(lines)


def manuscript(text: str, *, name: str) -> Manuscript:
    """The text of a file made ready: front matter read, ERB, comments, generated blocks and template lines gone, lines kept."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = max(1, text.count("\n") + (not text.endswith("\n")))
    front, taken = _front_of(text)
    if taken:
        rest = text.split("\n")
        text = "\n" * min(taken, len(rest) - 1) + "\n".join(rest[taken:])
    text, generated = _without_marks(text, front, is_erb=name.lower().endswith(".erb"))
    if name.lower().endswith(".mdx"):
        text = _MDX_LINE.sub(lambda found: _blank(found.group()), text)
    text = _TEMPLATE_LINE.sub("", text)
    return Manuscript(front=front, body=_without_admonitions(text), lines=lines, generated=generated)
