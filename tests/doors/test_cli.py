"""The command line as a user types it, over a real store and the real encoder."""

import json

import pytest

DOCUMENT = """# Webhooks

Payment webhooks are retried by the queue and never by the caller.

Every webhook carries an idempotency key, and the ledger refuses a key it has seen.

## Secrets

You must sign each webhook with the tenant's own secret.
"""
TASK = "add a retry to the payment webhook"


@pytest.fixture
def filled(secondlayer, tmp_path):
    """A repository with a document, and a rule of the organisation."""
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "webhooks.md").write_text(DOCUMENT)
    (tmp_path / "rules.jsonl").write_text(
        json.dumps({"scope": "org", "text": "Retries are bounded and back off.", "layer": "policy", "author": "Ana"})
    )
    assert secondlayer("distil", tmp_path / "docs", "--repo", "acme/pay").code == 0
    assert secondlayer("load", tmp_path / "rules.jsonl").code == 0
    return secondlayer


def test_distilling_twice_adds_nothing(filled, tmp_path):
    again = filled("distil", tmp_path / "docs", "--repo", "acme/pay", "--json").json
    assert (again["stored"], again["already"]) == (0, again["sentences"]) and again["sentences"] >= 3


def test_a_brief_is_printed_as_an_agent_gets_it(filled):
    said = filled("brief", TASK, "--repo", "acme/pay")
    assert said.code == 0
    assert "retried by the queue" in said.out and "Retries are bounded" in said.out
    assert said.out.rstrip("\n") == filled("brief", TASK, "--repo", "acme/pay", "--json").json["brief"]["text"]


@pytest.mark.parametrize("budget", [200, 700, 4000, 40_000])
def test_the_json_holds_its_contract(filled, budget):
    trace = filled("brief", TASK, "--repo", "acme/pay", "--budget", budget, "--json").json
    assert trace["trace_version"] == 1
    assert len(trace["brief"]["text"]) == trace["brief"]["chars"] <= budget == trace["brief"]["budget_chars"]
    for read in trace["reads"]:
        assert len(read["candidates"]) == read["scan"]["kept"] <= read["k"]
        for candidate in read["candidates"]:
            assert abs(sum(term["points"] for term in candidate["terms"].values()) - candidate["score"]) < 1e-9
    blocks = [block["id"] for block in trace["blocks"]]
    assert len(blocks) == len(set(blocks))
    assert {candidate["id"] for candidate in trace["reads"][0]["candidates"]} <= set(blocks)
    assert trace["brief"]["carried"] == [block["id"] for block in trace["blocks"] if block["outcome"] == "carried"]


def test_the_same_request_and_moment_give_the_same_bytes(filled):
    asked = ("brief", TASK, "--repo", "acme/pay", "--as-of", "2026-11-30T12:00:00Z")
    assert filled(*asked).out == filled(*asked).out


def test_an_audit_scores_everything_and_the_identifier_is_found(filled):
    said = filled("brief", TASK, "--repo", "acme/pay", "--audit")
    assert said.code == 0 and "readable memories were scored: the reads missed nothing, and the brief is the same." in said.out
    trace = filled("brief", TASK, "--repo", "acme/pay", "--audit", "--json").json
    assert trace["audit"]["agrees"] is True and trace["audit"]["recall"] == 1.0 and trace["audit"]["missed"] == []
    assert trace["audit"]["would_be"]["text"] == trace["brief"]["text"]
    for read in trace["reads"]:
        assert read["bound"] == 0.0 and read["bound_says"] == "Every readable memory was scored."
        assert (read["scan"]["outside"], read["scan"]["words"]) == (0.0, [])


def test_doctor_says_how_each_thing_stands_and_repairs_what_is_due(filled):
    said = filled("doctor")
    assert said.code == 0
    for name in ("index", "self recall", "dead share", "freshness"):
        assert f"✓ {name}" in said.out
    repaired = filled("doctor", "--repair", "--json").json
    assert repaired["repaired"] == "" and [check["ok"] for check in repaired["checks"]] == [True] * 4


def test_why_by_id_by_text_and_for_a_text_never_written(filled):
    carried = filled("why", TASK, "--repo", "acme/pay", "--memory", "Retries are bounded and back off.", "--json")
    assert carried.code == 0 and carried.json["verdict"] in ("seated", "carried")
    by_id = filled("why", TASK, "--repo", "acme/pay", "--memory", carried.json["memory"]["id"], "--json")
    assert by_id.json["sentence"] == carried.json["sentence"]
    never = filled("why", TASK, "--repo", "acme/pay", "--memory", "Webhooks are sent by pigeon.", "--json")
    assert never.code == 1 and never.json["verdict"] == "unknown_memory" and never.json["memory"] is None
    elsewhere = filled(
        "why", TASK, "--repo", "acme/web", "--memory", "Payment webhooks are retried by the queue and never by the caller."
    )
    assert elsewhere.code == 1 and elsewhere.out.startswith("✕ OUT OF SCOPE. It is filed under acme/pay")
    assert (
        "  What would have carried it:\n    If it were filed under acme/web (it is under acme/pay), it would be line "
        in elsewhere.out
    )


def test_why_prints_what_would_have_carried_a_memory_and_what_would_not(filled):
    small = ("why", TASK, "--repo", "acme/pay", "--budget", "200", "--memory", "Retries are bounded and back off.")
    said = filled(*small, "--json").json
    assert said["verdict"] not in ("carried", "seated") and said["undoing"] == []
    budget = next(one for one in said["counterfactuals"] if one["change"]["change"] == "budget_chars")
    assert set(budget) == {"change", "sentence", "carried", "gained", "lost"} and budget["carried"]
    assert f"If the budget were {budget['change']['to']:,} characters (it is 200), it would be line " in filled(*small).out
    for chars, verdict in ((budget["change"]["to"], ("carried", "seated")), (budget["change"]["to"] - 1, (said["verdict"],))):
        again = filled(*small[:5], str(chars), *small[6:], "--json").json
        assert again["verdict"] in verdict
    whole = filled("why", TASK, "--repo", "acme/pay", "--memory", "Retries are bounded and back off.")
    assert "  What would have left it out:\n    If " in whole.out


def test_requests_from_a_file_echo_their_ids_and_a_bad_line_does_not_stop_the_rest(filled, tmp_path):
    requests = [
        {"id": 1, "prompt": TASK, "repo": "acme/pay", "budget": 300},
        {"id": "two", "prompt": "", "repo": "acme/pay"},
        {"id": "three", "prompt": TASK, "repo": "acme/pay", "fill": "off", "k_combined": 1, "colour": "red"},
        {"id": "four", "prompt": TASK, "repo": "acme/pay", "bar_ratio": 7},
    ]
    file = tmp_path / "requests.jsonl"
    file.write_text("\n".join([*map(json.dumps, requests), "{not json", "[]"]))
    said = filled("brief", "--from", file)
    assert said.code == 2
    assert [line.get("id") for line in said.lines] == [1, "two", "three", "four", None, None]
    assert [("error" in line) for line in said.lines] == [False, True, False, True, True, True]
    assert said.lines[0]["brief"]["budget_chars"] == 300
    assert said.lines[2]["settings"]["k_combined"] == 1 and said.lines[2]["ignored_fields"] == ["colour"]
    verdicts = tmp_path / "verdicts.jsonl"
    verdicts.write_text(
        json.dumps({"id": "v", "prompt": TASK, "repo": "acme/pay", "memory": "Retries are bounded and back off."})
    )
    assert filled("why", "--from", verdicts).lines[0]["id"] == "v"


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (("brief", ""), "The prompt is empty"),
        (("brief", "x", "--budget", "50"), "budget_chars takes 200 to 1,000,000"),
        (("brief", "x", "--repo", "a b"), "A scope is `org`"),
        (("brief", "x", "--set", "bar=1"), "There is no setting named 'bar'"),
        (("brief", "x", "--set", "bar_ratio"), "NAME=VALUE"),
        (("brief", "x", "--preset", "best"), "There is no preset named 'best'"),
        (("brief", "x", "--arm", "fast"), "The setting arm takes auto or exact"),
        (("brief", "x", "--as-of", "yesterday"), "--as-of takes a time"),
        (("brief", "--from", "missing.jsonl"), "could not be read"),
        (("why", "x"), "Say which memory"),
        (("distil", "."), "exactly one of --repo"),
        (("distil", "missing", "--org"), "is not there"),
        (("load", "missing.jsonl"), "is not there"),
        (("app", "--port", "0"), "A port is a number"),
    ],
    ids=lambda value: " ".join(value)[:40] if isinstance(value, tuple) else "",
)
def test_a_wrong_call_gets_one_sentence_and_exit_two(secondlayer, words, says):
    said = secondlayer(*words)
    assert said.code == 2 and says in said.err and len(said.err.strip().splitlines()) == 1


@pytest.mark.parametrize(
    "prompt",
    [
        "x",
        "y" * 30,
        "deploy the ledger " * 170,
        "wörter " * 14_000,
        "数据库迁移怎么做",
        "' \" % _ \\ / $ ; --",
        "a\x00b\x1b[31m\u202e\x7f c",
    ],
    ids=["1", "30", "3,000", "100,000", "Chinese", "signs", "control"],
)
def test_any_prompt_gets_an_answer(filled, prompt):
    said = filled("brief", prompt, "--repo", "acme/pay", "--json")
    assert said.code in (0, 1)
    assert len(said.json["brief"]["text"]) <= 4000


def test_a_long_prompt_is_told_how_much_was_read(filled):
    assert "note: the encoder read the first 254 of" in filled("brief", "retry webhook " * 2000, "--repo", "acme/pay").err


def test_nothing_found_is_an_answer_of_no(secondlayer):
    said = secondlayer("brief", TASK, "--repo", "acme/unknown")
    assert said.code == 1 and "No memories are filed in these scopes yet" in said.out


def test_a_store_that_is_down_is_exit_three(secondlayer, monkeypatch):
    monkeypatch.setenv("SECONDLAYER_DSN", "postgresql://127.0.0.1:1/none?connect_timeout=2")
    said = secondlayer("brief", TASK)
    assert said.code == 3 and len(said.err.strip().splitlines()) == 1


def test_bad_lines_of_a_file_are_named_and_the_good_ones_filed(secondlayer, tmp_path):
    file = tmp_path / "lines.jsonl"
    good = {"scope": "acme/x", "text": "Good line one stands.", "written_at": "2026-05-01"}
    rows = [
        json.dumps(good).encode(),
        b"{not json}",
        b'{"scope": "acme/x"}',
        b'{"scope": "a b", "text": "t"}',
        b'{"scope": "acme/x", "text": "t", "layer": "law"}',
        b'{"scope": "acme/x", "text": "t", "written_at": "soon"}',
        b'{"scope": "acme/x", "text": "t", "colour": 1}',
        b'{"scope": "acme/x", "text": "\xff"}',
        b'{"scope": "acme/x", "text": "t", "embedding": [0, 0], "encoder": "e"}',
        b'{"scope": "acme/x", "text": "t", "embedding": [1, 0], "encoder": "another"}',
        b"[" * 5000,
        b"",
        b'{"scope": "acme/x", "sensitive": true}',
        b'{"scope": "acme/x", "text": "Good line two stands."}',
    ]
    file.write_bytes(b"\n".join(rows))
    said = secondlayer("load", file, "--json")
    assert said.code == 2 and said.json["stored"] == 2
    assert sorted(bad["line"] for bad in said.json["bad_lines"]) == [2, 3, 4, 5, 6, 7, 8, 9, 10, 11]


def test_given_ids_and_vectors_are_kept(secondlayer, encoder, tmp_path):
    vector = [float(x) for x in encoder.encode(["given"])[0]]
    line = {"scope": "acme/x", "id": "my/id?1", "text": "A given vector stays.", "embedding": vector, "encoder": encoder.name}
    (tmp_path / "given.jsonl").write_text(json.dumps(line))
    assert secondlayer("load", tmp_path / "given.jsonl", "--json").json["stored"] == 1
    said = secondlayer("why", "given", "--repo", "acme/x", "--memory", "my/id?1", "--json").json
    assert said["memory"]["id"] == "my/id?1" and said["gates"][4]["figures"]["cosine"] > 0.99


def test_compare_prints_the_rule(secondlayer):
    said = secondlayer("compare", "Run migrations on API boot.", "Never run migrations on API boot.")
    assert said.code == 0 and "4 ÷ 4 = 1.000" in said.out and "carried: 4 of 4 tokens shared" in said.out
    figures = secondlayer("compare", "Run migrations on API boot.", "Stop running migrations on API boot.", "--json").json
    assert (figures["outcome"], figures["shared"], figures["larger"], figures["ratio"]) == ("repeat", 3, 5, 0.6)


def test_doctor_tells_the_state_and_the_settings(filled):
    state = filled("doctor", "--json")
    assert state.code == 0 and state.json["organisation"] == "default" and state.json["current"] >= 4
    assert "bar_ratio: product 0.85, paper 0.85 (of the top score; 0 to 1)." in filled("doctor", "--settings").out
    assert any(row["name"] == "pool" for row in filled("doctor", "--settings", "--json").json)


def test_a_sensitive_repository_is_marked_by_distilling(filled, tmp_path):
    assert filled("distil", tmp_path / "docs", "--repo", "acme/vault", "--sensitive").code == 0
    other = filled("brief", TASK, "--repo", "fork/vault", "--json").json
    assert "vault" not in other["request"]["scopes"] and other["reads"][0]["excluded"][0]["scope"] == "vault"


def test_the_organisation_is_found_from_the_repository(filled, tmp_path):
    (tmp_path / "o.jsonl").write_text(json.dumps({"scope": "zeta/app", "text": "Zeta retries webhooks twice."}))
    assert filled("load", tmp_path / "o.jsonl", "--organisation", "zeta").code == 0
    assert filled("brief", TASK, "--repo", "zeta/app", "--json").json["request"]["org"] == "zeta"
    assert filled("brief", TASK, "--repo", "acme/pay", "--json").json["request"]["org"] == "default"


def test_the_version_and_the_help(secondlayer):
    assert secondlayer("--version").out.startswith("secondlayer ")
    for verb in ("app", "demo", "load", "distil", "brief", "why", "compare", "doctor"):
        assert verb in secondlayer("--help").out and secondlayer(verb, "--help").code == 0


def test_a_callers_view_of_a_brief_has_no_count_from_outside_its_scopes(filled):
    asked = ("brief", TASK, "--repo", "acme/pay", "--set", "exact_cutoff=0", "--set", "walk=1", "--set", "pool=1", "--json")
    for read, own in zip(filled(*asked).json["reads"], filled(*asked, "--callers-view").json["reads"], strict=True):
        assert own["scan"]["because"] == "" and read["scan"]["because"] != ""
        if read["scan"]["plan"] == "hnsw":
            assert (own["scan"]["examined"], own["scan"]["dead"], own["scan"]["ms"]) == (None, None, None)
        assert own["scan"]["in_scope"] == read["scan"]["in_scope"]


def test_a_scan_tells_each_arm_beside_the_exact_answer(filled):
    said = filled("scan", TASK, "--repo", "acme/pay")
    assert said.code == 0
    assert said.out.startswith("the combined read over acme/pay, pay, org")
    assert [line.split()[0] for line in said.out.splitlines()[2:6]] == ["default", "paper", "exact", "auto"]
    values = filled("scan", TASK, "--repo", "acme/pay", "--read", "organisation", "--arm", "exact", "--json").json
    (one,) = values["arms"]
    assert (one["read"], one["scan"]["plan"], one["scan"]["in_scope"], one["scan"]["examined"]) == (
        "organisation",
        "exact",
        1,
        1,
    )
    assert one["agreement"]["share"] == 1.0 and one["missed"] == []


def test_a_scan_shows_the_statement_and_its_plan_when_asked(filled):
    said = filled("scan", TASK, "--repo", "acme/pay", "--arm", "paper", "--plan")
    assert "ORDER BY embedding <=> %(vector)b" in said.out and "Index Scan using memory_vector_" in said.out
    plan = filled("scan", TASK, "--repo", "acme/pay", "--arm", "paper", "--plan", "--json").json["arms"][0]["plan"]
    assert plan in said.out


def test_a_scan_of_nothing_is_a_no_and_a_wrong_call_one_sentence(secondlayer, filled):
    assert filled("scan", TASK, "--repo", "acme/pay", "--arm", "fastest").code == 2
    assert "takes combined or organisation" in filled("scan", TASK, "--read", "both").err
    assert "makes one read" in filled("scan", TASK, "--read", "combined").err
    said = filled("scan", TASK, "--organisation", "nobody")
    assert said.code == 1 and "0 of 0" in said.out
