"""Notebooks run as a reader runs them: each from a clean kernel, and written as static HTML.

`python tests/executing.py NOTEBOOK.py FILE.ipynb` runs one, in a process of its own: what speaks to a kernel leaves event loops
and sockets to the collector, which is no matter of the tests around it.
"""

import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import jupytext
import nbformat
from nbclient import NotebookClient
from nbconvert import HTMLExporter
from traitlets.config import Config

ROOT = Path(__file__).resolve().parents[1]
NOTEBOOKS = ROOT / "notebooks"
#: seconds for one cell: the first to ask anything reads the encoder's weights
_PATIENCE = 120


def sources() -> list[Path]:
    """The notebooks' .py files, in order."""
    return sorted(NOTEBOOKS.glob("[0-9]_*.py"))


def run(notebook: Any, folder: Path, environment: Mapping[str, str]) -> Any:
    """The notebook with its outputs, from a clean kernel that works in that folder.

    Raises CellExecutionError, which holds the cell and its traceback, at the first cell that fails.
    """
    path = os.pathsep.join(filter(None, [str(ROOT), os.environ.get("PYTHONPATH", "")]))
    # by sockets in a folder of their own, with a short name, that nobody else can listen to
    with tempfile.TemporaryDirectory(prefix="kernel-") as sockets:
        client = NotebookClient(
            notebook,
            timeout=_PATIENCE,
            kernel_name="python3",
            resources={"metadata": {"path": str(folder)}},
            config=Config({"KernelManager": {"transport": "ipc", "ip": f"{sockets}/k"}}),
        )
        return client.execute(env={**os.environ, "PYTHONPATH": path, **environment})


def run_apart(path: Path, into: Path, environment: Mapping[str, str]) -> Any:
    """The notebook of that .py with its outputs, run by a process of its own; it is left in `into`.

    Raises AssertionError with the cell that failed and its traceback.
    """
    done = subprocess.run(
        [sys.executable, __file__, str(path), str(into)],
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=5 * _PATIENCE,
    )
    assert done.returncode == 0, f"{path.name}: {done.stderr[-4000:]}"
    return read(into)


def read(path: Path) -> Any:
    """The notebook that a .py or .ipynb file holds."""
    return jupytext.read(path) if path.suffix == ".py" else nbformat.read(path, as_version=4)


def cells(path: Path) -> list[tuple[str, str]]:
    """(kind, source) of each cell of that file."""
    return [(cell.cell_type, cell.source) for cell in read(path).cells]


def as_html(notebook: Any, *, theme: str = "light") -> str:
    """The notebook as one HTML file, by the template that fetches nothing."""
    exporter = HTMLExporter(template_name="offline", extra_template_basedirs=[str(NOTEBOOKS / "templates")], theme=theme)
    written: str = exporter.from_notebook_node(notebook)[0]
    return written


if __name__ == "__main__":
    source, target = map(Path, sys.argv[1:])
    nbformat.write(run(read(source), target.parent, {}), target)
