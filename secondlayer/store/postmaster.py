"""The embedded server's process: whether it lives, whether it answers, and what it said when it failed."""

from dataclasses import dataclass
from pathlib import Path

import psutil  # type: ignore[import-untyped]
import psycopg

from secondlayer.errors import StoreFull, StoreUnreachable


@dataclass(frozen=True, slots=True, kw_only=True)
class Postmaster:
    """What the server's own pid file says."""

    pid: int
    socket_folder: str

    @property
    def socket(self) -> Path:
        """The path of its socket; the server makes it before it says where."""
        return Path(self.socket_folder) / ".s.PGSQL.5432"


def read_pid_file(data: Path) -> Postmaster | None:
    """The server that says it runs on that data folder; None when none does, or is only just saying so."""
    try:
        lines = (data / "postmaster.pid").read_text().splitlines()
        return Postmaster(pid=int(lines[0]), socket_folder=lines[4].strip())
    except (OSError, ValueError, IndexError):
        return None


def alive(pid: int, data: Path) -> bool:
    """Whether that process is a server on that data folder.

    A number may be a zombie's, or another program's since the machine restarted: a server stands in its data folder.
    """
    try:
        process = psutil.Process(pid)
        if process.status() == psutil.STATUS_ZOMBIE or not process.name().startswith("postgres"):
            return False
        stands_in = process.cwd().removesuffix(" (deleted)")
        return Path(stands_in).samefile(data) if data.exists() else stands_in == str(data.resolve())
    except (psutil.Error, OSError):
        return False


def exists(pid: int) -> bool:
    """Whether there is a process of that number that has not ended."""
    try:
        return bool(pid) and psutil.Process(pid).status() != psutil.STATUS_ZOMBIE
    except psutil.Error:
        return False


def answers(seen: Postmaster) -> bool:
    """Whether the server answers a query."""
    try:
        with psycopg.connect(
            host=seen.socket_folder, port=5432, user="postgres", dbname="postgres", connect_timeout=3, autocommit=True
        ) as connection:
            return connection.execute("SELECT 1").fetchone() == (1,)
    except psycopg.Error:
        return False


def failed(what: str, said: str) -> StoreUnreachable:
    """The error for a server or its set-up that failed, with the last telling line of what it said."""
    lines = [line.strip() for line in said.splitlines() if line.strip()]
    if any("No space left on device" in line for line in lines[-20:]):
        return StoreFull(f"{what}: the disk is full. Free some space and run it again.")
    telling = [line for line in lines if "FATAL" in line or "PANIC" in line or "error:" in line] or lines
    why = telling[-1] if telling else "it said nothing"
    return StoreUnreachable(
        f"{what}: {why.rstrip('.')}. Run `secondlayer doctor`, or set SECONDLAYER_DSN to use another Postgres."
    )
