"""A small organisation to look at through the app: a crowded repository, two rules, and texts that want to be markup."""

import zlib
from datetime import UTC, datetime, timedelta
from typing import Any

from secondlayer.embedding import Encoder
from secondlayer.filing import file_memories
from secondlayer.records import Memory
from secondlayer.store import open_store

ORG = "acme"
AS_OF = datetime(2026, 11, 30, 12, tzinfo=UTC)
PROMPT = "Drop the old column after a table is split"
REPO = "acme/app"
HOSTILE_PROMPT = "Rotate the hostile lamp"
HOSTILE_REPO = "acme/hostile"
#: each holds something that Markdown, HTML, shortcodes, formulas or arrows would change
HOSTILE = (
    "<script>alert('lamp')</script> rotates the hostile lamp",
    "Rotate ![the lamp](http://elsewhere.invalid/p.png) by hand",
    "A lamp costs $a$ and $b$ to rotate, or $x^2$ at night",
    "Lamps :smile: are :red[rotated] :material/home: weekly",
    "# head of the lamp rotation",
    "__init__.py -> rotates *every* lamp -- twice",
    "<img src=x onerror=alert(1)> lamps & <b>bold</b> [rotation](javascript:alert(1))",
)
#: an identifier that breaks an address when it is not encoded
ODD_ID = "lamp/0?a=b&c=d#e%20f"

_TABLES = (
    "orders", "invoices", "customers", "parcels", "refunds", "carriers", "tariffs", "labels", "returns", "stock",
    "shelves", "pallets", "lorries", "routes", "depots", "drivers", "shifts", "claims", "coupons", "gifts",
)  # fmt: skip


def memories() -> list[Memory]:
    """Forty of the application, four of the organisation, seven hostile ones."""
    made = []
    for number, table in enumerate(_TABLES):
        source = {"source_repo": REPO, "source_path": f"docs/tables/{number // 4}.md"}
        made.append(
            _memory(REPO, f"The migration of the {table} table splits it by month.", number, layer="decision", **source)
        )
        made.append(_memory(REPO, f"Rows of {table} are moved to the split table in batches of {number + 2} hundred.", number))
    rules = (
        "Every migration can be undone by its own down step.",
        "A table is split only behind a feature flag.",
        "Never drop a column in the release that stops using it.",
        "Passwords are kept in the vault and nowhere else.",
    )
    for number, rule in enumerate(rules):
        made.append(_memory("org", rule, number, layer="policy", source_repo="acme/handbook", source_path="rules.md"))
    for number, text in enumerate(HOSTILE):
        more = {"id": ODD_ID} if number == 0 else {}
        made.append(_memory(HOSTILE_REPO, text, number, subject="<i>Lamps</i>", **more))
    return made


def fill(dsn: str, encoder: Encoder) -> None:
    """The memories are filed under the organisation acme in that database."""
    with open_store(ORG, dsn=dsn) as store:
        file_memories(store, encoder, memories())


def _memory(scope: str, text: str, days: int, **more: Any) -> Memory:
    more.setdefault("id", f"{scope}:{zlib.crc32(text.encode()):08x}")
    return Memory(scope=scope, text=text, written_at=AS_OF - timedelta(days=days), **more)
