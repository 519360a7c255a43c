"""Every chosen number, once: its value, unit, range, why, and where it comes from.

`Settings()` is the product; `presets()["paper"]` is the papers' own. `CARDS` lists every setting for
the command line, the documentation and the pages.
"""

import dataclasses
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, get_args, get_origin, get_type_hints

from secondlayer.errors import BadSetting


def _chosen(value: Any, *, unit: str, why: str, source: str, low: float | None = None, high: float | None = None) -> Any:
    return field(default=value, metadata={"unit": unit, "why": why, "source": source, "low": low, "high": high})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The numbers and rules of one run. Immutable; `replace` gives a changed copy, checked.

    Raises BadSetting when a value is out of its range or not one of its choices.
    """

    # the six weights
    weight_meaning: float = _chosen(
        0.55, unit="points at value 1", low=0, high=1, why="similarity of meaning leads", source="paper 002 §1"
    )
    weight_words: float = _chosen(0.17, unit="points at value 1", low=0, high=1, why="shared words", source="paper 002 §1")
    weight_recency: float = _chosen(
        0.06, unit="points at value 1", low=0, high=1, why="a small preference for what was said lately", source="paper 002 §1"
    )
    weight_layer: float = _chosen(
        0.05, unit="points at value 1", low=0, high=1, why="standing of the layer", source="paper 002 §1"
    )
    weight_scope: float = _chosen(0.09, unit="points at value 1", low=0, high=1, why="nearness of scope", source="paper 002 §1")
    weight_path: float = _chosen(
        0.08, unit="points at value 1", low=0, high=1, why="which part of the repository it came from", source="paper 002 §1"
    )

    # the terms' own numbers
    half_life_days: float = _chosen(
        90.0,
        unit="days",
        low=1,
        high=36500,
        why="a quarter: what nobody has repeated for one counts half as recent",
        source="chosen here (DESIGN §3)",
    )
    standing_policy: float = _chosen(
        1.0, unit="standing", low=0, high=1, why="only people write policies", source="chosen here (DESIGN §3)"
    )
    standing_decision: float = _chosen(
        0.9, unit="standing", low=0, high=1, why="decided on purpose", source="chosen here (DESIGN §3)"
    )
    standing_convention: float = _chosen(
        0.8, unit="standing", low=0, high=1, why="how it is done here", source="chosen here (DESIGN §3)"
    )
    standing_procedure: float = _chosen(
        0.7, unit="standing", low=0, high=1, why="steps that work", source="chosen here (DESIGN §3)"
    )
    standing_lesson: float = _chosen(0.6, unit="standing", low=0, high=1, why="learned once", source="chosen here (DESIGN §3)")
    standing_fact: float = _chosen(
        0.5, unit="standing", low=0, high=1, why="true when written", source="chosen here (DESIGN §3)"
    )
    standing_note: float = _chosen(0.3, unit="standing", low=0, high=1, why="said in passing", source="chosen here (DESIGN §3)")
    standing_reference: float = _chosen(
        0.1, unit="standing", low=0, high=1, why="somebody else's text", source="chosen here (DESIGN §3)"
    )

    # the reads
    k_combined: int = _chosen(
        32, unit="candidates", low=1, high=1000, why="raised from 16 to give the seats room", source="paper 002 §2"
    )
    k_organisation: int = _chosen(
        4, unit="candidates", low=1, high=1000, why="deep enough to fill two seats", source="paper 002 §3"
    )
    pool: int = _chosen(
        200,
        unit="memories",
        low=1,
        high=10000,
        why="brought back by a read: the list is the best of them, and the room left over is filled from the rest",
        source="chosen here (DESIGN §3)",
    )
    pool_by: Literal["score", "meaning_and_words", "meaning"] = _chosen(
        "score",
        unit="rule",
        why="the store adds up whole scores and the best are fetched, under the arms auto and exact; meaning fetches the "
        "nearest, as the papers do, and with words those that share the prompt's rarest words join them under auto",
        source="chosen here (measured; DESIGN §4)",
    )
    walk: int = _chosen(
        500,
        unit="memories in scope",
        low=1,
        high=100_000,
        why="how many of the nearest a walk of the index goes on to under auto, before the best of them by score are kept",
        source="chosen here (measured)",
    )
    rare_tokens: int = _chosen(
        8,
        unit="words",
        low=1,
        high=64,
        why="how many of the prompt's rarest words bring in the memories that hold them",
        source="chosen here (DESIGN §4)",
    )
    rare_limit: int = _chosen(
        64,
        unit="memories",
        low=1,
        high=1000,
        why="the most that rare words may bring in together; a word that more memories hold is not rare",
        source="chosen here (DESIGN §4)",
    )
    match_floor: float = _chosen(
        0.15,
        unit="cosine",
        low=0,
        high=1,
        why="below it, and with no shared word, a memory does not match the prompt at all",
        source="chosen here (DESIGN §3)",
    )

    # the seats
    seating: Literal["two_reads", "combined"] = _chosen(
        "two_reads",
        unit="rule",
        why="combined is the first repair: seats looked for in the combined list only",
        source="paper 002 §2-3",
    )
    seats: int = _chosen(
        2, unit="places", low=0, high=2, why="the best two take the second and fourth places", source="paper 002 §3"
    )
    bar_ratio: float = _chosen(
        0.85, unit="of the top score", low=0, high=1, why="a chosen setting, not a measured optimum", source="paper 002 §3-4"
    )

    # the budget
    budget_chars: int = _chosen(
        4000,
        unit="characters",
        low=200,
        high=1_000_000,
        why="about a thousand word pieces of an agent's context",
        source="chosen here (DESIGN §3)",
    )
    fill: bool = _chosen(
        True,
        unit="on or off",
        why="when the list ends with room left, the rest of the pool goes on in rank order",
        source="DESIGN §3, paper 003 §1",
    )
    repeat_ratio: float = _chosen(
        0.6,
        unit="shared ÷ larger",
        low=0.01,
        high=1,
        why="overlap at which a block repeats a carried one",
        source="paper 003 §2",
    )
    overlap: Literal["larger", "smaller"] = _chosen(
        "larger", unit="rule", why="smaller is the first rule, which lost specific lines to vague ones", source="paper 003 §2"
    )
    repeat_rule: Literal["paper", "guarded"] = _chosen(
        "paper",
        unit="rule",
        why="guarded also exempts pairs that differ in a number, version, date or identifier, and unnegated reversals",
        source="beyond the paper (DESIGN §3)",
    )
    min_tokens: int = _chosen(
        3, unit="tokens", low=0, high=100, why="fewer are too short for the ratio to mean anything", source="paper 003 §3"
    )
    cap_per_source: int = _chosen(
        2,
        unit="carried blocks",
        low=1,
        high=1000,
        why="a long document can hold two different facts a task needs",
        source="paper 003 §3",
    )
    cap_by: Literal["section", "file"] = _chosen(
        "section",
        unit="what counts as one source",
        why="file is the paper's; by section a brief of 8,000 characters carried 20 of 44 judged sentences instead of 12",
        source="measured here on real documents; paper 003 §3",
    )

    # the scan
    arm: Literal["auto", "exact", "default", "paper"] = _chosen(
        "auto", unit="arm", why="auto counts the scope, and is exact when it is small", source="DESIGN §4"
    )
    ef_search: int = _chosen(
        100, unit="candidates", low=1, high=1000, why="the candidate list of the iterative scan", source="paper 001 §2"
    )
    max_scan_tuples: int = _chosen(
        40000, unit="tuples", low=1, high=2_000_000_000, why="the ceiling of the iterative scan", source="paper 001 §2"
    )
    exact_cutoff: int = _chosen(
        100_000,
        unit="memories in scope",
        low=0,
        high=100_000_000,
        why="no scope larger than that is compared whole at first, even where a walk of the index is expected to take longer",
        source="chosen here (measured; DESIGN §4)",
    )
    exact_ms: int = _chosen(
        25,
        unit="milliseconds",
        low=1,
        high=3_600_000,
        why="what comparing all may take by this server's own measured speed; a scope above that is walked first",
        source="chosen here (measured; DESIGN §4)",
    )
    fallback_ms: int = _chosen(
        1000,
        unit="milliseconds",
        low=1,
        high=3_600_000,
        why="what comparing all after a walk that came back short may take; past it the read says it is incomplete",
        source="chosen here (DESIGN §4)",
    )
    statement_timeout_ms: int = _chosen(
        15000, unit="milliseconds", low=1, high=3_600_000, why="a read that takes longer is given up", source="chosen here"
    )

    # what is kept of served briefs
    served_days: int = _chosen(
        90, unit="days", low=0, high=36_500, why="how long a served brief is kept with its trace", source="chosen here"
    )
    served_kilobytes: int = _chosen(
        256,
        unit="thousand bytes",
        low=1,
        high=100_000,
        why="a larger trace, compressed, is kept without the candidates that were never considered",
        source="chosen here (traces of the demonstration take 1 to 70)",
    )

    def __post_init__(self) -> None:
        for card in CARDS if "CARDS" in globals() else ():
            card.check(getattr(self, card.name))

    def replace(self, **changes: Any) -> "Settings":
        """A copy with these settings changed. Raises BadSetting for an unknown name or a value out of range."""
        for name in changes:
            card_of(name)
        return dataclasses.replace(self, **changes)

    def as_dict(self) -> dict[str, Any]:
        """Name -> value, in the order of the cards."""
        return {card.name: getattr(self, card.name) for card in CARDS}


@dataclass(frozen=True, slots=True, kw_only=True)
class Card:
    """One setting as it is documented and checked."""

    name: str
    value: Any
    kind: type
    choices: tuple[str, ...]
    unit: str
    low: float | None
    high: float | None
    why: str
    source: str

    @property
    def range(self) -> str:
        """The values allowed, in words."""
        if self.choices:
            return " or ".join(self.choices)
        if self.kind is bool:
            return "on or off"
        return f"{_plain(self.low)} to {_plain(self.high)}"

    def check(self, value: Any) -> None:
        """Nothing; raises BadSetting when the value is not allowed."""
        if self.choices:
            fits = value in self.choices
        elif self.kind is bool:
            fits = isinstance(value, bool)
        else:
            number = isinstance(value, (int, float)) and not isinstance(value, bool)
            whole = self.kind is float or isinstance(value, int)
            fits = number and whole and self.low is not None and self.high is not None and self.low <= value <= self.high
        if not fits:
            raise BadSetting(f"The setting {self.name} takes {self.range} ({self.unit}), not {value!r}.")

    def parse(self, text: str) -> Any:
        """The value written as text, as `--set NAME=VALUE` and the address bar give it. Raises BadSetting."""
        value: Any = text
        try:
            if self.kind is bool:
                value = {"on": True, "true": True, "1": True, "off": False, "false": False, "0": False}[text.lower()]
            elif not self.choices:
                value = self.kind(text)
        except (KeyError, ValueError):
            pass
        self.check(value)
        return value


def _plain(number: float | None) -> str:
    return f"{number:,.0f}" if number is not None and number == int(number) else f"{number:g}"


def _cards() -> tuple[Card, ...]:
    hints = get_type_hints(Settings)
    cards = []
    for entry in dataclasses.fields(Settings):
        hint = hints[entry.name]
        choices = get_args(hint) if get_origin(hint) is Literal else ()
        cards.append(
            Card(name=entry.name, value=entry.default, kind=str if choices else hint, choices=choices, **entry.metadata)
        )
    return tuple(cards)


CARDS: tuple[Card, ...] = _cards()


def card_of(name: str) -> Card:
    """The card of that setting. Raises BadSetting naming the nearest known ones."""
    import difflib

    for card in CARDS:
        if card.name == name:
            return card
    near = difflib.get_close_matches(name, [card.name for card in CARDS], n=3)
    hint = f" Did you mean {', '.join(near)}?" if near else ""
    raise BadSetting(f"There is no setting named {name!r}.{hint} `secondlayer doctor --settings` lists them all.")


PRODUCT = Settings()
PAPER = Settings(fill=False, match_floor=0.0, cap_by="file", pool_by="meaning")
_PRESETS: Mapping[str, Settings] = {"product": PRODUCT, "paper": PAPER}


def presets() -> Mapping[str, Settings]:
    """Name -> settings: `product`, what is measured best here, and `paper`, the papers' own numbers and rules."""
    return _PRESETS


def preset(name: str) -> Settings:
    """The settings of that preset. Raises BadSetting when there is none."""
    if name not in _PRESETS:
        raise BadSetting(f"There is no preset named {name!r}; there are: {', '.join(_PRESETS)}.")
    return _PRESETS[name]
