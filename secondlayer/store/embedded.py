"""The embedded server: PostgreSQL with pgvector under one home folder, started when needed.

Everybody who uses a home holds a shared kernel lock on `<home>/holders.lock`; whoever leaves last and cleanly
stops the server. A holder that is killed loses its lock with its life, so nothing leaks and nobody else is cut off.
Starting and stopping are done under an exclusive lock on `<home>/start.lock`.
"""

import atexit
import contextlib
import errno
import fcntl
import logging
import os
import shutil
import signal
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping
from pathlib import Path

import platformdirs
from psycopg.conninfo import make_conninfo

from secondlayer.errors import StoreFull, StoreUnreachable
from secondlayer.store.postmaster import Postmaster, alive, answers, exists, failed, read_pid_file
from secondlayer.store.programs import POSTGRES_MAJOR, Account, account_for, can_enter, programs_for, run
from secondlayer.store.sockets import remove_socket_folder, socket_folder

log = logging.getLogger("secondlayer.store")

START_SECONDS = 120.0
_SAY_AFTER_SECONDS = 3.0
_LAUNCHES = 4
_LOG_BYTES = 4_000_000
#: resolves to the folder a process stands in even when no folder above it may be entered
_HERE = Path("/proc/self/cwd")

#: what differs from PostgreSQL's own defaults
_OPTIONS = {
    "listen_addresses": "",
    "unix_socket_permissions": "0700",
    "timezone": "UTC",
    "log_timezone": "UTC",
    "log_checkpoints": "off",
}


def default_home() -> Path:
    """`SECONDLAYER_HOME`, else the user's data folder."""
    given = os.environ.get("SECONDLAYER_HOME", "").strip()
    return Path(given).expanduser() if given else platformdirs.user_data_path("secondlayer", appauthor=False)


class EmbeddedServer:
    """One home's server, as this process sees it. Safe for threads.

    `options` are server settings added on the command line at the next start.
    """

    def __init__(self, home: Path, *, options: Mapping[str, str] | None = None, start_seconds: float = START_SECONDS) -> None:
        self.home = home.expanduser().absolute()
        self.data = self.home / f"postgres-{POSTGRES_MAJOR}"
        self.log_file = self.home / "server.log"
        self._options = {**_OPTIONS, **(options or {})}
        self._seconds = start_seconds
        self._threads = threading.RLock()
        self._holding: int | None = None
        self._holder_pid = 0
        self._seen: Postmaster | None = None

    # -- what callers need

    def ensure(self) -> str:
        """A connection string for the server, which answers now; started, or waited for, when it did not.

        Raises StoreFull when the disk is full and StoreUnreachable when it cannot be started.
        """
        with self._threads, _sentences(self.home):
            self.home.mkdir(mode=0o700, parents=True, exist_ok=True)
            with self._alone(self._seconds):
                self._hold()
                account = account_for(self.home)
                if not (self.data / "PG_VERSION").exists():
                    self._create(account)
                self._seen = self._answering(account)
            return self.conninfo()

    def conninfo(self, database: str = "postgres") -> str:
        """The connection string of that database on the server last seen; `ensure` comes first."""
        if self._seen is None:
            raise StoreUnreachable(f"The embedded server of {self.home} has not been started yet.")
        return make_conninfo(host=self._seen.socket_folder, port=5432, user="postgres", dbname=database)

    @property
    def pid(self) -> int | None:
        """The server's process id by its own account; None when it is not running."""
        seen = read_pid_file(self.data)
        return seen.pid if seen and alive(seen.pid, self.data) else None

    @property
    def socket(self) -> str:
        """The folder of the server's socket; empty before it was first seen."""
        return self._seen.socket_folder if self._seen else ""

    def stop(self) -> None:
        """Stops the server, whoever else holds it, and waits until it is gone. Nothing written is lost."""
        with self._threads, self._alone(self._seconds):
            self._stop()

    def release(self) -> None:
        """Lets go of the server, and stops it when nobody else holds it. Called at the end of the process."""
        with self._threads:
            if self._holding is None or self._holder_pid != os.getpid():
                return
            held, self._holding = self._holding, None
            try:
                with self._alone(5.0):
                    fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    self._stop()
            except FileNotFoundError:
                self._stop()  # the home was deleted under it: nobody can come to it any more
            except (OSError, StoreUnreachable):
                pass  # somebody else holds it: theirs to stop
            finally:
                os.close(held)

    # -- locks

    def _open(self, path: Path, flags: int) -> int:
        opened = os.open(path, flags | os.O_CREAT | os.O_CLOEXEC, 0o600)
        owner = self.home.stat()
        if os.geteuid() == 0 and os.fstat(opened).st_uid != owner.st_uid:
            os.fchown(opened, owner.st_uid, owner.st_gid)  # under sudo the owner must be able to open it again
        return opened

    @contextlib.contextmanager
    def _alone(self, seconds: float) -> Iterator[None]:
        lock = self._open(self.home / "start.lock", os.O_RDWR)
        try:
            deadline, said = time.monotonic() + seconds, False
            while True:
                try:
                    fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    break
                except BlockingIOError:
                    left = deadline - time.monotonic()
                    if left <= 0:
                        raise StoreUnreachable(
                            f"Another process has been starting or stopping the store in {self.home} for {seconds:.0f} s; "
                            "end it and try again."
                        ) from None
                    if not said and left < seconds - _SAY_AFTER_SECONDS:
                        said = True
                        log.warning("Another process is starting the store in %s; waiting for it.", self.home)
                    time.sleep(0.02)
            yield
        finally:
            os.close(lock)

    def _hold(self) -> None:
        if self._holding is not None and self._holder_pid == os.getpid():
            return
        self._holding = self._open(self.home / "holders.lock", os.O_RDWR)
        fcntl.flock(self._holding, fcntl.LOCK_SH)
        self._holder_pid = os.getpid()
        atexit.register(self.release)

    # -- the server

    def _create(self, account: Account | None) -> None:
        if self.data.exists() and any(self.data.iterdir()):
            raise StoreUnreachable(
                f"{self.data} holds files but no PostgreSQL data; move it away, or name another home in SECONDLAYER_HOME."
            )
        for left_over in self.home.glob(f".{self.data.name}-*"):
            shutil.rmtree(left_over, ignore_errors=True)
        # made beside its place and renamed, so that being killed half way leaves nothing that looks like a store
        fresh = Path(tempfile.mkdtemp(prefix=f".{self.data.name}-", dir=self.home))
        try:
            if account is not None:
                os.chown(fresh, account.uid, account.gid)
            programs = programs_for(account)
            command: list[str | Path] = [
                programs / "initdb",
                "-D",
                self._path_for(account, fresh),
                "-U",
                "postgres",
                "--auth=trust",
            ]
            command += ["--encoding=UTF8", "--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"]
            done = run(command, account=account, folder=fresh, timeout=self._seconds)
            if done.returncode != 0:
                raise failed(f"The embedded server's data could not be made in {self.home}", done.stderr)
            if self.data.exists():
                self.data.rmdir()
            fresh.rename(self.data)
        finally:
            shutil.rmtree(fresh, ignore_errors=True)

    def _path_for(self, account: Account | None, folder: Path) -> Path:
        if account is None or can_enter(folder, account):
            return folder
        if _HERE.exists():
            return _HERE
        raise StoreUnreachable(
            f"The account the embedded server runs under cannot reach {self.home}; name a home it can reach in "
            "SECONDLAYER_HOME, run as another user, or set SECONDLAYER_DSN."
        )

    def _answering(self, account: Account | None) -> Postmaster:
        started = time.monotonic()
        launches, launched, sockets, said, pause = 0, 0, "", False, 0.01
        while True:
            seen = read_pid_file(self.data)
            if seen is not None and answers(seen):
                return seen
            lives = seen is not None and alive(seen.pid, self.data)
            if seen is not None and lives and not seen.socket.exists():
                os.kill(seen.pid, signal.SIGINT)  # its socket was cleared away: it can never answer again
            running = lives or exists(launched)
            if not running:
                if launches == _LAUNCHES:
                    remove_socket_folder(sockets, self.home)
                    raise failed(f"The embedded server of {self.home} does not start", self._log_tail())
                if launches:
                    time.sleep(0.5)  # backends of a killed server may need a moment to go
                # what is left of the server before, or of a launch that failed
                for left_over in (seen.socket_folder if seen else "", sockets):
                    remove_socket_folder(left_over, self.home)
                sockets = str(socket_folder(self.home, account))
                launched = self._launch(account, sockets, stale=seen)
                launches += 1
            waited = time.monotonic() - started
            if waited > self._seconds:
                raise StoreUnreachable(
                    f"The embedded server of {self.home} has not answered for {waited:.0f} s; it may still be recovering: "
                    f"try again later, or read {self.log_file}."
                )
            if waited > _SAY_AFTER_SECONDS and not said:
                said = True
                log.warning("The store in %s is still starting (it may be recovering from a crash); waiting for it.", self.home)
            time.sleep(pause)
            pause = min(pause * 1.3, 0.25)

    def _launch(self, account: Account | None, sockets: str, *, stale: Postmaster | None) -> int:
        if self.log_file.exists() and self.log_file.stat().st_size > _LOG_BYTES:
            self.log_file.replace(self.log_file.with_suffix(".log.1"))
        programs = programs_for(account)
        settings = {**self._options, "unix_socket_directories": f'"{sockets}"'}
        # the shell leaves at once, so the server is nobody's child and never our zombie
        command: list[str | Path] = ["/bin/sh", "-c", '"$@" </dev/null >&2 & echo $!', "sh", programs / "postgres"]
        command += ["-D", self._path_for(account, self.data)]
        for name, value in settings.items():
            command += ["-c", f"{name}={value}"]
        # PostgreSQL trusts a pid file whose process exists, even as a zombie or under another program; it passes over
        # the one named here, and still refuses when the old server's shared memory is in use
        environment = {"PG_GRANDPARENT_PID": str(stale.pid)} if stale is not None else {}
        output = self._open(self.log_file, os.O_WRONLY | os.O_APPEND)
        try:
            done = run(command, account=account, folder=self.data, timeout=30, errors=output, environment=environment)
        finally:
            os.close(output)
        said = done.stdout.strip()
        return int(said) if said.isdigit() else 0

    def _stop(self) -> None:
        seen = read_pid_file(self.data) or self._seen
        if seen is None:
            return
        if alive(seen.pid, self.data):
            os.kill(seen.pid, signal.SIGINT)  # a fast shutdown: sessions end, everything committed is written
            deadline = time.monotonic() + 60
            while alive(seen.pid, self.data) and time.monotonic() < deadline:
                time.sleep(0.01)
        if not alive(seen.pid, self.data):
            remove_socket_folder(seen.socket_folder, self.home)

    def _log_tail(self) -> str:
        try:
            return self.log_file.read_text(errors="replace")[-4000:]
        except OSError:
            return ""


_SERVERS: dict[Path, EmbeddedServer] = {}
_SERVERS_LOCK = threading.Lock()


def embedded_server(home: Path | None = None) -> EmbeddedServer:
    """This process's one server object for that home."""
    folder = (home or default_home()).expanduser().absolute()
    with _SERVERS_LOCK:
        if folder not in _SERVERS:
            _SERVERS[folder] = EmbeddedServer(folder)
        return _SERVERS[folder]


def register_server(server: EmbeddedServer) -> None:
    """Makes that object this process's server of its home, so that stores opened on the home share it."""
    with _SERVERS_LOCK:
        _SERVERS[server.home] = server


@contextlib.contextmanager
def _sentences(home: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        if error.errno in (errno.ENOSPC, errno.EDQUOT):
            raise StoreFull(f"The disk under {home} is full; free some space and run it again.") from error
        if error.errno in (errno.EACCES, errno.EPERM, errno.EROFS):
            raise StoreUnreachable(
                f"The store's home {home} cannot be written by this user ({error.strerror}: {error.filename}); "
                "name one that can in SECONDLAYER_HOME, or set SECONDLAYER_DSN."
            ) from error
        raise StoreUnreachable(f"The embedded server of {home} could not be started: {error}.") from error
