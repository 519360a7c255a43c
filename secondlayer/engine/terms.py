"""The six terms (paper 002 §1, DESIGN §3), as cards and one function each.

Every term is a function of the request and the one memory alone, in [0, 1], so that scores of two reads compare.
"""

from collections.abc import Callable
from dataclasses import dataclass, replace

from secondlayer.engine.scopes import proximity
from secondlayer.engine.tokens import tokens
from secondlayer.records import TERMS, Found, Memory, Request, ScopePlan, Term, TermName
from secondlayer.settings import Settings

_SECONDS_A_DAY = 86_400.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Sight:
    """What the terms may look at: the request, the plan of the read, the settings, the memory and its cosine."""

    request: Request
    plan: ScopePlan
    settings: Settings
    found: Found


@dataclass(frozen=True, slots=True, kw_only=True)
class TermCard:
    """One term as it is explained: its meaning, its formula, and where both come from."""

    name: TermName
    says: str
    formula: str
    source: str
    value: Callable[[Sight], float]


def meaning(sight: Sight) -> float:
    """Cosine of the two unit embeddings, floored at 0."""
    return min(1.0, max(0.0, sight.found.cosine))


def words(sight: Sight) -> float:
    """Shared tokens ÷ the prompt's tokens; 0 when it has none."""
    asked = tokens(sight.request.prompt)
    return len(asked & tokens(sight.found.memory.passage)) / len(asked) if asked else 0.0


def recency(sight: Sight) -> float:
    """0.5 ^ (age ÷ half-life), age in days from when it was last said to `as_of`, never below 0; 0 without a date."""
    said_at = sight.found.memory.last_said_at
    if said_at is None:
        return 0.0
    age = (sight.request.as_of - said_at).total_seconds() / _SECONDS_A_DAY
    return float(0.5 ** (max(0.0, age) / sight.settings.half_life_days))


def layer(sight: Sight) -> float:
    """The standing of the memory's layer."""
    return float(getattr(sight.settings, f"standing_{sight.found.memory.layer}"))


def scope(sight: Sight) -> float:
    """The rung of the memory's scope on the read's ladder; 0 off the ladder."""
    return proximity(sight.found.memory.scope, sight.plan) or 0.0


def path(sight: Sight) -> float:
    """Leading folders shared by the request's path and the memory's source, ÷ the request's folders."""
    asked = folders(sight.request.path or "")
    if not asked or not from_own_repository(sight.found.memory, sight.request, sight.plan):
        return 0.0
    shared = 0
    for one, other in zip(asked, folders(sight.found.memory.source_path), strict=False):
        if one != other:
            break
        shared += 1
    return shared / len(asked)


def folders(path: str) -> tuple[str, ...]:
    """The folders of a path, outermost first, without the file's own name; a path ending in `/` is all folders.

    >>> folders("./app/models/user.rb"), folders("app/models/"), folders("README.md")
    (('app', 'models'), ('app', 'models'), ())
    """
    parts = [part for part in path.replace("\\", "/").split("/")[:-1] if part not in ("", ".")]
    return tuple(parts)


def from_own_repository(memory: Memory, request: Request, plan: ScopePlan) -> bool:
    """Whether the memory was filed by the repository that asks, under its full or its bare name."""
    return request.repo is not None and memory.scope in plan.rungs[0].scopes and memory.scope != "org"


TERM_CARDS: tuple[TermCard, ...] = (
    TermCard(
        name="meaning",
        says="how near the prompt and the memory are in meaning",
        formula="cosine of the two unit embeddings, floored at 0",
        source="paper 002 §1",
        value=meaning,
    ),
    TermCard(
        name="words",
        says="how many of the prompt's words the memory shares",
        formula="shared tokens ÷ the prompt's tokens",
        source="paper 002 §1, tokens of paper 003 §2",
        value=words,
    ),
    TermCard(
        name="recency",
        says="how lately it was written or said again",
        formula="0.5 ^ (age ÷ half-life)",
        source="paper 002 §1; the half-life is chosen here",
        value=recency,
    ),
    TermCard(
        name="layer",
        says="the standing of the kind of statement it is",
        formula="policy 1.0 … reference 0.1",
        source="paper 002 §1; the standings are chosen here",
        value=layer,
    ),
    TermCard(
        name="scope",
        says="how near its scope is to the one asking",
        formula="1 - rung ÷ (rungs - 1)",
        source="paper 002 §1",
        value=scope,
    ),
    TermCard(
        name="path",
        says="whether it comes from the same part of the repository",
        formula="leading folders shared ÷ the request's folders",
        source="paper 002 §1; the formula is chosen here",
        value=path,
    ),
)


def weigh(sight: Sight) -> tuple[Term, ...]:
    """The six terms of one memory, in the order of TERMS, each with points = weight × value."""
    return Scale(sight.request, sight.plan, sight.settings).weigh(sight.found)


class Scale:
    """Weighs the memories of one read. Terms that come out alike are one record: most of a pool's are."""

    def __init__(self, request: Request, plan: ScopePlan, settings: Settings) -> None:
        self._request = request
        self._plan = plan
        self._settings = settings
        self._known: tuple[tuple[TermCard, float, dict[float, Term]], ...] = tuple(
            (card, float(getattr(settings, f"weight_{card.name}")), {}) for card in TERM_CARDS
        )

    def weigh(self, found: Found) -> tuple[Term, ...]:
        """The six terms of one memory, in the order of TERMS, each with points = weight × value."""
        sight = Sight(request=self._request, plan=self._plan, settings=self._settings, found=found)
        weighed = []
        for card, weight, known in self._known:
            value = card.value(sight)
            term = known.get(value)
            if term is None:
                term = known[value] = Term(name=card.name, value=value, weight=weight, points=weight * value)
            weighed.append(term)
        return tuple(weighed)


@dataclass(frozen=True, slots=True, kw_only=True)
class Raised:
    """One term of one memory taken to be at least that value, in every read; all else stays as it is."""

    id: str
    term: TermName
    #: in [0, 1]
    value: float

    def lift(self, weighed: tuple[Term, ...]) -> tuple[Term, ...]:
        """The memory's terms with that one raised; a term that is higher already stays."""
        return tuple(
            replace(term, value=self.value, points=term.weight * self.value)
            if term.name == self.term and term.value < self.value
            else term
            for term in weighed
        )


def score(weighed: tuple[Term, ...]) -> float:
    """The sum of the points, added once, in the order of TERMS, by this function alone."""
    total = 0.0
    for term in weighed:
        total += term.points
    return total


assert tuple(card.name for card in TERM_CARDS) == TERMS
