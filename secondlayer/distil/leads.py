"""Lists: which items need the words above them to stand alone, and what those words are."""

import re

from secondlayer.distil.sentences import finish, split
from secondlayer.distil.vocabulary import CONDITIONAL, NEGATION, content_words

#: a lead-in longer than this is not repeated with each item
LONG_LEAD = 240
#: a list whose items all have at most this many words is one sentence
FEW_WORDS = 4

_OPEN_END = re.compile(
    r"\b(?:if|when|where|unless|because|that|which|who|to|for|with|without|from|by|as|of|in|on|at|about|into"
    r"|than|like|e\.g|example|instance"
    r"|includes?|including|is|are|was|were|be|been|should|must|can|cannot|could|may|might|will|would|not"
    r"|never|only|and|or|but|use|uses"
    r"|using|has|have|had|contains?|needs?|requires?|requiring|means|provides?|supports?|avoid|whether|how"
    r"|what|says?|between|either|both|it|they"
    r"|you|we|you’re|you're|during|via|per|against|through|under|over|also|then|them|so|do|does|don't"
    r"|consider|reviews?|wants?|allows?|makes?)$",
    re.IGNORECASE,
)
_VERB = re.compile(
    r"\b(?:is|are|was|were|be|must|should|can|cannot|will|may|has|have|had|do|does|need|needs|shall|don['’]t"
    r"|doesn['’]t|won['’]t|isn['’]t"
    r"|use|uses|run|runs|add|adds|make|makes|provides?|contains?|supports?|allows?|requires?|keep|keeps)\b",
    re.IGNORECASE,
)


def lead_of(paragraph: str) -> str:
    """The lead-in that a paragraph ending in a colon gives the list under it, without the colon; empty when it gives none."""
    text = paragraph.rstrip()
    if not text.endswith((":", ": -", "：")):
        return ""
    spans = split(text)
    lead = finish(text[slice(*spans[-1])]).rstrip(":： -").strip()
    if len(spans) > 1 and content_words(lead) < 2:
        # "They are:" says nothing without the sentence before it
        lead = finish(text[slice(*spans[-2])]).rstrip(".") or lead
    return lead if len(lead) <= LONG_LEAD else ""


def joined(lead: str, text: str) -> str:
    """Lead-in and item as one sentence."""
    return f"{lead}: {text}" if lead else text


def compose(outer: str, own: str) -> str:
    """The lead-in that an item gives the list nested in it, with its own lead-in where both are short."""
    own = finish(own).rstrip(".:： -").strip()
    spans = split(own)
    if len(own) > LONG_LEAD and spans:
        own = own[slice(*spans[-1])].strip()
    if len(own) > LONG_LEAD:
        return ""
    return joined(outer, own) if len(outer) + len(own) + 2 <= LONG_LEAD else own


def is_sentence(text: str) -> bool:
    """Whether a list item reads as a sentence by itself: begins like one, and ends like one or has a verb."""
    text = text.strip()
    words = text.split()
    if len(words) < 4 or not text or (text[0].isalpha() and text[0].islower()):
        return False
    return text.endswith((".", "!", "?", ".)", ":", "…")) or bool(_VERB.search(text))


def needs_lead(lead: str, text: str, *, numbered: bool) -> bool:
    """Whether an item says something else, or nothing, without its lead-in.

    A lead-in that forbids or sets a condition is always carried: without it the item would say the reverse, or too much.
    """
    if not lead:
        return False
    if NEGATION.search(lead) or (CONDITIONAL.match(lead) and not (numbered and len(lead) > LONG_LEAD // 2)):
        return True
    named = len(lead.split()) <= FEW_WORDS and not is_sentence(lead) and content_words(lead) > 0
    if named and ("`" in lead or not numbered):
        # the name of a thing: what is under it is said of that thing
        return True
    if numbered:
        return not is_sentence(text) and text[:1].islower()
    return bool(_OPEN_END.search(lead)) or not is_sentence(text)
