"""How the sentences on a raised term say it, each in the term's own measure."""

import math

from secondlayer.engine.levers.case import Case
from secondlayer.engine.printing import line
from secondlayer.engine.terms import folders
from secondlayer.engine.tokens import tokens
from secondlayer.records import LAYERS, Term, TermName

_SUBJECTS: dict[TermName, str] = {
    "meaning": "its meaning",
    "words": "its share of the prompt's words",
    "recency": "its recency",
    "layer": "its layer's standing",
    "scope": "its scope's nearness",
    "path": "its path's nearness",
}


def condition(case: Case, own: Term, needed: float, written: str) -> str:
    """`If its recency reached 0.43 (it is 0.021): as if said within 110 days`; `needed` is exact, `written` as shown."""
    says = f"If {_SUBJECTS[own.name]} reached {written} (it is {own.value:.3f}"
    if own.name == "words":
        return says + _of(needed, len(tokens(case.trace.request.prompt)), "words") + ")"
    if own.name == "path":
        return says + _of(needed, len(folders(case.trace.request.path or "")), "folders") + ")"
    if own.name == "recency" and needed > 0.0:
        days = math.floor(case.settings.half_life_days * math.log2(1.0 / needed))
        within = "today" if days == 0 else f"in the last {days:,} days" if days > 1 else "in the last day"
        return f"{says}; said {within} it would)"
    if own.name == "layer":
        high = [name for name in LAYERS if float(getattr(case.settings, f"standing_{name}")) >= needed]
        least = min(high, key=lambda name: float(getattr(case.settings, f"standing_{name}")), default=None)
        return f"{says} as a {case.memory.layer}" + (f"; a {least} does)" if least else ")")
    return says + ")"


def beyond(own: Term, needed: float) -> str:
    """`Its recency alone cannot carry it: it would have to reach 1.214, and 1 is the most.`"""
    subject = _SUBJECTS[own.name]
    most = "it is at 1, the most," if own.value >= 1.0 else "1 is the most"
    reach = f"{math.ceil(needed * 1000) / 1000:.3f}"
    if own.value >= 1.0:
        return f"{subject[:1].upper()}{subject[1:]} is at 1, the most there is; it would have to reach {reach} to carry it."
    return f"{subject[:1].upper()}{subject[1:]} alone cannot carry it: it would have to reach {reach}, and {most}."


def why_none(case: Case, own: Term) -> str:
    """Why no value of that term would carry it, in one sentence that may hold for several terms."""
    if own.weight <= 0.0:
        return "A term whose weight is 0 cannot carry it."
    if own.name != "meaning" and not {"scored", "unmatched"} & set(case.where):
        return "The other terms count only for memories that are compared, and this one was not."
    if own.name not in ("meaning", "words") and "scored" not in case.where:
        return "The other terms count only for memories that match the prompt, by meaning or by a word."
    takes, left = len(line(case.memory, case.trace.request.as_of)) + 1, _room(case)
    if takes > left:
        return f"No score would carry it: its line takes {takes:,} characters, and an empty brief has {left:,}."
    return "No score would carry it."


def _room(case: Case) -> int:
    first = case.trace.blocks[0].room_before if case.trace.blocks else case.trace.request.budget_chars
    return first


def _of(needed: float, count: int, things: str) -> str:
    """`, and 4 of the 7 words are enough`: the same in whole things, when there are any."""
    if count < 1 or needed > 1.0:
        return ""
    enough = math.ceil(needed * count - 1e-9)
    if enough / count < needed:
        enough += 1
    return f"; {enough} of its {count} {things} would do" if enough <= count else ""
