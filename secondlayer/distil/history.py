"""What git knows of files: which are tracked, and the last commit that touched each."""

import os
import subprocess
from collections.abc import Collection, Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

_TIMEOUT_SECONDS = 120.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Touch:
    """The last commit that touched a file."""

    commit: str
    written_at: datetime
    author: str


@dataclass(frozen=True, slots=True, kw_only=True)
class Checkout:
    """A git checkout and the tracked files under the folder that was asked for, as paths from its top."""

    top: Path
    tracked: tuple[str, ...]


def _environment() -> dict[str, str]:
    """The caller's environment without what would point git at another repository, and without prompts."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("GIT_")}
    return kept | {"GIT_OPTIONAL_LOCKS": "0", "GIT_TERMINAL_PROMPT": "0", "LC_ALL": "C"}


def _git(folder: Path, *words: str) -> bytes | None:
    """What git prints; None when there is no git, no repository, or it fails."""
    command = ["git", "-C", str(folder), "-c", "core.quotepath=off", "-c", "core.fsmonitor=false", *words]
    try:
        done = subprocess.run(command, capture_output=True, env=_environment(), timeout=_TIMEOUT_SECONDS, check=False)
    except (OSError, subprocess.TimeoutExpired, ValueError):
        return None
    return done.stdout if done.returncode == 0 else None


def checkout_of(folder: Path) -> Checkout | None:
    """The checkout that folder is in; None when it is in none, or when none of its files is tracked."""
    printed = _git(folder, "rev-parse", "--show-toplevel")
    if not printed or not printed.strip():
        return None
    top = Path(os.fsdecode(printed.rstrip(b"\r\n")))
    listed = _git(folder, "ls-files", "-z", "--full-name", "--cached")
    names = sorted({os.fsdecode(name) for name in (listed or b"").split(b"\0") if name})
    return Checkout(top=top, tracked=tuple(names)) if names else None


def last_touches(top: Path, wanted: Collection[str]) -> Mapping[str, Touch]:
    """The last commit of each of those paths, in one walk over the history that stops when all are found.

    A path that no commit touched is missing. Dates are the authors': when the words were written, not when they were moved.
    """
    missing = set(wanted)
    found: dict[str, Touch] = {}
    if not missing:
        return found
    command = ["git", "-C", str(top), "-c", "core.quotepath=off", "-c", "log.showSignature=false"]
    command += ["log", "--no-renames", "--no-color",
               "--no-ext-diff", "-z", "--name-only", "--format=%x01%H%x02%aI%x02%an%x03"]  # fmt: skip
    try:
        walk = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=_environment())
    except OSError:
        return found
    with walk:
        assert walk.stdout is not None
        touch: Touch | None = None
        rest = b""
        while missing and (chunk := walk.stdout.read1(65536)):  # type: ignore[attr-defined]
            *entries, rest = (rest + chunk).split(b"\0")
            for entry in entries:
                touch = _take(entry, touch, missing, found)
        if missing and rest:
            _take(rest, touch, missing, found)
        walk.kill()
    return found


def _take(entry: bytes, touch: Touch | None, missing: set[str], found: dict[str, Touch]) -> Touch | None:
    """Note one entry of the log: a commit's line, a path, or both. Returned: the commit that later paths belong to."""
    entry = entry.lstrip(b"\n")
    if entry.startswith(b"\x01"):
        head, _, entry = entry[1:].partition(b"\x03")
        parts = head.split(b"\x02")
        try:
            moment = datetime.fromisoformat(parts[1].decode("ascii"))
            touch = Touch(
                commit=parts[0].decode("ascii"), written_at=moment, author=parts[2].decode("utf-8", "replace").strip()
            )
        except (ValueError, IndexError):
            # a commit with a date out of range: its files count as undated
            touch = None
        entry = entry.lstrip(b"\n")
    path = os.fsdecode(entry)
    if path in missing and touch:
        missing.discard(path)
        found[path] = touch
    return touch
