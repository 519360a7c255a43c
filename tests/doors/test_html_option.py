"""`--html`: the evidence beside the answer, as one file."""

import json
from pathlib import Path
from typing import Any

import pytest
from parsed import parsed

LINES = (
    {"scope": "acme/app", "text": "The payment webhook is retried by the queue."},
    {"scope": "org", "text": "Every <b>webhook</b> is verified before it is read."},
)
TASK = ("add a retry to the payment webhook", "--repo", "acme/app")


@pytest.fixture
def loaded(secondlayer: Any, tmp_path: Path) -> Any:
    """The command line over a store that holds the lines."""
    file = tmp_path / "lines.jsonl"
    file.write_text("\n".join(map(json.dumps, LINES)))
    assert secondlayer("load", file).code == 0
    return secondlayer


def test_a_brief_writes_its_evidence_beside_its_answer(loaded: Any, tmp_path: Path) -> None:
    file = tmp_path / "evidence.html"
    said = loaded("brief", *TASK, "--json", "--html", file)
    assert said.code == 0
    page = parsed(file.read_text(encoding="utf-8"))
    assert json.loads(page.by_id["record"])["brief"] == said.json["brief"]
    assert "http://127.0.0.1:8501/?q=" in page.text
    assert LINES[1]["text"] in page.text and "b" not in page.elements


def test_why_writes_the_verdict_too(loaded: Any, tmp_path: Path) -> None:
    file = tmp_path / "evidence.html"
    said = loaded("why", *TASK, "--memory", LINES[1]["text"], "--json", "--html", file)
    page = parsed(file.read_text(encoding="utf-8"))
    assert json.loads(page.by_id["record"])["verdict"] == said.json
    assert said.json["sentence"] in page.stored
    assert f"&id={said.json['memory']['id']}" in page.text


def test_a_file_that_cannot_be_written_is_one_sentence(loaded: Any, tmp_path: Path) -> None:
    for place, says in ((tmp_path, "is a folder"), (tmp_path / "none" / "e.html", "could not be written")):
        said = loaded("brief", *TASK, "--html", place)
        assert said.code == 2 and says in said.err and len(said.err.splitlines()) == 1


def test_html_goes_with_one_request_seen_whole(loaded: Any, tmp_path: Path) -> None:
    said = loaded("brief", "--from", tmp_path / "lines.jsonl", "--html", tmp_path / "e.html")
    assert said.code == 2 and "leave it out with --from" in said.err
    said = loaded("brief", *TASK, "--callers-view", "--html", tmp_path / "e.html")
    assert said.code == 2 and "leave it out with --callers-view" in said.err
    assert not (tmp_path / "e.html").exists()
