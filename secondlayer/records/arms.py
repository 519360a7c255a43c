"""The same read under each arm, beside the exact answer."""

from dataclasses import dataclass

from secondlayer.records.reads import Candidate, Read


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmReading:
    """One arm's read, and how far it agrees with the exact answer: the list when every memory in scope is scored."""

    arm: str
    read: Read
    #: how many it could have brought back: as many as it asked for, or all in scope when those are fewer
    wanted: int
    #: how many it brought back, those by rare words apart
    brought: int
    #: memories in the exact list, k at most
    exact: int
    #: of those, how many this arm's list holds
    shared: int
    #: those it does not hold, best first, ranked and scored as in the exact list
    missed: tuple[Candidate, ...]

    @property
    def agreement(self) -> float:
        """Shared ÷ exact; 1.0 when there is nothing to list."""
        return self.shared / self.exact if self.exact else 1.0
