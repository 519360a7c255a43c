"""One embedded server a session, one database a test, and an environment without settings of ours."""

import itertools
import os
import shutil
import tempfile
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import hypothesis
import psycopg
import pytest
from psycopg import sql

from secondlayer.demonstration import load_demonstration, organisation
from secondlayer.embedding import Encoder
from secondlayer.filing import Filed
from secondlayer.store import Store, open_store
from secondlayer.store.embedded import EmbeddedServer
from secondlayer.store.programs import versions

TEMPLATE = "template_acme"
ENCODER = ("test-encoder", 384)

# how long one example takes says how busy the machine is, not whether the property holds
hypothesis.settings.register_profile("busy", deadline=None)
hypothesis.settings.load_profile("busy")


def pytest_report_header() -> str:
    postgres, vector = versions()
    return f"embedded server: PostgreSQL {postgres}, pgvector {vector}"


@pytest.fixture(scope="session", autouse=True)
def own_environment(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """No SECONDLAYER_… variable, and no way to the user's own store."""
    with pytest.MonkeyPatch.context() as patch:
        for name in list(os.environ):
            if name.startswith("SECONDLAYER_"):
                patch.delenv(name)
        patch.setenv("XDG_DATA_HOME", str(tmp_path_factory.mktemp("data-home")))
        yield


@pytest.fixture(scope="session")
def quick_folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder in memory where there is room for some servers, else one on disk: theirs is to write and flush."""
    memory = Path("/dev/shm")
    if memory.is_dir() and os.access(memory, os.W_OK) and shutil.disk_usage(memory).free > 2_000_000_000:
        with tempfile.TemporaryDirectory(prefix="tests-", dir=memory, ignore_cleanup_errors=True) as folder:
            yield Path(folder)
    else:
        yield tmp_path_factory.mktemp("quick")


@pytest.fixture(scope="session")
def server(quick_folder: Path, own_environment: None) -> Iterator[EmbeddedServer]:
    """The session's server; it need not survive the machine, so nothing waits for the disk."""
    running = EmbeddedServer(
        quick_folder / "session",
        options={"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off", "autovacuum": "off"},
    )
    running.ensure()
    yield running
    running.release()


@pytest.fixture(scope="session")
def clone(server: EmbeddedServer) -> Callable[[str], str]:
    """A new database made from another one, as its connection string; `template1` is an empty one."""
    numbers = itertools.count(1)

    def cloned(origin: str) -> str:
        name = f"test_{next(numbers)}"
        with psycopg.connect(server.conninfo(), autocommit=True) as connection:
            query = sql.SQL("CREATE DATABASE {} TEMPLATE {}").format(sql.Identifier(name), sql.Identifier(origin))
            connection.execute(query)
        return server.conninfo(name)

    return cloned


@pytest.fixture(scope="session")
def template(server: EmbeddedServer) -> str:
    """The name of a database with the schema, the organisation acme and its encoder, and nothing else."""
    with psycopg.connect(server.conninfo(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(TEMPLATE)))
    with open_store("acme", dsn=server.conninfo(TEMPLATE)) as opened:
        opened.use_encoder(*ENCODER)
    return TEMPLATE


@pytest.fixture
def dsn(clone: Callable[[str], str], template: str, server: EmbeddedServer) -> Iterator[str]:
    """A database of the test's own: the schema, and an empty organisation acme."""
    made = clone(template)
    yield made
    name = psycopg.conninfo.conninfo_to_dict(made)["dbname"]
    with psycopg.connect(server.conninfo(), autocommit=True) as connection:
        connection.execute(sql.SQL("DROP DATABASE {} WITH (FORCE)").format(sql.Identifier(str(name))))


@pytest.fixture(scope="session")
def reader_of(server: EmbeddedServer) -> Callable[[str], str]:
    """The connection string to the same database as a role that may only SELECT from what is there now."""
    role = sql.Identifier("only_reads")
    with psycopg.connect(server.conninfo(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE ROLE {} LOGIN").format(role))

    def reader(dsn: str) -> str:
        with psycopg.connect(dsn, autocommit=True) as connection:
            connection.execute(sql.SQL("GRANT SELECT ON ALL TABLES IN SCHEMA public TO {}").format(role))
        return psycopg.conninfo.make_conninfo(dsn, user="only_reads")

    return reader


@pytest.fixture
def store(dsn: str) -> Iterator[Store]:
    """The open, empty store of acme, its encoder recorded as ENCODER."""
    with open_store("acme", dsn=dsn) as opened:
        yield opened


@pytest.fixture(scope="session")
def encoder() -> Encoder:
    """The real encoder, loaded once."""
    from secondlayer.embedding import load_encoder

    return load_encoder()


@dataclass(frozen=True)
class Demonstrated:
    """A database with the demonstration organisation, to be cloned, and what loading it came to."""

    database: str
    filed: Filed


@pytest.fixture(scope="session")
def demonstrated(server: EmbeddedServer, encoder: Encoder) -> Demonstrated:
    """The demonstration organisation, loaded once a session: a thousand sentences through the encoder."""
    import torch

    name = "template_demonstration"
    with psycopg.connect(server.conninfo(), autocommit=True) as connection:
        connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))
    # OpenMP's threads wait for each other by spinning: on a machine that is also doing other work, two take four times as
    # long over the thousand sentences as one does.
    threads = torch.get_num_threads()
    torch.set_num_threads(1)
    with open_store(organisation(), dsn=server.conninfo(name)) as opened:
        filed = load_demonstration(opened, encoder)
    torch.set_num_threads(threads)
    return Demonstrated(database=name, filed=filed)
