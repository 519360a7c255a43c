"""What is asked, and the scopes that a read of it lists."""

from dataclasses import dataclass
from datetime import datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Request:
    """What an agent asks: its task, from where, within how many characters, and as of when."""

    org: str
    prompt: str
    #: `owner/name` or a bare name; None at the organisation's level
    repo: str | None = None
    #: the team's bare name, without `team:`
    team: str | None = None
    #: path of the file being worked on, inside the repository
    path: str | None = None
    #: characters (Unicode code points) the whole brief may take, its first line included
    budget_chars: int
    #: timezone-aware; recency and ages are counted to here
    as_of: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Rung:
    """One step of the scope ladder: the scopes on it and how near they are, 1.0 nearest to 0.0."""

    scopes: tuple[str, ...]
    proximity: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScopePlan:
    """Which scopes a read lists, nearest first, and what was kept out with the reason."""

    rungs: tuple[Rung, ...]
    #: (scope, reason) kept out on purpose: a sensitive repository's bare name, an alias that is removed
    excluded: tuple[tuple[str, str], ...] = ()
    #: bare scopes in the plan that more than one repository may have written under, with those repositories
    over_reach: tuple[tuple[str, tuple[str, ...]], ...] = ()

    @property
    def scopes(self) -> tuple[str, ...]:
        """All scopes of the plan, nearest first."""
        return tuple(scope for rung in self.rungs for scope in rung.scopes)
