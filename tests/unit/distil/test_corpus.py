"""A real organisation's documents, where a folder shared/corpora lies beside the checkout."""

import json
import re
from pathlib import Path

import pytest

from secondlayer.distil import distil

CORPORA = Path(__file__).resolve().parents[4] / "shared" / "corpora"
pytestmark = pytest.mark.skipif(not CORPORA.is_dir(), reason="no folder of real documents lies beside the checkout")


def words(text: str) -> set[str]:
    shown = re.sub(r"\]\([^)]*\)|\]\[[^\]]*\]", "]", text)
    return {word.lower() for word in re.findall(r"[^\W_]{3,}", shown)}


def test_every_judged_sentence_is_held_by_one_memory() -> None:
    base = CORPORA / "organisations"
    repositories = ("gds-way", "publishing-api", "govuk-infrastructure")
    found = {name: distil(base / "alphagov" / name, scope=name, source_repo=name).memories for name in repositories}
    probes = [json.loads(line) for line in (base / "probes.jsonl").read_text(encoding="utf-8").splitlines()]
    missed = [
        gold["quote_norm"]
        for probe in probes
        for gold in probe["gold"]
        if not any(
            len(words(gold["quote_norm"]) & words(memory.text)) >= 0.6 * len(words(gold["quote_norm"]))
            for memory in found[gold["repo"]]
            if memory.source_path == gold["path"]
        )
    ]
    assert missed == []
