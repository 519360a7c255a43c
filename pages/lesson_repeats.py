"""Paper 003 as a lesson: a brief is a budget."""

from secondlayer.lessons import REPEATS
from secondlayer.show.on_screen import opened
from secondlayer.show.on_screen.lesson import lesson


def page() -> None:
    lesson(REPEATS)


opened.guarded(page)
