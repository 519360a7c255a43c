"""The reference of commands and settings, written from the code.

`python -m secondlayer.doors.reference > docs/reference.md` writes it anew.
"""

from typing import Any

import typer.main

from secondlayer.doors.cli import app
from secondlayer.engine.terms import TERM_CARDS
from secondlayer.organisation.backends.configuration import OrgMemoryConfig, WriteAccess
from secondlayer.organisation.backends.facts import Frozen
from secondlayer.settings import CARDS, PAPER, PRODUCT

ENVIRONMENT = (
    ("SECONDLAYER_DSN", "A Postgres with pgvector 0.8.0 or later to use instead of the embedded server."),
    ("SECONDLAYER_HOME", "The folder the embedded server keeps its data in; a user data folder by default."),
    ("SECONDLAYER_POOL", "The most connections to the store one process opens, 2 to 1000; 8 by default."),
    ("SECONDLAYER_ORG", "The organisation's name, when a call names none."),
    ("SECONDLAYER_PEPPER", "What keys are hashed with; a file under the home, made at first use, by default."),
    ("SECONDLAYER_ACTOR", "Who acts, when a call names nobody; the user of this machine by default."),
)


def reference() -> str:
    """The whole reference as Markdown, the same for the same code."""
    root: Any = typer.main.get_command(app)
    parts = ["# Reference", "", "Written from the code; a test compares them.", "", "## Commands", ""]
    for name, command in root.commands.items():
        parts += _command(name, command)
    parts += ["## Environment", "", "| variable | what it does |", "|---|---|"]
    parts += [f"| `{name}` | {says} |" for name, says in ENVIRONMENT]
    parts += ["", "## The six terms", "", "| term | weight | value | says | source |", "|---|---|---|---|---|"]
    parts += [
        f"| {card.name} | {getattr(PRODUCT, f'weight_{card.name}'):g} | {card.formula} | {card.says} | {card.source} |"
        for card in TERM_CARDS
    ]
    parts += [
        "",
        "## Settings",
        "",
        "| setting | product | paper | unit | range | why | source |",
        "|---|---|---|---|---|---|---|",
    ]
    for card in CARDS:
        product, paper = (_shown(getattr(preset, card.name)) for preset in (PRODUCT, PAPER))
        parts.append(f"| `{card.name}` | {product} | {paper} | {card.unit} | {card.range} | {card.why} | {card.source} |")
    parts += _org_memory()
    return "\n".join([*parts, ""])


def _org_memory() -> list[str]:
    """The configuration of the organisation's memory, key by key."""
    rows = ["", "## The organisation's memory", "", "The section `org_memory` of a YAML file, for `knowledge --config`.", ""]
    rows += ["| key | default | what it is |", "|---|---|---|"]
    for name, field in OrgMemoryConfig.model_fields.items():
        default = field.default
        inner = WriteAccess if name == "write_access" else type(default) if isinstance(default, Frozen) else None
        if inner is None:
            rows.append(f"| `{name}` | {field.default or 'none'} | {field.description} |")
            continue
        for key, one in inner.model_fields.items():
            default = "denied to all when left out" if inner is WriteAccess else "null" if one.default is None else one.default
            rows.append(f"| `{name}.{key}` | {default} | {one.description} |")
    rows += [
        "",
        "Without `write_access` core policies are written by people alone, and decision records, procedures and conventions by",
        "people and by agents of senior standing and above; a seniority that is named admits those above it. No rule allows",
        "what the product's own roles refuse. Sections of the file beside `org_memory` are left alone.",
    ]
    return rows


def _command(name: str, command: Any) -> list[str]:
    below = getattr(command, "commands", None)
    if below:
        parts = [f"### secondlayer {name}", "", command.help or "", ""]
        return parts + [line for verb, one in below.items() for line in _command(f"{name} {verb}", one)]
    arguments = [parameter.name.upper() for parameter in command.params if parameter.param_type_name == "argument"]
    options = [parameter for parameter in command.params if parameter.param_type_name == "option"]
    rows = [_option(option) for option in options if option.name != "help"]
    table = ["| option | what it does |", "|---|---|", *rows, ""] if rows else []
    return [f"### {' '.join(['secondlayer', name, *arguments])}", "", command.help or "", "", *table]


def _option(option: Any) -> str:
    names = ", ".join(f"`{name}`" for name in (*option.opts, *option.secondary_opts))
    return f"| {names} | {option.help or ''} |"


def _shown(value: object) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return f"{value:g}" if isinstance(value, float) else str(value)


if __name__ == "__main__":
    print(reference(), end="")
