"""The brief's text, and what it says of itself (DESIGN §3, paper 001 §4)."""

from collections.abc import Iterator, Sequence

from secondlayer.engine.printing import plain
from secondlayer.records import Block, Brief, Read, Request, Scan

#: longest name printed in the first line, so that a brief of 200 characters keeps room for memories
_LONGEST_NAME = 40

_CUT_SHORT = {"ceiling": "the ceiling", "memory": "its memory limit", "unknown": "a limit this server does not tell"}


def head(request: Request, says: str) -> str:
    """The first line: scope, date and what was searched; names are shortened until it fits half of the budget."""
    for first_line in _heads(request, says):
        if len(first_line) <= request.budget_chars // 2:
            break
    return first_line if len(first_line) <= request.budget_chars else f"{request.as_of:%Y-%m-%d}. {says}"


def head_turns(request: Request, says: str) -> tuple[int, ...]:
    """The budgets at which the first line turns to another length, in order."""
    lengths = {len(first_line) for first_line in _heads(request, says)}
    return tuple(sorted({2 * length for length in lengths} | {min(lengths)}))


def _heads(request: Request, says: str) -> Iterator[str]:
    for longest in (_LONGEST_NAME, 24, 12):
        yield f"{scope_names(request, longest)}, {request.as_of:%Y-%m-%d}. {says}"


def scope_names(request: Request, longest: int = _LONGEST_NAME) -> str:
    """The scopes of a request in words, nearest first: `acme/app + team:web + org`."""
    names = [request.repo, f"team:{request.team}" if request.team else None, "org"]
    return " + ".join(_short(plain(name), longest) for name in names if name)


def searched(reads: Sequence[Read]) -> str:
    """The sentence on what was searched: `Searched all 312 and all 96 of org.`"""
    parts = [_extent(read.scan) for read in reads]
    return f"Searched {parts[0]}." if len(parts) == 1 else f"Searched {parts[0]}, and {parts[1]} of org."


def nothing(reads: Sequence[Read], stored: int | None) -> str:
    """The honest sentence when no memory matched; `stored` counts current memories filed in the scopes, embedded or not.

    Never that nothing is known: an empty answer describes the read, not the store (paper 001 §4).
    """
    scan = reads[0].scan
    if not scan.in_scope and stored:
        return (
            f"{stored:,} memories are filed here but none can be searched: the index or the embeddings are stale. "
            "Run `secondlayer doctor`."
        )
    if not scan.in_scope:
        return "No memories are filed in these scopes yet, so there was nothing to search."
    if scan.plan == "hnsw" and scan.stop in _CUT_SHORT:
        examined = "an unknown number" if scan.matched is None else f"{scan.matched:,}"
        return (
            f"Searched {examined} of {scan.in_scope:,} memories here and stopped at {_CUT_SHORT[scan.stop]}; "
            "none of those matched, and the rest was not looked at."
        )
    return f"Searched all {scan.in_scope:,} memories here; none matched this request."


def unreachable(request: Request, reason: str) -> str:
    """The brief when the store did not answer: what was asked, and that nothing was read."""
    asked = f"{scope_names(request)}, {request.as_of:%Y-%m-%d}"
    return f"{asked}. The store could not be reached, so nothing was read: {plain(reason)}"


def write(request: Request, first_line: str, says: str, blocks: Sequence[Block]) -> Brief:
    """The text: the first line, then each carried block on a line of its own, in order."""
    carried = [block for block in blocks if block.outcome == "carried"]
    text = "\n".join([first_line, *(block.line for block in carried)])
    return Brief(
        text=text,
        chars=len(text),
        budget_chars=request.budget_chars,
        carried=tuple(block.candidate.memory.id for block in carried),
        says=says,
    )


def _extent(scan: Scan) -> str:
    if scan.in_scope is None or scan.matched is None:
        return "an uncounted share"
    if scan.matched >= scan.in_scope:
        return f"all {scan.in_scope:,}"
    return f"{scan.matched:,} of {scan.in_scope:,}"


def _short(name: str, longest: int) -> str:
    return name if len(name) <= longest else name[: longest - 1] + "…"
