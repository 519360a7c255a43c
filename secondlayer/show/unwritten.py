"""What is said of a text that no memory says: whether something stored says the same, is near it, or nothing is like it."""

from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.engine.repeats import overlap
from secondlayer.records import Found
from secondlayer.settings import Settings
from secondlayer.show.wording import score


@dataclass(frozen=True, slots=True, kw_only=True)
class Nearest:
    """A stored memory near the text asked about."""

    found: Found
    #: whether it says the same by the repeat rule
    same: bool
    #: one line with the figures of both likenesses
    says: str


def nearest_ones(text: str, found: Sequence[Found], settings: Settings) -> tuple[Nearest, ...]:
    """Each of those found, by likeness of meaning, with what the repeat rule says of the two sentences."""
    ones = []
    for one in found:
        test = overlap(text, one.memory.text, settings)
        same = "It says the same by the repeat rule" if test.repeat else "By the repeat rule it says something else"
        likeness = f"Likeness in meaning {score(one.cosine)} of 1; filed under {one.memory.scope}."
        ones.append(Nearest(found=one, same=test.repeat, says=f"{same}: {test.because}. {likeness}"))
    return tuple(ones)


def headline(nearest: Sequence[Nearest], settings: Settings) -> str:
    """The three answers to a text that is not stored, told apart."""
    if any(one.same for one in nearest):
        return "✕ Not stored in these words: a memory says the same in others"
    if any(one.found.cosine > settings.match_floor for one in nearest):
        return "✕ Never written: no memory has this id or says this"
    return "✕ Never written, and nothing stored is like it"
