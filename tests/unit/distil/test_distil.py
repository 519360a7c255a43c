"""Folders, files and checkouts become memories."""

import ast
import os
import subprocess
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

import secondlayer.distil
from secondlayer.distil import Distilled, distil, memory_id
from secondlayer.errors import BadFile

PAGE = "# Logs\n\nStore logs in one bucket.\n"


def run(path: Path, **more: datetime) -> Distilled:
    return distil(path, scope="acme/shop", source_repo="acme/shop", **more)


@pytest.fixture
def git(tmp_path: Path) -> Callable[..., str]:
    """Runs git in a new checkout at tmp_path/shop."""
    folder = tmp_path / "shop"
    folder.mkdir()
    environment = {"PATH": os.environ["PATH"], "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}

    def call(*words: str, author: str = "Ada Lane", date: str = "2024-02-03T04:05:06+01:00") -> str:
        who = {f"GIT_{role}_{what}": value for role in ("AUTHOR", "COMMITTER") for what, value in
               {"NAME": author, "EMAIL": "a@example.com", "DATE": date}.items()}  # fmt: skip
        done = subprocess.run(
            ["git", "-C", str(folder), *words], env=environment | who, capture_output=True, text=True, check=True
        )
        return done.stdout.strip()

    call("init", "-q", "-b", "main")
    return call


def test_an_id_depends_on_scope_and_words_and_not_on_white_space() -> None:
    assert memory_id("org", "Use  queues.\n") == memory_id("org", "Use queues.")
    assert memory_id("org", "Use queues.") != memory_id("acme/shop", "Use queues.")
    assert len(memory_id("org", "x")) == 17 and memory_id("org", "x")[0] == "m"


def test_a_folder_is_read_in_path_order_and_other_peoples_folders_are_not(tmp_path: Path) -> None:
    for name in ("b.md", "a/z.markdown", "a.mdx", ".github/PULL.md", "node_modules/x.md", ".venv/y.md", "README", "c.txt"):
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(f"# T\n\nThe file {name.replace('/', ' ')} holds words.\n")
    found = run(tmp_path)
    assert [memory.source_path for memory in found.memories] == [".github/PULL.md", "README", "a/z.markdown", "a.mdx", "b.md"]
    assert found.files == 5


def test_each_memory_says_where_it_comes_from(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("---\ndate: 2024-03-04\n---\n# Logs\n\n## Keep\n\nStore logs in one bucket.\n")
    (memory,) = run(tmp_path).memories
    assert (memory.scope, memory.origin, memory.source_repo, memory.source, memory.lines) == (
        "acme/shop", "distilled", "acme/shop", "a.md#keep", (8, 8),
    )  # fmt: skip
    assert (memory.written_at, memory.commit, memory.id) == (
        datetime(2024, 3, 4, tzinfo=UTC),
        "",
        memory_id("acme/shop", memory.text),
    )


def test_outside_git_a_given_date_wins_over_the_documents_own_but_not_over_an_entrys(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(
        "---\ndate: 2024-03-04\n---\nStore logs in one bucket.\n\n**2023-01-02 — Queues carry all orders**\n"
    )
    written = [memory.written_at for memory in run(tmp_path, date=datetime(2025, 1, 1)).memories]
    assert written == [datetime(2025, 1, 1, tzinfo=UTC), datetime(2023, 1, 2, tzinfo=UTC)]


def test_without_any_date_the_files_change_counts(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(PAGE)
    os.utime(tmp_path / "a.md", (1_700_000_000, 1_700_000_000))
    assert run(tmp_path).memories[0].written_at == datetime.fromtimestamp(1_700_000_000, UTC)


def test_an_identical_sentence_is_kept_once_where_it_was_first(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text(PAGE)
    (tmp_path / "b.md").write_text(PAGE.replace("one bucket", "one\nbucket"))
    found = run(tmp_path)
    assert [memory.source_path for memory in found.memories] == ["a.md"]
    assert found.left_out["said before"] == 1


def test_what_cannot_be_read_is_named_and_the_rest_is_read(tmp_path: Path) -> None:
    (tmp_path / "good.md").write_text(PAGE)
    (tmp_path / "empty.md").write_text("")
    (tmp_path / "latin.md").write_bytes("Café au lait for all.".encode("latin-1"))
    (tmp_path / "binary.md").write_bytes(b"PNG\0\0\1")
    (tmp_path / "huge.md").write_bytes(b"a" * 5_000_001)
    (tmp_path / "loop.md").symlink_to("loop.md")
    (tmp_path / "gone.md").symlink_to("nowhere.md")
    (tmp_path / "out.md").symlink_to("/etc/hostname")
    (tmp_path / "twin.md").symlink_to("good.md")
    (tmp_path / "self").symlink_to(tmp_path)
    os.mkfifo(tmp_path / "pipe.md")
    (tmp_path / "LICENSE.md").write_text("Permission is granted to everybody.")
    (tmp_path / "CHANGELOG.md").write_text("Fixed the thing in the shop.")
    found = run(tmp_path)
    reasons = {entry.path: entry.reason for entry in found.skipped}
    assert (found.files, len(found.memories)) == (2, 1)
    assert set(reasons) == {
        "latin.md", "binary.md", "huge.md", "loop.md", "gone.md", "out.md", "twin.md", "pipe.md", "LICENSE.md", "CHANGELOG.md",
    }  # fmt: skip
    assert reasons["latin.md"] == "not UTF-8 (byte 3)"
    assert "5 MB" in reasons["huge.md"]


def test_a_name_that_is_not_utf_8_is_shown_as_near_as_it_can_be(tmp_path: Path) -> None:
    (tmp_path / os.fsdecode(b"caf\xe9.md")).write_text(PAGE)
    assert [memory.source_path for memory in run(tmp_path).memories] == ["caf\ufffd.md"]


def test_nothing_at_the_path_is_one_clear_error(tmp_path: Path) -> None:
    with pytest.raises(BadFile, match="There is no folder or file at"):
        run(tmp_path / "nowhere")


def test_one_file_is_read_whatever_its_name(tmp_path: Path) -> None:
    (tmp_path / "notes.txt").write_text(PAGE)
    assert [memory.source_path for memory in run(tmp_path / "notes.txt").memories] == ["notes.txt"]


def test_a_checkout_gives_tracked_files_with_their_last_commit(tmp_path: Path, git: Callable[..., str]) -> None:
    shop = tmp_path / "shop"
    (shop / "docs").mkdir()
    (shop / "docs" / "naïve name.md").write_text(PAGE)
    (shop / "b.md").write_text("# B\n\nOrders are kept for years.\n")
    git("add", ".")
    git("commit", "-qm", "first")
    first = git("rev-parse", "HEAD")
    (shop / "b.md").write_text("# B\n\nOrders are kept for two years.\n")
    git("commit", "-qam", "second", author="Bo Reed", date="2025-06-07T08:09:10+00:00")
    second = git("rev-parse", "HEAD")
    (shop / "untracked.md").write_text("# U\n\nNobody has added this page.\n")
    found = {memory.source_path: memory for memory in run(shop, date=datetime(2020, 1, 1, tzinfo=UTC)).memories}
    assert set(found) == {"docs/naïve name.md", "b.md"}
    old, new = found["docs/naïve name.md"], found["b.md"]
    assert (old.commit, old.author, old.written_at) == (first, "Ada Lane", datetime.fromisoformat("2024-02-03T04:05:06+01:00"))
    assert (new.commit, new.author, new.written_at) == (second, "Bo Reed", datetime.fromisoformat("2025-06-07T08:09:10+00:00"))


def test_a_folder_or_file_inside_a_checkout_keeps_paths_from_its_top(tmp_path: Path, git: Callable[..., str]) -> None:
    shop = tmp_path / "shop"
    (shop / "docs").mkdir()
    (shop / "docs" / "a.md").write_text(PAGE)
    (shop / "b.md").write_text("# B\n\nOrders are kept for years.\n")
    git("add", ".")
    git("commit", "-qm", "first")
    assert [memory.source_path for memory in run(shop / "docs").memories] == ["docs/a.md"]
    (memory,) = run(shop / "docs" / "a.md").memories
    assert (memory.source_path, memory.author) == ("docs/a.md", "Ada Lane")


def test_a_file_deleted_on_disk_but_tracked_is_named(tmp_path: Path, git: Callable[..., str]) -> None:
    shop = tmp_path / "shop"
    (shop / "a.md").write_text(PAGE)
    git("add", ".")
    git("commit", "-qm", "first")
    (shop / "a.md").unlink()
    found = run(shop)
    assert (found.memories, [entry.path for entry in found.skipped]) == ((), ["a.md"])


def test_another_repository_named_in_the_environment_is_not_read(
    tmp_path: Path, git: Callable[..., str], monkeypatch: pytest.MonkeyPatch
) -> None:
    shop = tmp_path / "shop"
    (shop / "a.md").write_text(PAGE)
    git("add", ".")
    git("commit", "-qm", "first")
    plain = tmp_path / "plain"
    plain.mkdir()
    (plain / "p.md").write_text(PAGE)
    monkeypatch.setenv("GIT_DIR", str(shop / ".git"))
    (memory,) = run(plain).memories
    assert (memory.source_path, memory.commit) == ("p.md", "")


def test_the_same_checkout_gives_the_same_memories(tmp_path: Path, git: Callable[..., str]) -> None:
    (tmp_path / "shop" / "a.md").write_text(PAGE)
    git("add", ".")
    git("commit", "-qm", "first")
    assert run(tmp_path / "shop") == run(tmp_path / "shop")


def test_distillation_knows_neither_store_nor_encoder() -> None:
    for file in Path(secondlayer.distil.__file__).parent.glob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            names = (
                [node.module or ""]
                if isinstance(node, ast.ImportFrom)
                else [a.name for a in getattr(node, "names", ()) if isinstance(node, ast.Import)]
            )
            assert not [
                name for name in names if name.startswith(("secondlayer.store", "secondlayer.embedding", "psycopg", "torch"))
            ]
