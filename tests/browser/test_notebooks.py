"""The notebooks: each executed from a clean kernel on the embedded store, their static HTML opened without a network."""

from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import executing
import pytest
from inspected import HOSTILE
from IPython.core.formatters import DisplayFormatter
from making import hostile
from nbformat.v4 import new_code_cell, new_notebook, new_output
from parsed import parsed
from playwright.sync_api import Browser, Page
from watching import serious

from secondlayer.notebook import load_ipython_extension
from secondlayer.store.embedded import EmbeddedServer

NAMES = [path.stem for path in executing.sources()]

Executed = Callable[[str], Any]


@pytest.fixture(scope="module")
def executed(quick_folder: Path, own_environment: None, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Executed]:
    """The notebook of that name with its outputs; all of them run over one embedded store, which the first one fills."""
    home = quick_folder / "notebooks"
    server = EmbeddedServer(home, options={"fsync": "off", "synchronous_commit": "off", "full_page_writes": "off"})
    server.ensure()
    # one thread a kernel: several would wait for each other by spinning
    environment = {"SECONDLAYER_HOME": str(home), "OMP_NUM_THREADS": "1"}
    folder = tmp_path_factory.mktemp("notebooks")

    def run(path: Path) -> Any:
        return executing.run_apart(path, folder / f"{path.stem}.ipynb", environment)

    with ThreadPoolExecutor(max_workers=2) as several:
        first, *others = executing.sources()
        runs: dict[str, Future[Any]] = {first.stem: several.submit(run, first)}
        runs[first.stem].exception()
        runs |= {path.stem: several.submit(run, path) for path in others}
        yield lambda name: runs[name].result()
    server.release()


@contextmanager
def offline(browser: Browser, file: Path, *, scheme: str, width: int = 1100) -> Iterator[tuple[Page, list[str]]]:
    """(the file opened by a browser without a network, what it complained of or asked for)."""
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)  # type: ignore[arg-type]
    context.set_offline(True)
    heard: list[str] = []
    page = context.new_page()
    page.on("console", lambda message: heard.append(f"{message.type}: {message.text}"))
    page.on("pageerror", lambda error: heard.append(str(error)))
    page.on("dialog", lambda dialog: (heard.append(f"dialog: {dialog.message}"), dialog.dismiss()))
    page.on("request", lambda request: heard.append(request.url) if not request.url.startswith(("file:", "data:")) else None)
    try:
        page.goto(file.as_uri())
        yield page, heard
    finally:
        context.close()


def displays(notebook: Any) -> list[str]:
    """The displays of the product's own records among a notebook's outputs."""
    outputs = [output for cell in notebook.cells for output in cell.get("outputs", [])]
    shown = [output.data["text/html"] for output in outputs if "text/html" in output.get("data", {})]
    return [one for one in shown if 'id="secondlayer-' in one]


@pytest.mark.parametrize("name", NAMES)
def test_a_notebook_runs_from_a_clean_kernel_with_its_claims_true(executed: Executed, name: str) -> None:
    notebook = executed(name)
    code = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in code] == list(range(1, len(code) + 1))
    said = [output for cell in code for output in cell.outputs]
    assert not [output for output in said if output.output_type == "error"]
    assert not [output.text for output in said if output.output_type == "stream" and output.name == "stderr"]
    assert len(displays(notebook)) >= 2
    for one in displays(notebook):
        assert parsed(one).elements[0] == "div"


@pytest.mark.parametrize("name", NAMES)
def test_its_static_html_needs_no_network(
    executed: Executed, browser: Browser, artefacts: Path, tmp_path: Path, name: str
) -> None:
    notebook = executed(name)
    # the displays are the same few in all of them: in the dark one notebook is enough
    for theme in ("light", "dark") if name == "2_two_reads" else ("light",):
        file = tmp_path / f"{theme}.html"
        file.write_text(executing.as_html(notebook, theme=theme), encoding="utf-8")
        with offline(browser, file, scheme=theme) as (page, heard):
            drawn = page.locator(".secondlayer")
            assert drawn.count() == len(displays(notebook))
            assert all(drawn.nth(at).is_visible() for at in range(drawn.count()))
            assert heard == []
            assert serious(page, within=".secondlayer") == []
            page.screenshot(path=artefacts / f"notebook-{name[0]}-{theme}.png", full_page=True)


def test_hostile_text_in_a_static_notebook_stays_text(browser: Browser, artefacts: Path, tmp_path: Path) -> None:
    trace = hostile()
    shell = type("Shell", (), {"display_formatter": DisplayFormatter()})()
    load_ipython_extension(shell)
    cells = []
    for record in (trace, trace.brief, trace.reads[0], trace.reads[0].scan):
        data: Mapping[str, str] = shell.display_formatter.format(record)[0]
        cells.append(new_code_cell("record", outputs=[new_output("execute_result", data=data, execution_count=1)]))
    file = tmp_path / "hostile.html"
    file.write_text(executing.as_html(new_notebook(cells=cells)), encoding="utf-8")
    with offline(browser, file, scheme="light", width=390) as (page, heard):
        shown = page.locator(".secondlayer").first
        assert shown.locator("script, b, i, img, a, .katex, mjx-container").count() == 0
        said = shown.inner_text()
        assert all(text in said for text in HOSTILE)
        assert heard == []
        page.screenshot(path=artefacts / "notebook-hostile-phone.png", full_page=True)
