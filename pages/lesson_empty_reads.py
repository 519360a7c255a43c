"""Paper 001 as a lesson: an empty answer describes the read."""

from secondlayer.lessons import EMPTY_READS
from secondlayer.show.on_screen import opened
from secondlayer.show.on_screen.lesson import lesson


def page() -> None:
    lesson(EMPTY_READS)


opened.guarded(page)
