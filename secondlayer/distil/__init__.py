"""Documents become memories: short durable sentences, each with its subject, source and layer.

Nothing here reads a store or an encoder; the same files give the same memories.
"""

import hashlib
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from types import MappingProxyType

from secondlayer.distil.dates import aware
from secondlayer.distil.documents import Sentence, document
from secondlayer.distil.files import Skipped, SourceFile, read_documents
from secondlayer.records import Memory

__all__ = ["Distilled", "Skipped", "distil", "memory_id"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Distilled:
    """What a folder of documents gave."""

    #: in path, then line order; no two share an id
    memories: tuple[Memory, ...]
    #: documents that were read
    files: int
    #: documents that were not read, each with the reason
    skipped: tuple[Skipped, ...]
    #: reason -> how many blocks and sentences are not memories
    left_out: Mapping[str, int]


def memory_id(scope: str, text: str) -> str:
    """The id of a sentence in a scope: "m" and 16 hexadecimal digits, the same for the same words whatever the white space."""
    folded = " ".join(text.split())
    return "m" + hashlib.sha256(f"{scope}\0{folded}".encode("utf-8", "surrogatepass")).hexdigest()[:16]


def distil(path: Path, *, scope: str, source_repo: str, date: datetime | None = None, history: bool = True) -> Distilled:
    """The memories of a folder, a git checkout, a folder inside one, or one file.

    In a checkout only tracked files are read, and each memory carries its file's last commit, with that commit's author
    and date. Elsewhere it is dated by its own dated entry, else by `date`, else by its document, else by the file's change.
    Without `history` git is not asked: a folder inside a checkout, kept there as data, is read as if it lay elsewhere.
    Raises BadFile when there is nothing at that path; a document that cannot be read is named in `skipped`.
    """
    reading = read_documents(Path(path), history=history)
    memories: dict[str, Memory] = {}
    left_out: Counter[str] = Counter()
    for source in reading.files:
        read = document(source, scope=scope)
        left_out.update(read.left_out)
        for sentence in read.sentences:
            memory = _memory(sentence, source, scope=scope, source_repo=source_repo, date=date, own=read.dated)
            if memory.id in memories:
                left_out["said before"] += 1
            else:
                memories[memory.id] = memory
    return Distilled(
        memories=tuple(memories.values()),
        files=len(reading.files),
        skipped=reading.skipped,
        left_out=MappingProxyType(dict(sorted(left_out.items()))),
    )


def _memory(
    sentence: Sentence, source: SourceFile, *, scope: str, source_repo: str, date: datetime | None, own: datetime | None
) -> Memory:
    touch = source.touch
    known = touch.written_at if touch else sentence.dated or date or own
    return Memory(
        id=memory_id(scope, sentence.text),
        scope=scope,
        text=sentence.text,
        subject=sentence.subject,
        layer=sentence.layer,
        origin="distilled",
        source_repo=source_repo,
        source_path=source.path,
        source_heading=sentence.heading,
        lines=sentence.lines,
        commit=touch.commit if touch else "",
        author=touch.author if touch else "",
        written_at=aware(known or source.changed_at),
        dated=known is not None,
    )
