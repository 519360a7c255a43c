"""When a block repeats another: overlap of tokens, polarity, length (paper 003 §2-3)."""

import re

from secondlayer.engine.tokens import negated, tokens
from secondlayer.engine.words import REVERSALS, REVERSING_PREFIXES
from secondlayer.records import Overlap
from secondlayer.settings import Settings

# A number, version, date or identifier: anything with a digit, or written_like_this, or likeThis, or `in backticks`.
_SPECIFIC = re.compile(r"`[^`]+`|[\w./:-]*\d[\w./:-]*|\w+_\w+|\b[a-z]+[A-Z]\w*")


def overlap(candidate: str, carried: str, settings: Settings, *, against: str = "") -> Overlap:
    """The repeat test between a candidate's sentence and a carried one, with every figure.

    A repeat when shared ÷ larger reaches the ratio (÷ smaller under `overlap="smaller"`); never when one is negated
    and the other is not, never when either has fewer than `min_tokens` tokens; under `repeat_rule="guarded"` also
    never when they differ in a number, version, date or identifier, or one reverses the other without a negation.
    """
    own, other = tokens(candidate), tokens(carried)
    shared, larger, smaller = len(own & other), max(len(own), len(other)), min(len(own), len(other))
    own_negated, other_negated = negated(candidate), negated(carried)
    divisor = larger if settings.overlap == "larger" else smaller
    ratio = shared / divisor if divisor else 0.0
    repeat = False
    share = f"{shared} of {divisor} tokens shared, {ratio:.3f} of the {settings.overlap} set"
    if smaller < settings.min_tokens:
        because = f"one of the two has {smaller} tokens; below {settings.min_tokens} the ratio says nothing"
    elif ratio < settings.repeat_ratio:
        because = f"{share}; a repeat needs {settings.repeat_ratio:g}"
    elif own_negated != other_negated:
        because = f"{share}, but one is negated and the other is not: a disagreement is never a repeat"
    elif settings.repeat_rule == "guarded" and (guard := _guard(candidate, carried)):
        because = f"{share}, but {guard}"
    else:
        repeat = True
        both = "both are negated" if own_negated else "neither is negated"
        because = f"{share}, at or above {settings.repeat_ratio:g}, and {both}"
    return Overlap(
        against=against,
        shared=shared,
        larger=larger,
        smaller=smaller,
        ratio=ratio,
        one_sided_ratio=shared / smaller if smaller else 0.0,
        negated=own_negated,
        against_negated=other_negated,
        repeat=repeat,
        because=because,
    )


def _guard(one: str, other: str) -> str:
    """Why the guarded rule keeps both, or nothing."""
    differing = _specifics(one) ^ _specifics(other)
    if differing:
        return f"they differ in {', '.join(sorted(differing)[:3])}: a number, version, date or identifier"
    turned = (tokens(one) ^ tokens(other)) & REVERSALS
    if turned:
        return f"“{sorted(turned)[0]}” stands in one of them only and turns the rule round"
    for word, opposite in ((a, b) for a in tokens(one) - tokens(other) for b in tokens(other) - tokens(one)):
        if any(
            longer.removeprefix(p) == shorter and longer != shorter
            for p in REVERSING_PREFIXES
            for longer, shorter in ((word, opposite), (opposite, word))
        ):
            return f"“{word}” and “{opposite}” are opposites"
    return ""


def _specifics(text: str) -> frozenset[str]:
    return frozenset(found.strip("`.,:;-/").lower() for found in _SPECIFIC.findall(text)) - {""}
