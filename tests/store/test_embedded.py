"""The embedded server: started by whoever comes first, outlived by nothing it should not, open to nobody else."""

import json
import logging
import os
import shutil
import signal
import stat
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any, ClassVar

import pytest
from seeding import fill, said, unit

import secondlayer
from secondlayer.errors import StoreFull, StoreUnreachable
from secondlayer.settings import Settings
from secondlayer.store import open_store, programs
from secondlayer.store.embedded import EmbeddedServer, default_home, embedded_server
from secondlayer.store.postmaster import alive, failed, read_pid_file
from secondlayer.store.programs import is_root
from secondlayer.store.sockets import remove_socket_folder

HOLDER = Path(__file__).with_name("holder.py")
PATHS = os.pathsep.join([str(Path(secondlayer.__file__).parents[1]), str(HOLDER.parent), os.environ.get("PYTHONPATH", "")])
NOBODY = 65534

needs_root = pytest.mark.skipif(not is_root(), reason="only root can become another account")


class Holder:
    """A running holder.py."""

    running: ClassVar[list["Holder"]] = []

    def __init__(self, home: Path, id: str, *account: int) -> None:
        command = [sys.executable, "-W", "error", str(HOLDER), str(home), id, *map(str, account)]
        environment = {**os.environ, "PYTHONPATH": PATHS}
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment
        )
        self.running.append(self)

    def seen(self) -> dict[str, Any]:
        line = self.process.stdout.readline()
        assert line, self.process.stderr.read()
        return json.loads(line)

    def leave(self) -> None:
        """A clean exit, without a word on stderr."""
        _, errors = self.process.communicate(timeout=60)
        self.running.remove(self)
        assert (self.process.returncode, errors) == (0, "")

    def kill(self) -> None:
        """Ends it without a word."""
        if self in self.running:
            self.running.remove(self)
        self.process.kill()
        self.process.communicate(timeout=60)


@pytest.fixture
def place(quick_folder: Path) -> Iterator[Path]:
    """A folder for homes; their servers and the processes that hold them are gone afterwards whatever the test did."""
    with tempfile.TemporaryDirectory(dir=quick_folder) as folder:
        yield Path(folder)
        while Holder.running:
            Holder.running.pop().kill()
        for data in Path(folder).rglob("postgres-18"):
            seen = read_pid_file(data)
            if seen is not None:
                if alive(seen.pid, data):
                    os.kill(seen.pid, signal.SIGQUIT)
                    os.kill(seen.pid, signal.SIGCONT)
                    gone(seen.pid, data)
                remove_socket_folder(seen.socket_folder, data.parent)


@pytest.fixture
def home(place: Path) -> Path:
    """A home that is not there yet."""
    return place / "home"


def gone(pid: int, data: Path, seconds: float = 10) -> bool:
    deadline = time.monotonic() + seconds
    while alive(pid, data) and time.monotonic() < deadline:
        time.sleep(0.02)
    return not alive(pid, data)


def data_of(home: Path) -> Path:
    return home / "postgres-18"


@pytest.fixture
def own(home: Path) -> Iterator[EmbeddedServer]:
    """A server of the test's own, for this process."""
    server = embedded_server(home)
    yield server
    server.release()


def test_processes_that_start_at_once_on_an_empty_home_share_one_server_which_goes_with_the_last(home):
    holders = [Holder(home, f"m{number}") for number in range(3)]
    views = [holder.seen() for holder in holders]
    assert len({view["pid"] for view in views}) == 1
    assert sorted(max((view["ids"] for view in views), key=len)) == ["m0", "m1", "m2"]
    for holder in holders[:2]:
        holder.leave()
        assert alive(views[0]["pid"], data_of(home))
    holders[2].leave()
    assert not alive(views[0]["pid"], data_of(home))
    later = Holder(home, "m3")
    assert later.seen()["ids"] == ["m0", "m1", "m2", "m3"]
    later.leave()


@pytest.mark.parametrize("name", ["Application Support", 'o\'clock "and" $HOME', "deep/" + "x" * 150, "größe"])
def test_a_home_may_have_spaces_quotes_and_a_long_path(home, name):
    holder = Holder(home / name, "m1")
    view = holder.seen()
    assert view["ids"] == ["m1"]
    assert len(view["socket"]) < 90
    holder.leave()
    assert not Path(view["socket"]).exists() or Path(view["socket"]) == home / name / "run"


def test_nothing_written_is_lost_when_the_server_is_killed_between_two_requests(home, own):
    with open_store("acme", home=home) as store:
        store.use_encoder("test-encoder", 8)
        fill(store, [said(f"m{number}", f"Sentence {number}.") for number in range(20)])
        first = own.pid
        os.kill(first, signal.SIGKILL)
        time.sleep(0.3)  # until then its sessions outlive it, and may still answer
        found, scan = store.read(["org"], unit(1, 8, 1)[0], settings=Settings(), limit=50)
        assert (len(found), scan.in_scope) == (20, 20)
        second = own.pid
        assert second not in (None, first)
        os.kill(second, signal.SIGKILL)
        assert fill(store, [said("after", "Written after.")]).stored == 1
        assert gone(second, data_of(home))
        assert store.memory("after").text == "Written after."


def test_a_read_that_loses_its_server_half_way_is_done_once_more(home, own):
    with open_store("acme", home=home) as store:
        attempts = []

        def work(connection):
            attempts.append(connection)
            if len(attempts) == 1:
                os.kill(own.pid, signal.SIGKILL)
                connection.execute("SELECT pg_sleep(10)")
            return connection.execute("SELECT 7").fetchone()[0]

        assert store._connections.run(work, again=True) == 7
        attempts.clear()
        with pytest.raises(StoreUnreachable, match="does not answer"):
            store._connections.run(work, again=False)
        assert store.scope_counts() == {}


def test_a_holder_that_is_killed_neither_keeps_the_server_nor_cuts_off_the_others(home):
    killed, other = Holder(home, "m1"), Holder(home, "m2")
    pid = killed.seen()["pid"]
    assert other.seen()["pid"] == pid
    killed.kill()
    late = Holder(home, "m3")
    assert late.seen()["pid"] == pid
    late.leave()
    assert alive(pid, data_of(home))
    other.leave()
    assert not alive(pid, data_of(home))


def test_a_server_whose_only_holder_was_killed_is_taken_over(home):
    killed = Holder(home, "m1")
    pid = killed.seen()["pid"]
    killed.kill()
    assert alive(pid, data_of(home))
    heir = Holder(home, "m2")
    view = heir.seen()
    assert (view["pid"], view["ids"]) == (pid, ["m1", "m2"])
    heir.leave()
    assert not alive(pid, data_of(home))


def test_a_pid_file_that_names_a_zombie_or_another_program_is_seen_through(home, own):
    own.ensure()
    sleeper = subprocess.Popen(["sleep", "600"])
    zombie = subprocess.Popen(["true"])
    try:
        for pid in (sleeper.pid, zombie.pid):
            file = data_of(home) / "postmaster.pid"
            lines = file.read_text().splitlines()
            server = int(lines[0])
            os.kill(server, signal.SIGKILL)
            assert gone(server, data_of(home))
            file.write_text("\n".join([str(pid), *lines[1:]]) + "\n")
            assert own.pid is None
            own.ensure()
            assert own.pid not in (None, pid, server)
        assert sleeper.poll() is None
    finally:
        sleeper.kill()
        sleeper.wait()
        zombie.wait()


def test_a_server_whose_socket_was_cleared_away_is_started_anew(home, own):
    with open_store("acme", home=home) as store:
        store.use_encoder("test-encoder", 8)
        fill(store, [said("m1", "Sentence.")])
    pid = own.pid
    shutil.rmtree(own.socket)
    with open_store("acme", home=home) as store:
        assert store.memory("m1").text == "Sentence."
    assert own.pid != pid


def test_a_folder_left_by_a_set_up_that_was_killed_is_no_store_and_is_cleared_away(home):
    half = home / ".postgres-18-halfway"
    half.mkdir(parents=True)
    (half / "PG_VERSION").write_text("18")
    holder = Holder(home, "m1")
    assert holder.seen()["ids"] == ["m1"]
    holder.leave()
    assert not half.exists()


def test_a_server_that_does_not_answer_is_waited_for_and_then_named(home, caplog):
    server = EmbeddedServer(home)
    server.ensure()
    pid = server.pid
    os.kill(pid, signal.SIGSTOP)
    impatient = EmbeddedServer(home, start_seconds=2)
    with (
        caplog.at_level(logging.WARNING),
        pytest.raises(StoreUnreachable, match=r"has not answered for \d+ s; it may still be"),
    ):
        impatient.ensure()
    os.kill(pid, signal.SIGCONT)
    impatient.ensure()
    assert impatient.pid == pid
    impatient.release()
    server.release()
    assert gone(pid, data_of(home))


def test_whoever_waits_for_another_to_start_the_store_is_told(home, caplog):
    first, second = EmbeddedServer(home), EmbeddedServer(home, start_seconds=4)
    home.mkdir()
    with first._alone(1), caplog.at_level(logging.WARNING), pytest.raises(StoreUnreachable, match="Another process has been"):
        second.ensure()
    assert "Another process is starting the store" in caplog.text


def test_a_server_that_cannot_start_says_why_in_one_sentence(home):
    server = EmbeddedServer(home, options={"shared_buffers": "lots"})
    with pytest.raises(StoreUnreachable, match=r"does not start: .*shared_buffers.*set SECONDLAYER_DSN"):
        server.ensure()
    server.release()


def test_data_of_something_else_is_left_alone(home):
    data_of(home).mkdir(parents=True)
    (data_of(home) / "mine.txt").write_text("mine")
    server = EmbeddedServer(home)
    with pytest.raises(StoreUnreachable, match="holds files but no PostgreSQL data"):
        server.ensure()
    assert (data_of(home) / "mine.txt").read_text() == "mine"
    server.release()


def test_a_home_that_is_a_file_is_said_in_one_sentence(home):
    home.write_text("not a folder")
    with pytest.raises(StoreUnreachable, match="could not be started"):
        EmbeddedServer(home).ensure()


def test_a_full_disk_is_told_apart():
    said_last = 'FATAL:  could not write to file "pg_wal/xlogtemp.1": No space left on device'
    assert isinstance(failed("It does not start", said_last), StoreFull)
    assert not isinstance(failed("It does not start", "FATAL:  something else"), StoreFull)


def test_the_socket_is_in_a_folder_nobody_else_may_enter(home, own):
    own.ensure()
    folder = Path(own.socket)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert stat.S_IMODE((folder / ".s.PGSQL.5432").stat().st_mode) == 0o700
    assert stat.S_IMODE(data_of(home).stat().st_mode) == 0o700
    assert stat.S_IMODE((home / "server.log").stat().st_mode) == 0o600


@needs_root
def test_another_account_cannot_open_the_socket(home, own):
    own.ensure()
    script = (
        "import os, socket, sys; os.setgroups([]); os.setgid(65534); os.setuid(65534)\n"
        "s = socket.socket(socket.AF_UNIX)\n"
        "try: s.connect(sys.argv[1] + '/.s.PGSQL.5432'); print('open')\n"
        "except PermissionError: print('closed')"
    )
    done = subprocess.run([sys.executable, "-c", script, own.socket], capture_output=True, text=True, check=True)
    assert done.stdout == "closed\n"


@needs_root
def test_root_opens_no_folder_for_the_account_the_server_runs_under(place):
    closed = place / "closed"
    closed.mkdir(mode=0o700)
    before = {path: path.stat().st_mode for path in (closed, *closed.parents)}
    holder = Holder(closed / "home", "m1")
    assert holder.seen()["ids"] == ["m1"]
    holder.leave()
    assert {path: path.stat().st_mode for path in before} == before
    assert stat.S_IMODE((closed / "home").stat().st_mode) == 0o700
    assert data_of(closed / "home").stat().st_uid != 0


@needs_root
def test_programs_the_account_cannot_reach_are_run_from_a_copy(monkeypatch, tmp_path):
    with tempfile.TemporaryDirectory() as folder:
        Path(folder).chmod(0o755)
        monkeypatch.setattr(programs, "_COPIES", Path(folder) / "copies")
        account = programs.account_for(tmp_path)
        closed = tmp_path / "site"
        for part in programs._parts(programs._installed()):
            shutil.copytree(part, closed / part.relative_to(programs._site(programs._installed())), symlinks=True)
        closed.chmod(0o700)
        unreachable = closed / programs._installed().relative_to(programs._site(programs._installed()))
        monkeypatch.setattr(programs, "_installed", lambda: unreachable)
        found = programs.programs_for(account)
        assert found.is_relative_to(Path(folder))
        assert programs._runs(found, account)
        assert stat.S_IMODE(closed.stat().st_mode) == 0o700


@needs_root
def test_a_user_who_is_not_root_has_a_server_of_their_own_which_root_may_use_too():
    # outside pytest's folders, which that user may not enter
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        home = place / "with space"
        home.mkdir()
        os.chown(home, NOBODY, NOBODY)
        for number, account in enumerate([(NOBODY,), (), (NOBODY,)]):
            holder = Holder(home, f"m{number}", *account)
            view = holder.seen()
            assert view["ids"] == [f"m{before}" for before in range(number + 1)]
            assert Path(f"/proc/{view['pid']}").stat().st_uid == NOBODY
            holder.leave()


@needs_root
def test_a_home_of_another_user_is_refused_in_one_sentence():
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder)
        place.chmod(0o755)
        (place / "home").mkdir(mode=0o755)
        holder = Holder(place / "home", "m1", NOBODY)
        view = holder.seen()
        assert view["error"] == "StoreUnreachable"
        assert "cannot be written by this user" in view["says"]
        assert "SECONDLAYER_HOME" in view["says"]
        holder.leave()


def test_the_home_is_the_one_named_or_the_users_data_folder(monkeypatch, tmp_path):
    monkeypatch.setenv("SECONDLAYER_HOME", str(tmp_path / "a b"))
    assert default_home() == tmp_path / "a b"
    monkeypatch.setenv("SECONDLAYER_HOME", " ")
    assert default_home().name == "secondlayer"


def test_a_server_whose_home_was_deleted_is_stopped_all_the_same(home):
    server = EmbeddedServer(home)
    server.ensure()
    pid = server.pid
    shutil.rmtree(home)
    assert alive(pid, data_of(home))
    server.release()
    assert not alive(pid, data_of(home))
    assert not home.exists()
    assert not Path(server.socket).exists()
