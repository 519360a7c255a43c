"""What a lesson is made of: steps that run the engine, and the claims that each of them makes and tests."""

from collections.abc import Callable
from dataclasses import dataclass

from secondlayer.asking import Opened
from secondlayer.records import Trace

#: told what is being done, how much of it is done, and of how much
Told = Callable[[str, int, int], None]
Cell = str | int | float


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """A sentence of the lesson, and whether what was just run bears it out."""

    says: str
    holds: bool


@dataclass(frozen=True, slots=True, kw_only=True)
class Figures:
    """A table: what its columns are called, and its rows."""

    title: str
    head: tuple[str, ...]
    rows: tuple[tuple[Cell, ...], ...]
    #: the column that is drawn as bars beside the table, and what it counts; empty for none
    drawn: str = ""
    unit: str = ""
    #: a value that is marked in the chart, with its name
    mark: tuple[float, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Shown:
    """What a step came to."""

    #: what follows from it, in a sentence
    says: str
    claims: tuple[Claim, ...] = ()
    figures: tuple[Figures, ...] = ()
    #: (mark, text): lines of a brief or stored sentences, shown as they are
    lines: tuple[tuple[str, str], ...] = ()
    #: a run whose two reads are drawn
    reads: Trace | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Control:
    """The one thing of a step that a reader may change."""

    label: str
    #: in order; each is written in the address as it stands
    choices: tuple[str, ...]
    own: str
    #: what the value is, and where it comes from
    says: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One screen of a lesson."""

    title: str
    #: one idea, in short sentences
    says: tuple[str, ...]
    run: Callable[[Opened, str, Told], Shown]
    control: Control | None = None
    #: run when asked to: it takes seconds, and needs a role that may make scratch tables
    on_demand: bool = False
    #: two sentences a reader may type, which are then the step's value
    pair: tuple[str, str] | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """One paper as a lesson."""

    name: str
    number: str
    title: str
    claim: str
    steps: tuple[Step, ...]


def value_of(step: Step) -> str:
    """The value a step has by itself."""
    if step.pair is not None:
        return "\n".join(step.pair)
    return step.control.own if step.control else ""


def quiet(_doing: str, _done: int, _of: int) -> None:
    """Tells nobody."""
