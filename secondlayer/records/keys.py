"""Keys: each names one organisation and what whoever holds it may do."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from secondlayer.records.acts import Actor

Right = Literal["read", "propose", "write", "retire", "administer"]
RIGHTS: tuple[Right, ...] = ("read", "propose", "write", "retire", "administer")


@dataclass(frozen=True, slots=True, kw_only=True)
class Key:
    """What is known of a key; the secret itself is known to nobody but its holder."""

    #: its public part: it stands in events and served briefs
    fingerprint: str
    org: str
    #: whoever acts with it; the fingerprint among the rest
    actor: Actor
    rights: tuple[Right, ...]
    #: the only repositories it may ask from and file under; empty for all
    repositories: tuple[str, ...]
    made_at: datetime
    made_by: str
    #: None when it does not expire
    expires_at: datetime | None
    #: None while it is valid
    revoked_at: datetime | None

    def may(self, right: Right) -> bool:
        """Whether it has that right."""
        return right in self.rights

    def reaches(self, repo: str | None) -> bool:
        """Whether it may ask from, and file under, that repository; None is the organisation's own level."""
        return not self.repositories or repo is None or repo in self.repositories
