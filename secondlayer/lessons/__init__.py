"""Four lessons, one a paper, in the papers' order. Each step runs the engine and tests what it says."""

from secondlayer.lessons.empty_reads import EMPTY_READS
from secondlayer.lessons.reader import READER
from secondlayer.lessons.repeats import REPEATS
from secondlayer.lessons.two_reads import TWO_READS

LESSONS = (EMPTY_READS, TWO_READS, REPEATS, READER)

__all__ = ["EMPTY_READS", "LESSONS", "READER", "REPEATS", "TWO_READS"]
