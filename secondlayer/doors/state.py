"""The verbs about the product itself: app, doctor."""

import dataclasses
import sys
from pathlib import Path
from typing import Annotated

import typer

from secondlayer.doors import options
from secondlayer.errors import WrongCall
from secondlayer.opening import open_organisation
from secondlayer.settings import CARDS, presets


def app(
    port: Annotated[int, typer.Option("--port", help="The port to answer on.")] = 8501,
    address: Annotated[
        str, typer.Option("--address", help="The address to answer on; this machine alone by default.")
    ] = "127.0.0.1",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open a browser window.")] = False,
) -> None:
    """Open the inspector in the browser."""
    from streamlit.web import cli as streamlit

    script = Path(__file__).resolve().parents[2] / "app.py"
    if not script.is_file():
        raise WrongCall("The inspector's app.py is not beside the package; run from a checkout.")
    if not 1 <= port <= 65535:
        raise WrongCall(f"A port is a number from 1 to 65535, not {port}.")
    flags = [f"--server.port={port}", f"--server.address={address}", f"--server.headless={'false' if browser else 'true'}"]
    streamlit.main(["run", str(script), *flags], standalone_mode=False)


def doctor(
    settings: Annotated[
        bool, typer.Option("--settings", help="List every setting: value, range, why, and where it comes from.")
    ] = False,
    repair: Annotated[
        bool, typer.Option("--repair", help="Build the index on vectors when it is missing, invalid or full of dead entries.")
    ] = False,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """The state of the store, and what to do about anything that is wrong with it."""
    if settings:
        _print_settings(as_json)
        return
    with open_organisation(organisation) as store:
        with options.progress("looking at the index") as told:
            repaired = store.keep_up(told) if repair else ""
        health, checks, org = store.health(), store.checkup(), store.org
    listed = [dataclasses.asdict(check) for check in checks]
    if as_json:
        options.print_json({"organisation": org, **health.as_dict(), "checks": listed, "repaired": repaired})
    else:
        print(f"{'organisation':16} {org}")
        for name, value in health.as_dict().items():
            if name != "warnings":
                print(f"{name.replace('_', ' '):16} {value}")
        for check in checks:
            mark = {True: "✓", False: "✕", None: "–"}[check.ok]
            print(f"{mark} {check.name.replace('_', ' '):14} {check.says}{' ' if check.do else ''}{check.do}")
        if repair:
            print(f"repaired: {repaired or 'nothing was due.'}")
        for warning in health.warnings:
            print(f"warning: {warning}", file=sys.stderr)
    if health.warnings or any(check.ok is False for check in checks):
        raise typer.Exit(1)


def _print_settings(as_json: bool) -> None:
    values = {name: chosen.as_dict() for name, chosen in presets().items()}
    if as_json:
        options.print_json(
            [
                {
                    "name": card.name,
                    **{preset: value[card.name] for preset, value in values.items()},
                    "range": card.range,
                    "unit": card.unit,
                    "why": card.why,
                    "source": card.source,
                }
                for card in CARDS
            ]
        )
        return
    for card in CARDS:
        chosen = ", ".join(f"{preset} {value[card.name]}" for preset, value in values.items())
        print(f"{card.name}: {chosen} ({card.unit}; {card.range}). {card.why.capitalize()}. {card.source}.")
