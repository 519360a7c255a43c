"""Where one sentence ends and the next begins, and what a finished sentence looks like."""

import re
import unicodedata
from bisect import bisect
from collections.abc import Iterator

from secondlayer.distil.inline import Words

#: longer than this, a sentence is split at its semicolons if it has any
LONG_SENTENCE = 600
#: a piece shorter than this is left with its neighbour
_SHORT_PIECE = 40

_ABBREVIATIONS = frozenset(
    "e.g i.e eg ie cf vs viz approx ca dr mr mrs ms st prof sr jr inc ltd co corp fig figs sec dept est min"
    " max resp al incl excl"
    " esp ver v pp p vol ed eds ext no nos ref refs rev gen".split()
)
#: abbreviations that may well end a sentence: no end is seen only before a digit
_BEFORE_DIGIT = frozenset(
    {"no", "nos", "p", "pp", "v", "ver", "vol", "fig", "figs", "sec", "ref", "refs", "rev", "min", "max", "ed", "co"}
)
_END = re.compile(r"(?P<mark>[.!?…]+)(?P<close>[\"'”’)\]»]*)(?=\s)|(?P<wide>[。！？]+[」』）”]*)")
#: characters around a mark that tell whether a sentence ends there
_AROUND = 200
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.DOTALL)
_STARTS = re.compile(r"[\"'“‘(\[`«¿¡<$@#/*_~-]*[^\W_]|[`\"“‘(\[]")
_INITIALS = re.compile(r"(?:[A-Za-z]\.)+[A-Za-z]$|^[A-Z]$")
_SMALL_NAME = re.compile(r"[a-z]{1,3}[A-Z]|/[a-z][\w-]+\s|[\w-]+(?:[/._][\w-]+)+/?(?=\s)")
_LABEL = re.compile(r"[A-Z][\w'’/-]*(?: [\w'’/&-]+){0,3}\s?:(?=\s|$)")
_DATED = re.compile(r"\W{0,3}\d{4}-\d{2}-\d{2}\b")
_LETTERED = re.compile(r"\(?[a-h]\)\s+")
_ARROW = re.compile(r" [→↔⇒⟶] ")
_BRACKETS = re.compile(r"(?P<code>(?P<tick>`+)(?!`).+?(?<!`)(?P=tick)(?!`))|\s?\[\d{1,3}\]|\[(?P<words>[^\[\]`]+)\](?!\()")
_TAGS_AT_END = re.compile(r"(?:\s*\[[a-z]+:[\w .@-]+\??\])+\s*$")


def _closed_regions(text: str) -> list[tuple[int, int]]:
    """Spans (open, close), apart and in order, inside which no sentence ends: code, brackets and quotations that are closed."""
    regions = [(found.start(), found.end() - 1) for found in _CODE.finditer(text)]
    code = list(regions)
    opened: list[int] = []
    quote = -1
    at_code = 0
    for at, letter in enumerate(text):
        while at_code < len(code) and code[at_code][1] < at:
            at_code += 1
        if at_code < len(code) and code[at_code][0] <= at:
            continue
        if letter in "(“«":
            opened.append(at)
        elif letter in ")”»" and opened:
            regions.append((opened.pop(), at))
        elif letter == '"':
            if quote >= 0:
                regions.append((quote, at))
                quote = -1
            else:
                quote = at
    outermost: list[tuple[int, int]] = []
    for first, last in sorted(regions):
        if outermost and first <= outermost[-1][1]:
            outermost[-1] = (outermost[-1][0], max(last, outermost[-1][1]))
        else:
            outermost.append((first, last))
    return outermost


def _is_inside(at: int, regions: list[tuple[int, int]]) -> bool:
    place = bisect(regions, (at - 1, 1 << 62)) - 1
    return place >= 0 and at <= regions[place][1]


def _ends_here(text: str, found: re.Match[str]) -> bool:
    """Whether the mark found, with white space behind it, is the end of a sentence."""
    rest = text[found.end() : found.end() + _AROUND].lstrip()
    if not rest:
        return True
    start = _STARTS.match(rest)
    if start is None:
        # an emoji or a dash opens the next sentence only after a full stop
        return not rest[0].isascii()
    first = rest[start.end() - 1]
    if first.isalpha() and first.islower() and "`" not in start.group():
        # names that begin small: iOS, eBPF, config.md, /status
        if not _SMALL_NAME.match(rest):
            return False
    if found.group("mark") != ".":
        return True
    before = text[max(0, found.start() - _AROUND) : found.start()]
    word = re.split(r"[\s(\[\"“‘]", before)[-1]
    bare = word.lower().strip("`*_")
    if bare in _BEFORE_DIGIT:
        return not first.isdigit() if bare != "v" else False
    if bare in _ABBREVIATIONS or _INITIALS.search(word):
        return False
    # "1. Do this" inside a line is an enumeration, not the end of a sentence
    return not (word.isdigit() and len(before.split()) <= 1)


def split(text: str) -> list[tuple[int, int]]:
    """Spans [start, end) of the sentences of a paragraph, in order; together they cover all of its words."""
    regions = _closed_regions(text)
    spans: list[tuple[int, int]] = []
    start = 0
    for found in _END.finditer(text):
        end = found.end()
        if _is_inside(end, regions):
            continue
        if found.group("wide") or _ends_here(text, found):
            spans.append((start, end))
            start = end
    spans.append((start, len(text)))
    return [span for span in spans if text[span[0] : span[1]].strip()]


def segments(words: Words) -> list[tuple[int, int]]:
    """Spans that are never one sentence together: forced, labelled, bold and dated lines, and a) b) c)."""
    text = words.text
    starts = [0]
    at = 0
    lines = text.split("\n")
    breaks = set(words.breaks)
    arrows = len(lines) > 1 and all(_ARROW.search(line) for line in lines if line.strip())
    lettered = sum(bool(_LETTERED.match(line.lstrip())) for line in lines) > 1
    for number, line in enumerate(lines):
        if number:
            before = lines[number - 1].rstrip()
            head = line.lstrip()
            bold = words.all_strong(at - 1 - len(lines[number - 1]), at - 1)
            labelled = _LABEL.match(head) and (
                bold or _LABEL.match(before.lstrip()) or before.endswith((".", "!", "?", ":", ")"))
            )
            forced = (at - 1) in breaks
            dated = _DATED.match(head) and any(first <= at + len(line) - len(head) < last for first, last in words.strong)
            if forced or bold or labelled or dated or arrows or (lettered and _LETTERED.match(head)):
                starts.append(at)
        at += len(line) + 1
    starts = sorted({*starts, *(offset for offset in words.breaks if offset)})
    spans = zip(starts, [*starts[1:], len(text)], strict=True)
    return [(first, last) for first, last in spans if text[first:last].strip()]


def is_lettered(text: str) -> bool:
    """Whether it opens with an item's letter, as in "a) the first reason"."""
    return bool(_LETTERED.match(text.lstrip()))


def finish(text: str) -> str:
    """One line of clean text, perhaps empty: white space folded, control and direction characters and loose brackets gone."""
    text = "".join(letter if letter.isspace() or not _unprintable(letter) else "" for letter in text)
    text = " ".join(text.split())
    text = _TAGS_AT_END.sub("", text)
    text = _LETTERED.sub("", text, count=1) if _LETTERED.match(text) else text
    text = _BRACKETS.sub(lambda found: found.group("code") or found.group("words") or "", text)
    text = re.sub(r"\(\s*\)|\[\s*\]", "", text)
    text = re.sub(r"\s+([,.;:!?])(?=\s|$)", r"\1", text)
    text = re.sub(r",? (?:e\.?g|i\.?e)\.?[:,]?$", "", text)
    text = re.sub(r"[;,]\s*(?:and|or)?$", "", text)
    text = re.sub(r"^(?:[•·–—:;,|]\s*)+", "", text)
    return " ".join(text.split())


def _unprintable(letter: str) -> bool:
    category = unicodedata.category(letter)
    # zero width joiner and variation selectors belong to emoji and to Indic scripts
    return category in ("Cc", "Cs", "Co") or (category == "Cf" and letter not in "\u200c\u200d")


def pieces(text: str) -> Iterator[str]:
    """The sentence itself, or its parts between semicolons when it is very long; never cut inside a clause."""
    if len(text) <= LONG_SENTENCE:
        yield text
        return
    regions = _closed_regions(text)
    start = 0
    for found in re.finditer(r";\s", text):
        inside = _is_inside(found.start(), regions)
        if not inside and found.start() - start >= _SHORT_PIECE and len(text) - found.end() >= _SHORT_PIECE:
            yield text[start : found.start()].strip()
            start = found.end()
    yield text[start:].strip()
