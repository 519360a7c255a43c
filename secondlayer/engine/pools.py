"""Who is in a read's pool, and who would be if one memory left it or came into it."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Literal

from secondlayer.engine.assemble import ReadResult
from secondlayer.engine.scopes import proximity
from secondlayer.engine.tokens import tokens
from secondlayer.records import Candidate, Found, Memory, Read, Scan, Word
from secondlayer.settings import Settings

#: the store adds up scores in numbers of half the width: nearer than this, the record does not tell which of two is better
AS_GOOD = 1e-6

#: scored; in the pool without matching the prompt; read but not in the pool; not read; or not to be told from the record
Whereabouts = Literal["scored", "unmatched", "outside", "unread", "unknown"]


def limit_of(settings: Settings, *, first: bool) -> int:
    """How many a read takes into its pool: the list's read is the first."""
    return max(settings.pool, settings.k_combined if first else settings.k_organisation)


def whereabouts(read: Read, memory: Memory, cosine: float | None, limit: int) -> Whereabouts:
    """Where a memory was in that read, as far as the record tells."""
    if any(candidate.memory.id == memory.id for candidate in (*read.candidates, *read.rest)):
        return "scored"
    if proximity(memory.scope, read.plan) is None:
        return "unread"
    if read.scan.plan == "hnsw" or cosine is None:
        return "unknown"
    if _by_meaning(read) == read.scan.in_scope:
        return "unmatched"
    if by_score(read):
        # what matches comes first: while the pool holds what does not, nothing that matches is outside
        return "unknown" if not is_full(read, limit) else "unmatched" if read.unmatched else "outside"
    # of two that are as near, the one in the pool is told by their ids, and the record has not both
    if not is_full(read, limit) or read.farthest is None or cosine == read.farthest:
        return "unknown"
    return "unmatched" if cosine > read.farthest else "outside"


def by_score(read: Read) -> bool:
    """Whether the pool is the best by score: the store added up the scores of all in scope."""
    return read.scan.outside is not None


def last_of(read: Read) -> Candidate | None:
    """The last of a pool that was made by score, which a better one would push out; None while it holds what does not match."""
    ranked = (*read.candidates, *read.rest)
    return ranked[-1] if ranked and not read.unmatched else None


def is_full(read: Read, limit: int) -> bool:
    """Whether as many came, rare words apart, as the pool takes: one more would push the last out."""
    return _by_meaning(read) >= limit


def without(result: ReadResult, gone: Memory | None, limit: int, settings: Settings) -> ReadResult | None:
    """The read as it would be without that memory: of one more than the limit, the rest, the next nearest among them.

    With None, the read as it is, cut to the limit. None when the memory's going would change which words are rare.
    """
    came = sum(one.by != "words" for one in result.found)
    if gone is not None and came > limit and not words_stay(result.scan, gone, -1, settings):
        return None
    left = [one for one in result.found if gone is None or one.memory.id != gone.id]
    near = [one for one in left if one.by != "words"]
    over = [replace(one, by="words") for one in near[limit:] if holds_a_rare_word(one.memory, result.scan.words)]
    words = [one for one in left if one.by == "words"]
    leaves = gone is not None and proximity(gone.scope, result.plan) is not None
    return replace(result, found=(*near[:limit], *over, *words), scan=_counted(result.scan, -1) if leaves else result.scan)


def joined(
    read: Read, result: ReadResult, one: Found, limit: int, settings: Settings, points: float | None, *, filed: bool
) -> ReadResult | None:
    """The read as it would be with that memory in reach: in its pool, the last pushed out when it is full.

    `points` is its score there, None when it does not match; `filed` says that it is new to the scope and counts there.
    None when the record cannot tell; unchanged when it would stay outside the pool.
    """
    if proximity(one.memory.scope, read.plan) is None:
        return result
    if read.scan.plan == "hnsw" or (filed and not words_stay(read.scan, one.memory, +1, settings)):
        return None
    scan = _counted(read.scan, +1) if filed else read.scan
    if not is_full(read, limit):
        return replace(result, found=(*result.found, one), scan=scan)
    if by_score(read):
        last = last_of(read)
        if points is None or (last is not None and abs(points - last.score) <= AS_GOOD):
            return None
        if last is not None and points < last.score:
            return replace(result, scan=scan)
        kept = (other for other in result.found if last is None or other.memory.id != last.memory.id)
        return replace(result, found=(*kept, one), scan=scan)
    farthest = read.farthest
    if farthest is None or farthest < 0.0 or one.cosine == farthest or not tells_the_farthest(read):
        return None
    if one.cosine < farthest:
        came = (replace(one, by="words"),) if holds_a_rare_word(one.memory, read.scan.words) else ()
        return replace(result, found=(*result.found, *came), scan=scan)
    gone = leaver(read)
    return replace(result, found=(*(other for other in result.found if other.memory.id != gone), one), scan=scan)


def tells_the_farthest(read: Read) -> bool:
    """Whether the record tells which came last by meaning: not when one that words brought is exactly as near."""
    if by_score(read):
        return True
    as_near = sum(one.term("meaning").value == read.farthest for one in (*read.candidates, *read.rest))
    return as_near < 2 or not read.scan.joined


def leaver(read: Read) -> str | None:
    """The memory that another would push out of a full pool: the last by score, or the farthest that no rare word brings."""
    if by_score(read):
        worst = last_of(read)
        return None if worst is None else worst.memory.id
    farthest = (one for one in (*read.candidates, *read.rest) if one.term("meaning").value == read.farthest)
    last = max(farthest, key=lambda one: one.memory.id, default=None)
    return None if last is None or holds_a_rare_word(last.memory, read.scan.words) else last.memory.id


def holds_a_rare_word(memory: Memory, words: Sequence[Word]) -> bool:
    """Whether it holds a word that brings in every memory that holds it."""
    return any(word.taken and set(word.word.split()) <= tokens(memory.passage) for word in words)


def words_stay(scan: Scan, memory: Memory, by: int, settings: Settings) -> bool:
    """Whether the same words bring in their holders when that memory, which may hold some, comes (+1) or goes (-1)."""
    if not scan.words:
        return True
    own = tokens(memory.passage)
    most = settings.rare_limit
    held = []
    for word in scan.words:
        change = by if set(word.word.split()) <= own else 0
        # one that more hold than were counted may be held by just one more: taken for that, which is the worse case
        held.append((min(most + 1, (most + 1 if word.held is None else word.held) + change), word.word))
    taken, total, used = set(), 0, 0
    for count, name in sorted(held):
        total += count
        used += count > 0
        if count and total <= most and used <= settings.rare_tokens:
            taken.add(name)
    return taken == {word.word for word in scan.words if word.taken}


def _by_meaning(read: Read) -> int:
    return len(read.candidates) + len(read.rest) + read.unmatched - read.scan.joined


def _counted(scan: Scan, by: int) -> Scan:
    """The scan's counts with one memory more or less in scope."""
    if scan.in_scope is None:
        return scan
    all_matched = scan.matched == scan.in_scope
    matched = scan.matched + by if all_matched and scan.matched is not None else scan.matched
    return replace(scan, in_scope=scan.in_scope + by, matched=matched)
