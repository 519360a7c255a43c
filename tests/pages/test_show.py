"""The trace as sentences, rows, tables, charts and addresses: pure functions, no store and no screen."""

import ast
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as some
from making import NOW, memory, request, run, scoring

from secondlayer.records import TERMS, Found, Repository, Trace
from secondlayer.settings import PRODUCT
from secondlayer.show.address import Asked, read_address, write_address
from secondlayer.show.charts import BAR_ROW, TERM_COLOURS, bar_sum, terms_chart
from secondlayer.show.findings import findings, reason, verdict
from secondlayer.show.reads_charts import reads_chart
from secondlayer.show.rows import printed_lines, rows
from secondlayer.show.tables import candidates_table, scans_table, standings_table, terms_table

ROOT = Path(__file__).resolve().parents[2]
SHOW = ROOT / "secondlayer" / "show"
SENTENCES = [f"word{n} other{n} third{n} fourth{n}" for n in range(40)]


def crowd(own: tuple[float, ...] = (), count: int = 40) -> list[Found]:
    """Repository memories from 0.60 down, and the organisation's at these scores on their own footing."""
    found = [scoring(0.60 - 0.001 * n, f"r{n:02}", text=SENTENCES[n]) for n in range(count)]
    return found + [scoring(score, f"o{n}", scope="org") for n, score in enumerate(own)]


def says(trace: Trace) -> str:
    return "\n".join(finding.says for finding in findings(trace))


# -- sentences


def test_the_verdict_names_the_places_and_the_second_margin() -> None:
    assert verdict(run(crowd((0.55, 0.52)))) == "The organisation took places 2 and 4, the second by 0.010."
    assert verdict(run(crowd((0.55,)))) == "The organisation took place 2, by 0.040."


def test_the_verdict_without_a_seat_names_the_nearest_miss() -> None:
    assert verdict(run(crowd((0.50,)))) == "The organisation took no place: its nearest memory was 0.010 short of the bar."
    assert "nothing it holds matched" in verdict(run(crowd()))


def test_the_first_repair_is_told_apart_from_an_organisation_that_holds_nothing() -> None:
    trace = run(crowd((0.55, 0.52)), settings=PRODUCT.replace(seating="combined"))
    assert verdict(trace) == "The organisation took no place: none of its memories is in the combined list."


def test_nothing_found_is_said_in_the_briefs_own_words() -> None:
    trace = run([])
    assert verdict(trace) == trace.brief.says
    assert reason(trace) == ""
    assert rows(trace) == ()


def test_a_seat_that_the_budget_then_left_out_is_not_told_as_carried() -> None:
    found = [scoring(0.60, "r", text="alpha beta gamma delta"), scoring(0.58, "o", scope="org", text="alpha beta gamma delta")]
    trace = run(found)
    assert verdict(trace) == "The organisation took place 2, by 0.070, and the brief then left out place 2 (a repeat)."
    assert [row.fate for row in rows(trace)] == ["carried", "repeat"]


def test_a_crowded_out_organisation_is_the_first_finding() -> None:
    first = findings(run(crowd((0.55, 0.52))))[0]
    assert (
        first.says
        == "None of the 32 best in the combined read is the organisation's. Its own read brought what stands at places 2 and 4."
    )


def test_a_rule_and_its_negation_are_found() -> None:
    found = [
        scoring(0.6, "a", text="Replay the outbox after a failover"),
        scoring(0.59, "b", text="Never replay the outbox after a failover"),
    ]
    assert "Lines 1 and 2 share 1.000 of their tokens, but only one is negated: both are carried." in says(run(found))


@pytest.mark.parametrize(("by", "source"), [("section", "docs/a.md#first"), ("file", "docs/a.md")])
def test_the_cap_is_told_by_what_it_counts(by: str, source: str) -> None:
    where = {"source_repo": "acme/app", "source_path": "docs/a.md", "source_heading": "first"}
    found = [Found(memory=memory(f"m{n}", SENTENCES[n], **where), cosine=0.6 - n / 100) for n in range(4)]
    trace = run(found, settings=PRODUCT.replace(cap_by=by))
    assert f"{source} had spoken twice; two more blocks of it were left out." in says(trace)
    assert f"Two blocks were a third voice of one {by}." in reason(trace)
    assert [row.figures for row in rows(trace)][2:] == [f"places 1 and 2 already cite {source}"] * 2


def test_imported_text_on_a_seat_is_found() -> None:
    seat = scoring(0.59, "o", scope="org")
    imported = Found(memory=memory("o", seat.memory.text, scope="org", origin="imported"), cosine=seat.cosine)
    assert "Place 2 is held by imported text" in says(run([scoring(0.6, "r"), imported]))


def test_a_shared_bare_name_is_found() -> None:
    found = [scoring(0.6, "r", scope="feed")]
    known = (Repository(name="acme/feed"), Repository(name="labs/feed"))
    assert "a name that acme/feed and labs/feed may both have written under" in says(
        run(found, request(repo="acme/feed"), PRODUCT, known)
    )


def test_findings_come_weightiest_first() -> None:
    weights = [finding.weight for finding in findings(run(crowd((0.55, 0.52, 0.515, 0.505))))]
    assert len(weights) > 3
    assert weights == sorted(weights, reverse=True)


# -- rows and tables


def test_the_marked_lines_are_the_brief_byte_by_byte() -> None:
    trace = run(crowd((0.55, 0.52)))
    lines = printed_lines(trace)
    assert "\n".join(line for _, line in lines) == trace.brief.text
    assert [mark for mark, _ in lines[:5]] == ["", "●", "◆", "●", "◆"]


def test_every_candidate_of_both_reads_has_exactly_one_row() -> None:
    trace = run(crowd((0.55, 0.52, 0.40)), settings=PRODUCT.replace(fill=False))
    ids = [row.id for row in rows(trace)]
    both = {c.memory.id for read in trace.reads for c in (*read.candidates, *read.rest)}
    assert len(ids) == len(set(ids))
    assert set(ids) == both
    assert {row.fate for row in rows(trace)} == {"carried", "seated", "below_bar", "past_list"}


def test_the_short_table_holds_the_list_and_what_was_carried() -> None:
    trace = run(crowd((0.55,)), request(budget_chars=900))
    short = {row.id for row in rows(trace, everything=False)}
    assert set(trace.brief.carried) <= short
    assert {block.candidate.memory.id for block in trace.blocks if block.by != "fill"} <= short


def test_the_tables_hold_the_records_own_figures() -> None:
    trace = run(crowd((0.55, 0.50)))
    shown = candidates_table(rows(trace))
    assert list(shown["score"]) == [row.candidate.score for row in rows(trace)]
    sums = shown[[f"+ {name}" for name in TERMS]].sum(axis=1)
    assert (sums - shown["score"]).abs().max() < 1e-9
    judged = standings_table(trace)
    assert list(judged["result"]) == ["◆ place 2", "┄ below the bar"]
    assert list(judged["margin"]) == ["+0.040", "-0.010"]
    scans = scans_table(trace).set_index("what")
    assert list(scans.loc["in scope"]) == ["42", "2"]
    assert terms_table(trace.blocks[0].candidate)["points"].iloc[-1] == "0.600"


# -- charts


def test_the_terms_are_stacked_in_order_with_their_fixed_colours() -> None:
    trace = run(crowd((0.55, 0.52)))
    listed = rows(trace, everything=False)
    spec = json.loads(terms_chart(listed, trace).to_json())
    bars = spec["layer"][0]["encoding"]
    assert bars["color"]["scale"] == {"domain": list(TERMS), "range": list(TERM_COLOURS.values())}
    assert bars["order"]["field"] == "position"
    data = max(spec["datasets"].values(), key=len)
    totals: dict[int, float] = {}
    for mark in data:
        totals[mark["row"]] = totals.get(mark["row"], 0.0) + mark["points"]
    assert [totals[at] for at in range(len(listed))] == pytest.approx([row.candidate.score for row in listed], abs=1e-9)
    assert spec["height"] == BAR_ROW * len(listed)
    # each bar is named by its place and mark: it needs no table beside it
    assert bars["y"]["axis"]["labelExpr"].startswith('["1 \\u25cf", "2 \\u25c6", "3 \\u25cf", "4 \\u25c6"')


def test_both_reads_share_one_axis_with_the_bar_through_them() -> None:
    trace = run(crowd((0.55, 0.50)))
    assert bar_sum(trace) == "0.85 × 0.600 = 0.510"
    spec = json.loads(reads_chart(trace).to_json())
    points = [point for rows in spec["datasets"].values() for point in rows if point.get("memory") == "001"]
    assert {(point["read"], point["figure"]) for point in points} == {("combined", "0.460"), ("organisation", "0.550")}
    assert any(point.get("says") == bar_sum(trace) for rows in spec["datasets"].values() for point in rows)


def test_no_text_of_a_memory_is_in_a_chart() -> None:
    hostile = "<script>alert(1)</script> ![x](http://elsewhere.invalid/p.png)"
    trace = run([scoring(0.6, "r", text=hostile), scoring(0.59, "o", scope="org", text=hostile + " never")])
    for chart in (terms_chart(rows(trace), trace), reads_chart(trace)):
        assert "script" not in chart.to_json() and "elsewhere" not in chart.to_json()


def test_a_chart_draws_no_empty_layer() -> None:
    for trace in (
        run(crowd(count=3)),
        run([scoring(0.6, "o", scope="org")]),
        run([scoring(0.6, "o", scope="org")], request(repo=None)),
    ):
        spec = json.loads(reads_chart(trace).to_json())
        assert all(spec["datasets"][layer.get("data", spec.get("data"))["name"]] for layer in spec["layer"])


# -- addresses

moments = some.none() | some.datetimes(min_value=datetime(2000, 1, 1), max_value=datetime(2100, 1, 1)).map(
    lambda at: at.replace(microsecond=0, tzinfo=UTC)
)
words = some.text(some.characters(exclude_categories=("Cs",)), max_size=60)
changes = some.fixed_dictionaries(
    {},
    optional={
        "seating": some.sampled_from(["two_reads", "combined"]),
        "bar_ratio": some.floats(0, 1),
        "fill": some.booleans(),
        "k_combined": some.integers(1, 1000),
    },
)


@given(
    some.builds(
        Asked, prompt=words.filter(bool), repo=words, team=words, path=words, memory=words, example=words,
        budget_chars=some.integers(200, 1_000_000), as_of=moments, preset=some.sampled_from(["product", "paper"]),
        changes=changes, everything=some.booleans(),
    )
)  # fmt: skip
def test_an_address_read_back_is_the_view_it_was_written_from(asked: Asked) -> None:
    assert read_address(write_address(asked)) == (asked, ())


@given(some.dictionaries(some.sampled_from(["budget", "as_of", "preset", "seating", "rows", "x", "bar_ratio", "fill"]), words))
def test_no_address_is_refused(params: dict[str, str]) -> None:
    asked, notes = read_address(params)
    assert asked.settings is not None
    assert all(note.strip() for note in notes)


def test_what_is_too_long_for_a_link_is_left_out_of_it() -> None:
    asked = Asked(prompt="w" * 100_000, memory="数" * 3_000, as_of=NOW)
    assert asked.too_long == ("prompt", "text asked about")
    assert set(write_address(asked)) == {"as_of"}
    assert Asked(prompt="w" * 6_000).too_long == ()


# -- the rule on text


def modules() -> Iterator[Path]:
    yield from sorted(SHOW.rglob("*.py"))
    yield from sorted((ROOT / "pages").glob("*.py"))
    yield ROOT / "app.py"


def test_only_the_room_on_screen_and_the_pages_know_streamlit() -> None:
    for path in SHOW.glob("*.py"):
        imported = {
            alias.name for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Import) for alias in node.names
        }
        assert "streamlit" not in imported, path


#: the only expressions, beside literals, that are given to elements that read Markdown: own words and figures
OWN_WORDS = {
    "taught.title",
    "step.title",
    "name",
    "f'**{headline}**'",
    "verdict(trace)",
    "ledgers.spent_says(trace)",
    "'Who moved where' if len(trace.reads) > 1 else 'In order of rank'",
    "f'The cap, by {by}'",
    "example.title",
    "question.title",
    "told.verdict(graph, time)",
    "told.then_title(time, asked.as_of)",
    "label",
    "f':color[\\u2003]{{background=\"{colour}\"}}\\u2002{name}'",
    "f'**{heading}**'",
    "f':small[{group}]'",
    "verdicts.headline(verdict, trace)",
    "unwritten.headline(ones, settings_of(trace))",
    "f'**{told}**' if step.mark == '✕' else told",
    "f'**{says}**' if step.mark == '✕' else says",
    "'What it would take to change that' if inside else 'What would have carried it'",
    "f'What if ({changed} changed)' if changed else 'What if'",
    "'Both reads on one axis' if len(trace.reads) > 1 else 'The read'",
    "group",
    "verdict(readings)",
    "verdict(heard)",
    "section.title",
    "f'Let auto compare up to {own:,} again'",
    "stored.found_sentence(browsed, wanted, state.memories - state.retired, state.retired)",
}
READS_MARKDOWN = {
    "markdown", "caption", "title", "header", "subheader", "button", "popover", "expander", "info", "warning", "error",
    "success", "metric", "toast", "table", "radio", "tabs", "form_submit_button",
}  # fmt: skip


def test_nothing_draws_html_and_only_own_words_are_given_to_markdown() -> None:
    given_to_markdown = set()
    for path in modules():
        for node in ast.walk(ast.parse(path.read_text())):
            if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute)):
                continue
            assert node.func.attr not in {"write", "html", "iframe"}, path
            assert not any(keyword.arg == "unsafe_allow_html" for keyword in node.keywords), path
            if node.func.attr in READS_MARKDOWN and ast.unparse(node.func.value) in {"st", "st.sidebar"}:
                given_to_markdown |= {ast.unparse(given) for given in node.args[:1] if not isinstance(given, ast.Constant)}
    assert given_to_markdown <= OWN_WORDS
