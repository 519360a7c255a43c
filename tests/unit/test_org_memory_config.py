"""The configuration of the organisation's memory: the published one as it stands, and one sentence for whatever is wrong."""

import pytest

from secondlayer.errors import OrgMemoryConfigError, OrgMemoryError
from secondlayer.organisation.backends import BACKENDS, OrgFactCategory, OrgMemoryConfig, parse_config, read_config

HYBRID = """
org_memory:
  backend: "hybrid_prompt_retrieval"    # hybrid_prompt_retrieval, graph_rag, temporal_kg
  core_policies:                        # always in system prompt
    - "All code must have 80%+ test coverage"
    - "Use Litestar, not Flask"
    - "PRs require 2 approvals"
  extended_store:
    backend: "sqlite"                   # sqlite, postgresql
    max_retrieved_per_query: 5
  write_access:
    policies: ["human"]                 # only humans write core policies
    adrs: ["human", "senior", "lead", "c_suite"]
    procedures: ["human", "senior", "lead", "c_suite"]
"""
GRAPH = """
org_memory:
  backend: "graph_rag"
  graph:
    store: "sqlite"
    entity_extraction: "auto"
"""
TEMPORAL = """
org_memory:
  backend: "temporal_kg"
  temporal:
    track_changes: true
    history_retention_days: null        # null = forever
another_section: {left: alone}
"""
WRONG = {
    "": "no section org_memory",
    "a: [": "not YAML in line 1",
    "org_memory: 3": "a mapping of settings, not 3",
    "org_memory: {backnd: x}": "has no key 'backnd'; it has backend",
    "org_memory: {backend: pinecone}": "one of hybrid_prompt_retrieval, graph_rag, temporal_kg, and 'pinecone' is not",
    "org_memory: {backend: graph_rag, backend: temporal_kg}": "'backend' is given twice",
    "org_memory: {core_policies: ['']}": "core_policies is a list of sentences",
    "org_memory: {core_policies: Be kind}": "core_policies is a list of sentences",
    "org_memory: {extended_store: {max_retrieved_per_query: many}}": "whole number from 1 to 100, and 'many' is not",
    "org_memory: {extended_store: {max_retrieved_per_query: 0}}": "and 0 is not",
    "org_memory: {extended_store: {backend: oracle}}": "extended_store.backend is sqlite or postgresql",
    "org_memory: {extended_store: {most: 1}}": "org_memory.extended_store has no key 'most'",
    "org_memory: {extended_store: 3}": "extended_store is a mapping, and 3 is not",
    "org_memory: {write_access: {policies: [human, senior]}}": "only people write policies",
    "org_memory: {write_access: {adrs: [human, junior]}}": "seniorities from senior up",
    "org_memory: {write_access: {adrs: [boss]}}": "and 'boss' is not",
    "org_memory: {write_access: {adr: [human]}}": "write_access has no key 'adr'",
    "org_memory: {graph: {entity_extraction: llm}}": "entity_extraction is auto",
    "org_memory: {temporal: {history_retention_days: 0}}": "or null for ever, and 0 is not",
    "org_memory: {temporal: {track_changes: 'yes'}}": "track_changes is true or false",
    "org_memory: {1: 3}": "has no key '1'",
    "- \x00": "not YAML",
}


def test_the_published_configurations_are_read_as_they_stand() -> None:
    hybrid, graph, temporal = map(parse_config, (HYBRID, GRAPH, TEMPORAL))
    assert (hybrid.backend, graph.backend, temporal.backend) == BACKENDS
    assert hybrid.core_policies[1] == "Use Litestar, not Flask" and hybrid.extended_store.max_retrieved_per_query == 5
    assert set(hybrid.write_rules.rules) == set(OrgFactCategory) - {OrgFactCategory.CONVENTION}
    assert set(graph.write_rules.rules) == set(OrgFactCategory)
    assert temporal.temporal.history_retention_days is None
    assert OrgMemoryConfig().backend == "hybrid_prompt_retrieval"


@pytest.mark.parametrize("text", WRONG)
def test_what_is_wrong_is_said_in_one_sentence(text: str) -> None:
    with pytest.raises(OrgMemoryConfigError) as refused:
        parse_config(text)
    assert WRONG[text] in str(refused.value)
    assert str(refused.value).count("\n") == 0 and str(refused.value).endswith(".")


def test_a_file_that_is_not_there_or_no_text_is_named(tmp_path) -> None:
    binary = tmp_path / "b.yaml"
    binary.write_bytes(b"\xff\xfe\x00")
    for path in (tmp_path / "gone.yaml", tmp_path, binary):
        with pytest.raises(OrgMemoryError, match="could not be read"):
            read_config(path)
    good = tmp_path / "good.yaml"
    good.write_text(TEMPORAL)
    assert read_config(good).backend == "temporal_kg"
