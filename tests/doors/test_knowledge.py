"""The verb that asks the organisation's memory, as it is typed."""

STANDARD, BAN, EXCEPTION = "Litestar is the standard", "don't use Flask", "exception: data team uses Django for admin"


def filed(secondlayer):
    for text in (STANDARD, BAN, EXCEPTION):
        said = secondlayer("remember", text, "--org", "--layer", "convention", "--by", "Ana", "--json")
        assert said.code == 0
    return said.json["memory"]["id"]


def test_the_graph_prints_the_path_to_each_fact(secondlayer):
    filed(secondlayer)
    told = secondlayer("knowledge", "What follows from Litestar?", "--backend", "graph_rag")
    assert told.code == 0
    assert "3  convention  exception: data team uses Django for admin" in told.out
    assert "is an exception to it: exception" in told.out
    values = secondlayer("knowledge", "What follows from Litestar?", "--backend", "graph_rag", "--json").json
    assert [fact["content"] for fact in values["facts"]] == [STANDARD, BAN, EXCEPTION]
    assert [path["hops"] for path in values["paths"]] == [0, 1, 2] and values["named"] == ["Litestar"]
    assert [step["text"] for step in values["paths"][2]["steps"]] == [STANDARD, BAN, EXCEPTION]


def test_time_prints_what_held_and_why_it_changed(secondlayer):
    old = secondlayer("remember", "The team uses Flask.", "--org", "--layer", "convention", "--by", "Ana", "--json").json
    secondlayer("supersede", old["memory"]["id"], "The team uses Litestar.", "--by", "Ana", "--reason", "types")
    told = secondlayer("knowledge", "What does the team use?", "--backend", "temporal_kg", "--as-of", "2020-01-01")
    assert "1  convention  The team uses Litestar." in told.out and "nothing that matches had been said" in told.out
    assert "“The team uses Flask.” Since then: “The team uses Litestar.” Why: types." in told.out
    values = secondlayer("knowledge", "What does the team use?", "--backend", "temporal_kg", "--json").json
    assert (values["changes"][0]["act"], values["changes"][0]["reason"], values["then"]) == ("supersede", "types", None)


def test_a_configuration_is_read_and_the_backend_named_goes_before_its_own(secondlayer, tmp_path):
    filed(secondlayer)
    config = tmp_path / "memory.yaml"
    config.write_text("org_memory: {backend: graph_rag, core_policies: [Be kind to ports.]}")
    assert secondlayer("knowledge", "Flask?", "--config", config, "--json").json["backend"] == "graph_rag"
    hybrid = secondlayer("knowledge", "Flask?", "--config", config, "--backend", "hybrid_prompt_retrieval", "--json").json
    assert hybrid["facts"][0]["id"] == "core-policy-0"
    config.write_text("org_memory: {backend: pinecone}")
    wrong = [
        (("Flask?", "--config", config), 2, "org_memory.backend is one of"),
        (("Flask?", "--config", tmp_path / "gone.yaml"), 2, "could not be read"),
        (("Flask?", "--backend", "pinecone"), 2, "A backend is one of"),
        (("Flask?", "--as-of", "2026-01-01"), 2, "Only temporal_kg knows"),
        (("Flask?", "--limit", "0"), 2, "A limit is 1 to 100"),
        ((" ",), 2, "question is empty"),
        (("Flask?", "--repo", "a b/c"), 2, "A scope is"),
    ]
    for words, code, sentence in wrong:
        said = secondlayer("knowledge", *words)
        assert (said.code, said.err.count("\n"), sentence in said.err) == (code, 1, True), said


def test_nothing_that_matches_is_an_answer_of_no(secondlayer):
    filed(secondlayer)
    said = secondlayer("knowledge", "photosynthesis in tropical orchids", "--backend", "graph_rag")
    assert (said.code, said.out) == (1, "No fact matches.\n")
