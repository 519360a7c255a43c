"""The organisation's memory in tests: a backend connected, a sentence filed by Ana, a question asked."""

import asyncio
from datetime import UTC, datetime, timedelta
from typing import Any

from secondlayer.embedding import Encoder
from secondlayer.organisation.backends import OrgFactCategory, OrgMemoryConfig, OrgMemoryQuery, create_org_memory_backend
from secondlayer.organisation.remembering import remember, stated
from secondlayer.records import Actor
from secondlayer.store import Store

ANA = Actor(name="Ana")
NOW = datetime.now(UTC)


def connected(store: Store, encoder: Encoder, backend: str, **more: Any) -> Any:
    """A connected backend; the loops of single calls come and go."""
    repo = more.pop("repo", None)
    made = create_org_memory_backend(OrgMemoryConfig(backend=backend, **more), store, encoder, repo=repo)  # type: ignore[arg-type]
    asyncio.run(made.connect())
    return made


def file(store: Store, encoder: Encoder, text: str, layer: str = "convention", scope: str = "org", **more: Any) -> str:
    at = more.pop("at", NOW - timedelta(days=1))
    memory = stated(text, scope, ANA, layer=layer, now=at, **more)
    return remember(store, encoder, memory, ANA).memory.id


def ask(backend: Any, context: str | None, limit: int = 5, *categories: OrgFactCategory) -> tuple[Any, ...]:
    return asyncio.run(backend.query(OrgMemoryQuery(context=context, limit=limit, categories=frozenset(categories))))


def contents(facts: Any) -> list[str]:
    return [fact.content for fact in facts]
