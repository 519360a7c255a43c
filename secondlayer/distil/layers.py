"""Which layer a sentence belongs to: the kind of its document, then its section, then what it says.

Policies are people's (DESIGN §6). Distilled sentences become policies only where people already wrote them as such:
binding sentences of the organisation's own standards.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

from secondlayer.distil.status import Standing
from secondlayer.distil.vocabulary import BINDING, NORMATIVE
from secondlayer.records import ORG_SCOPE, Layer

Kind = Literal["adr", "standard", "decisions", "lessons", "log", "procedure", "manual", "reference", "facts", "docs", "other"]


@dataclass(frozen=True, slots=True, kw_only=True)
class KindRule:
    """Documents whose path, in small letters, matches are of this kind."""

    kind: Kind
    path: re.Pattern[str]
    why: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SectionRule:
    """Sentences under a heading that matches, in documents of these kinds, are of this layer; None: they are no memories."""

    kinds: tuple[Kind, ...]
    heading: re.Pattern[str]
    layer: Layer | None
    why: str


def _kind(kind: Kind, why: str, *, named: str = "", path: str = "") -> KindRule:
    """`named`: words of which one is the whole name of a folder on the way, or of the file; `path`: any other pattern."""
    whole = rf"(?:^|/)(?:{'|'.join(named.split())})(?:/|\.\w)" if named else ""
    return KindRule(kind=kind, path=re.compile("|".join(part for part in (whole, path) if part)), why=why)


def _section(kinds: tuple[Kind, ...], heading: str, layer: Layer | None, why: str) -> SectionRule:
    return SectionRule(kinds=kinds, heading=re.compile(heading, re.IGNORECASE), layer=layer, why=why)


#: the first that matches decides
KINDS: tuple[KindRule, ...] = (
    _kind(
        "adr",
        "a folder of decision records, or a numbered one",
        path=r"(?:^|[/_-])(?:adrs?|decisions?|decision-records?)/(?!readme|index)[^/]*$|(?:^|/)adr[-_ ]?\d+[^/]*$",
    ),
    _kind(
        "decisions",
        "a log of decisions in one file",
        path=r"(?:^|/)(?:decisions?|(?:architecture[-_])?decisions?[-_]log)\.\w+$",
    ),
    _kind("standard", "a standard or policy", named="standards? policy policies", path=r"[-_/]polic(?:y|ies)\."),
    _kind(
        "lessons",
        "what went wrong before",
        named="lessons? incidents? incident[-_](?:reports?|reviews?) retros? retrospectives?",
        path=r"post[-_]?mortem|lessons[-_]learn",
    ),
    _kind(
        "log",
        "an account of what happened when",
        named="timeline summaries progress last journal diary worklog devlog status todo roadmap minutes meetings?"
        " logs? weekly standups?",
    ),
    _kind(
        "procedure",
        "how something is done, step by step",
        named="runbooks? playbooks? how[-_]?tos? procedures? process(?:es)? workflows? recipes? tutorials? onboarding"
        " operations ops",
        path=r"(?:^|/)how[-_]to[-_]|runbook|playbook|[-_](?:recipes?|tasks)\.|[-_](?:upgrade|rollout|rollback|recovery"
        r"|cleanup)[-_.]",
    ),
    _kind(
        "procedure",
        "named for a task",
        path=r"(?:^|/)(?:add|chang|creat|delet|deploy|retir|sett?|upgrad|updat|migrat|rotat|releas|restor|remov|renam"
        r"|apply|install"
        r"|configur|debug|troubleshoot|runn?|rebuild|backfill|replay)(?:e|ing)?[-_][^/]+$",
    ),
    _kind(
        "manual",
        "how it is done here",
        named="manuals? guides? guidance guidelines? handbooks? style[-_]?guides? styles? conventions? practices?"
        " preferences rules"
        " standing[-_]?instructions voices",
        path=r"(?:^|/)(?:contributing|agents|claude|gemini|copilot-instructions|style\w*|pull_request_template)[^/]*$"
        r"|[-_](?:guide(?:lines?)?|style|conventions?)\.",
    ),
    _kind(
        "reference",
        "to look things up in",
        named="references? glossary glossaries apis? schemas? usage generated graph vectors taxonom(?:y|ies) archived? archives"
        " cheat-?sheets?",
        path=r"[-_]api\.",
    ),
    _kind(
        "facts",
        "what a thing is",
        path=r"(?:^|/)(?:readme[^/]*|(?:memory|facts?|assets|config|overview|design)\.\w+|(?:architecture"
        r"|models?)(?:/[^/]*|\.\w+))$",
    ),
    _kind("docs", "documentation", path=r"(?:^|/)(?:docs?|documentation|wiki|source|content|site)/"),
)

_PLAIN: tuple[Kind, ...] = ("facts", "docs", "other")
_NUMBER = r"^(?:\d+[.)]?\s*)?"
_CONTEXT = _NUMBER + (
    r"(?:context|background|problem|motivation|introduction|issue|drivers?|decision drivers|assumptions"
    r"|constraints|forces|goals?"
    r"|requirements|current (?:state|situation)|existing|rationale|reasons?|why|summary|definitions?|scope)\b"
)
_DECISION = _NUMBER + (
    r"(?:our |the |final )?(?:decisions?|outcome|resolution|chosen|what we (?:decided|will do)|we (?:decided"
    r"|will)|conclusion)\b"
)
_OPTIONS = _NUMBER + (
    r"(?:options?|alternatives?|considered|pros\b|cons\b|comparison|evaluation|other (?:options|approaches)|possible|approaches"
    r"|what else|trade-?offs? considered)"
)
_CONSEQUENCES = _NUMBER + (
    r"(?:consequences?|implications?|impacts?|results?|effects?|positive|negative|risks?|trade-?offs?"
    r"|follow[- ‑]?ups?|next steps"
    r"|compliance|confirmation|validation|benefits|drawbacks|advantages|disadvantages)\b"
)
_STEPS = r"^(?:set[- ]?(?:ting[- ])?up|install|getting started|quick ?start|running|deploy|usage|prerequisites|testing|build)"

#: nearest heading first; the first that matches decides
SECTIONS: tuple[SectionRule, ...] = (
    _section(("adr", "decisions"), r"^status\b", None, "the status is read, not remembered"),
    _section(
        ("adr",),
        r"^(?:links?|references?|see also|related|more information|notes?|further reading|appendix)\b",
        "reference",
        "to look things up in",
    ),
    _section(("adr",), r"^decision (?:drivers|criteria)", "note", "what was weighed, not what was decided"),
    _section(("adr",), _OPTIONS, "note", "an option that was weighed, perhaps turned down"),
    _section(("adr",), _DECISION, "decision", "what was decided"),
    _section(("adr",), _CONSEQUENCES, "fact", "what holds because of the decision"),
    _section(("adr",), _CONTEXT, "note", "how things stood before the decision"),
    _section(("decisions",), r"^(?:context|rejected|alternatives|superseded|open|pending)\b", "note", "not what was decided"),
    _section((*_PLAIN, "manual"), r"^(?:how to\b|steps?\b|procedure|roll(?:ing)? ?back)", "procedure", "steps somebody takes"),
    _section(_PLAIN, _STEPS, "procedure", "steps somebody takes"),
    _section(
        _PLAIN,
        r"^(?:contributing|conventions?|style|guidelines?|rules|standards|best practices?|code style|naming)\b",
        "convention",
        "how it is done here",
    ),
    _section(
        _PLAIN,
        r"^(?:lessons|gotchas?|pitfalls?|known (?:issues|problems)|caveats|troubleshooting)\b",
        "lesson",
        "what went wrong before",
    ),
    _section(_PLAIN, r"^(?:decisions?|design decisions?)\b", "decision", "what was decided"),
)

_OF_KIND: dict[Kind, Layer] = {
    "adr": "note",
    "standard": "convention",
    "decisions": "note",
    "lessons": "lesson",
    "log": "note",
    "procedure": "procedure",
    "manual": "convention",
    "reference": "fact",
    "facts": "fact",
    "docs": "fact",
    "other": "note",
}
_RECORD_TITLE = re.compile(r"^(?:architect\w+ )?decision record\b|^adr\b", re.IGNORECASE)
_PROPOSAL = re.compile(r"^(?:the )?propos(?:al|ed)|^(?:recommendation|solution)\b", re.IGNORECASE)
_DECIDES = re.compile(
    r"\bwe (?:have |therefore |also )*(?:decided|chose|chosen|agreed"
    r"|will (?:not )?(?:use|adopt|keep|move|build|continue|replace|store|run|write))\b",
    re.IGNORECASE,
)


def kind_of(path: str, title: str, headings: Sequence[str]) -> Kind:
    """The kind of a document, from its path inside the repository, its title and its headings."""
    small = [heading.lower() for heading in headings]
    if _RECORD_TITLE.match(title) or (
        "status" in small and any(heading.startswith(("decision", "context")) for heading in small)
    ):
        return "adr"
    low = re.sub(r"\.(?:html\.)?(?:md|markdown|mdx)(?:\.erb)?$", ".md", path.lower())
    return next((rule.kind for rule in KINDS if rule.path.search(low)), "other")


@dataclass(frozen=True, slots=True, kw_only=True)
class Filing:
    """What the layers of one document's sentences are decided from."""

    kind: Kind
    scope: str
    standing: Standing
    #: whether the document has a section that decides
    has_decision: bool
    #: whether it has any section that decides or proposes
    has_proposal: bool

    def section(self, headings: Sequence[str]) -> SectionRule | None:
        """The rule of the nearest heading that has one; headings outermost first."""
        for heading in reversed(headings):
            for rule in SECTIONS:
                if self.kind in rule.kinds and rule.heading.search(heading):
                    return rule
        return None

    def layer(
        self, headings: Sequence[str], text: str, *, numbered: bool, quoted: bool, row: bool, dated: bool, context: bool
    ) -> Layer:
        """The layer of one sentence."""
        if self.standing.ended:
            return "reference"
        if self.standing.state == "proposed" or quoted or context:
            return "note"
        rule = self.section(headings)
        if self.kind == "adr":
            if rule is None:
                return self._undivided(headings, text)
            return rule.layer or "note"
        if self.kind == "decisions":
            return "note" if rule and rule.layer == "note" else "decision" if dated else "note"
        if self.kind == "standard":
            if self.scope == ORG_SCOPE and BINDING.search(text):
                return "policy"
            return "procedure" if numbered and not NORMATIVE.search(text) else "convention"
        if self.kind == "reference" and row:
            return "reference"
        if numbered and self.kind in ("manual", "docs", "facts", "other", "procedure"):
            return "procedure"
        if self.kind in ("docs", "facts", "other", "reference") and NORMATIVE.search(text):
            return "convention"
        return rule.layer if rule and rule.layer else _OF_KIND[self.kind]

    def _undivided(self, headings: Sequence[str], text: str) -> Layer:
        """In a decision record, under a heading that tells nothing."""
        if any(_PROPOSAL.match(heading) for heading in headings) and not self.has_decision:
            return "decision"
        return "decision" if not self.has_decision and not self.has_proposal and _DECIDES.search(text) else "note"


def filing(kind: Kind, *, scope: str, standing: Standing, headings: Sequence[str]) -> Filing:
    """How the sentences of a document with those headings are filed."""
    decides = any(re.search(_DECISION, heading, re.IGNORECASE) for heading in headings)
    proposes = any(_PROPOSAL.match(heading) for heading in headings)
    return Filing(kind=kind, scope=scope, standing=standing, has_decision=decides, has_proposal=proposes)
