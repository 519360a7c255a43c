"""Records made by hand for tests of the engine: no store, no encoder, the numbers chosen."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from inspected import HOSTILE, ODD_ID

from secondlayer.engine import ReadResult, assemble
from secondlayer.engine.scopes import combined_plan, organisation_plan
from secondlayer.records import Found, Memory, Repository, Request, Scan, ScopePlan, Trace
from secondlayer.settings import PRODUCT, Settings

NOW = datetime(2026, 11, 30, 12, tzinfo=UTC)


def memory(id: str, text: str, *, scope: str = "acme/app", days: float = 0.0, **more: Any) -> Memory:
    """A memory said that many days before NOW."""
    return Memory(id=id, scope=scope, text=text, written_at=NOW - timedelta(days=days), **more)


def request(prompt: str = "a task", *, repo: str | None = "acme/app", budget_chars: int = 4000, **more: Any) -> Request:
    return Request(org="acme", prompt=prompt, repo=repo, budget_chars=budget_chars, as_of=NOW, **more)


def scan(count: int, **more: Any) -> Scan:
    """A complete exact scan of that many memories."""
    figures = {"in_scope": count, "examined": count, "matched": count, "dead": 0, "stop": "complete", **more}
    return Scan(arm="exact", plan=figures.pop("plan", "exact"), kept=0, ms=0.0, **figures)


def result(name: Any, listed: ScopePlan, found: Sequence[Found], **more: Any) -> ReadResult:
    readable = tuple(one for one in found if one.memory.scope in listed.scopes)
    return ReadResult(name=name, plan=listed, found=readable, scan=scan(len(readable), **more))


def run(
    found: Sequence[Found],
    asked: Request | None = None,
    settings: Settings = PRODUCT,
    repositories: Sequence[Repository] = (),
) -> Trace:
    """The trace when both reads bring back everything they may read."""
    asked = asked or request()
    if asked.repo is None and asked.team is None:
        return assemble(asked, settings, [result("organisation", organisation_plan(), found)])
    plan = combined_plan(asked, repositories)
    return assemble(asked, settings, [result("combined", plan, found), result("organisation", organisation_plan(), found)])


def scoring(target: float, id: str, *, scope: str = "acme/app", text: str | None = None, proximity: float = 1.0) -> Found:
    """A memory, written now in the layer `note`, whose score is `target` at that proximity and no shared word."""
    rest = 0.06 * 1.0 + 0.05 * 0.3 + 0.09 * proximity
    said = text or f"{id}one {id}two {id}three"
    return Found(memory=memory(id, said, scope=scope), cosine=(target - rest) / 0.55)


def hostile() -> Trace:
    """A run over texts that want to be markup: as memories, their subject, source and author, and as the prompt."""
    found = [
        Found(
            memory=memory(
                f"{ODD_ID}{number}",
                text,
                scope="org" if number % 3 == 0 else "acme/app",
                subject="<i>Lamps</i>",
                source_repo="<b>acme</b>",
                source_path=f"docs/<script>{number}.md",
                source_heading="a&b\"c'd",
                author="<img src=x onerror=alert(1)>",
            ),
            cosine=0.6 - number / 200,
        )
        for number, text in enumerate(HOSTILE)
    ]
    return run(found, request(HOSTILE[0], path="<svg onload=alert(1)>/x.py"))
