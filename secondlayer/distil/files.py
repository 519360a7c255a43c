"""Which files of a folder are documents, and their text. A file that cannot be read is named, never fatal."""

import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from secondlayer.distil.history import Touch, checkout_of, last_touches
from secondlayer.distil.refusals import file_refusal
from secondlayer.errors import BadFile

#: a document larger than this was not written by people to be read
MAX_BYTES = 5_000_000
SUFFIXES = (".md", ".markdown", ".mdx", ".mdown", ".md.erb", ".markdown.erb")
#: folders of other people's or generated files; dotted folders are passed over too, except .github
PASSED_OVER = frozenset("node_modules vendor build venv site-packages __pycache__ bower_components third_party".split())


@dataclass(frozen=True, slots=True, kw_only=True)
class Skipped:
    """A document that was not read, and why."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True, kw_only=True)
class SourceFile:
    """A document's text with what is known of it outside its text."""

    #: from the top of the checkout or the folder, with slashes
    path: str
    text: str
    #: when the file was last changed on this disk
    changed_at: datetime
    #: its last commit; None outside a checkout
    touch: Touch | None


@dataclass(frozen=True, slots=True, kw_only=True)
class Reading:
    """The documents of a folder in path order, and those that were not read."""

    files: tuple[SourceFile, ...]
    skipped: tuple[Skipped, ...]


def is_document(name: str) -> bool:
    """Whether a file of that name may hold Markdown prose."""
    low = name.lower()
    return low.endswith(SUFFIXES) or low == "readme"


def shown(path: str) -> str:
    """A path that can be printed and stored: bytes that are not UTF-8 are replaced."""
    return os.fsencode(path).decode("utf-8", "replace").replace("\0", "\ufffd")


def _walk(folder: Path) -> tuple[list[str], list[Skipped]]:
    """Documents under a folder, and folders that could not be listed."""
    names: list[str] = []
    skipped: list[Skipped] = []

    def unlisted(error: OSError) -> None:
        where = os.path.relpath(error.filename or folder, folder)
        skipped.append(Skipped(path=shown(where), reason=f"the folder cannot be listed: {error.strerror or error}"))

    for here, folders, files in os.walk(folder, onerror=unlisted):
        folders[:] = sorted(
            name for name in folders if name not in PASSED_OVER and (not name.startswith(".") or name == ".github")
        )
        inside = Path(here).relative_to(folder)
        names += [(inside / name).as_posix() for name in files if is_document(name)]
    return names, skipped


def _passed_over(path: str) -> bool:
    return any(part in ("node_modules", "vendor", "third_party", "site-packages") for part in path.split("/")[:-1])


def _read(place: Path, root: Path) -> tuple[str, datetime] | str:
    """Text and time of change, or the reason why it cannot be read."""
    try:
        if place.is_symlink():
            target = place.resolve(strict=True)
            inside = target.is_relative_to(root)
            return "a link to another file of the folder" if inside else "a link that leads out of the folder"
        about = place.stat()
        if not stat.S_ISREG(about.st_mode):
            return "not a file"
        if about.st_size > MAX_BYTES:
            return f"larger than {MAX_BYTES // 1_000_000} MB"
        data = place.read_bytes()
        changed = datetime.fromtimestamp(about.st_mtime, UTC)
    except FileNotFoundError:
        return "not there: deleted, or a link to nothing"
    except (OSError, RuntimeError, ValueError, OverflowError) as error:
        return f"it cannot be read: {getattr(error, 'strerror', None) or error}"
    if b"\0" in data:
        return "not text"
    try:
        return data.decode("utf-8"), changed
    except UnicodeDecodeError as error:
        return f"not UTF-8 (byte {error.start})"


def read_documents(path: Path, *, history: bool = True) -> Reading:
    """The documents of a folder, of a git checkout (tracked files only), or one file, in path order.

    Without `history` git is not asked, and a folder inside a checkout is read like any other.
    Raises BadFile when there is nothing at that path.
    """
    try:
        place = path.expanduser().resolve(strict=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile(
            f"There is no folder or file at {path}; give the path of a Markdown file or of a folder that holds some."
        ) from error
    folder = place if place.is_dir() else place.parent
    checkout = checkout_of(folder) if history else None
    skipped: list[Skipped] = []
    if checkout and (place.is_dir() or place.relative_to(checkout.top).as_posix() in checkout.tracked):
        root = checkout.top
        names = [name for name in checkout.tracked if is_document(Path(name).name) and not _passed_over(name)]
    else:
        root, checkout = folder, None
        names, skipped = _walk(folder) if place.is_dir() else ([], [])
    if not place.is_dir():
        names = [place.relative_to(root).as_posix()]
    names.sort(key=lambda name: name.split("/"))
    touches: Mapping[str, Touch] = last_touches(root, names) if checkout else {}
    files: list[SourceFile] = []
    for name in names:
        reason = file_refusal(name)
        read = reason or _read(root / name, root)
        if isinstance(read, str):
            skipped.append(Skipped(path=shown(name), reason=read))
        else:
            files.append(SourceFile(path=shown(name), text=read[0], changed_at=read[1], touch=touches.get(name)))
    return Reading(files=tuple(files), skipped=tuple(sorted(skipped, key=lambda entry: entry.path.split("/"))))
