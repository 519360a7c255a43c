"""Who may file what: people anything, agents what does not bind, and nobody unknown."""

import pytest

from secondlayer.organisation.roles import changing, deciding, filing
from secondlayer.records import LAYERS, SENIORITIES, Actor

ANA = Actor(name="Ana")


def agent(seniority: str) -> Actor:
    return Actor(name="bot", kind="agent", seniority=seniority)  # type: ignore[arg-type]


@pytest.mark.parametrize("scope", ["org", "team:payments", "acme/app"])
@pytest.mark.parametrize("layer", LAYERS)
def test_a_person_files_any_layer_anywhere(layer, scope):
    assert filing(ANA, layer, scope).verdict == "allowed"


@pytest.mark.parametrize("scope", ["org", "acme/app"])
@pytest.mark.parametrize("seniority", SENIORITIES)
def test_no_agent_files_a_policy(seniority, scope):
    assert filing(agent(seniority), "policy", scope).verdict == "refused"


@pytest.mark.parametrize(
    ("seniority", "verdict"),
    [("junior", "proposal"), ("mid", "proposal"), ("senior", "allowed"), ("lead", "allowed"), ("principal", "allowed")],
)
@pytest.mark.parametrize("layer", ["decision", "procedure", "convention"])
@pytest.mark.parametrize("scope", ["org", "acme/app"])
def test_what_binds_is_filed_by_senior_agents_and_proposed_by_others(seniority, verdict, layer, scope):
    assert filing(agent(seniority), layer, scope).verdict == verdict


@pytest.mark.parametrize("layer", ["lesson", "fact", "note", "reference"])
def test_the_rest_an_agent_files_in_its_repository_and_proposes_to_the_organisation(layer):
    assert filing(agent("junior"), layer, "acme/app").verdict == "allowed"
    assert filing(agent("principal"), layer, "org").verdict == "proposal"


@pytest.mark.parametrize(
    "who",
    [
        agent(""),
        agent("c_suite"),
        agent("Senior"),
        Actor(name=" "),
        Actor(name="x", kind="robot"),  # type: ignore[arg-type]
        Actor(name="Ana", seniority="senior"),
    ],
)
def test_whoever_is_not_known_is_refused_in_a_sentence(who):
    for ruling in (filing(who, "note", "acme/app"), changing(who)):
        assert ruling.verdict == "refused"
        assert ruling.because.endswith(".") and ruling.because.count("\n") == 0


def test_an_unknown_layer_is_refused():
    assert filing(ANA, "rule", "org").because.startswith("A layer is one of policy, decision")


def test_only_people_decide_and_only_people_and_senior_agents_change():
    assert deciding(ANA).verdict == "allowed" and deciding(agent("principal")).verdict == "refused"
    assert [changing(agent(seniority)).verdict for seniority in SENIORITIES] == ["refused"] * 2 + ["allowed"] * 3
