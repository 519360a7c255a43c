"""Paper 004 as a lesson: what a shared memory cannot know about its reader."""

from secondlayer.lessons import READER
from secondlayer.show.on_screen import opened
from secondlayer.show.on_screen.lesson import lesson


def page() -> None:
    lesson(READER)


opened.guarded(page)
