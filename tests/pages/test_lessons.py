"""The lessons assert their own claims over the real demonstration organisation, and stand on their pages step by step."""

from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from secondlayer import demonstration
from secondlayer.asking import Opened
from secondlayer.embedding import Encoder
from secondlayer.lessons import LESSONS
from secondlayer.lessons.step import quiet, value_of
from secondlayer.show.lesson_charts import figures_chart, figures_table, takeaway
from secondlayer.show.on_screen import opened
from secondlayer.store import open_store

APP = Path(__file__).resolve().parents[2] / "app.py"
STEPS = [(lesson, number, step) for lesson in LESSONS for number, step in enumerate(lesson.steps, start=1)]
PAGES = {
    "empty-reads": "lesson_empty_reads",
    "two-reads": "lesson_two_reads",
    "repeats": "lesson_repeats",
    "reader": "lesson_reader",
}


@pytest.fixture(scope="module")
def place(clone: Callable[[str], str], demonstrated: Any, encoder: Encoder) -> Iterator[tuple[str, Opened]]:
    """The demonstration organisation: (its connection string, what lessons work with)."""
    dsn = clone(demonstrated.database)
    with open_store(demonstration.organisation(), dsn=dsn) as store:
        yield dsn, Opened(store=store, encoder=encoder)


@pytest.mark.parametrize(("lesson", "number", "step"), STEPS, ids=lambda value: getattr(value, "name", value))
def test_a_step_bears_out_every_claim_it_makes(place, lesson, number, step):
    value = value_of(step) if not step.on_demand else "2000"
    shown = step.run(place[1], value, quiet)
    assert shown.claims and shown.says.endswith((".", "!"))
    assert [claim.says for claim in shown.claims if not claim.holds] == []
    for figures in shown.figures:
        assert list(figures_table(figures).columns) == list(figures.head) and len(figures.rows) > 0
        if figures.drawn:
            drawn = figures_chart(figures)
            assert drawn is not None and figures.unit in takeaway(figures)


@pytest.mark.parametrize(
    ("lesson", "number", "step"), [row for row in STEPS if row[2].control], ids=lambda value: getattr(value, "name", value)
)
def test_every_value_of_a_control_runs_and_the_lessons_own_is_among_them(place, lesson, number, step):
    assert step.control.own in step.control.choices
    for choice in step.control.choices if not step.on_demand else ():
        assert step.run(place[1], choice, quiet).says


@pytest.fixture
def page(place, monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., AppTest]]:
    def run_page(address: Mapping[str, str], name: str) -> AppTest:
        app = AppTest.from_file(str(APP), default_timeout=60)
        app.switch_page(f"pages/{name}.py")
        for key, value in address.items():
            app.query_params[key] = value
        return app.run()

    monkeypatch.setenv("SECONDLAYER_DSN", place[0])
    monkeypatch.delenv("SECONDLAYER_ORG", raising=False)
    opened.store.clear()
    opened._holding.clear()
    opened._is_whole.clear()
    yield run_page
    opened.store.clear()
    opened._holding.clear()
    opened._is_whole.clear()


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.name)
def test_a_lesson_goes_step_by_step_and_back(page, lesson):
    app = page({}, PAGES[lesson.name])
    assert not app.exception and app.title[0].value == lesson.title
    assert app.header[0].value == lesson.steps[0].title
    app.button(key="lesson.next").click().run()
    assert app.header[0].value == lesson.steps[1].title
    assert app.query_params["step"] == "2"
    app.button(key="lesson.previous").click().run()
    assert app.header[0].value == lesson.steps[0].title and "step" not in app.query_params


def test_a_changed_number_is_in_the_address_and_one_click_goes_back(page):
    app = page({"step": "3", "number": "1"}, "lesson_two_reads")
    shown = [element.value for element in app.text]
    assert "At 1.00 of the top the three prompts seat no place, no place, no place." in shown
    app.button(key="lesson.back").click().run()
    assert "number" not in app.query_params
    assert any("At 0.85 of the top" in element.value for element in app.text)


def test_a_value_that_is_none_falls_back_with_a_note(page):
    app = page({"step": "99", "number": "enormous"}, "lesson_repeats")
    assert app.header[0].value == LESSONS[2].steps[0].title
    assert any("none of this step's" in element.value for element in app.markdown)
    assert not app.exception
