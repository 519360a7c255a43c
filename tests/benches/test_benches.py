"""The benchmarks run, leave nothing behind, and print nothing that the plan does not bear out. Never how fast."""

import ast
import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import psycopg
import pytest

import secondlayer.store
from secondlayer.benches.clients import busy_figures
from secondlayer.benches.empty_reads import empty_reads
from secondlayer.benches.figures import side_by_side, timing
from secondlayer.benches.identifiers import POOLS, identifier_figures
from secondlayer.benches.loading import Filled, filled
from secondlayer.benches.recall import audit, recall_figures
from secondlayer.benches.synthetic import Shape, Synthetic
from secondlayer.benches.verdicts import scan_figures, why_figures
from secondlayer.benches.whole_brief import brief_figures
from secondlayer.doors.cli import main
from secondlayer.errors import WrongCall
from secondlayer.records import ORG_SCOPE
from secondlayer.store.scratch import IndexNotUsed, connected, scratch_database, scratch_schema
from secondlayer.store.scratch_bare import BareReads
from secondlayer.store.scratch_experiment import ARMS, EXACT, SCOPE, Experiment

SMALL = Shape(rows=2000, topics=40, repositories=12)
ROOM = Path(secondlayer.store.__file__).parent
LEFT = (
    "SELECT nspname::text FROM pg_namespace WHERE nspname LIKE 'secondlayer_scratch_%' "
    "UNION ALL SELECT datname::text FROM pg_database WHERE datname LIKE 'secondlayer_scratch_%'"
)


@pytest.fixture
def base(clone: Callable[[str], str], monkeypatch: pytest.MonkeyPatch) -> str:
    """A database of the test's own, named as the user's store."""
    made = clone("template1")
    monkeypatch.setenv("SECONDLAYER_DSN", made)
    return made


@pytest.fixture(scope="module")
def small(clone: Callable[[str], str]) -> Iterator[Filled]:
    """A small synthetic store, loaded once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("SECONDLAYER_DSN", clone("template1"))
        with filled(SMALL) as store:
            yield store


@pytest.fixture
def left_behind(base: str) -> Callable[[], list[str]]:
    """Scratch places that came about since the test began."""

    def listed() -> list[str]:
        with psycopg.connect(base) as connection:
            return [name for (name,) in connection.execute(LEFT)]

    before = listed()
    return lambda: [name for name in listed() if name not in before]


def run(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], *words: str) -> tuple[int, str, str]:
    monkeypatch.setattr(sys, "argv", ["secondlayer", "bench", *words])
    code = 0
    try:
        main()
    except SystemExit as stop:
        code = int(stop.code or 0)
    heard = capsys.readouterr()
    return code, heard.out, heard.err


# -- paper 001's experiment


def test_the_experiment_runs_on_both_kinds_of_vectors_and_differs_in_either_direction(base, left_behind):
    tables = empty_reads(5000, 16, 6, ("uniform", "clustered"), 2)
    assert [(t.vectors, t.probes, t.run) for t in tables] == [
        ("uniform", "anywhere", 1),
        ("uniform", "anywhere", 2),
        ("clustered", "near the scope", 1),
        ("clustered", "far from the scope", 1),
        ("clustered", "near the scope", 2),
        ("clustered", "far from the scope", 2),
    ]
    for table in tables:
        assert [arm.arm for arm in table.arms] == [*ARMS, EXACT]
        exact = table.arms[-1]
        assert (exact.least, exact.most, exact.empty, exact.recall) == (10, 10, 0, 1.0)
        assert all(arm.least <= arm.mean <= arm.most <= 10 and arm.probes == 6 for arm in table.arms)
    default = {table.probes: table.arms[0] for table in tables}
    assert default["near the scope"].mean > default["anywhere"].mean > default["far from the scope"].mean
    assert default["far from the scope"].empty == 6
    assert tables[0].arms[1].mean == 10.0
    assert left_behind() == []


def test_the_rows_of_the_experiment_are_the_same_every_time(base):
    drawn = []
    for _ in range(2):
        with scratch_schema() as connection:
            probes = Experiment(connection, 4).fill_uniform(1000, 2)
            rows = connection.execute("SELECT scope, embedding::text FROM memories ORDER BY id").fetchall()
            drawn.append((rows, [str(probe) for probe in probes]))
    assert drawn[0] == drawn[1]
    assert sum(scope == SCOPE for scope, _ in drawn[0][0]) == 20


def test_no_figure_is_printed_when_the_plan_is_a_sequential_scan(base):
    with scratch_schema() as connection:
        experiment = Experiment(connection, 8)
        probes = experiment.fill_uniform(1000, 2)
        with pytest.raises(IndexNotUsed, match=r"the plan is .*Seq Scan.*nothing is printed"):
            experiment.arm(next(iter(ARMS)), probes, 10)
        experiment.index()
        assert len(experiment.arm(next(iter(ARMS)), probes, 10)) == 2
        experiment.drop_index()
        with pytest.raises(IndexNotUsed):
            experiment.arm(next(iter(ARMS)), probes, 10)


def test_no_figure_is_printed_when_the_server_does_not_count(base):
    with scratch_schema() as connection:
        experiment = Experiment(connection, 8)
        probes = experiment.fill_uniform(1000, 2)
        experiment.index()
        connection.execute("SET track_counts = off")
        with pytest.raises(IndexNotUsed, match="track_counts"):
            experiment.arm(next(iter(ARMS)), probes, 10)


@pytest.mark.parametrize("given", [(100, 32, 20, 1), (1000, 0, 20, 1), (1000, 3000, 20, 1), (1000, 8, 0, 1), (1000, 8, 1, 0)])
def test_sizes_that_make_no_experiment_are_refused(given):
    rows, width, probes, runs = given
    with pytest.raises(WrongCall, match="500 rows or more"):
        empty_reads(rows, width, probes, ("uniform",), runs)


# -- scratch places


@pytest.mark.parametrize("stop", [KeyboardInterrupt, RuntimeError])
def test_scratch_places_are_gone_after_an_interruption(left_behind, stop):
    with pytest.raises(stop), scratch_schema() as connection:
        connection.execute("CREATE TABLE half_done (a int)")
        assert len(left_behind()) == 1
        raise stop
    with pytest.raises(stop), scratch_database():
        assert len(left_behind()) == 1
        raise stop
    assert left_behind() == []


def test_what_a_killed_process_left_is_cleared_and_what_is_in_use_is_not(base, left_behind):
    with psycopg.connect(base, autocommit=True) as connection:
        connection.execute("CREATE SCHEMA secondlayer_scratch_dead")
        connection.execute("CREATE DATABASE secondlayer_scratch_gone")
    with scratch_schema(), scratch_database() as outer, scratch_schema(), scratch_database() as inner:
        left = left_behind()
        assert len(left) == 4 and not {"secondlayer_scratch_dead", "secondlayer_scratch_gone"} & set(left)
        for dsn in (outer, inner):
            with connected(dsn) as connection:
                assert connection.execute("SELECT 1").fetchone() == (1,)
    assert left_behind() == []


def test_every_scratch_statement_is_asked_for_and_says_what_it_is_for():
    asked = set()
    for path in ROOM.glob("scratch*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") in ("scratch", "composed"):
                asked |= {one.value for one in node.args[:1] if isinstance(one, ast.Constant)}
        asked |= {name for name in ("bare_exact", "bare_hnsw") if f'"{name}"' in path.read_text()}
    files = sorted((ROOM / "sql" / "scratch").glob("*.sql"))
    assert asked == {path.stem for path in files}
    for path in files:
        head = path.read_text().splitlines()[:3]
        assert head[0].startswith("-- Purpose: ") and any(line.startswith("-- Parameters: ") for line in head), path.name


# -- the synthetic store


def test_a_shape_is_the_same_organisation_every_time_and_its_sizes_add_up():
    one, other = Synthetic(SMALL), Synthetic(SMALL)
    first, again = next(one.batches(500)), next(other.batches(500))
    assert list(first.memories) == list(again.memories) and np.array_equal(first.vectors, again.vectors)
    assert sum(one.sizes.values()) == SMALL.rows and one.sizes[ORG_SCOPE] == 20
    assert one.sizes[one.repositories[0]] > 5 * one.sizes[one.repositories[-1]]
    assert np.allclose(np.linalg.norm(first.vectors, axis=1), 1.0, atol=1e-5)
    assert [p.text for p in one.prompts(5)] == [p.text for p in other.prompts(5)]


def test_topics_are_nearer_to_themselves_than_to_each_other():
    cosines = np.concatenate([batch.vectors for batch in Synthetic(SMALL).batches()])[:400]
    among = cosines @ cosines.T
    assert np.median(among) == pytest.approx(0.2, abs=0.05)
    assert np.sort(among - 2 * np.eye(len(among)), axis=1)[:, -1].mean() > 0.4


def test_a_shape_too_small_to_be_an_organisation_is_refused():
    with pytest.raises(WrongCall, match="at least 100 memories"):
        Synthetic(Shape(rows=10))


# -- the store's benchmarks


def test_a_filled_store_is_whole_and_indexed(small):
    health = small.store.health()
    assert (health.current, health.indexed, health.index_valid) == (SMALL.rows, SMALL.rows, True)
    assert health.warnings == ()
    assert small.store.scope_counts() == dict(small.synthetic.sizes)
    assert small.load.rows == SMALL.rows and small.load.peak_bytes > 0 and small.index_bytes > 0


def test_the_brief_is_measured_beside_bare_queries_that_bring_back_the_same(small):
    found = brief_figures(small, 4)
    assert [place.place for place in found.places] == ["small", "middling", "largest"]
    assert found.places[0].in_scope < found.places[2].in_scope
    for place in found.places:
        assert place.plans == ("exact", "exact") and place.whole.calls == place.bare.calls == 4
        assert place.ratio == place.whole.p50 / place.bare.p50
        assert {"reads", "scopes", "encode"} < set(place.stages)
    assert [row.clients for row in found.clients] == [1, 4, 16]
    prompt = small.synthetic.prompts(1)[0]
    scopes = (prompt.repo, ORG_SCOPE)
    product, _ = small.store.read(scopes, prompt.vector, settings=scan_settings(), limit=50)
    with BareReads(small.dsn, small.store.org) as bare:
        assert {row[0] for row in bare.ask("exact", scopes, prompt.vector, 50)} == {one.memory.id for one in product}
        assert len(bare.ask("hnsw", scopes, prompt.vector, 20)) == 20
        bare.check("hnsw", scopes, prompt.vector, 20)
        counted, _ = small.store.read((ORG_SCOPE,), prompt.vector, settings=scan_settings(), limit=200)
        assert bare.without_counts((ORG_SCOPE,), prompt.vector, scan_settings()) == counted


def test_a_bare_index_query_that_does_not_use_the_index_is_refused(base):
    with filled(Shape(rows=300, topics=5, repositories=4)) as store, BareReads(store.dsn, store.store.org) as bare:
        vector = store.synthetic.prompts(1)[0].vector
        bare.check("hnsw", (ORG_SCOPE,), vector, 3)
        with connected(store.dsn) as connection:
            connection.execute("DROP INDEX memory_vector_hnsw")
        with pytest.raises(IndexNotUsed, match="would mean nothing"):
            bare.check("hnsw", (ORG_SCOPE,), vector, 3)


def test_recall_is_taken_against_everything_scored(small):
    found = recall_figures(small, 12)
    arms = {arm.arm: arm for arm in found.arms}
    assert (arms["auto"].organisation, arms["auto"].organisation_short) == (1.0, 0)
    # whole scores are added up for all in scope: the list is the audit's
    assert (arms["auto"].final, arms["auto"].final_worst.recall) == (1.0, 1.0)
    assert arms["default"].organisation < 1.0 and arms["default"].organisation_short > 0
    assert arms["default"].plans == {"combined hnsw": 12, "organisation hnsw": 12}
    assert all(0 <= arm.final_worst.recall <= arm.final <= 1 for arm in found.arms)
    prompt = small.synthetic.prompts(1)[0]
    truth = audit(small, prompt)
    assert truth.reads[0].scan.in_scope == small.synthetic.sizes[prompt.repo] + small.synthetic.sizes[ORG_SCOPE]
    combined = truth.reads[0]
    assert len(combined.candidates) + len(combined.rest) + combined.unmatched == combined.scan.in_scope


def test_why_and_scan_say_what_each_came_to(small):
    figures = why_figures(small, 3)
    assert figures.carried.calls == 3 and sum(figures.verdicts.values()) >= 6
    flips = figures.flips
    assert flips.sound and flips.cases == 3 and flips.failures == []
    assert sum(tally.tried for tally in flips.changes.values()) > 5
    assert all(tally.flipped == tally.tried and tally.minimal == tally.minimal_tried for tally in flips.changes.values())
    scans = scan_figures(small).scans
    assert [(one.read, one.scan.arm) for one in scans] == [
        (read, arm) for read in ("combined", "organisation") for arm in ("auto", "exact", "paper", "default")
    ]
    assert {one.recall for one in scans if one.scan.plan == "exact"} == {1.0}


def test_clients_and_a_writer_at_once_make_no_error_and_no_count_that_cannot_be(small):
    found = busy_figures(small, 2.0, 4, writes=True)
    assert (found.errors, found.wrong_scopes, found.untrue_counts) == ({}, 0, 0)
    assert found.briefs == found.each.calls > 4
    assert found.stored > found.retired > 0


def test_a_memory_that_holds_an_identifier_is_a_candidate_of_the_products_pool(small):
    found = identifier_figures(small, 3)
    by_pool = {name: [one for one in found.figures if one.pool == name] for name in POOLS}
    assert {len(figures) for figures in by_pool.values()} == {3}
    assert all(one.reached == one.prompts == 3 for one in by_pool["score"] + by_pool["meaning_and_words"])
    assert sum(one.reached for one in by_pool["meaning"]) < 9
    assert all(one.carried <= one.prompts and (one.rank or 1) >= 1 for one in found.figures)


def test_calls_are_timed_in_turn_over_the_same_items():
    seen: list[tuple[str, int]] = []
    spent = side_by_side({"a": lambda item: seen.append(("a", item)), "b": lambda item: seen.append(("b", item))}, [1, 2])
    assert seen == [("a", 1), ("b", 1), ("a", 1), ("b", 1), ("b", 2), ("a", 2)]
    assert spent["a"].calls == spent["b"].calls == 2
    assert timing([1.0, 2.0, 3.0]).p50 == 2.0


# -- the verbs


def test_empty_reads_prints_the_papers_columns_and_the_same_as_json(base, monkeypatch, capsys):
    small_table = ("empty-reads", "--rows", "2000", "--dims", "8", "--probes", "4", "--vectors", "uniform")
    code, out, err = run(monkeypatch, capsys, *small_table)
    assert (code, err) == (0, "")
    assert all(word in out for word in ("min", "mean", "max", "empty", "default (ef_search 40)", "relaxed_order", "exact"))
    code, out, err = run(monkeypatch, capsys, *small_table, "--json")
    figures = json.loads(out)
    assert (code, figures["bench"], figures["figures"]["rows"]) == (0, "empty-reads", 2000)
    assert set(figures["figures"]["tables"][0]["arms"][0]) == {"arm", "least", "mean", "most", "empty", "probes", "recall"}


@pytest.mark.parametrize(
    ("words", "fields"),
    [
        (("load", "--rows", "600"), {"product", "bare", "database_bytes", "index_bytes"}),
        (
            ("why", "--rows", "600", "--prompts", "2"),
            {"rows", "brief", "carried", "left_out", "elsewhere", "verdicts", "flips"},
        ),
        (("scan", "--rows", "600"), {"rows", "prompt", "repo", "scans"}),
        (("brief", "--sizes", "600,1000", "--prompts", "2", "--audits", "2"), {"embedding", "sizes"}),
        (("identifiers", "--rows", "600", "--prompts", "1"), {"rows", "figures"}),
        (
            ("clients", "--rows", "600", "--clients", "2", "--seconds", "0.5", "--writes"),
            {"rows", "clients", "seconds", "briefs", "each", "stored", "retired", "errors", "wrong_scopes", "untrue_counts"}
            | {"briefs_per_second"},
        ),
    ],
    ids=lambda given: given[0] if isinstance(given, tuple) else "",
)
def test_a_verb_prints_a_table_and_the_same_as_json(left_behind, monkeypatch, capsys, words, fields):
    code, out, err = run(monkeypatch, capsys, *words)
    assert (code, err) == (0, "") and len(out.splitlines()) > 3
    code, out, err = run(monkeypatch, capsys, *words, "--json")
    found = json.loads(out)
    assert (code, found["bench"], set(found)) == (0, words[0], {"bench", "machine", "figures"})
    assert set(found["figures"]) == fields
    assert left_behind() == []


def test_the_briefs_figures_have_their_ratios_and_say_that_embedding_is_left_out(base, monkeypatch, capsys):
    words = ("brief", "--sizes", "600", "--prompts", "2", "--audits", "2")
    _, out, _ = run(monkeypatch, capsys, *words, "--json")
    figures = json.loads(out)["figures"]
    speed, recall = figures["sizes"][0]["speed"], figures["sizes"][0]["recall"]
    assert figures["embedding"] == "excluded"
    assert speed["places"][0]["ratio"] == speed["places"][0]["whole"]["p50"] / speed["places"][0]["bare"]["p50"]
    assert {"ratio", "counted", "uncounted"} == set(speed["accounting"])
    assert [arm["arm"] for arm in recall["arms"]] == ["auto", "paper", "default"]
    _, out, _ = run(monkeypatch, capsys, *words)
    assert "Encoding the prompt is left out" in out and "brief ÷ bare" in out


def test_sizes_that_are_no_numbers_are_refused_in_a_sentence(monkeypatch, capsys):
    code, out, err = run(monkeypatch, capsys, "brief", "--sizes", "many")
    assert (code, out) == (2, "") and "--sizes takes whole numbers" in err


def scan_settings():
    from secondlayer.settings import PRODUCT

    return PRODUCT.replace(arm="exact")
