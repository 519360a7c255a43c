"""Values of the organisation's memory, and who may write them: every category by every kind of author."""

import itertools
from datetime import UTC, datetime

import pytest
from pydantic import ValidationError

from secondlayer.organisation.backends import (
    OrgFact,
    OrgFactAuthor,
    OrgFactCategory,
    OrgFactWriteRequest,
    OrgMemoryQuery,
    WriteRules,
)
from secondlayer.organisation.backends.access import HUMAN, STANDINGS, actor_of
from secondlayer.organisation.roles import filing

NOW = datetime(2026, 11, 30, tzinfo=UTC)
PERSON = OrgFactAuthor(is_human=True)
SENIORITIES = (*STANDINGS, "boss", "Senior")


def agent(seniority: str) -> OrgFactAuthor:
    return OrgFactAuthor(agent_id="bot", seniority=seniority)


AUTHORS = (PERSON, OrgFactAuthor(is_human=True, name="Ana"), *map(agent, SENIORITIES))


@pytest.mark.parametrize(
    "make",
    [
        lambda: OrgFactAuthor(),
        lambda: OrgFactAuthor(agent_id="bot"),
        lambda: OrgFactAuthor(seniority="senior"),
        lambda: OrgFactAuthor(agent_id=" ", seniority="senior"),
        lambda: OrgFactAuthor(is_human=True, agent_id="bot"),
        lambda: OrgFactAuthor(is_human=True, seniority="senior"),
        lambda: OrgFactAuthor(is_human=True, autonomy_level="full"),
        lambda: OrgFactAuthor(is_human=True, mood="good"),  # type: ignore[call-arg]
        lambda: OrgFactWriteRequest(content="  ", category=OrgFactCategory.ADR),
        lambda: OrgFactWriteRequest(content="x", category="rumour"),  # type: ignore[arg-type]
        lambda: OrgFactWriteRequest(content="x", category=OrgFactCategory.ADR, tags=("",)),
        lambda: OrgFactWriteRequest(content="x", category=OrgFactCategory.ADR, tags=("a › b",)),
        lambda: OrgMemoryQuery(context=""),
        lambda: OrgMemoryQuery(limit=0),
        lambda: OrgMemoryQuery(limit=101),
        lambda: OrgMemoryQuery(limit=True),
        lambda: OrgFact(id="a", content="x", category="adr", author=PERSON, created_at=datetime(2026, 1, 1)),  # type: ignore[arg-type]
        lambda: OrgFact(id="a", content="x", category="adr", author=PERSON, created_at=NOW, version=0),  # type: ignore[arg-type]
    ],
)
def test_a_value_that_cannot_be_one_is_refused(make) -> None:
    with pytest.raises(ValidationError):
        make()


def test_a_value_never_changes() -> None:
    query = OrgMemoryQuery()
    assert (query.context, query.limit, query.wanted) == (None, 5, frozenset(OrgFactCategory))
    assert OrgMemoryQuery(categories=frozenset()).wanted == frozenset(OrgFactCategory)
    with pytest.raises(ValidationError):
        query.limit = 3  # type: ignore[misc]


@pytest.mark.parametrize(("category", "author"), [*itertools.product(OrgFactCategory, AUTHORS)])
def test_the_default_rules_for_every_category_and_author(category: OrgFactCategory, author: OrgFactAuthor) -> None:
    senior = not author.is_human and author.seniority in STANDINGS[STANDINGS.index("senior") :]
    expected = author.is_human or (senior and category is not OrgFactCategory.CORE_POLICY)
    ruling = WriteRules().ruling(author, category)
    assert (ruling.verdict == "allowed") is expected
    assert ruling.because.endswith(".") and "\n" not in ruling.because


@pytest.mark.parametrize(("category", "author"), [*itertools.product(OrgFactCategory, AUTHORS)])
def test_no_configured_rule_allows_what_the_roles_do_not(category: OrgFactCategory, author: OrgFactAuthor) -> None:
    widest = WriteRules(rules=dict.fromkeys(OrgFactCategory, frozenset({HUMAN, *STANDINGS, "boss"})))
    wall = filing(actor_of(author), category.layer, "org")
    assert (widest.ruling(author, category).verdict == "allowed") is (wall.verdict == "allowed")
    for rules in (WriteRules(rules={}), WriteRules(rules={category: frozenset()})):
        assert rules.ruling(author, category).verdict == "refused"


def test_a_rule_narrows_and_a_seniority_that_is_named_admits_those_above() -> None:
    leads = WriteRules(rules={OrgFactCategory.ADR: frozenset({"lead"})})
    allowed = [one for one in STANDINGS if leads.ruling(agent(one), OrgFactCategory.ADR).verdict == "allowed"]
    assert allowed == ["lead", "principal", "director", "vp", "c_suite"]
    assert "does not name human" in leads.ruling(PERSON, OrgFactCategory.ADR).because
    assert "category without a rule" in leads.ruling(PERSON, OrgFactCategory.PROCEDURE).because
