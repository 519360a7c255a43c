"""What is not a memory, and why not. The reasons are the keys of `Distilled.left_out`."""

import re
from collections.abc import Callable
from dataclasses import dataclass

from secondlayer.distil.vocabulary import NORMATIVE, content_words

#: fewer words that carry meaning say nothing on their own
MIN_CONTENT_WORDS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """A finished sentence as the refusals see it."""

    text: str
    #: its words that are not the text of a link
    outside: str
    #: its words before brackets were taken off
    raw: str
    #: the words above its list, whether it carries them or not
    offered: str
    #: whether it carries them
    led: bool
    #: whether code follows it
    shows_code: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Refusal:
    """A reason to leave a sentence out."""

    reason: str
    applies: Callable[[Said], bool]
    why: str


_POINTER = re.compile(
    r"^(?:please )?(?:for\b.{1,120}?,? (?:please )?(?:see|read|refer to|visit|look at|check out) |for (?:more"
    r"|further|additional|full|the full|other|detailed)\b[^,;.]{0,60}?\b(?:information|details?|guidance"
    r"|context|background|examples?|help|reading|instructions?|list)"
    r"|see\b|refer to\b|read (?:more|about|the|our|this)\b|more (?:information|details?)\b|learn more\b"
    r"|further (?:reading|information)\b"
    r"|find out (?:more|about)\b|back to\b|next:|previous:|up next\b|return to\b|there(?:['’]s| is) (?:also"
    r" )?more (?:information|guidance|detail)|take a look\b"
    r"|(?:you can )?(?:read|find|view) (?:more|further|the full|out more)\b|click here\b|skip to\b|this"
    r" (?:page|section|document) (?:lists|links)|jump to\b|check out\b|follow (?:these|the|this) (?:steps"
    r"|guidance|instructions?)\b)",
    re.IGNORECASE,
)
_POINTING_LEAD = re.compile(
    r"\b(?:see|read|refer|reading|resources?|links?|references?|related|documentation|further|more"
    r" information|guidance here|learn more)\b",
    re.IGNORECASE,
)
_ABOUT = re.compile(
    r"^(?:last (?:updated|reviewed|modified|edited|changed)|updated(?: on| at)?|date|dates|authors?"
    r"|created(?: on| at| by)?|established|strengthened|ratified(?: by)?|reviewed(?: by| on)?|review(?:ers?|"
    r" in| date)"
    r"|owners?|maintainers?|version|status|deciders?|decision[- ]makers?|consulted|informed|tags?|labels?"
    r"|category|scope|attribution|ticket|issue|technical story|published)\s*(?::|\bon \d|\d{4})",
    re.IGNORECASE,
)
_LICENCE = re.compile(
    r"licen[cs]ed under|(?:released|distributed|available|provided|published) under (?:the |an? )?(?:terms of"
    r" |open )?[\w .-]{0,40}(?:licen[cs]e|\bMIT\b|apache|\bOGL\b|\bBSD\b|\bGPL)"
    r"|permission is hereby granted|all rights reserved|spdx-license|^(?:©|\(c\)|copyright\b.{0,20}\d{4})"
    r"|without warranties or conditions|crown copyright and",
    re.IGNORECASE,
)
_TODO = re.compile(
    r"^\W*(?:todo|tbd|tbc|fixme|xxx|n/?a|coming soon|work in progress|wip|lorem ipsum|placeholder|to be"
    r" (?:written|confirmed|completed|defined|added))\b|\blorem ipsum\b",
    re.IGNORECASE,
)
_COURTESY = re.compile(r"^(?:thanks?\b|thank you\b|welcome to\b|happy \w+ing\b|enjoy\b|good luck\b|we hope\b)", re.IGNORECASE)
_FILL_IN = re.compile(r"\[[^\[\]]*\]|<[a-z][^<>]*>|\{\{?[^{}]*\}\}?|_{3,}|\.{4,}")
_ADDRESS = re.compile(r"(?:https?://|mailto:|www\.)\S+|\b[\w.+-]{1,64}@[\w-]{1,64}\.[\w.]{1,64}")
_CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)")


def _is_placeholder(said: Said) -> bool:
    filled = _FILL_IN.sub(" ", _CODE.sub(" code code code ", said.raw))
    brackets = re.findall(r"(?<!`)\[[^\[\]`]+\]", said.raw)
    return bool(brackets) and content_words(filled) < MIN_CONTENT_WORDS and len(said.raw) > 0


def _is_fragment(said: Said) -> bool:
    return not said.led and bool(re.match(r"(?:or|and|but|which|whose|then|than)\b", said.text))


def _is_short(said: Said) -> bool:
    return content_words(_ADDRESS.sub(" ", said.text)) < MIN_CONTENT_WORDS


def _is_lead_in(said: Said) -> bool:
    if not said.text.endswith((":", "：")):
        return False
    return (
        content_words(said.text) < MIN_CONTENT_WORDS + said.shows_code if said.shows_code else not NORMATIVE.search(said.text)
    )


def _is_link_only(said: Said) -> bool:
    if content_words(_ADDRESS.sub(" ", said.outside)) >= 2:
        return False
    linked = content_words(said.outside) < content_words(said.text) or bool(_ADDRESS.search(said.text))
    if not linked:
        return False
    if said.led:
        return bool(_POINTING_LEAD.search(said.offered)) or content_words(said.offered) < 2
    # a whole sentence that happens to be one link still says what it says
    says_it = NORMATIVE.search(said.text) or (content_words(_ADDRESS.sub(" ", said.text)) >= 4 and said.text.endswith("."))
    return (not says_it and content_words(said.outside) < 1) or content_words(_ADDRESS.sub(" ", said.text)) < MIN_CONTENT_WORDS


def _is_navigation(said: Said) -> bool:
    body = said.text
    if said.led and not _POINTER.match(said.offered):
        return False
    if not said.led and said.offered and _POINTING_LEAD.search(said.offered) and _POINTER.match(said.offered):
        return True
    if not _POINTER.match(body):
        return False
    return not NORMATIVE.search(body)


#: tried in this order; the first that applies names the reason
REFUSALS: tuple[Refusal, ...] = (
    Refusal(reason="template", applies=_is_placeholder, why="it waits to be filled in"),
    Refusal(reason="template", applies=lambda said: bool(_TODO.search(said.text)), why="it is not written yet"),
    Refusal(
        reason="about the document",
        applies=lambda said: bool(_ABOUT.match(said.text)) and len(said.text) < 120,
        why="dates and authors are kept as such",
    ),
    Refusal(reason="licence", applies=lambda said: bool(_LICENCE.search(said.text)), why="the same in every repository"),
    Refusal(
        reason="question",
        applies=lambda said: said.text.rstrip("\"')”’*_").endswith(("?", "？")),
        why="it asks and does not say",
    ),
    Refusal(reason="lead-in", applies=_is_lead_in, why="what it announces is not in it"),
    Refusal(reason="fragment", applies=_is_fragment, why="its beginning is elsewhere"),
    Refusal(reason="courtesy", applies=lambda said: bool(_COURTESY.match(said.text)), why="kind words"),
    Refusal(reason="link-only", applies=_is_link_only, why="an address without a statement"),
    Refusal(reason="navigation", applies=_is_navigation, why="it sends the reader elsewhere"),
    Refusal(reason="too short", applies=_is_short, why="it says nothing on its own"),
    Refusal(reason="code", applies=lambda said: content_words(_CODE.sub(" ", said.text)) < 1, why="a name without a statement"),
)


def refusal(said: Said) -> str:
    """The reason why that sentence is not a memory; empty when it is one."""
    return next((rule.reason for rule in REFUSALS if rule.applies(said)), "")


_CONTENTS = re.compile(r"^(?:table of )?contents$|^on this page$|^in this (?:document|page|section)$|^toc$", re.IGNORECASE)
_LICENCE_SECTION = re.compile(
    r"^(?:licen[cs]e|licen[cs]ing|copyright(?: and licen[cs]e)?|licen[cs]e and copyright)$", re.IGNORECASE
)
_TEMPLATE_SECTION = re.compile(r"^(?:(?:entry )?format|template|entry template)$", re.IGNORECASE)
_LINKS_SECTION = re.compile(
    r"^(?:see also|further reading|external links|useful links|related (?:links|pages|documents)"
    r"|acknowledge?ments|contributors|authors|credits|thanks|withdrawn guidance)$",
    re.IGNORECASE,
)


def section_refusal(heading: str, title: str) -> str:
    """The reason why nothing under that heading is a memory; empty when it may be."""
    if _CONTENTS.match(heading):
        return "table of contents"
    if _LICENCE_SECTION.match(heading) and not re.search(r"licen[cs]|copyright", title, re.IGNORECASE):
        return "licence"
    if _TEMPLATE_SECTION.match(heading):
        return "template"
    return "navigation" if _LINKS_SECTION.match(heading) else ""


_LEGAL_FILE = re.compile(r"^(?:licen[cs]e|copying|notice|copyright|unlicense|patents)(?:[-_.].*)?$")


def file_refusal(path: str) -> str:
    """The reason why a file of that name holds no memories; empty when it may."""
    name = path.lower().rpartition("/")[2]
    stem = name.partition(".")[0]
    if _LEGAL_FILE.match(name) and not name.endswith(".erb"):
        return "a licence"
    if stem in ("code_of_conduct", "code-of-conduct"):
        return "a code of conduct, the same in every repository"
    if re.match(r"(?:changelog|changes|history|release[-_]?notes|news)$", stem) and not name.endswith(".erb"):
        return "a changelog: what changed, not what holds"
    if "issue_template" in path.lower():
        return "a form for issues"
    if (
        re.match(r"(?:0+[-_])?(?:adr[-_])?template$|.*[-_]template$", stem)
        and "pull_request" not in stem
        and "pull-request" not in stem
    ):
        return "a template"
    return ""
