"""The layout and the direction of imports hold (DESIGN §2)."""

import ast
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "secondlayer"

#: a room may import only from rooms above it
ROOMS = (
    "errors",
    "records",
    "settings",
    "engine",
    "embedding",
    "distil",
    "store",
    "exchange",
    "filing",
    "opening",
    "briefing",
    "auditing",
    "explaining",
    "serving",
    "paraphrasing",
    "scanning",
    "organisation",
    "demonstration",
    "asking",
    "hearing",
    "benches",
    "lessons",
    "show",
    "notebook",
    "doors",
    "__main__",
)
#: what only some rooms may speak to
ONLY_IN = {
    "psycopg": ("store",),
    "psycopg_pool": ("store",),
    "pgvector": ("store",),
    "streamlit": ("show", "doors"),
    "altair": ("show",),
    "sentence_transformers": ("embedding",),
    "torch": ("embedding",),
    "typer": ("doors",),
    "markdown_it": ("distil",),
    "networkx": ("organisation",),
    "pydantic": ("organisation",),
}
#: nothing that touches the world, in the engine
IMPURE = {"os", "pathlib", "time", "random", "socket", "subprocess", "requests", "logging", "threading", "uuid"}


def room_of(path: Path) -> str:
    return path.relative_to(PACKAGE).parts[0].removesuffix(".py")


def imports(path: Path) -> set[str]:
    """The dotted names a file imports, at any depth."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            found |= {node.module} | {f"{node.module}.{alias.name}" for alias in node.names}
    return found


FILES = sorted(path for path in PACKAGE.rglob("*.py") if path.name != "__init__.py" or path.parent != PACKAGE)


@pytest.mark.parametrize("path", FILES, ids=lambda path: str(path.relative_to(ROOT)))
def test_a_room_imports_only_from_rooms_above_it(path):
    room = room_of(path)
    assert room in ROOMS, f"{room} has no place in the house"
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "secondlayer" and rest:
            other = rest.split(".")[0]
            assert other == room or other not in ROOMS or ROOMS.index(other) < ROOMS.index(room), f"{room} imports {name}"
        if top in ONLY_IN:
            assert room in ONLY_IN[top], f"{room} speaks to {top}"


@pytest.mark.parametrize("path", sorted((PACKAGE / "engine").glob("*.py")), ids=lambda path: path.name)
def test_the_engine_is_pure(path):
    tops = {name.partition(".")[0] for name in imports(path)}
    assert not tops & IMPURE
    assert "now(" not in path.read_text(encoding="utf-8")


@pytest.mark.parametrize("path", [*sorted((ROOT / "pages").glob("*.py")), ROOT / "app.py"], ids=lambda path: path.name)
def test_pages_hold_no_statement_and_no_driver(path):
    text = path.read_text(encoding="utf-8")
    assert not {"psycopg", "numpy", "altair"} & {name.partition(".")[0] for name in imports(path)}
    assert "SELECT " not in text
    assert len(text.splitlines()) <= (60 if path.name == "app.py" else 120)


def test_markup_is_let_through_nowhere():
    for path in [*PACKAGE.rglob("*.py"), *(ROOT / "pages").glob("*.py"), ROOT / "app.py"]:
        text = path.read_text(encoding="utf-8")
        assert "unsafe_allow_html=True" not in text and "st.html(" not in text and "components.v1" not in text, path


def test_no_heavy_library_is_imported_before_it_is_needed():
    import subprocess
    import sys

    heavy = "torch", "sentence_transformers", "streamlit", "altair"
    code = f"import sys, secondlayer.doors.cli; sys.exit(','.join(m for m in {heavy!r} if m in sys.modules) or 0)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
