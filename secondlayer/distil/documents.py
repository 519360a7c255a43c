"""One document as sentences, each with its subject, place, layer and date."""

import re
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime

from secondlayer.distil.blocks import parse
from secondlayer.distil.dates import date_in, entry_date, front_date
from secondlayer.distil.files import SourceFile
from secondlayer.distil.layers import Filing, filing, kind_of
from secondlayer.distil.leads import joined
from secondlayer.distil.manuscript import Manuscript, manuscript
from secondlayer.distil.passages import Heading, Parsed, Passage
from secondlayer.distil.refusals import Said, refusal, section_refusal
from secondlayer.distil.sentences import finish, is_lettered, pieces, segments, split
from secondlayer.distil.status import Standing, is_status_line, standing_of
from secondlayer.distil.vocabulary import FORBIDS, IMPERATIVE, words_of_three
from secondlayer.records import Layer

#: a heading is no memory of its own when a sentence under it holds this share of its words
_SAID_BELOW = 0.6
_TITLE_NUMBER = re.compile(
    r"^(?:ADR[\s#:_-]*)?(?:\d{1,5}\s*[.:)–—-]+\s+|\d{4,5}\s+)|^ADR[\s#_-]*\d+\s*[:.–—-]*\s*", re.IGNORECASE
)
_RECORD = re.compile(r"^(?:architect\w+ )?decision record\s*(?:\d+\s*)?[:–—-]\s*", re.IGNORECASE)
_CONTEXT_LABEL = re.compile(r"^(?:context|reason|why|rationale|background)\s*:\s*", re.IGNORECASE)
_TOLD_LABEL = re.compile(r"^(?:what happened|what to do instead|decision|lesson|instruction|fact)\s*:\s*", re.IGNORECASE)
_DATE_LINE = re.compile(r"^\W*(?:date|decided(?: on)?|last updated|last reviewed|updated)\b\W*(.{4,40})", re.IGNORECASE)
_STATUS_HEADING = re.compile(r"^(?:\d+[.)]?\s*)?status\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Sentence:
    """A sentence that is a memory."""

    text: str
    subject: str
    heading: str
    lines: tuple[int, int]
    layer: Layer
    #: of a dated entry; None otherwise
    dated: datetime | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Document:
    """A document's sentences in line order, its own date, and how many blocks and sentences were left out, by reason."""

    sentences: tuple[Sentence, ...]
    dated: datetime | None
    left_out: Counter[str]


@dataclass(frozen=True, slots=True, kw_only=True)
class _Found:
    """A sentence before its layer is known."""

    said: Said
    passage: Passage
    lines: tuple[int, int]
    dated: datetime | None = None
    entry: str = ""
    context: bool = False


def document(source: SourceFile, *, scope: str) -> Document:
    """The sentences of one document that are memories in that scope."""
    script = manuscript(source.text, name=source.path)
    parsed = parse(script.body, lines=script.lines)
    left_out = Counter(dict(parsed.left_out))
    left_out["generated"] += script.generated
    raw_title, title_heading = _title(script, parsed, source.path)
    kind = kind_of(source.path, raw_title, [heading.text for heading in parsed.headings])
    standing, status_passages = _standing(script, parsed, is_record=kind == "adr")
    names = [heading.text for heading in parsed.headings if heading is not title_heading]
    file = filing(kind, scope=scope, standing=standing, headings=names)
    title = _TITLE_NUMBER.sub("", _RECORD.sub("", raw_title)).strip() if kind == "adr" else raw_title
    title = title or raw_title
    sentences: list[Sentence] = []
    for number, passage in enumerate(parsed.passages):
        below = tuple(heading for heading in passage.headings if heading is not title_heading)
        refused = next((reason for heading in below if (reason := section_refusal(heading.text, title))), "")
        if refused == "table of contents" and not passage.words.links:
            refused = ""
        if number in status_passages:
            refused = "status"
        if refused or passage.kind == "facts" or passage.contents:
            left_out[refused or ("table of contents" if passage.contents else "about the document")] += 1
            continue
        if not passage.words.text.strip():
            left_out["badge" if passage.words.badges else "image" if passage.words.images else "too short"] += 1
            continue
        for found in _sentences(passage):
            reason = refusal(found.said)
            if reason:
                left_out[reason] += 1
                continue
            sentences += _filed(found, file, title, below)
    sentences += _headings(parsed, sentences, file, title, title_heading, left_out)
    sentences.sort(key=lambda sentence: sentence.lines[0])
    return Document(sentences=tuple(sentences), dated=_own_date(script, parsed), left_out=+left_out)


def _title(script: Manuscript, parsed: Parsed, path: str) -> tuple[str, Heading | None]:
    """The document's title, and the heading that states it."""
    first = next((heading for heading in parsed.headings if heading.level == 1), None)
    if first is None and parsed.headings:
        before = [passage for passage in parsed.passages if not passage.headings]
        if not before or all(passage.lines[0] > parsed.headings[0].line for passage in before):
            first = parsed.headings[0] if parsed.headings[0].level < 7 else None
    stated = script.front.get("title")
    if isinstance(stated, str) and finish(stated):
        same = first if (first and first.text.casefold() == finish(stated).casefold()) or (first and first.level == 1) else None
        return finish(stated), same
    if first:
        return first.text, first
    parts = path.split("/")
    stem = parts[-1].partition(".")[0]
    if stem.lower() in ("readme", "index") and len(parts) > 1:
        stem = parts[-2]
    words = finish(re.sub(r"[-_]+", " ", stem))
    return words[:1].upper() + words[1:], None


def _standing(script: Manuscript, parsed: Parsed, *, is_record: bool) -> tuple[Standing, set[int]]:
    """The document's standing, and the places of the passages that state it."""
    statements: list[str] = []
    places: set[int] = set()
    for key in ("status", "layout", "state"):
        value = script.front.get(key)
        if isinstance(value, (str, list)) and (key != "layout" or value == "withdrawn"):
            statements.append(" ".join(map(str, value)) if isinstance(value, list) else value)
    statements += [key for key in ("draft", "withdrawn", "archived", "deprecated") if script.front.get(key) is True]
    for place, passage in enumerate(parsed.passages):
        under = passage.headings[-1].text if passage.headings else ""
        text = finish(passage.words.text)
        near_top = not any(heading.level in (2, 3) for heading in passage.headings)
        if is_record and _STATUS_HEADING.match(under):
            statements.append(joined("Status", text))
            places.add(place)
        elif passage.kind == "facts" and text.lower().startswith("status"):
            statements.append(text)
        elif near_top and (is_record or passage.quoted or place < 2):
            for line in (finish(passage.words.text[slice(*span)]) for span in segments(passage.words)):
                if is_status_line(line):
                    statements.append(line)
    return standing_of(statements), places


def _own_date(script: Manuscript, parsed: Parsed) -> datetime | None:
    """The date the document gives itself."""
    if dated := front_date(script.front):
        return dated
    for passage in parsed.passages[:12]:
        for span in segments(passage.words):
            line = _DATE_LINE.match(finish(passage.words.text[slice(*span)]))
            if line and (dated := date_in(line[1])):
                return dated
    return None


def _sentences(passage: Passage) -> Iterator[_Found]:
    """The sentences of one passage, finished, in order."""
    words = passage.words
    ends = [found.start() for found in re.finditer("\n", words.text)]
    section, _ = next(
        ((dated, 0) for heading in reversed(passage.headings) if (dated := entry_date(heading.text)[0])), (None, 0)
    )
    dated, entry, lead = section, "", passage.lead
    letters = ""
    spans = segments(words)
    for number, (first, last) in enumerate(spans):
        text = words.text[first:last]
        moment, begins = entry_date(text)
        bold = any(first <= at <= first + 4 for at, _ in words.strong)
        is_title = False
        if moment and (bold or passage.kind == "item"):
            dated, first, entry = moment, first + begins, ""
            is_title = words.all_strong(first, last) or words.all_strong(first, len(words.text[:last].rstrip()))
        if is_lettered(text) and number:
            letters = letters or finish(words.text[slice(*(split(words.text[: spans[number - 1][1]]) or [(0, 0)])[-1])]).rstrip(
                ":"
            )
        sentences = split(words.text[first:last])
        for place, (start, end) in enumerate(sentences):
            start, end = start + first, end + first
            raw = words.text[start:end]
            plain = finish(raw)
            context = bool(_CONTEXT_LABEL.match(plain)) or bool(entry and _CONTEXT_LABEL.match(finish(text)))
            plain = _TOLD_LABEL.sub("", _CONTEXT_LABEL.sub("", plain)) if entry else plain
            closes = place == len(sentences) - 1 and number == len(spans) - 1
            if closes and passage.follows == "list":
                break
            prefix = letters if is_lettered(raw) else lead if place == 0 and number == 0 else ""
            plain = plain.rstrip() if passage.follows == "code" or not prefix else plain.rstrip(":")
            said = Said(
                text=joined(prefix, plain),
                outside=words.outside_links(start, end),
                raw=raw,
                offered=prefix or passage.offered,
                led=bool(prefix),
                shows_code=passage.follows == "code" and closes,
            )
            yield _Found(
                said=said, passage=passage, lines=_lines(passage, ends, start, end), dated=dated, entry=entry, context=context
            )
        if is_title:
            entry = finish(words.text[first:last]).rstrip(".")


def _lines(passage: Passage, ends: list[int], start: int, end: int) -> tuple[int, int]:
    """First and last line of that span of a passage's text, given where its lines end."""
    core = passage.words.text[start:end]
    start += len(core) - len(core.lstrip())
    first = passage.lines[0] + bisect_left(ends, start)
    last = first + core.strip().count("\n")
    return min(first, passage.lines[1]), min(max(first, last), passage.lines[1])


def _subject(title: str, standing: Standing, heading: str, entry: str) -> str:
    title = f"{title} {standing.label}" if standing.label else title
    if heading.casefold() == title.casefold():
        heading = ""
    return " › ".join(part for part in (title, heading, entry) if part)


def _shown(heading: Heading) -> str:
    return heading.text[entry_date(heading.text)[1] :] or heading.text


def _filed(found: _Found, file: Filing, title: str, below: tuple[Heading, ...]) -> list[Sentence]:
    passage = found.passage
    nearest = below[-1] if below else None
    slugged = next((heading for heading in reversed(below) if heading.level < 7), None)
    layer = file.layer(
        [heading.text for heading in below],
        found.said.text,
        numbered=passage.numbered,
        quoted=passage.quoted,
        row=passage.kind == "row",
        dated=found.dated is not None,
        context=found.context,
    )
    sentence = Sentence(
        text="",
        subject=_subject(title, file.standing, _shown(nearest) if nearest else "", found.entry),
        heading=slugged.slug if slugged else "",
        lines=found.lines,
        layer=layer,
        dated=found.dated,
    )
    return [replace(sentence, text=text) for text in pieces(found.said.text) if text]


def _headings(
    parsed: Parsed, said: list[Sentence], file: Filing, title: str, title_heading: Heading | None, left_out: Counter[str]
) -> list[Sentence]:
    """Headings that are rules by themselves and that no sentence under them says better."""
    kept: list[Sentence] = []
    for place, heading in enumerate(parsed.headings):
        is_title = heading is title_heading
        text = finish(_TITLE_NUMBER.sub("", _RECORD.sub("", heading.text))) if is_title and file.kind == "adr" else heading.text
        rule = (FORBIDS if is_title and file.kind != "adr" else IMPERATIVE).match(text)
        if not rule or len(text.split()) < 4 or text.endswith("?") or section_refusal(text, title):
            left_out["heading"] += 1
            continue
        end = next((after.line for after in parsed.headings[place + 1 :] if after.level <= heading.level), 1 << 60)
        words = words_of_three(text)
        below = [sentence for sentence in said if heading.line <= sentence.lines[0] < end]
        if not said or any(len(words & words_of_three(sentence.text)) >= _SAID_BELOW * len(words) for sentence in below):
            left_out["heading"] += 1
            continue
        outer = [above.text for above in parsed.headings[:place] if above.level < heading.level and above is not title_heading]
        if is_title and file.kind == "adr" and not file.standing.ended and file.standing.state != "proposed":
            layer: Layer = "decision"
        else:
            layer = file.layer([*outer[-1:], text], text, numbered=False, quoted=False, row=False, dated=False, context=False)
        subject = _subject("" if is_title else title, file.standing, "", "")
        kept.append(
            Sentence(
                text=text,
                subject=subject.strip(),
                heading="" if is_title else heading.slug,
                lines=(heading.line, heading.line),
                layer=layer,
                dated=None,
            )
        )
    return kept
