"""A repository's history moves from its old name to its new one, row by row on the evidence of its sources (DESIGN §3, §6)."""

from collections.abc import Mapping
from dataclasses import replace

from secondlayer.engine.scopes import bare_name, check_repository
from secondlayer.errors import WrongCall
from secondlayer.organisation.roles import changing
from secondlayer.records import Actor, Memory, Renamed
from secondlayer.store import Store

#: what the memories of one repository are known by: paths of their sources, and commits they were read at
Traces = Mapping[str, tuple[frozenset[str], frozenset[str]]]


def plan(store: Store, before: str, after: str) -> Renamed:
    """What renaming would do, without doing it: which memories move, and which stay under the old name and why.

    Where several repositories may have written under a bare name, a memory moves only when its source says it is of
    `after`. Raises WrongCall and BadScope.
    """
    check_repository(before)
    check_repository(after)
    if before == after:
        raise WrongCall(f"{before} has that name already.")
    if "/" not in after:
        raise WrongCall(f"A repository is renamed to its full name, owner/name, not to {after!r}.")
    rows = list(store.all_memories(before, retired=True))
    if not rows:
        raise WrongCall(f"Nothing is filed under {before}; `secondlayer doctor` counts what is stored. Nothing was changed.")
    others = _others(store, before, after)
    traces = {name: _known(store, name) for name in (after, *others)}
    held = {" ".join(memory.text.split()) for memory in store.all_memories(after, retired=True)}
    moving, left = [], []
    for memory in rows:
        if " ".join(memory.text.split()) in held:
            left.append((memory.id, f"{after} holds the same sentence already"))
        elif others and (because := _stays(memory, after, traces)):
            left.append((memory.id, because))
        else:
            moving.append(memory.id)
    return Renamed(event=None, before=before, after=after, memories=tuple(moving), left=tuple(left))


def rename(store: Store, before: str, after: str, by: Actor, *, reason: str = "") -> Renamed:
    """What renaming did, in one transaction with its event: the rows, and that `after` no longer reads its bare name.

    Raises WrongCall when that actor may not, or there is nothing to rename.
    """
    ruling = changing(by)
    if ruling.verdict != "allowed":
        raise WrongCall(f"{ruling.because} Nothing was changed.")
    planned = plan(store, before, after)
    event, moved = store.rename(before, after, planned.memories, by=by, reason=reason)
    return replace(planned, event=event, memories=moved)


def undo(store: Store, event: int, by: Actor, *, reason: str = "") -> Renamed:
    """What undoing the renaming of that event did. Raises WrongCall."""
    ruling = changing(by)
    if ruling.verdict != "allowed":
        raise WrongCall(f"{ruling.because} Nothing was changed.")
    before, after, back = store.undo_rename(event, by=by, reason=reason)
    return Renamed(event=event, before=after, after=before, memories=back, left=())


def _others(store: Store, before: str, after: str) -> tuple[str, ...]:
    """Other repositories that may have written under the bare name: those of that last segment."""
    if "/" in before:
        return ()
    return tuple(r.name for r in store.repositories() if r.name != after and bare_name(r.name) == before)


def _known(store: Store, repo: str) -> tuple[frozenset[str], frozenset[str]]:
    memories = [memory for memory in store.all_memories(repo, retired=True) if memory.source_path]
    return frozenset(m.source_path for m in memories), frozenset(m.commit for m in memories if m.commit)


def _stays(memory: Memory, after: str, traces: Traces) -> str:
    """Why a memory under a shared bare name stays there; empty when its source says it is of `after`.

    The repository a source names decides; else a commit, else a path, when only one of the repositories knows it.
    """
    if memory.source_repo in traces:
        return "" if memory.source_repo == after else f"its source is in {memory.source_repo}"
    for kind, at in (("commit", 1), ("path", 0)):
        value = memory.commit if kind == "commit" else memory.source_path
        knowing = [name for name, known in traces.items() if value and value in known[at]]
        if len(knowing) == 1:
            return "" if knowing[0] == after else f"its source's {kind} is known in {knowing[0]} only"
    return f"nothing tells whether it is of {' or '.join(sorted(traces))}"
