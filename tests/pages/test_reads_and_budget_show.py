"""Reads and Budget as sentences, tables and charts: pure functions, no store and no screen."""

import json
from dataclasses import replace
from itertools import pairwise
from typing import Any

import pytest
from making import memory, request, run, scoring

from secondlayer.engine.footing import footings
from secondlayer.engine.overlaps import overlaps, pair
from secondlayer.engine.paraphrases import Wording, reworded
from secondlayer.engine.rules import under_other_rules
from secondlayer.engine.sweep import sweep
from secondlayer.records import Found, Scan, Trace, Word
from secondlayer.settings import PRODUCT
from secondlayer.show import budget_findings, budget_tables, ledger, reads_findings, reads_tables
from secondlayer.show.budget_charts import overlap_chart, room_chart
from secondlayer.show.reads_charts import labelled, paraphrases_chart, reads_chart, sweep_chart, sweep_spans

SENTENCES = [f"word{n} other{n} third{n} fourth{n}" for n in range(40)]
HOSTILE = "<script>alert(1)</script> ![x](http://elsewhere.invalid/p.png) hostile"
WHERE = {"source_repo": "acme/app", "source_path": "docs/a.md", "source_heading": "first"}


def crowd(own: tuple[float, ...] = (), count: int = 40) -> list[Found]:
    found = [scoring(0.60 - 0.001 * n, f"r{n:02}", text=SENTENCES[n]) for n in range(count)]
    return found + [scoring(score, f"o{n}", scope="org") for n, score in enumerate(own)]


def spoken(*texts: str, budget: int = 4000, settings: Any = PRODUCT, **where: str) -> Trace:
    """A run over these texts in rank order."""
    found = [Found(memory=memory(f"m{n}", text, **where), cosine=0.9 - n / 100) for n, text in enumerate(texts)]
    return run(found, request(budget_chars=budget), settings)


def drawn(spec: Any) -> list[dict[str, Any]]:
    return [row for rows in json.loads(spec.to_json())["datasets"].values() for row in rows]


# -- reads


def test_the_footing_is_told_with_both_scores_the_rank_and_the_bar() -> None:
    trace = run(crowd((0.55, 0.50)))
    says = reads_findings.footing_says(trace, footings(trace))
    assert says == (
        "Its best scores 0.550 in its own read and 0.460 in the combined one: the 0.090 between is nearness of scope and "
        "nothing else. There it ranks 41 of 42, and the list keeps 32. The bar is 0.85 × 0.600 = 0.510."
    )


@pytest.mark.parametrize(
    ("score", "at", "stands"),
    [
        (0.515, "◆ place 2: 0.515 in its own read, 0.425", "It clears 0.510 by 0.005. It rests on the third decimal."),
        (0.490, "┄ below the bar: 0.490 in its own read, 0.400", "It is 0.020 short of 0.510."),
    ],
)
def test_a_margin_is_told_and_whether_it_rests_on_the_third_decimal(score: float, at: str, stands: str) -> None:
    trace = run(crowd((score,)))
    assert trace.bar is not None
    assert reads_findings.margin_says(footings(trace)[0], trace.bar.value) == f"{at} in the combined one. {stands}"


def test_the_sweep_is_told_in_both_directions() -> None:
    trace = run(crowd((0.54, 0.48)))
    stretches = sweep(trace, PRODUCT)
    assert reads_findings.sweep_says(stretches, trace) == "At 0.85 one seat is taken; two up to 0.8000 and none above 0.9000."
    table = reads_tables.sweep_table(stretches, footings(trace))
    assert list(table["up to"]) == ["0.8000", "0.9000", "1.0000"]
    assert list(table["who"]) == ["place 2: no. 1; place 4: no. 2", "place 2: no. 1", "nobody of the organisation"]


def test_a_seat_that_the_brief_leaves_out_is_told_in_the_sweep() -> None:
    found = [scoring(0.60, "r", text="alpha beta gamma delta"), scoring(0.58, "o", scope="org", text="alpha beta gamma delta")]
    trace = run(found)
    table = reads_tables.sweep_table(sweep(trace, PRODUCT), footings(trace))
    assert table["who"][0] == "place 2: no. 1, ≈ repeat in the brief"


def test_the_spans_of_the_chart_are_the_stretches_of_the_table() -> None:
    trace = run(crowd((0.55, 0.54, 0.53)))
    spans = sweep_spans(sweep(trace, PRODUCT), footings(trace))
    assert [(span["memory"], span["says"], span["span"]) for span in spans] == [
        ("1", "place 2", "0.5000 to 0.9167"),
        ("2", "place 4", "0.5000 to 0.9000"),
        ("3", "clears the bar, behind better ones", "0.5000 to 0.8833"),
    ]


def test_who_moved_where_counts_from_the_rank_in_the_combined_read() -> None:
    shown = reads_tables.moves_table(run(crowd((0.55, 0.50))))
    seat = shown[shown["seat"] == "◆"].iloc[0]
    assert (seat["place"], seat["moved"], seat["combined"], seat["own read"]) == ("2", "▲ 39", "41", "1")
    assert list(shown["moved"][:4]) == ["", "▲ 39", "▼ 1", "▼ 1"]
    assert shown.iloc[-1]["place"] == "–" and shown.iloc[-1]["moved"] == "not placed"


def test_a_seat_that_moved_nothing_is_not_told_as_a_move() -> None:
    assert reads_findings.moves_say(run(crowd((0.75, 0.55)))) == (
        "Seats moved the organisation's from rank 42 to place 4, and what stood there down; "
        "what is seated at place 1 ranks there by itself."
    )
    assert reads_findings.moves_say(run(crowd((0.40,)))).startswith("No seat was taken")


def test_paraphrases_are_counted_for_each_memory_watched() -> None:
    trace, better, worse = run(crowd((0.515, 0.50))), run(crowd((0.55, 0.52))), run(crowd((0.50, 0.49)))
    shown = labelled(footings(trace))
    names = reads_tables.names_of(shown, footings(trace))
    results = [reworded(Wording(prompt="x", without=word), run_, ["o0", "o1"]) for word, run_ in (("a", better), ("b", worse))]
    assert names == ["1 ◆ place 2", "2 ┄ below the bar"]
    assert reads_findings.paraphrases_say(results, shown, names) == (
        "No. 1 ◆ place 2, +0.005 as asked, keeps its seat in one of two wordings. Its margin runs from -0.010 to +0.040.",
        "No. 2 ┄ below the bar, -0.010 as asked, is seated in one of two wordings. Its margin runs from -0.020 to +0.010.",
    )
    table = reads_tables.paraphrases_table(results, names)
    assert list(table[names[0]]) == ["+0.040 ◆ 2", "-0.010 ┄"]
    points = [point for point in drawn(paraphrases_chart(results, names, [0.005, -0.010])) if "wording" in point]
    assert sorted(point["figure"] for point in points) == ["+0.010", "+0.040", "-0.010", "-0.020"]


def test_what_a_read_searched_tells_rare_common_and_missing_words() -> None:
    words = (
        Word(word="fare", held=3, taken=True),
        Word(word="app", held=None, taken=False),
        Word(word="oxide", held=0, taken=False),
    )
    read = run(crowd((0.5,))).reads[0]
    scan = Scan(**{name: getattr(read.scan, name) for name in Scan.__slots__} | {"words": words, "joined": 2})
    says = " ".join(reads_findings.searched(replace(read, scan=scan)))
    assert "rarest words fare (in 3) brought in two memories that meaning alone had not" in says
    assert "app is in too many to be rare; oxide is in none." in says
    assert read.bound_says in says
    added_up = " ".join(reads_findings.searched(replace(read, scan=replace(read.scan, outside=0.3))))
    assert "Its pool is the best by score" in added_up and "meaning alone" not in added_up


# -- the budget


def test_the_parts_of_the_ledger_that_are_spent_add_up_to_the_brief_and_the_room_runs_down_to_what_is_left() -> None:
    for budget in (300, 700, 4000):
        trace = run(crowd((0.55, 0.52)), request(budget_chars=budget))
        for everything in (False, True):
            entries = ledger.ledger(trace, PRODUCT, everything=everything)
            assert sum(entry.chars for entry in entries if entry.spent) == trace.brief.chars == len(trace.brief.text)
            assert entries[-1].left == budget - trace.brief.chars
        assert [entry.line for entry in entries if entry.line] == list(range(1, len(trace.brief.carried) + 1))
        assert len(entries) == 1 + len(trace.blocks)


def test_each_outcome_is_told_with_its_test() -> None:
    trace = spoken(
        "Lane metres sell the vehicle deck", "Lane metres sell the vehicle decks", "alpha beta gamma", "delta epsilon zeta",
        "x" * 600, budget=350, **WHERE,
    )  # fmt: skip
    says = [entry.says for entry in ledger.ledger(trace, PRODUCT, everything=True)]
    assert says[2] == "≈ repeats line 1: 5 of 5 tokens shared, 1.000 ÷ larger (1.000 ÷ smaller), neither negated"
    assert says[4] == "⊘ capped: lines 1 and 2 already cite docs/a.md#first"
    alone = spoken("alpha beta gamma", "x" * 600, budget=350)
    needs = ledger.ledger(alone, PRODUCT)[-1].says
    assert needs.startswith("▭ no room: it needs 6") and needs.endswith("are left")


def test_a_line_that_another_test_would_have_lost_says_what_kept_it() -> None:
    trace = spoken("Run migrations by hand", "Never run migrations by hand")
    assert ledger.ledger(trace, PRODUCT)[2].says == (
        "≠ kept beside line 1: 3 of 3 tokens shared, 1.000 ÷ larger (1.000 ÷ smaller), one of the two negated"
    )
    vague = "The stack is Postgres, Redis and the API, started with docker compose; see the deploy notes for the box."
    trace = spoken(vague, "Deploys go through docker compose on the box")
    assert ledger.ledger(trace, PRODUCT)[2].says == (
        "kept beside line 1: 0.364 ÷ larger (0.800 ÷ smaller, by which the first rule would leave it out)"
    )


def test_a_reversal_lost_as_a_repeat_says_that_the_guarded_rule_would_keep_it() -> None:
    trace = spoken("Run migrations on API boot.", "Stop running migrations on API boot.")
    assert ledger.ledger(trace, PRODUCT)[2].says.endswith("; the guarded rule would keep it")
    says = budget_findings.rules_say(under_other_rules(trace, PRODUCT))
    assert says[1] == "By the guarded rule one block left out here would be carried."
    assert budget_tables.rules_table(under_other_rules(trace, PRODUCT)).to_dict("records") == [
        {
            "place": "2",
            "this run": "≈ repeat",
            "first rule, ÷ smaller": "≈ repeat",
            "guarded": "● carried",
            "cap by file": "≈ repeat",
            "memory": "Stop running migrations on API boot.",
        }
    ]


def test_a_run_by_the_first_rule_is_set_beside_the_products() -> None:
    first = PRODUCT.replace(overlap="smaller")
    vague = "The stack is Postgres, Redis and the API, started with docker compose; see the deploy notes for the box."
    trace = spoken(vague, "Deploys go through docker compose on the box", settings=first)
    says = budget_findings.rules_say(under_other_rules(trace, first))
    assert says[0] == "By the product's rule, shared ÷ the larger set, one block left out here would be carried."


def test_the_cap_is_counted_by_what_it_counts() -> None:
    trace = spoken(*SENTENCES[:5], **WHERE)
    assert budget_findings.cap_says(trace, PRODUCT) == (
        "A brief carries at most two blocks that cite one section: three blocks were left out, of one section."
    )
    assert budget_tables.cap_table(trace, PRODUCT).to_dict("records") == [
        {
            "repository": "acme/app", "file": "docs/a.md", "section": "first", "considered": 5,
            "● carried": 2, "⊘ capped": 3, "≈ repeat": 0, "▭ no room": 0,
        }
    ]  # fmt: skip
    by_file = PRODUCT.replace(cap_by="file")
    assert "section" not in budget_tables.cap_table(spoken(*SENTENCES[:5], settings=by_file, **WHERE), by_file).columns


def test_the_pair_shown_first_is_the_one_that_teaches_most() -> None:
    apart = spoken("alpha beta gamma", "Alpha beta gammas", "delta epsilon zeta", "Never delta epsilon zeta")
    cells = overlaps(apart.blocks, PRODUCT)
    chosen = ledger.pair_of(apart, cells, "", "", PRODUCT)
    assert chosen is not None and [block.order for block in chosen] == [4, 3]
    asked = ledger.pair_of(apart, cells, "m1", "", PRODUCT)
    assert asked is not None and [block.order for block in asked] == [2, 1]
    named = ledger.pair_of(apart, cells, "m0", "m3", PRODUCT)
    assert named is not None and [block.order for block in named] == [1, 4]
    assert ledger.pair_of(spoken("alpha beta"), (), "", "", PRODUCT) is None


def test_the_three_tests_of_a_pair_are_told_with_their_sums() -> None:
    later, earlier = memory("b", "Never run migrations on API boot."), memory("a", "Run migrations on API boot.")
    table = budget_tables.tests_table(pair(later, earlier, PRODUCT), PRODUCT)
    assert list(table["ratio"]) == ["4 ÷ 4 = 1.000"] * 3
    assert list(table["polarity"]) == ["only the later negated (never)"] * 3
    assert list(table["outcome"]) == ["≠ kept apart"] * 3


def test_the_table_of_pairs_holds_those_of_the_matrix_at_or_above_its_line() -> None:
    trace = spoken("alpha beta gamma delta", "alpha beta gamma epsilon", "alpha zeta eta theta")
    cells = overlaps(trace.blocks, PRODUCT)
    table = budget_tables.pairs_table(cells, PRODUCT)
    assert list(table["÷ larger"]) == [0.75]
    marked = [row for row in drawn(overlap_chart(cells, trace.blocks, PRODUCT)) if row["mark"]]
    assert {(row["earlier"], row["later"], row["figure"], row["mark"]) for row in marked} == {(1, 2, "3 of 4: 0.750", "≈")}


def test_the_room_is_drawn_as_the_ledger_tells_it() -> None:
    trace = run(crowd((0.55, 0.52)), request(budget_chars=700))
    entries = ledger.ledger(trace, PRODUCT)
    rows = [row for row in drawn(room_chart(entries, 700)) if "row" in row]
    spent = [(row["from"], row["to"]) for row in rows if row["spent"] == "spent"]
    assert spent[0][0] == 0 and spent[-1][1] == trace.brief.chars
    assert all(one[1] == following[0] for one, following in pairwise(spent))
    for row, entry in zip(rows, entries, strict=True):
        assert row["to"] - row["from"] == entry.chars


def test_no_text_of_a_memory_is_in_a_chart_and_no_layer_is_empty() -> None:
    found = [scoring(0.6, "r", text=HOSTILE), scoring(0.59, "o", scope="org", text=HOSTILE + " never")]
    trace = run(found)
    judged, stretches, cells = footings(trace), sweep(trace, PRODUCT), overlaps(trace.blocks, PRODUCT)
    results = [reworded(Wording(prompt=HOSTILE, without="<script>"), trace, ["o"])]
    assert trace.bar is not None
    charts = (
        reads_chart(trace),
        sweep_chart(stretches, judged, trace.bar),
        paraphrases_chart(results, ["1 ◆ place 2"], [0.1]),
        room_chart(ledger.ledger(trace, PRODUCT), 4000),
        overlap_chart(cells, trace.blocks, PRODUCT),
    )
    for chart in charts:
        assert "script" not in chart.to_json() and "elsewhere" not in chart.to_json()
        spec = json.loads(chart.to_json())
        assert all(spec["datasets"][layer.get("data", spec.get("data"))["name"]] for layer in spec["layer"])
