"""Every statement is a file, is used, and is one the server accepts; migrations are applied once, whoever comes first."""

import ast
import re
import threading
from pathlib import Path

import numpy as np
import psycopg
import pytest

import secondlayer.store
from secondlayer.errors import StoreTooOld, StoreUnreachable
from secondlayer.settings import Settings
from secondlayer.store import open_store
from secondlayer.store.migrate import version_of
from secondlayer.store.statements import migrations, statement

ROOM = Path(secondlayer.store.__file__).parent
FILES = sorted(path.stem for path in (ROOM / "sql").glob("*.sql"))
#: types the driver sends with a parameter; the server infers the others
TYPES = {"org": "int4", "width": "int4", "number": "int4", "name": "text", "bytes": "int8", "cosine": "float8", "scope": "text"}
#: what is put in as a name or a literal
NAMES = {
    "{width}": "16",
    "{part}": "memory_vector_0",
    "{vectors}": "memory_vector",
    "{looked_at}": "SELECT *, embedding <=> %(vector)b AS distance FROM memory_vector",
    "{index}": "memory_vector_0_embedding_idx",
    "{query}": "SELECT 1",
}
OIDS = {"int4": 23, "int8": 20, "float8": 701, "text": 25}


def called_for() -> set[str]:
    """The first argument of every call that names a statement, in the whole room."""
    names = set()
    for path in ROOM.glob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and node.args and isinstance(node.args[0], ast.Constant):
                called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
                if called in ("statement", "_all", "_one"):
                    names.add(node.args[0].value)
    return names


def test_every_statement_asked_for_is_there_and_every_one_there_is_asked_for():
    assert called_for() == set(FILES)


@pytest.mark.parametrize("name", FILES)
def test_a_statement_says_what_it_is_for(name):
    head = (ROOM / "sql" / f"{name}.sql").read_text().split("\n", 3)
    assert head[0].startswith("-- Purpose: ")
    assert any(line.startswith("-- Parameters: ") for line in head)
    assert b"--" not in statement(name)
    assert re.search(rb"\bOR REPLACE\b|;", statement(name)) is None


@pytest.mark.parametrize("name", FILES)
def test_a_statement_is_accepted_by_the_server(dsn, name):
    order: list[str] = []

    def numbered(match: re.Match[str]) -> str:
        if match[1] not in order:
            order.append(match[1])
        return f"${order.index(match[1]) + 1}"

    query = statement(name).decode()
    for named, value in NAMES.items():
        query = query.replace(named, value)
    query = re.sub(r"%\((\w+)\)[sb]", numbered, query)
    assert "%" not in query
    with psycopg.connect(dsn, autocommit=True) as connection, connection.transaction():
        connection.execute(statement("staging_create"))
        if name == "staging_create":
            connection.execute("DROP TABLE staging")
        types = [OIDS.get(TYPES.get(parameter, ""), 0) for parameter in order]
        result = connection.pgconn.prepare(b"", query.encode(), types)
        assert result.status == psycopg.pq.ExecStatus.COMMAND_OK, result.error_message


def test_migrations_are_numbered_without_a_gap():
    assert [step.number for step in migrations()] == list(range(1, len(migrations()) + 1))


def test_a_store_of_the_first_schema_keeps_its_memories_vectors_and_words(clone):
    dsn = clone("template1")
    first = migrations()[0]
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute("CREATE EXTENSION vector")
        connection.execute(statement("migration_table"))
        connection.execute(first.text)
        given = {"number": 1, "name": first.name, "checksum": first.checksum}
        connection.execute(statement("migration_record"), given)
        connection.execute("ALTER TABLE memory_vector ALTER COLUMN embedding TYPE vector(3)")
        connection.execute("ALTER TABLE memory_vector_archive ALTER COLUMN embedding TYPE vector(3)")
        for query in (
            "INSERT INTO organisation (name, encoder_name, encoder_width) VALUES ('acme', 'tiny', 3), ('other', 'tiny', 3)",
            "INSERT INTO scope (org_id, name) VALUES (1, 'org'), (2, 'org')",
            "INSERT INTO memory (org_id, id, scope_id, text, layer, origin, written_at, content_hash) "
            "SELECT 1 + n % 2, 'm' || n, 1 + n % 2, 'word' || n, 'note', 'stated', now(), ('x' || n)::bytea "
            "FROM generate_series(1, 40) AS n",
            "INSERT INTO memory_vector SELECT key, org_id, scope_id, ARRAY[1, key, 1]::real[]::vector FROM memory",
            "INSERT INTO memory_words SELECT key, org_id, scope_id, ARRAY[text] FROM memory",
        ):
            connection.execute(query)
    with open_store("acme", dsn=dsn) as store:
        vector = np.array([1, 0, 1], dtype=np.float32)
        for settings in (Settings(), Settings(exact_cutoff=0), Settings(arm="paper")):
            found, scan = store.read(["org"], vector, settings=settings, limit=20, tokens=("word40", "word39"))
            assert [one.memory.id for one in found] == [f"m{number}" for number in range(2, 41, 2)]
            assert scan.examined == 20
        assert scan.plan == "hnsw"
        assert store.encoder() == ("tiny", 3)
        assert [check.ok for check in store.checkup()][:2] == [True, True]


def test_many_at_once_migrate_an_empty_database_once(clone):
    dsn = clone("template1")
    failures = []

    def opens(number: int) -> None:
        try:
            with open_store(f"org {number % 2}", dsn=dsn) as store:
                store.use_encoder("test-encoder", 384)
        except Exception as error:
            failures.append(error)

    threads = [threading.Thread(target=opens, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == []
    with psycopg.connect(dsn) as connection:
        recorded = connection.execute(statement("migrations_applied")).fetchall()
        assert recorded == [(step.number, step.name, step.checksum) for step in migrations()]
        assert connection.execute("SELECT count(*) FROM organisation").fetchone() == (2,)


def changed(dsn: str, query: str) -> None:
    with psycopg.connect(dsn, autocommit=True) as connection:
        connection.execute(query)


def test_a_store_of_a_newer_version_or_with_another_migration_is_refused(dsn):
    changed(dsn, "INSERT INTO schema_migration VALUES (9999, 'later', 'x')")
    with pytest.raises(StoreUnreachable, match=r"newer Second Layer .*9999, later.*upgrade"):
        open_store("acme", dsn=dsn)
    changed(dsn, "DELETE FROM schema_migration WHERE number = 9999; UPDATE schema_migration SET checksum = 'x'")
    with pytest.raises(StoreUnreachable, match="another migration 0001"):
        open_store("acme", dsn=dsn)


def test_an_old_pgvector_is_refused_and_one_with_known_faults_is_warned_of(dsn, caplog):
    changed(dsn, "UPDATE pg_extension SET extversion = '0.7.4' WHERE extname = 'vector'")
    with pytest.raises(StoreTooOld, match=r"pgvector 0\.7\.4, and 0\.8\.0 or later is needed.*The server offers"):
        open_store("acme", dsn=dsn)
    changed(dsn, "UPDATE pg_extension SET extversion = '0.8.2' WHERE extname = 'vector'")
    with open_store("acme", dsn=dsn) as store:
        assert "pgvector 0.8.2 can damage" in store.health().warnings[0]
    assert "pgvector 0.8.2 can damage" in caplog.text


def test_versions_compare_as_numbers():
    assert version_of("0.10.0") > version_of("0.8.5") > version_of("0.8.0")
