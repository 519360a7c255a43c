"""The command line, run in this process over a database of its own."""

import json
import sys
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest

from secondlayer.doors.cli import main
from secondlayer.embedding import Encoder


@dataclass(frozen=True, slots=True, kw_only=True)
class Said:
    """What a command came to."""

    code: int
    out: str
    err: str

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def lines(self) -> list[Any]:
        return [json.loads(line) for line in self.out.splitlines()]


Secondlayer = Callable[..., Said]


@pytest.fixture
def secondlayer(
    clone: Callable[[str], str],
    encoder: Encoder,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> Secondlayer:
    """`secondlayer("brief", "a task", …)` as a user types it, on an empty database of the test's own."""
    monkeypatch.setenv("SECONDLAYER_DSN", clone("template1"))

    def run(*words: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["secondlayer", *map(str, words)])
        code = 0
        try:
            main()
        except SystemExit as stop:
            code = stop.code if isinstance(stop.code, int) else 0 if stop.code is None else 1
        heard = capsys.readouterr()
        assert "Traceback" not in heard.err + heard.out
        return Said(code=code, out=heard.out, err=heard.err)

    return run
