"""The verbs on the record, as they are typed."""


def ids(said):
    return said.json["memory"]["id"]


def test_a_memorys_life_at_the_command_line(secondlayer):
    told = secondlayer("remember", "Ships sail on Mondays.", "--repo", "acme/app", "--layer", "fact", "--by", "Ana", "--json")
    assert (told.code, told.json["result"]) == (0, "stored")
    id_ = ids(told)
    assert secondlayer("retire", id_, "--reason", "they sail daily", "--by", "Ben").code == 0
    gone = secondlayer("why", "When do ships sail", "--repo", "acme/app", "--memory", id_, "--json").json
    assert gone["verdict"] == "retired" and "they sail daily" in gone["sentence"]
    assert secondlayer("restore", id_, "--by", "Ana").code == 0
    assert secondlayer("confirm", id_, "--by", "Ana", "--reason", "asked the harbour").code == 0
    new = secondlayer("supersede", id_, "Ships sail daily.", "--by", "Ana", "--reason", "new timetable", "--json").json["by"]
    history = secondlayer("history", id_, "--json").json
    assert [event["act"] for event in history["events"]] == ["remember", "retire", "restore", "confirm", "supersede"]
    assert [event["actor"] for event in history["events"]] == ["Ana", "Ben", "Ana", "Ana", "Ana"]
    assert history["memory"]["superseded_by"] == new["id"]
    assert "new timetable" in secondlayer("history", id_).out


def test_an_agents_proposal_waits_and_a_person_decides(secondlayer):
    secondlayer("remember", "Never commit a secret.", "--org", "--layer", "policy", "--by", "Ana")
    asked = ("--org", "--layer", "decision", "--by", "bot", "--agent", "junior", "--for", "Ben")
    told = secondlayer("remember", "Commit a secret.", *asked, "--json")
    assert (told.json["result"], told.json["near"][0]["doubt"]) == ("proposed", "contradiction")
    listed = secondlayer("proposals")
    assert "bot (junior agent for Ben)" in listed.out and "may say the opposite" in listed.out
    assert secondlayer("accept", ids(told), "--by", "Ana").code == 0
    assert secondlayer("proposals").out == "No proposal waits.\n"
    other = secondlayer("remember", "Commit two secrets.", *asked, "--json")
    assert secondlayer("refuse", ids(other), "--by", "Ana", "--reason", "no").code == 0
    assert [one["state"] for one in secondlayer("proposals", "--state", "all", "--json").json] == ["accepted", "refused"]


def test_wrong_calls_are_one_sentence_and_change_nothing(secondlayer):
    id_ = ids(secondlayer("remember", "Ships sail on Mondays.", "--repo", "acme/app", "--json"))
    refused = [
        (("remember", "x", "--org", "--repo", "a/b"), 2),
        (("remember", "  ", "--org"), 2),
        (("remember", "x", "--org", "--layer", "rule"), 1),
        (("remember", "x", "--org", "--by", "bot", "--agent", "boss"), 1),
        (("remember", "x", "--org", "--for", "Ben"), 2),
        (("retire", id_, "--reason", " "), 2),
        (("retire", id_, "--reason", "x", "--agent", "junior"), 2),
        (("retire", "unheard", "--reason", "x"), 1),
        (("restore", id_), 1),
        (("confirm", id_, "--at", "1990-01-01"), 1),
        (("supersede", "unheard", "y"), 2),
        (("history", "unheard"), 2),
        (("accept", "unheard"), 2),
        (("proposals", "--state", "old"), 2),
    ]
    for words, code in refused:
        said = secondlayer(*words)
        assert said.code == code, (words, said)
        assert (said.err + said.out).count("\n") <= 2, words
    acts = [event["act"] for event in secondlayer("history", id_, "--json").json["events"]]
    assert acts == ["remember"]


def test_keys_at_the_command_line(secondlayer, monkeypatch, tmp_path):
    monkeypatch.setenv("SECONDLAYER_HOME", str(tmp_path))
    made = secondlayer(
        "key", "make", "bot", "--agent", "junior", "--for", "Ana", "--may", "read", "--may", "propose", "--json"
    ).json
    assert made["key"].startswith(f"sl_{made['fingerprint']}_") and made["rights"] == ["read", "propose"]
    assert (
        "valid" in secondlayer("key", "list").out and made["key"].split("_")[2] not in secondlayer("key", "list", "--json").out
    )
    fresh = secondlayer("key", "rotate", made["fingerprint"], "--hours", "0", "--json").json
    assert secondlayer("key", "revoke", fresh["fingerprint"], "--reason", "lost").code == 0
    listed = secondlayer("key", "list").out.splitlines()
    assert "expired" in listed[0] and "revoked" in listed[1]
    assert secondlayer("key", "revoke", "unknown", "--reason", "x").code == 2
    assert secondlayer("key", "make", "bot", "--may", "all").code == 2
