"""The folder of the embedded server's socket: mode 0700, its path short and without spaces."""

import contextlib
import os
import re
import shutil
import socket
import tempfile
from pathlib import Path

from secondlayer.errors import StoreUnreachable
from secondlayer.store.programs import Account, can_enter

#: sockaddr_un holds 104 bytes on macOS and 108 on Linux, and the name takes 14 of them
_LONGEST = 104 - 1 - len("/.s.PGSQL.5432")
_PLAIN = re.compile(r"[A-Za-z0-9/._+-]+")
_PREFIX = "secondlayer-"


def socket_folder(home: Path, account: Account | None) -> Path:
    """A folder only the server's account may enter: `<home>/run` where that can hold a socket, else a fresh one in a
    temporary folder. Raises StoreUnreachable when there is none."""
    inside = home / "run"
    if _fits(inside) and can_enter(home, account):
        inside.mkdir(mode=0o700, exist_ok=True)
        _close(inside, account)
        if _holds_a_socket(inside):
            return inside
    for base in dict.fromkeys((tempfile.gettempdir(), "/tmp", "/var/tmp")):
        folder = Path(base)
        if folder.is_dir() and _fits(folder / f"{_PREFIX}12345678") and can_enter(folder, account):
            # a fresh random name: nobody can have put a folder of theirs there before
            fresh = Path(tempfile.mkdtemp(prefix=_PREFIX, dir=folder))
            _close(fresh, account)
            return fresh
    raise StoreUnreachable(
        "The embedded server found no folder for its socket; set TMPDIR to a short path that may be written, "
        "or SECONDLAYER_DSN to another Postgres."
    )


def remove_socket_folder(folder: str, home: Path) -> None:
    """Removes a socket folder of ours that is outside the home, and the socket of a server that is gone."""
    path = Path(folder)
    if not folder or path.is_symlink():
        return
    if path.name.startswith(_PREFIX) and path.parent != home:
        shutil.rmtree(path, ignore_errors=True)
    elif path == home / "run":
        for name in (".s.PGSQL.5432", ".s.PGSQL.5432.lock"):
            with contextlib.suppress(OSError):
                (path / name).unlink(missing_ok=True)


def _fits(folder: Path) -> bool:
    return len(os.fsencode(folder)) <= _LONGEST and _PLAIN.fullmatch(str(folder)) is not None


def _close(folder: Path, account: Account | None) -> None:
    folder.chmod(0o700)
    if account is not None:
        os.chown(folder, account.uid, account.gid)


def _holds_a_socket(folder: Path) -> bool:
    # some shared folders (containers, network drives) cannot
    path = folder / ".probe"
    with socket.socket(socket.AF_UNIX, socket.SOCK_STREAM) as probe:
        try:
            path.unlink(missing_ok=True)
            probe.bind(str(path))
            return True
        except OSError:
            return False
        finally:
            path.unlink(missing_ok=True)
