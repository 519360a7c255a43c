"""Every statement is a file under `sql/`; here they are found by name."""

import functools
import hashlib
import re
from dataclasses import dataclass
from importlib.resources import files

_SQL = files("secondlayer.store") / "sql"


@functools.cache
def statement(name: str) -> bytes:
    """The statement of `sql/<name>.sql`, its comments left out. Raises FileNotFoundError."""
    lines = (_SQL / f"{name}.sql").read_text(encoding="utf-8").splitlines()
    return "\n".join(line for line in lines if not line.lstrip().startswith("--")).strip().encode()


@dataclass(frozen=True, slots=True, kw_only=True)
class Migration:
    """One numbered step of the schema."""

    number: int
    name: str
    text: str

    @property
    def checksum(self) -> str:
        """SHA-256 of the text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


@functools.cache
def migrations() -> tuple[Migration, ...]:
    """Every migration, by number."""
    found = []
    for entry in (_SQL / "migrations").iterdir():
        if match := re.fullmatch(r"(\d{4})_(\w+)\.sql", entry.name):
            found.append(Migration(number=int(match[1]), name=match[2], text=entry.read_text(encoding="utf-8")))
    return tuple(sorted(found, key=lambda step: step.number))
