"""A real organisation's documents, where DISTIL_CORPORA names a folder that holds them."""

import json
import os
import re
import time
from pathlib import Path

import pytest

from secondlayer.distil import distil

CORPORA = os.environ.get("DISTIL_CORPORA", "")
pytestmark = pytest.mark.skipif(not CORPORA, reason="DISTIL_CORPORA names no folder of documents")


def words(text: str) -> set[str]:
    shown = re.sub(r"\]\([^)]*\)|\]\[[^\]]*\]", "]", text)
    return {word.lower() for word in re.findall(r"[^\W_]{3,}", shown)}


def test_every_judged_sentence_is_held_by_one_memory_in_seconds() -> None:
    base = Path(CORPORA) / "organisations"
    begun = time.perf_counter()
    repositories = ("gds-way", "publishing-api", "govuk-infrastructure")
    found = {name: distil(base / "alphagov" / name, scope=name, source_repo=name).memories for name in repositories}
    assert time.perf_counter() - begun < 20
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
