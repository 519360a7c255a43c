"""One read under each arm: the counts are the scan's own, the agreement is that with scoring everything."""

import json
import re
from dataclasses import replace

import pytest
from inspected import AS_OF, ORG, REPO, fill
from seeding import on_connection

from secondlayer.briefing import request_of
from secondlayer.engine.ranking import rank
from secondlayer.errors import BadSetting, WrongCall
from secondlayer.records import ArmReading
from secondlayer.scanning import ARMS, plan_of, reading_json, scan_arms
from secondlayer.settings import PRODUCT
from secondlayer.show import arms as shown
from secondlayer.store import open_store

TASK = "Rows of orders are moved to the split table"
#: a pool smaller than the scopes, so that a walk can fall short of it
SMALL = PRODUCT.replace(pool=12, k_combined=8, k_organisation=2, ef_search=8, max_scan_tuples=20)


@pytest.fixture(scope="module")
def acme(clone, encoder):
    dsn = clone("template1")
    fill(dsn, encoder)
    with open_store(ORG, dsn=dsn) as opened:
        yield opened


@pytest.fixture(scope="module")
def request_(acme):
    return request_of(ORG, TASK, repo=REPO, budget_chars=4000, as_of=AS_OF)


def readings(acme, request_, encoder, settings=SMALL, read=None) -> dict[str, ArmReading]:
    found = scan_arms(request_, settings, acme, encoder, read=read)
    assert [one.arm for one in found] == list(ARMS)
    return {one.arm: one for one in found}


@pytest.mark.parametrize("read", ["combined", "organisation"])
def test_the_agreement_is_that_with_scoring_every_memory(acme, request_, encoder, read):
    found = readings(acme, request_, encoder, read=read)
    vector = encoder.encode([TASK])[0]
    keeps = SMALL.k_combined if read == "combined" else SMALL.k_organisation
    plan = found["exact"].read.plan
    everything, _ = acme.read(plan.scopes, vector, settings=SMALL.replace(arm="exact"), limit=1000)
    assert len(everything) == sum(acme.scope_counts().get(scope, 0) for scope in plan.scopes)
    scored, _ = rank(everything, request_, plan, SMALL)
    truth = [candidate.memory.id for candidate in scored[:keeps]]
    for arm, one in found.items():
        assert one.read.name == read and one.read.k == keeps
        listed = [candidate.memory.id for candidate in one.read.candidates]
        assert (one.exact, one.shared) == (len(truth), len(set(truth) & set(listed)))
        assert [missed.memory.id for missed in one.missed] == [id for id in truth if id not in listed]
        assert [missed.rank for missed in one.missed] == [truth.index(missed.memory.id) + 1 for missed in one.missed]
        assert one.wanted == min(SMALL.pool, len(everything)) >= one.brought
        brought, scan = acme.read(plan.scopes, vector, settings=SMALL.replace(arm=arm), limit=SMALL.pool)
        assert (one.read.scan.in_scope, one.read.scan.plan) == (scan.in_scope, scan.plan)
        assert arm != "default" or one.brought == len(brought)
    assert found["exact"].agreement == found["auto"].agreement == 1.0
    assert found["exact"].read.scan.plan == found["auto"].read.scan.plan == "exact"
    assert found["default"].read.scan.plan == found["paper"].read.scan.plan == "hnsw"


def test_auto_walks_when_its_cutoff_is_none(acme, request_, encoder):
    found = readings(acme, request_, encoder, SMALL.replace(exact_cutoff=0, max_scan_tuples=40_000))
    assert found["auto"].read.scan.plan == "hnsw"
    assert "more than are compared at once" in found["auto"].read.scan.because


def test_the_plan_of_a_walk_names_the_index_and_that_of_the_others_does_not(acme, request_, encoder):
    found = readings(acme, request_, encoder)
    plans = {arm: plan_of(one, request_, SMALL, acme, encoder) for arm, one in found.items()}
    index = f"memory_vector_{acme._part}_embedding_idx"
    for arm, plan in plans.items():
        assert (f"Index Scan using {index}" in plan) == (arm in ("default", "paper"))
        assert "[… 384 numbers]" in plan or "embedding" not in plan
        assert not re.search(r"\d\.\d+,\s*-?\d\.\d+,", plan)


def test_asking_for_a_plan_runs_nothing_and_leaves_no_setting_behind(acme, request_, encoder):
    one = readings(acme, request_, encoder)["paper"]
    scans = (
        "SELECT coalesce(sum(idx_scan), 0) FROM pg_stat_user_indexes WHERE indexrelname LIKE 'memory_vector_%_embedding_idx'"
    )
    flush = "SELECT pg_stat_force_next_flush()"

    def counted(connection):
        connection.execute(flush)
        return connection.execute(scans).fetchone()[0]

    before = on_connection(acme, counted)
    assert plan_of(one, request_, SMALL, acme, encoder)
    assert on_connection(acme, counted) == before
    assert on_connection(acme, lambda c: c.execute("SHOW enable_seqscan").fetchone()) == ("on",)


def test_a_scope_that_holds_nothing_has_no_statement_and_no_plan(acme, encoder):
    with open_store("nobody", dsn=acme._connections._dsn) as empty:
        request = request_of("nobody", TASK, repo=REPO, budget_chars=4000, as_of=AS_OF)
        for one in scan_arms(request, PRODUCT, empty, encoder):
            assert (one.read.scan.plan, one.exact, one.agreement, one.missed) == ("none", 0, 1.0, ())
            assert plan_of(one, request, PRODUCT, empty, encoder) == ""


def test_what_cannot_be_read_is_told_in_a_sentence(acme, request_, encoder):
    at_the_top = replace(request_, repo=None)
    assert {one.read.name for one in scan_arms(at_the_top, PRODUCT, acme, encoder)} == {"organisation"}
    with pytest.raises(WrongCall, match="makes one read"):
        scan_arms(at_the_top, PRODUCT, acme, encoder, read="combined")
    with pytest.raises(BadSetting):
        scan_arms(request_, PRODUCT, acme, encoder, arms=("fastest",))


def test_counts_outside_the_callers_scopes_are_for_whoever_may_read_the_whole_store(acme, request_, encoder):
    found = readings(acme, request_, encoder)
    walk, own = found["paper"], reading_json(found["paper"], whole_store=False)["scan"]
    assert walk.read.scan.examined is not None
    assert (own["examined"], own["dead"], own["ms"], own["because"]) == (None, None, None, "")
    assert reading_json(found["exact"], whole_store=False)["scan"]["examined"] == found["exact"].read.scan.examined
    table = shown.arms_table(tuple(found.values()), whole_store=False).set_index("arm")
    assert table.loc["paper", "examined"] == table.loc["paper", "ms"] == "–"
    assert table.loc["exact", "examined"] == str(found["exact"].read.scan.examined)
    json.dumps([reading_json(one) for one in found.values()])


def test_the_sentences_and_the_chart_say_what_the_readings_say(acme, request_, encoder):
    found = tuple(readings(acme, request_, encoder, read="organisation").values())
    default = found[0]
    says = shown.verdict(found)
    assert says in (
        f"Of the {default.exact} that belong in the list, default found {default.shared}, paper {found[1].shared} and "
        f"auto {found[3].shared}.",
        f"Every arm found all of the {default.exact} that belong in the list.",
    )
    spec = shown.examined_chart(found, 51).to_dict()
    rows = next(iter(spec["datasets"].values()))
    assert [(row["arm"], row["examined"]) for row in rows] == [(one.arm, one.read.scan.examined) for one in found]
    scale = spec["layer"][0]["encoding"]["x"]["scale"]
    assert scale["type"] == "symlog" and scale["domain"] == [0, 51]
    assert any("walked no index" in reason for reason in shown.reasons(found, 51))
    unknown = tuple(
        replace(one, read=replace(one.read, scan=replace(one.read.scan, examined=None, dead=None))) for one in found
    )
    assert any("cannot tell" in reason for reason in shown.reasons(unknown, 51))
    assert set(shown.arms_table(unknown)["examined"]) == {"–"}
