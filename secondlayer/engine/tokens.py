"""Content tokens and polarity of a sentence (paper 003 §2-3), for any script."""

import re
import unicodedata
from functools import lru_cache

from secondlayer.engine.words import FUNCTION_WORDS, NEGATIONS

#: letters and digits with their combining marks, and apostrophes inside a word
_APOSTROPHES = "'’"
_SHORTEST = 3

# Scripts written without spaces between words: Thai, Lao, Myanmar, Khmer, kana, Bopomofo, Han and their extensions.
_UNSPACED = re.compile(
    "[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3005-\u3007\u3040-\u30ff\u3100-\u312f\u31f0-\u31ff"
    "\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]+"
)


# Most text is ASCII with typographers' marks; for it one expression finds the same words ten times faster.
_PLAIN = re.compile(r"[\x00-\x7f“”‘’–—…•·→›×]*")
_PLAIN_WORD = re.compile(r"[a-z0-9]+(?:['’](?=[a-z])[a-z0-9]+)*")


@lru_cache(maxsize=20_000)
def tokens(text: str) -> frozenset[str]:
    """The content tokens of the text, as a set (paper 003 §2).

    Lower-cased words of three or more characters, function words and negation words dropped, a trailing plural `s`
    folded (not after `s`, `i` or `u`). Text without spaces between words gives its overlapping character pairs.

    >>> sorted(tokens("Deploys go through docker compose on the box"))
    ['box', 'compose', 'deploy', 'docker', 'through']
    >>> sorted(tokens("Never use Redis; Postgres isn't optional."))
    ['optional', 'postgre', 'redis', 'use']
    >>> sorted(tokens("数据库"))
    ['据库', '数据']
    """
    found: set[str] = set()
    for word in _words(text):
        if word.isascii():
            found.update(_kept(word))
            continue
        position = 0
        for run in _UNSPACED.finditer(word):
            _keep(word[position : run.start()], found)
            _keep_pairs(run.group(), found)
            position = run.end()
        _keep(word[position:], found)
    return frozenset(found)


@lru_cache(maxsize=20_000)
def negated(text: str) -> bool:
    """Whether the sentence holds a negation word or a contraction ending in -n't (paper 003 §4).

    >>> negated("Never run migrations by hand"), negated("Stop running migrations by hand")
    (True, False)
    """
    return any(word in NEGATIONS or _contracted_not(word) for word in _words(text))


def negations(text: str) -> tuple[str, ...]:
    """The words that mark the sentence as negated, each once, in order; empty exactly when it is not `negated`.

    >>> negations("Never log it, and don't print it")
    ('never', "don't")
    """
    return tuple(dict.fromkeys(word for word in _words(text) if word in NEGATIONS or _contracted_not(word)))


def _words(text: str) -> list[str]:
    """Lower-cased runs of letters, digits and combining marks; an apostrophe between two of them stays."""
    if text.isascii() or _PLAIN.fullmatch(text):
        return _PLAIN_WORD.findall(text.lower())
    words: list[str] = []
    start: int | None = None
    lowered = unicodedata.normalize("NFC", text).lower()
    for position, character in enumerate(lowered):
        inside = character.isalnum() or (start is not None and unicodedata.category(character)[0] == "M")
        joins = character in _APOSTROPHES and start is not None and lowered[position + 1 : position + 2].isalpha()
        if inside or joins:
            start = position if start is None else start
        elif start is not None:
            words.append(lowered[start:position])
            start = None
    if start is not None:
        words.append(lowered[start:])
    return words


def _contracted_not(word: str) -> bool:
    return word.endswith(("n't", "n’t"))


def _keep(word: str, found: set[str]) -> None:
    if _contracted_not(word):
        return
    for apostrophe in _APOSTROPHES:
        word = word.partition(apostrophe)[0]
    if len(word) < _SHORTEST or word in FUNCTION_WORDS:
        return
    # `redis`, `status` and `access` are no plurals; a three-letter name such as `aws` stays whole.
    if len(word) > _SHORTEST and word.endswith("s") and word[-2] not in "siu":
        word = word[:-1]
    found.add(word)


@lru_cache(maxsize=50_000)
def _kept(word: str) -> frozenset[str]:
    """The token of a word without unspaced script, if it has one; most words have been met before."""
    found: set[str] = set()
    _keep(word, found)
    return frozenset(found)


def _keep_pairs(run: str, found: set[str]) -> None:
    found.update(run[at : at + 2] for at in range(max(1, len(run) - 1)))
