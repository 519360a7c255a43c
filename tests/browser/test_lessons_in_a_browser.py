"""The lessons in a real browser, over the demonstration organisation: drawn whole, quiet, and for everyone."""

from pathlib import Path

import pytest
from playwright.sync_api import Browser
from watching import PATIENCE, overflow, serious, watched

from secondlayer.lessons import LESSONS

PATHS = ("lesson_empty_reads", "lesson_two_reads", "lesson_repeats", "lesson_reader")
LOOKS = (("light", 1440, "light", 2), ("dark", 1440, "dark", 1), ("phone", 390, "light", 3))


@pytest.mark.parametrize(("name", "width", "scheme", "step"), LOOKS, ids=[look[0] for look in LOOKS])
@pytest.mark.parametrize(("path", "lesson"), list(zip(PATHS, LESSONS, strict=True)), ids=PATHS)
def test_a_step_is_drawn_whole_quiet_and_accessible(
    browser: Browser, first_start: str, artefacts: Path, path: str, lesson, name: str, width: int, scheme: str, step: int
) -> None:
    if lesson.steps[step - 1].on_demand:
        step = 4
    with watched(browser, first_start, width=width, scheme=scheme) as looked:
        page = looked.go({"step": str(step)}, "What follows", path=path)
        page.get_by_role("heading", name=lesson.steps[step - 1].title, exact=True).wait_for(timeout=PATIENCE)
        looked.whole(artefacts / f"{path}-{name}.png")
        assert overflow(page) <= width
        assert serious(page) == []
        assert looked.errors == []
        assert looked.elsewhere == []


def test_a_lesson_is_walked_with_the_keyboard_and_its_link_opens_the_same_step(browser: Browser, first_start: str) -> None:
    with watched(browser, first_start) as looked:
        page = looked.go({}, "What follows", path="lesson_repeats")
        page.get_by_role("button", name="Next", exact=True).press("Enter")
        page.get_by_role("heading", name=LESSONS[2].steps[1].title, exact=True).wait_for(timeout=PATIENCE)
        page.get_by_label("The sentence considered after it").fill("Deploys never go through docker compose on the box")
        page.get_by_role("button", name="Compare").press("Enter")
        page.get_by_text("Deploys never go through docker compose on the box").first.wait_for(timeout=PATIENCE)
        page.wait_for_function("!document.querySelector('[data-testid=stApp][data-test-script-state=running]')")
        link = page.url
        assert "pair=" in link and "step=2" in link
    with watched(browser, first_start) as looked:
        looked.page.goto(link)
        looked.page.get_by_text("Deploys never go through docker compose on the box").first.wait_for(timeout=PATIENCE)
        looked.page.get_by_role("button", name="Back to the lesson's own").wait_for(timeout=PATIENCE)
