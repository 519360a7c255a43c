"""Each notebook and its .py say the same, and nothing of a run is kept in git."""

import re
from pathlib import Path

import pytest
from executing import NOTEBOOKS, cells, read, sources

PAIRS = sources()


def test_there_is_one_notebook_a_paper_and_one_for_a_brief_of_ones_own() -> None:
    assert [path.stem[0] for path in PAIRS] == ["1", "2", "3", "4", "5"]
    assert sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb")) == [path.stem for path in PAIRS]


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_a_pair_does_not_drift(path: Path) -> None:
    assert cells(path.with_suffix(".ipynb")) == cells(path), "run `jupytext --sync notebooks/*.py`"


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_no_output_is_kept_and_the_kernel_is_everybodys(path: Path) -> None:
    notebook = read(path.with_suffix(".ipynb"))
    assert notebook.metadata.kernelspec.name == "python3"
    assert all(cell.outputs == [] and cell.execution_count is None for cell in notebook.cells if cell.cell_type == "code")


@pytest.mark.parametrize("path", PAIRS, ids=lambda path: path.stem)
def test_a_lesson_asserts_its_claims_and_computes_no_score(path: Path) -> None:
    code = [source for kind, source in cells(path) if kind == "code"]
    assert sum(source.startswith("# claim") and "assert" in source for source in code) >= 3
    assert not [source for source in code if re.search(r"\b(0\.55|0\.17|numpy|\.dot\(|@ )", source)]
    assert any(re.search(r"^[A-Z_]+ = ", source, re.MULTILINE) for source in code), "nothing is there to be changed"
