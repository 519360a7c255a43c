"""The verbs that measure, each in scratch places of the store's own server."""

import dataclasses
from collections.abc import Callable, Iterator, Sequence
from typing import Annotated, Any, Literal

import typer

from secondlayer.benches.clients import busy_figures
from secondlayer.benches.empty_reads import Vectors, empty_reads
from secondlayer.benches.figures import machine
from secondlayer.benches.identifiers import identifier_figures
from secondlayer.benches.loading import Filled, compare_loads, filled
from secondlayer.benches.recall import recall_figures
from secondlayer.benches.synthetic import Shape
from secondlayer.benches.verdicts import scan_figures, why_figures
from secondlayer.benches.whole_brief import brief_figures
from secondlayer.doors import bench_tables as tables
from secondlayer.doors import options
from secondlayer.errors import WrongCall
from secondlayer.store.progress import Told

app = typer.Typer(
    name="bench",
    help="Measure reads, briefs and loads in scratch places of the store's server, which are dropped afterwards.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Rows = Annotated[int, typer.Option("--rows", help="Memories in the synthetic store.")]
Sizes = Annotated[str, typer.Option("--sizes", help="Memories in each synthetic store, such as 10000,100000,1000000.")]
Prompts = Annotated[int, typer.Option("--prompts", help="Prompts the figures are taken over.")]
Audits = Annotated[
    int, typer.Option("--audits", help="Prompts that recall is taken over: each compares and scores everything readable.")
]
Seed = Annotated[int, typer.Option("--seed", help="The seed of the synthetic store; the same seed is the same store.")]


@app.command(name="empty-reads")
def empty(
    rows: Annotated[int, typer.Option("--rows", help="Rows in the table.")] = 100_000,
    dims: Annotated[int, typer.Option("--dims", help="Numbers in a vector.")] = 32,
    probes: Annotated[int, typer.Option("--probes", help="Reads of each arm.")] = 20,
    vectors: Annotated[
        Literal["both", "uniform", "clustered"], typer.Option("--vectors", help="uniform, clustered, or both.")
    ] = "both",
    runs: Annotated[int, typer.Option("--runs", help="Builds of the index: each is a slightly different graph.")] = 1,
    as_json: options.Json = False,
) -> None:
    """The experiment of paper 001: how many of ten a scoped read brings back, and how often none."""
    kinds: tuple[Vectors, ...] = ("uniform", "clustered") if vectors == "both" else (vectors,)
    with options.progress("starting") as told:
        found = empty_reads(rows, dims, probes, kinds, runs, told)
    _say(as_json, "empty-reads", {"rows": rows, "dims": dims, "tables": found}, lambda: tables.empty_reads(found, rows, dims))


@app.command()
def load(rows: Rows = 100_000, seed: Seed = 1, as_json: options.Json = False) -> None:
    """Rows a second and peak memory of a load that is indexed afterwards, beside bare COPY."""
    with options.progress("starting") as told:
        found = compare_loads(Shape(rows=rows, seed=seed), told)
    _say(as_json, "load", found, lambda: tables.load(found))


@app.command()
def brief(
    sizes: Sizes = "10000,100000",
    prompts: Prompts = 100,
    audits: Audits = 200,
    seed: Seed = 1,
    as_json: options.Json = False,
) -> None:
    """The whole brief with its trace beside two bare queries, what the arms miss, and clients at once."""
    figures: list[tuple[Any, Any]] = []
    for rows in _sizes(sizes):
        with options.progress("starting") as told, filled(Shape(rows=rows, seed=seed), told) as store:
            figures.append(_brief(store, prompts, audits, told))
    found = {"embedding": "excluded", "sizes": [{"speed": speed, "recall": recall} for speed, recall in figures]}
    _say(as_json, "brief", found, lambda: tables.brief(figures))


@app.command()
def why(
    rows: Rows = 10_000,
    prompts: Prompts = 50,
    checks: Annotated[int, typer.Option("--checks", help="Verdicts whose every change is made, to see what it carries.")] = 20,
    seed: Seed = 1,
    as_json: options.Json = False,
) -> None:
    """What one `why` costs, by the kind of memory asked about, and whether the changes it names carry the memory."""
    with options.progress("starting") as told, filled(Shape(rows=rows, seed=seed), told) as store:
        found = why_figures(store, prompts, checks, told)
    _say(as_json, "why", found, lambda: tables.why(found))


@app.command()
def scan(rows: Rows = 10_000, seed: Seed = 1, as_json: options.Json = False) -> None:
    """What each arm's scan looks at for one prompt, and what it brings back."""
    with options.progress("starting") as told, filled(Shape(rows=rows, seed=seed), told) as store:
        found = scan_figures(store)
    _say(as_json, "scan", found, lambda: tables.scan(found))


@app.command()
def clients(
    rows: Rows = 10_000,
    seconds: Annotated[float, typer.Option("--seconds", help="How long they go on.")] = 120,
    clients: Annotated[int, typer.Option("--clients", help="How many ask at once.")] = 16,
    writes: Annotated[bool, typer.Option("--writes", help="Memories are stored, confirmed and retired meanwhile.")] = False,
    seed: Seed = 1,
    as_json: options.Json = False,
) -> None:
    """Many clients at once for a while: errors, memories of a wrong scope, counts that cannot be. Exit 1 when there is any."""
    if not 0 < seconds <= 86_400 or not 1 <= clients <= 1000:
        raise WrongCall("--seconds takes up to 86,400, and --clients 1 to 1,000.")
    with options.progress("starting") as told, filled(Shape(rows=rows, seed=seed), told) as store:
        found = busy_figures(store, seconds, clients, writes=writes, told=told)
    _say(as_json, "clients", found, lambda: tables.busy(found))
    if found.errors or found.wrong_scopes or found.untrue_counts:
        raise typer.Exit(1)


@app.command()
def identifiers(
    rows: Rows = 10_000,
    prompts: Annotated[int, typer.Option("--prompts", help="Identifiers of each kind.")] = 20,
    seed: Seed = 1,
    as_json: options.Json = False,
) -> None:
    """Prompts that are only an error code, a record's number or a path: what each pool makes of the memory that holds it."""
    if prompts < 1:
        raise WrongCall("At least 1 prompt is needed.")
    with options.progress("starting") as told, filled(Shape(rows=rows, seed=seed), told) as store:
        found = identifier_figures(store, prompts, told)
    _say(as_json, "identifiers", found, lambda: tables.identifiers(found))


@app.command(name="all")
def everything(
    sizes: Sizes = "10000,100000",
    prompts: Prompts = 100,
    audits: Audits = 200,
    seed: Seed = 1,
    as_json: options.Json = False,
) -> None:
    """All of it, each synthetic store loaded once for brief, why and scan."""
    wanted = _sizes(sizes)
    with options.progress("starting") as told:
        empties = empty_reads(100_000, 32, 20, ("uniform", "clustered"), 1, told)
        loads = [compare_loads(Shape(rows=rows, seed=seed), told) for rows in wanted]
    figures, whys, scans = [], [], []
    for rows in wanted:
        with options.progress("starting") as told, filled(Shape(rows=rows, seed=seed), told) as store:
            figures.append(_brief(store, prompts, audits, told))
            whys.append(why_figures(store, min(prompts, 50), told=told))
            scans.append(scan_figures(store))
    found = {
        "empty_reads": {"rows": 100_000, "dims": 32, "tables": empties},
        "load": loads,
        "brief": {"embedding": "excluded", "sizes": [{"speed": speed, "recall": recall} for speed, recall in figures]},
        "why": whys,
        "scan": scans,
    }

    def shown() -> Iterator[str]:
        yield from tables.brief(figures)
        yield from tables.empty_reads(empties, 100_000, 32)
        for one in loads:
            yield from tables.load(one)
        for each in whys:
            yield from tables.why(each)
        for every in scans:
            yield from tables.scan(every)

    _say(as_json, "all", found, shown)


def _brief(store: Filled, prompts: int, audits: int, told: Told) -> tuple[Any, Any]:
    if prompts < 1 or audits < 0:
        raise WrongCall("At least 1 prompt is needed, and 0 audits or more.")
    return brief_figures(store, prompts, told), recall_figures(store, audits, told) if audits else None


def _sizes(text: str) -> tuple[int, ...]:
    try:
        return tuple(int(part.replace("_", "")) for part in text.split(",") if part.strip())
    except ValueError:
        raise WrongCall(f"--sizes takes whole numbers with commas between them, such as 10000,100000; not {text!r}.") from None


def _say(as_json: bool, name: str, found: Any, lines: Callable[[], Iterator[str]]) -> None:
    if as_json:
        options.print_json({"bench": name, "machine": machine(), "figures": _plain(found)})
        return
    about = machine()
    print(f"{about['processors']} processors, {about['memory_bytes'] / 1e9:.0f} GB of memory, Python {about['python']}.")
    for line in lines():
        print(line)


def _plain(value: Any) -> Any:
    """Figures as JSON holds them; a ratio or a rate that is a property stands beside its fields."""
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        fields = {field.name: _plain(getattr(value, field.name)) for field in dataclasses.fields(value)}
        derived = [name for name, member in vars(type(value)).items() if isinstance(member, property)]
        return fields | {name: getattr(value, name) for name in derived}
    if isinstance(value, dict):
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, Sequence) and not isinstance(value, str):
        return [_plain(item) for item in value]
    return value
