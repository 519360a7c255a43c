"""The records' displays: what they show, that stored text stays text, that they are bounded, and how a notebook gets them."""

import re
from collections.abc import Callable
from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as some
from inspected import HOSTILE, ODD_ID
from IPython.core.formatters import DisplayFormatter
from making import hostile, memory, request, run, scoring
from parsed import ACTIVE, REACHING, parsed

import secondlayer
from secondlayer.engine.pairs import above
from secondlayer.engine.repeats import overlap
from secondlayer.engine.why import Known, why
from secondlayer.records import Counterfactual, Found, Trace
from secondlayer.settings import PRODUCT
from secondlayer.show.displays import DISPLAYS
from secondlayer.show.markup import clipped, element, scoped, stored
from secondlayer.show.plain import TEXTS


def records(trace: Trace) -> dict[str, Any]:
    """One of each record that has a display."""
    known = trace.blocks[0].candidate.memory
    change = Counterfactual(
        change={"change": "bar_ratio"}, sentence=f"{HOSTILE[0]} would do", carried=True, gained=(ODD_ID,), lost=(HOSTILE[1],)
    )
    verdict = replace(why(trace, PRODUCT, Known(memory=known, cosine=0.5)), counterfactuals=(change,), impossible=(change,))
    scan = replace(trace.reads[0].scan, because=HOSTILE[6])
    return {
        "Trace": trace,
        "Brief": trace.brief,
        "Verdict": verdict,
        "Read": replace(trace.reads[0], bound_says=HOSTILE[0]),
        "Scan": scan,
        "Overlap": overlap(HOSTILE[0], HOSTILE[1], PRODUCT),
        "Pair": above(trace, known.id, trace.blocks[-1].candidate.memory.id),
    }


def display(record: Any) -> str:
    return str(DISPLAYS[type(record)](record))


def text(record: Any) -> str:
    return TEXTS[type(record)](record)


NAMES = ("Trace", "Brief", "Verdict", "Read", "Scan", "Overlap", "Pair")


@pytest.mark.parametrize("name", NAMES)
def test_nothing_in_a_display_runs_loads_or_links(name: str) -> None:
    shown = parsed(display(records(hostile())[name]))
    assert not ACTIVE & set(shown.elements)
    assert not [one for one in shown.attributes if one[1] in REACHING or one[1].startswith("on")]
    assert not {"i", "b", "svg onload"} & set(shown.elements)


@pytest.mark.parametrize("name", ["Trace", "Brief", "Read"])
def test_hostile_text_is_shown_character_by_character(name: str) -> None:
    shown = parsed(display(records(hostile())[name]))
    for one in HOSTILE:
        assert one in shown.text


def test_a_verdict_shows_the_memory_and_its_changes_as_they_are() -> None:
    verdict = records(hostile())["Verdict"]
    shown = parsed(display(verdict)).stored
    assert verdict.memory.text in shown
    assert f"{HOSTILE[0]} would do" in shown
    assert any(verdict.memory.id in one and "<b>acme</b> docs/<script>0.md" in one for one in shown)


@given(some.text(some.characters(exclude_categories=("Cs",), exclude_characters="\0"), max_size=80))
def test_any_text_is_read_back_from_its_markup(given_text: str) -> None:
    assert parsed(stored(given_text)).stored == [given_text]


def test_what_no_html_can_hold_is_replaced_and_not_lost() -> None:
    assert parsed(stored("a\0b\ud800c")).stored == ["a\ufffdb?c"]


@given(some.text(max_size=40), some.integers(0, 40))
def test_a_clipped_text_is_a_beginning_that_parts_no_letter_from_its_accent(whole: str, longest: int) -> None:
    short = clipped(whole, longest)
    assert whole.startswith(short) and len(short) <= max(longest, 0)
    assert clipped("e\u0301" * 9, 3) == "e\u0301"


@pytest.mark.parametrize("made", [lambda: element("script"), lambda: element("p", onclick="x"), lambda: element("p", href="x")])
def test_only_known_elements_and_attributes_are_made(made: Callable[[], Any]) -> None:
    with pytest.raises(ValueError):
        made()


def test_an_attribute_cannot_be_left() -> None:
    shown = parsed(element("p", aria_label='"><script>alert(1)</script>'))
    assert shown.elements == ["p"]
    assert shown.attributes == [("p", "aria-label", '"><script>alert(1)</script>')]


def test_styles_are_kept_to_their_own_display_by_ids_that_count_up() -> None:
    first, second = display(hostile().brief), display(hostile().brief)
    ids = [re.match(r'<div id="secondlayer-(\d+)"', one) for one in (first, second)]
    assert ids[0] and ids[1] and int(ids[1][1]) == int(ids[0][1]) + 1
    style = first[first.index("<style>") + 7 : first.index("</style>")]
    rules = re.findall(r"([^{}]+)\{", style)
    assert rules and all(f"#secondlayer-{ids[0][1]}" in part for rule in rules for part in rule.split(","))
    assert "#here" not in scoped("#here { color: red }")


def test_no_typesetter_may_take_stored_text_for_a_formula() -> None:
    classes = parsed(display(hostile())).attributes[1][2].split()
    assert {"mathjax_ignore", "tex2jax_ignore"} <= set(classes)


@pytest.mark.parametrize("name", ["Trace", "Read"])
def test_a_long_record_is_bounded_and_says_how_much_is_left_out(name: str) -> None:
    found = [scoring(0.6 - n / 1000, f"r{n:03}", text=f"w{n} x{n} y{n} z{n}. " + "long " * 2000 * (n == 0)) for n in range(150)]
    trace = run(found, request(budget_chars=40_000), PRODUCT.replace(k_combined=150))
    shown = parsed(display({"Trace": trace, "Read": trace.reads[0]}[name]))
    assert "… 138 more" in shown.text
    assert "characters)" in shown.text
    assert len(shown.text) < 40_000
    assert "138 more" in text({"Trace": trace, "Read": trace.reads[0]}[name])


def test_the_drawings_and_the_cells_beside_them_hold_the_same_figures() -> None:
    trace = run([scoring(0.60, "r"), scoring(0.55, "o", scope="org")])
    shown = parsed(display(trace))
    labels = [value for _, name, value in shown.attributes if name == "aria-label"]
    for block in trace.blocks:
        assert f"{block.candidate.score:.3f}, the sum of its six terms" in labels
        assert f"{block.candidate.score:.3f}" in shown.text
        assert all(f"{term.points:.3f}" in shown.text for term in block.candidate.terms)
    assert f"0.85 × 0.600 = {trace.bar.value:.3f}" in shown.text  # type: ignore[union-attr]


def test_a_stack_of_terms_ends_where_its_score_lies() -> None:
    from secondlayer.show.drawing import Axis, stacked

    candidate = run([scoring(0.60, "r")]).blocks[0].candidate
    drawn = parsed(stacked(candidate, Axis(low=0.0, high=1.0), 0.51))
    rects = [one for one in drawn.attributes if one[0] == "rect"]
    starts = [float(value.rstrip("%")) for _, name, value in rects if name == "x"]
    widths = [float(value.rstrip("%")) for _, name, value in rects if name == "width"]
    assert starts[-1] + widths[-1] == pytest.approx(60.0, abs=0.05)
    assert [value for kind, name, value in drawn.attributes if (kind, name) == ("line", "x1")] == ["51.00%"]


def test_gates_tell_the_one_that_stopped_it_from_those_it_did_not_need() -> None:
    trace = run([scoring(0.60, "r"), scoring(0.50, "o", scope="org")], settings=PRODUCT.replace(fill=False, k_combined=1))
    lost = trace.standings[0].candidate.memory
    verdict = why(trace, PRODUCT, Known(memory=lost, cosine=0.5))
    shown = parsed(display(verdict)).text
    assert verdict.verdict == "below_bar" and "✕ bar" in shown and "· listed" in shown and "┄ Below the bar." in shown
    assert "✕ stopped here" in text(verdict)


def test_an_empty_run_has_displays_too() -> None:
    trace = run([])
    assert trace.brief.says in parsed(display(trace)).text
    assert trace.brief.says in text(trace)
    assert "No memory of the organisation was judged" in parsed(display(trace)).text


@pytest.mark.parametrize("name", NAMES)
def test_the_text_twin_holds_nothing_that_a_terminal_obeys(name: str) -> None:
    found = [Found(memory=memory("m", "red \x1b[31m and \u202ereversed\u202c \x07 text here"), cosine=0.6)]
    shown = text(records(run(found, request("ring \x1b]0;title\x07 it")))[name])
    assert shown.strip()
    assert all(one == "\n" or one.isprintable() for one in shown)


# -- in a notebook


def notebook() -> Any:
    return SimpleNamespace(display_formatter=DisplayFormatter())


@pytest.mark.parametrize("name", NAMES)
def test_loading_the_extension_gives_each_record_html_and_text(name: str) -> None:
    shell = notebook()
    secondlayer.load_ipython_extension(shell)
    data, _ = shell.display_formatter.format(records(hostile())[name])
    assert set(data) == {"text/html", "text/plain"}
    assert type(data["text/html"]) is str and data["text/html"].startswith('<div id="secondlayer-')
    assert data["text/plain"] == text(records(hostile())[name])


def test_tables_of_stored_text_are_kept_from_the_typesetter_too() -> None:
    shell = notebook()
    secondlayer.load_ipython_extension(shell)
    table = shell.display_formatter.format(pd.DataFrame({"memory": HOSTILE}))[0]["text/html"]
    assert "mathjax_ignore" in table and "<script>" not in table
    secondlayer.unload_ipython_extension(shell)


def test_unloading_it_takes_them_away() -> None:
    shell = notebook()
    secondlayer.load_ipython_extension(shell)
    secondlayer.unload_ipython_extension(shell)
    data, _ = shell.display_formatter.format(run([scoring(0.6, "r")]).brief)
    assert set(data) == {"text/plain"} and data["text/plain"].startswith("Brief(")


def test_records_know_nothing_of_their_displays() -> None:
    assert not any(hasattr(record, "_repr_html_") or hasattr(record, "_repr_mimebundle_") for record in DISPLAYS)
