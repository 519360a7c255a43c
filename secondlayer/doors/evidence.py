"""What a verb writes beside its answer: the evidence as one HTML file."""

from pathlib import Path
from typing import Annotated

import typer

from secondlayer.errors import BadFile, WrongCall
from secondlayer.records import Trace, Verdict

#: where `secondlayer app` answers when nothing else is said
_INSPECTOR = "http://127.0.0.1:8501/"

Html = Annotated[
    Path | None,
    typer.Option("--html", help="Write the evidence to this file too: one HTML page that opens without a network."),
]


def write_html(file: Path, trace: Trace, verdict: Verdict | None = None) -> None:
    """The evidence is in that file, which is written anew. Raises WrongCall for a folder, BadFile when it cannot be written."""
    from secondlayer.show.document import document

    if file.is_dir():
        raise WrongCall(f"A file to write the evidence to was wanted with --html, and {file} is a folder.")
    page = document(f"Evidence of brief {trace.brief_id}", trace, verdict, address=_INSPECTOR + ("why" if verdict else ""))
    try:
        file.write_text(page, encoding="utf-8")
    except OSError as error:
        raise BadFile(f"The evidence could not be written to {file} ({error.strerror or error}).") from error
