"""Whether a decision is in force, read from what its document says of itself."""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal

State = Literal["in force", "proposed", "rejected", "deprecated", "superseded", "withdrawn", "unknown"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Standing:
    """A document's state, and what took its place where it says so."""

    state: State = "unknown"
    #: "ADR 12", or a short title; empty when it is not named
    by: str = ""
    #: superseded only in part: the rest is still in force
    partly: bool = False

    @property
    def ended(self) -> bool:
        """Whether it is no longer, or never was, in force."""
        return self.state in ("rejected", "deprecated", "superseded", "withdrawn") and not self.partly

    @property
    def label(self) -> str:
        """How a subject says it, "(superseded by ADR 12)"; empty when in force or unknown."""
        if self.state in ("in force", "unknown"):
            return ""
        state = f"partly {self.state}" if self.partly else self.state
        return f"({state} by {self.by})" if self.by else f"({state})"


@dataclass(frozen=True, slots=True, kw_only=True)
class _Sign:
    state: State
    pattern: re.Pattern[str]
    why: str


def _sign(state: State, pattern: str, why: str) -> _Sign:
    return _Sign(state=state, pattern=re.compile(pattern, re.IGNORECASE), why=why)


#: in order of precedence: a page often keeps its old status above the one that ended it
SIGNS: tuple[_Sign, ...] = (
    _sign("superseded", r"\bsuperseded\b|\bsuperceded\b|\breplaced by\b|\bobsoleted?\b|♻", "something else holds now"),
    _sign(
        "rejected",
        r"\brejected\b|\bdeclined\b|\bnot (?:accepted|approved|adopted)\b|\bwon['’]t do\b|❌|🚫|👎|🔴",
        "it was never in force",
    ),
    _sign(
        "deprecated", r"\bdeprecated\b|\bretired\b|\babandoned\b|\brevoked\b|\breversed\b|⛔|🗑|⚰|🪦", "it is no longer in force"
    ),
    _sign("withdrawn", r"\bwithdrawn\b|\barchived\b", "its owners took it back"),
    _sign("proposed", r"\bnot yet\b|\bto be (?:accepted|approved|decided)\b", "it says that it waits"),
    _sign(
        "in force",
        r"\baccepted\b|\bapproved\b|\badopted\b|\bimplemented\b|\bagreed\b|\bdecided\b|\bratified\b|\bactive\b"
        r"|\bin (?:force|use|effect)\b|\bfinal\b|\bcurrent\b|✅|✔|☑|🟢|👍",
        "it holds",
    ),
    _sign(
        "proposed",
        r"\bpropos(?:ed|al)\b|\bpending\b|\bdraft\b|\bwip\b|\bin progress\b|\bunder (?:review|discussion"
        r"|consideration)\b|\bin review\b|\bopen\b|\btentative\b|\brequest for comments?\b|\bundecided\b|🟡|🟠|🚧|⏳"
        r"|🤔|💭|📝|❓",
        "it is not decided yet",
    ),
)
_BY = re.compile(
    r"(?:superseded|superceded|replaced|obsoleted?|deprecated)\b[^.\n]{0,20}?\b(?:by|in favou?r"
    r" of)[:\s]+(?P<name>[^\n;]{1,80})",
    re.IGNORECASE,
)
_NUMBER = re.compile(r"(?:\bADR\b[\s#_-]*|^\W*|[/(#])0*(\d{1,5})\b", re.IGNORECASE)
_OPTIONS = re.compile(r"[|/,]| or ")
_OF_ITSELF = re.compile(
    r"^\W*(?:status\s*[:–—-]|(?:note:?\s*)?(?:this|the) (?:adr|decision|record|document|page|guidance"
    r"|proposal|rfc|standard|policy)(?: record)? (?:has been|is|was)"
    r" (?:now |since |partly |partially )*(?:superseded|superceded|replaced|deprecated|rejected|withdrawn"
    r"|obsolete|archived|retired)|(?:superseded|superceded|deprecated|replaced) by\b)",
    re.IGNORECASE,
)


def is_status_line(text: str) -> bool:
    """Whether a line near the top states the document's own status."""
    return bool(_OF_ITSELF.match(text))


def standing_of(statements: Iterable[str]) -> Standing:
    """What status statements add up to; unknown when they name no status, or offer a choice as a template does."""
    said = " \n".join(statements)
    found = {sign.state for sign in SIGNS if sign.pattern.search(said)}
    if len(found) > 2 and len(_OPTIONS.findall(said)) >= 2 and not _BY.search(said.replace("…", "")):
        return Standing()
    if len({"proposed", "in force", "rejected"} & found) == 3:
        return Standing()
    for sign in SIGNS:
        if sign.state not in found or not sign.pattern.search(said):
            continue
        partly = sign.state in ("superseded", "deprecated") and bool(
            re.search(r"\bpart(?:ly|ially)\b|\bin part\b", said, re.IGNORECASE)
        )
        return Standing(
            state=sign.state, by=_successor(said) if sign.state in ("superseded", "deprecated") else "", partly=partly
        )
    return Standing()


def _successor(said: str) -> str:
    found = _BY.search(said)
    if not found:
        return ""
    name = found.group("name").strip().strip("[](){}*_`\"'")
    number = _NUMBER.search(name)
    if number:
        return f"ADR {int(number.group(1))}"
    name = re.split(r"[.,;()]\s|[.,;()]$|\s(?:on|in|as|because|since)\s", name)[0].strip()
    return name if len(name) <= 60 else ""
