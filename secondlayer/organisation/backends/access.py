"""Who may write which category: what the configuration allows, within what the roles allow (DESIGN §6)."""

from collections.abc import Mapping
from dataclasses import dataclass, field

from secondlayer.organisation.backends.facts import OrgFactAuthor, OrgFactCategory
from secondlayer.organisation.roles import Ruling, filing
from secondlayer.records import ORG_SCOPE, Actor

#: the word for a person in a rule
HUMAN = "human"
#: seniorities as the protocol's callers name them, lowest first
STANDINGS = ("junior", "mid", "senior", "lead", "principal", "director", "vp", "c_suite")
#: the product knows five; whoever stands above its highest stands as its highest
_AS_PRINCIPAL = STANDINGS[STANDINGS.index("principal") :]

DEFAULT_RULES: Mapping[OrgFactCategory, frozenset[str]] = {
    OrgFactCategory.CORE_POLICY: frozenset({HUMAN}),
    OrgFactCategory.ADR: frozenset({HUMAN, "senior"}),
    OrgFactCategory.PROCEDURE: frozenset({HUMAN, "senior"}),
    OrgFactCategory.CONVENTION: frozenset({HUMAN, "senior"}),
}


def actor_of(author: OrgFactAuthor) -> Actor:
    """The author as the record names whoever acts. A seniority nobody knows is kept as it was said, and refused."""
    if author.is_human:
        return Actor(name=author.name or "unnamed person")
    said = author.seniority or ""
    standing = "principal" if said in _AS_PRINCIPAL else said
    return Actor(name=author.agent_id or "", kind="agent", seniority=standing)  # type: ignore[arg-type]  # the roles refuse


@dataclass(frozen=True, slots=True, kw_only=True)
class WriteRules:
    """Category -> who may write it: `human`, and the lowest seniority of an agent, which admits those above it.

    A category without a rule is denied to everybody.
    """

    rules: Mapping[OrgFactCategory, frozenset[str]] = field(default_factory=lambda: dict(DEFAULT_RULES))

    def ruling(self, author: OrgFactAuthor, category: OrgFactCategory) -> Ruling:
        """Whether that author may write that category: allowed or refused, with the reason in one sentence.

        Never allowed where the roles do not allow it at once.
        """
        rule = self.rules.get(category)
        if rule is None:
            return _refused(f"No rule of write_access names {category}, and a category without a rule is denied")
        actor = actor_of(author)
        wall = filing(actor, category.layer, ORG_SCOPE)
        if wall.verdict == "refused":
            return wall
        if author.is_human:
            if HUMAN in rule:
                return wall
            return _refused(f"The rule of write_access for {category} does not name {HUMAN}")
        standings = [STANDINGS.index(word) for word in rule if word in STANDINGS]
        if not standings or STANDINGS.index(author.seniority or "") < min(standings):
            least = f"agents of {STANDINGS[min(standings)]} standing and above" if standings else "no agent"
            return _refused(f"write_access lets {least} write {category}, and {actor.name} is {author.seniority}")
        if wall.verdict == "proposal":
            return _refused(f"A {category.layer} by {actor.name} waits for a person; propose it with `secondlayer remember`")
        return wall


def _refused(because: str) -> Ruling:
    return Ruling(verdict="refused", because=f"{because}.")
