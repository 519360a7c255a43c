"""Paper 002 as a lesson: the organisation needs its own read."""

from secondlayer.lessons import TWO_READS
from secondlayer.show.on_screen import opened
from secondlayer.show.on_screen.lesson import lesson


def page() -> None:
    lesson(TWO_READS)


opened.guarded(page)
