"""Other wordings of a prompt, and what became of the seats under each (paper 002 §4: a seat may rest on the third decimal)."""

from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.engine.footing import Held, at_the_bar
from secondlayer.engine.tokens import tokens
from secondlayer.records import Bar, Seat, Trace

#: the most wordings made of one prompt
MOST = 24


@dataclass(frozen=True, slots=True, kw_only=True)
class Wording:
    """A wording of the prompt: as somebody typed it, or the prompt with one word left out."""

    prompt: str
    #: the word left out; empty for one that was typed
    without: str = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reworded:
    """How the organisation's memories stood at the bar when the prompt was worded so."""

    wording: Wording
    bar: Bar | None
    seats: tuple[Seat, ...]
    #: the memories that are watched, in the order they were named
    held: tuple[Held, ...]


def one_word_less(prompt: str) -> tuple[Wording, ...]:
    """The prompt with each of its words left out in turn, in order, without doubles; none when it has a single word.

    Of a prompt with more than MOST words those with content tokens are left out first.

    >>> [wording.prompt for wording in one_word_less("drop the column")]
    ['the column', 'drop column', 'drop the']
    """
    words = prompt.split()
    positions = list(range(len(words))) if len(words) > 1 else []
    if len(positions) > MOST:
        positions = sorted(sorted(positions, key=lambda position: not tokens(words[position]))[:MOST])
    made: dict[str, Wording] = {}
    for position in positions:
        text = " ".join(words[:position] + words[position + 1 :])
        made.setdefault(text, Wording(prompt=text, without=words[position]))
    return tuple(made.values())


def reworded(wording: Wording, trace: Trace, watched: Sequence[str]) -> Reworded:
    """What that run, made with this wording, says of the memories watched by id."""
    return Reworded(wording=wording, bar=trace.bar, seats=trace.seats, held=at_the_bar(trace, watched))
