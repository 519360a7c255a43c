"""How a memory is printed in a brief: one line of data with its source, layer and age (DESIGN §3)."""

import re
import unicodedata
from datetime import datetime
from functools import lru_cache

from secondlayer.engine.tokens import tokens
from secondlayer.records import ORG_SCOPE, Memory

_WHITESPACE = re.compile(r"\s+")
_SUFFIXES = (".html.md.erb", ".md.erb", ".markdown", ".mdx", ".md", ".txt", ".rst")
#: longest heading slug and file name in a citation: whole paths ate 30% of a brief (DESIGN §3)
_LONGEST_PART = 48
#: share of a subject's tokens that text and citation must hold for it to go without saying
_SUBJECT_SAID = 0.5


def plain(text: str) -> str:
    """The text on one line: white space folded, control and bidirectional characters removed, all else unchanged."""
    if text.isprintable() and "  " not in text:  # then there is nothing to fold or remove
        return text.strip()
    folded = _WHITESPACE.sub(" ", text).strip()
    if folded.isprintable():
        return folded
    return "".join(
        character
        for character in folded
        if unicodedata.category(character) not in ("Cc", "Cf", "Cs") or character in "\u200c\u200d"
    )


def line(memory: Memory, as_of: datetime, said_subjects: frozenset[str] = frozenset()) -> str:
    """`- sentence [where source#heading, layer, age]`, the subject before it when nothing else says it.

    `said_subjects` are the subjects the brief has printed already: one is printed once.
    """
    body = plain(memory.text)
    if needs_subject(memory) and memory.subject not in said_subjects:
        body = f"{plain(memory.subject)}: {body}"
    return f"- {body} [{cite(memory)}, {memory.layer}, {age(memory, as_of)}]"


def needs_subject(memory: Memory) -> bool:
    """Whether the subject must be printed: the sentence and its citation hold less than half of its tokens."""
    subject = tokens(memory.subject)
    if not subject:
        return False
    said = tokens(memory.text) | tokens(cite(memory).replace("-", " ").replace("_", " "))
    return len(subject & said) < _SUBJECT_SAID * len(subject)


def cite(memory: Memory) -> str:
    """The short citation: the organisation's mark, repository, file name and heading; the scope without a document.

    `org: gds-way using-github-actions#permissions`, `publishing-api data-migration#testing`, `team:web`.
    """
    return _citation(memory.scope, memory.source_repo, memory.source_path, memory.source_heading)


@lru_cache(maxsize=20_000)
def _citation(scope: str, source_repo: str, source_path: str, source_heading: str) -> str:
    level = "org" if scope == ORG_SCOPE else scope if scope.startswith("team:") else ""
    if not source_path:
        return plain(level or scope)
    repository = source_repo or ("" if level else scope)
    # History under a bare name may be another owner's: there the owner is printed.
    if level or "/" in scope:
        repository = repository.rpartition("/")[2]
    name = source_path.rpartition("/")[2]
    for suffix in _SUFFIXES:
        name = name.removesuffix(suffix)
    heading = f"#{_short(source_heading)}" if source_heading else ""
    place = f"{repository} {_short(name)}{heading}".strip()
    return plain(f"{level}: {place}" if level else place)


def age(memory: Memory, as_of: datetime) -> str:
    """How long ago it was last said: `today`, `12 d`, `7 mo`, `3 y`; `undated` when its source has no date."""
    said_at = memory.last_said_at
    if said_at is None:
        return "undated"
    days = max(0, (as_of - said_at).days)
    if days == 0:
        return "today"
    if days < 61:
        return f"{days} d"
    return f"{round(days / 30.44)} mo" if days < 730 else f"{round(days / 365.25)} y"


def _short(part: str) -> str:
    return part if len(part) <= _LONGEST_PART else part[: _LONGEST_PART - 1].rstrip("-") + "…"
