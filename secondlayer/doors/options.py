"""The options that several verbs share, and how their words become values."""

import json
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from secondlayer.errors import BadSetting, WrongCall
from secondlayer.settings import Settings, card_of, preset
from secondlayer.store.progress import Told

Repo = Annotated[str | None, typer.Option("--repo", help="The repository the task is in: owner/name.")]
Team = Annotated[str | None, typer.Option("--team", help="The team's name.")]
Path = Annotated[str | None, typer.Option("--path", help="The file being worked on, inside the repository.")]
Budget = Annotated[int | None, typer.Option("--budget", help="Characters the whole brief may take (200 to 1,000,000).")]
AsOf = Annotated[
    str | None,
    typer.Option("--as-of", help="The moment ages are counted to, such as 2026-11-30 or 2026-11-30T12:00:00Z; now by default."),
]
Arm = Annotated[str | None, typer.Option("--arm", help="How the reads scan: auto, exact, default or paper.")]
Preset = Annotated[str, typer.Option("--preset", help="The settings to start from: product or paper.")]
Set = Annotated[list[str] | None, typer.Option("--set", help="Any setting by its name, NAME=VALUE; may be given again.")]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]
Organisation = Annotated[
    str | None,
    typer.Option(
        "--organisation",
        envvar="SECONDLAYER_ORG",
        help="The organisation's name; without it, the one that knows the repository, or else `default`.",
    ),
]


@contextmanager
def progress(doing: str) -> Iterator[Told]:
    """A progress bar on standard error, drawn only for a person; told (what is being done, how many, of how many)."""
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    console = Console(stderr=True)
    with Progress(*columns, console=console, transient=True, disable=not console.is_terminal) as bar:
        task = bar.add_task(doing, total=None)
        yield lambda what, done, of: bar.update(task, description=what, completed=done, total=of)


def settings_of(preset_name: str, arm: str | None, changes: Sequence[str] | None) -> Settings:
    """The preset with the arm and each NAME=VALUE applied. Raises BadSetting."""
    values: dict[str, Any] = {}
    if arm is not None:
        values["arm"] = card_of("arm").parse(arm)
    for change in changes or ():
        name, equals, value = change.partition("=")
        if not equals:
            raise BadSetting(f"A setting is given as NAME=VALUE, not {change!r}.")
        values[name.strip()] = card_of(name.strip()).parse(value.strip())
    return preset(preset_name).replace(**values)


def moment_of(text: str | None, name: str = "--as-of") -> datetime | None:
    """The time in UTC; None stays None. Raises WrongCall when it is not one."""
    if text is None:
        return None
    try:
        at = datetime.fromisoformat(text)
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise WrongCall(f"{name} takes a time such as 2026-11-30 or 2026-11-30T12:00:00Z, not {text[:40]!r}.") from None


def now() -> datetime:
    """This moment, in UTC."""
    return datetime.now(UTC)


def print_json(value: Any, *, one_line: bool = False) -> None:
    """The value as JSON on standard output, every character readable."""
    text = json.dumps(value, ensure_ascii=False, indent=None if one_line else 2)
    print(text.encode("utf-8", "replace").decode("utf-8"))
