"""Marks, words and number formats: one table each, so that every page says the same thing the same way."""

from typing import Literal

from secondlayer.records import Figures, Stop, VerdictName

#: what became of a candidate, as it is shown: the four outcomes of a block, and why others never became one
Fate = Literal["seated", "carried", "repeat", "capped", "no_room", "below_bar", "lost_seat", "past_list"]

MARKS: dict[Fate, str] = {
    "seated": "◆",
    "carried": "●",
    "repeat": "≈",
    "capped": "⊘",
    "no_room": "▭",
    "below_bar": "┄",
    "lost_seat": "◇",
    "past_list": "○",
}

WORDS: dict[Fate, str] = {
    "seated": "seated",
    "carried": "carried",
    "repeat": "repeat",
    "capped": "capped",
    "no_room": "no room",
    "below_bar": "below the bar",
    "lost_seat": "lost the seat",
    "past_list": "not reached",
}

MEANINGS: dict[Fate, str] = {
    "seated": "in the brief, at a place kept for the organisation",
    "carried": "in the brief",
    "repeat": "says what a carried line already said",
    "capped": "its source had spoken as often as one may",
    "no_room": "longer than the room that was left",
    "below_bar": "the organisation's, short of the bar",
    "lost_seat": "the organisation's, above the bar, behind better ones",
    "past_list": "past the end of the list, never considered",
}

#: verdict -> its mark, and the gate it stopped at; empty for what is in the brief
VERDICTS: dict[VerdictName, tuple[str, str]] = {
    "unknown_memory": ("✕", "stored"),
    "retired": ("✕", "current"),
    "superseded": ("✕", "current"),
    "not_embedded": ("✕", "embedded"),
    "out_of_scope": ("✕", "readable"),
    "excluded": ("✕", "readable"),
    "not_reached": ("○", "reached"),
    "below_list": ("○", "listed"),
    "below_bar": ("┄", "bar"),
    "lost_seat": ("◇", "bar"),
    "repeat": ("≈", "not_a_repeat"),
    "capped": ("⊘", "under_the_cap"),
    "no_room": ("▭", "fits"),
    "carried": ("●", ""),
    "seated": ("◆", ""),
}

#: gate -> what its count is a count of
GATES: dict[str, str] = {
    "stored": "stored",
    "current": "current",
    "embedded": "with a vector",
    "readable": "readable here",
    "reached": "examined",
    "listed": "in the list",
    "bar": "cleared the bar",
    "not_a_repeat": "not a repeat",
    "under_the_cap": "under the cap",
    "fits": "fits",
    "carried": "carried",
}

STOPS: dict[Stop, str] = {
    "complete": "everything in scope was looked at",
    "limit": "it had as many as it wanted",
    "exhausted": "the index had no more to give",
    "ceiling": "it came to the ceiling on rows",
    "memory": "it came to the limit of its memory",
    "unknown": "this server does not tell why",
}

_NUMBERS = ("no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve")


def number(count: int) -> str:
    """A count inside a sentence: a word up to twelve, figures with thousands separated above."""
    return _NUMBERS[count] if 0 <= count < len(_NUMBERS) else f"{count:,}"


def counted(count: int, one: str, many: str) -> str:
    """`one block`, `six blocks`, `1,204 blocks`."""
    return f"{number(count)} {one if count == 1 else many}"


def score(value: float) -> str:
    """Three decimals, everywhere."""
    return f"{value:.3f}"


def count(value: int | None) -> str:
    """Thousands separated; a dash where the server cannot tell."""
    return "–" if value is None else f"{value:,}"


def listed(parts: list[str]) -> str:
    """`a`, `a and b`, `a, b and c`."""
    return parts[0] if len(parts) == 1 else f"{', '.join(parts[:-1])} and {parts[-1]}"


def sentence(text: str) -> str:
    """The text with its first letter raised and one full stop at its end."""
    return text[:1].upper() + text[1:].rstrip(".") + "."


def figures(found: Figures) -> str:
    """The figures of a gate in one line: `score 0.479; bar 0.491; needed yes`; what is None is left out."""
    said = []
    for name, value in found.items():
        if isinstance(value, bool):
            value = "yes" if value else "no"
        elif isinstance(value, float):
            value = score(value)
        elif isinstance(value, int):
            value = count(value)
        elif isinstance(value, (list, tuple)):
            value = ", ".join(map(str, value)) or "none"
        if value is not None:
            said.append(f"{name.replace('_', ' ')} {value}")
    return "; ".join(said)
