"""A memory's text as people paste it: as stored, or as a brief printed it, or nearly so."""

import re
from collections.abc import Iterator

from secondlayer.engine.tokens import negated, tokens

# `- sentence [where, layer, age]`, as `printing.line` writes it
_PRINTED = re.compile(r"^(?:[-*•]\s+)?(?P<body>.*?)(?:\s+\[[^\[\]]+,\s[^\[\]]+,\s[^\[\]]+\])?$", re.DOTALL)
#: overlap of tokens, of the larger set, from which on a pasted text is taken for a stored one with a slip in it
_NEARLY = 0.75


def readings(pasted: str) -> Iterator[str]:
    """What the text may stand for, likeliest first: itself, without a printed line's marks, without its subject.

    >>> list(readings("- Logging: Use Splunk. [org: gds-way logging, policy, 3 y]"))[1:]
    ['Logging: Use Splunk.', 'Use Splunk.']
    """
    yield pasted
    printed = _PRINTED.match(pasted.strip())
    body = printed["body"].strip() if printed else pasted
    if body and body != pasted:
        yield body
    start = 0
    while (at := body.find(": ", start)) >= 0:
        start = at + 2
        if body[start:].strip():
            yield body[start:].strip()


def says_the_same(pasted: str, text: str) -> bool:
    """Whether both hold nearly the same tokens, in at least one reading of the first, and agree in being negated."""
    stored = tokens(text)
    for reading in readings(pasted):
        own = tokens(reading)
        larger = max(len(own), len(stored))
        if larger and len(own & stored) >= _NEARLY * larger and negated(reading) == negated(text):
            return True
    return False
