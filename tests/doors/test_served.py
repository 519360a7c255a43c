"""Briefs that left by the command line can be asked about later."""

import psycopg


def test_a_brief_is_kept_and_why_answers_for_it_later(secondlayer, clone, demonstrated, monkeypatch):
    monkeypatch.setenv("SECONDLAYER_DSN", clone(demonstrated.database))
    monkeypatch.setenv("SECONDLAYER_ORG", "skerryline")
    given = secondlayer("brief", "Rotate the payment keys", "--repo", "skerryline/booking", "--json").json
    listed = secondlayer("served", "--repo", "skerryline/booking", "--json").json
    assert [one["brief_id"] for one in listed] == [given["brief_id"]]
    assert secondlayer("served", given["brief_id"]).out == given["brief"]["text"].rstrip("\n") + "\n"
    carried = given["brief"]["carried"][0]
    later = secondlayer("why", "--served", given["brief_id"], "--memory", carried, "--json")
    assert (later.code, later.json["brief_id"]) == (0, given["brief_id"])
    assert secondlayer("served", "--memory", carried).code == 0
    assert secondlayer("served", "--memory", "nowhere").code == 1
    both = secondlayer("why", "a prompt", "--served", given["brief_id"], "--memory", carried)
    assert (both.code, both.err.count("\n")) == (2, 1)


def test_a_brief_that_is_not_to_be_kept_is_not(secondlayer):
    secondlayer("brief", "anything", "--no-keep")
    assert secondlayer("served", "--json").json == []


def test_a_store_that_takes_no_writes_still_gives_the_brief(secondlayer, clone, demonstrated, monkeypatch):
    dsn = clone(demonstrated.database)
    monkeypatch.setenv("SECONDLAYER_DSN", dsn)
    with psycopg.connect(dsn, autocommit=True) as connection:
        name = connection.info.dbname
        connection.execute(f'ALTER DATABASE "{name}" SET default_transaction_read_only = on')
    said = secondlayer("brief", "Rotate the payment keys", "--repo", "skerryline/booking", "--organisation", "skerryline")
    assert said.code == 0 and "not kept among those served" in said.err
