"""What is stored: memories, and the repositories the store has heard of."""

from dataclasses import dataclass
from datetime import datetime

from secondlayer.records.names import Layer, Origin


@dataclass(frozen=True, slots=True, kw_only=True)
class Memory:
    """One durable sentence and where it comes from."""

    #: stable, unique in its organisation; derived from scope and text when the writer gives none
    id: str
    #: `org`, `team:<name>`, `owner/name`, or a bare `name` from before the renaming
    scope: str
    #: the sentence, exactly as stored
    text: str
    #: the document's title and nearest heading, "Logging › Retention"; empty when there is none
    subject: str = ""
    layer: Layer = "note"
    origin: Origin = "stated"
    #: repository of the source document; empty when there is no document
    source_repo: str = ""
    #: path of the source inside its repository, without its #heading; empty when there is no document
    source_path: str = ""
    #: slug of the nearest heading, without #; empty at the top of a document
    source_heading: str = ""
    #: first and last line in the source, from 1; None when not known
    lines: tuple[int, int] | None = None
    #: commit the source was read at; empty outside a git checkout
    commit: str = ""
    author: str = ""
    #: when the sentence was written, by its source's account; always timezone-aware
    written_at: datetime
    #: False when its source has no date and `written_at` is only when its file was laid down: it then earns no recency
    dated: bool = True
    #: when it was last found or said again; None when never since
    confirmed_at: datetime | None = None
    retired_at: datetime | None = None
    retired_reason: str = ""
    superseded_by: str | None = None
    #: word pieces the encoder read of subject and text, and how many they hold; None when not known
    read_pieces: int | None = None
    all_pieces: int | None = None

    @property
    def source(self) -> str:
        """`path#heading` as the exchange format writes it; empty without a document."""
        return self.source_path + (f"#{self.source_heading}" if self.source_heading else "")

    @property
    def passage(self) -> str:
        """What meaning and words read: the subject and the sentence (DESIGN §3: a sentence needs its subject)."""
        return f"{self.subject}: {self.text}" if self.subject else self.text

    @property
    def last_said_at(self) -> datetime | None:
        """The later of written and confirmed: recency counts from here; None when neither is known."""
        written = self.written_at if self.dated else None
        if written is None or self.confirmed_at is None:
            return written or self.confirmed_at
        return max(written, self.confirmed_at)


@dataclass(frozen=True, slots=True, kw_only=True)
class Repository:
    """A repository the store has heard of."""

    name: str
    sensitive: bool = False
    #: False once its history was rewritten to the new name: the bare name is then no longer read for it
    alias: bool = True
