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
    """`If its recency reached 0.43, as if said within 110 days (it is 0.021)`; `needed` is exact, `written` as shown."""
    return f"If {_SUBJECTS[own.name]} reached {written}{_as(case, own, needed)} ({_is(case, own)})"


def beyond(own: Term, needed: float) -> str:
    """`Its recency alone cannot carry it: it would have to reach 1.214, and 1 is the most.`"""
    subject = _SUBJECTS[own.name]
    subject = subject[:1].upper() + subject[1:]
    reach = f"{math.ceil(needed * 1000) / 1000:.3f}"
    if own.value >= 1.0:
        return f"{subject} is at 1, the most there is; it would have to reach {reach} to carry it."
    return f"{subject} alone cannot carry it: it would have to reach {reach}, and 1 is the most."


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


def _as(case: Case, own: Term, needed: float) -> str:
    """What would come to that much, in the term's own measure."""
    if own.name == "words":
        return _of(needed, len(tokens(case.trace.request.prompt)), "words")
    if own.name == "path":
        return _of(needed, len(folders(case.trace.request.path or "")), "folders")
    if own.name == "recency" and needed > 0.0:
        days = math.floor(case.settings.half_life_days * math.log2(1.0 / needed))
        return f", as if said within {days:,} days" if days > 1 else ", as if said that day"
    if own.name == "layer":
        standings = {name: float(getattr(case.settings, f"standing_{name}")) for name in LAYERS}
        enough = [name for name, standing in standings.items() if standing >= needed]
        return f", as that of a {min(enough, key=standings.__getitem__)} does" if enough else ""
    return ""


def _is(case: Case, own: Term) -> str:
    """What it is, and why it can be no more where that is not the memory's own doing."""
    if own.name == "layer":
        return f"that of a {case.memory.layer} is {own.value:.3f}"
    if own.name == "scope":
        return f"that of {case.memory.scope} is {own.value:.3f}"
    if own.name == "path" and not case.trace.request.path:
        return "it is 0.000: the request names no path"
    return f"it is {own.value:.3f}"


def _of(needed: float, count: int, things: str) -> str:
    """`, as 4 of the 7 words would`: the same in whole things, when there are any."""
    enough = math.ceil(needed * count - 1e-9)
    if count and enough / count < needed:
        enough += 1
    return f", as {enough} of the {count} {things} would" if 0 < enough <= count else ""


def _room(case: Case) -> int:
    return case.trace.blocks[0].room_before if case.trace.blocks else case.trace.request.budget_chars
