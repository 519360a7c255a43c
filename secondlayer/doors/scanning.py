"""The verb on what a read looked at: the same read under each arm, beside the exact answer."""

from typing import Annotated

import typer

from secondlayer.briefing import request_of
from secondlayer.doors import options
from secondlayer.embedding import load_encoder
from secondlayer.errors import WrongCall
from secondlayer.opening import open_organisation
from secondlayer.records import ArmReading, ReadName
from secondlayer.scanning import ARMS, plan_of, reading_json, scan_arms
from secondlayer.settings import card_of

_READS: dict[str, ReadName] = {"combined": "combined", "organisation": "organisation"}


def scan(
    prompt: Annotated[str, typer.Argument(help="The task, in the words an agent would get.")],
    repo: options.Repo = None,
    team: options.Team = None,
    path: options.Path = None,
    read: Annotated[
        str | None, typer.Option("--read", help="Which read: combined or organisation; by default the one that makes the list.")
    ] = None,
    arm: Annotated[
        list[str] | None,
        typer.Option("--arm", help="Only this arm: default, paper, exact or auto; may be given again. All four by default."),
    ] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Print each arm's statement and the server's plan of it.")] = False,
    preset: options.Preset = "product",
    set_: options.Set = None,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """What a read looked at, live under each arm: plan, counts, stop, ceilings, and how much of the exact list was found."""
    settings = options.settings_of(preset, None, set_)
    arms = tuple(str(card_of("arm").parse(one)) for one in arm or ARMS)
    if read is not None and read not in _READS:
        raise WrongCall(f"--read takes combined or organisation, not {read[:40]!r}.")
    with open_organisation(organisation, repo) as store:
        request = request_of(store.org, prompt, repo=repo, team=team, path=path, budget_chars=settings.budget_chars)
        encoder = load_encoder()
        readings = scan_arms(request, settings, store, encoder, read=_READS[read] if read else None, arms=arms)
        plans = [plan_of(one, request, settings, store, encoder) if plan else "" for one in readings]
    if as_json:
        values = [reading_json(one) | ({"plan": told} if plan else {}) for one, told in zip(readings, plans, strict=True)]
        options.print_json({"prompt": request.prompt, "repo": request.repo, "team": request.team, "arms": values})
    else:
        _print(readings, plans if plan else [])
    if not readings[0].read.scan.in_scope:
        raise typer.Exit(1)


def _print(readings: tuple[ArmReading, ...], plans: list[str]) -> None:
    read = readings[0].read
    print(f"the {read.name} read over {', '.join(read.plan.scopes)}")
    print(
        f"{'arm':8} {'plan':6} {'in scope':>9} {'examined':>9} {'dead':>6} {'matched':>8} {'kept':>5} {'stop':10} {'ms':>7} "
        f"{'brought':>11} {'of exact':>9}"
    )
    for one in readings:
        scan = one.read.scan
        print(
            f"{one.arm:8} {scan.plan:6} {_count(scan.in_scope):>9} {_count(scan.examined):>9} {_count(scan.dead):>6} "
            f"{_count(scan.matched):>8} {scan.kept:>5} {scan.stop:10} {scan.ms:>7.1f} "
            f"{f'{one.brought:,} of {one.wanted:,}':>11} {f'{one.shared} of {one.exact}':>9}"
        )
    for one in readings:
        print(f"{one.arm}: {one.read.scan.because} {one.read.bound_says}")
    for one, told in zip(readings, plans, strict=False):
        print(f"\n{one.arm}, as sent:\n{one.read.scan.statement}\n\nits plan:\n{told}")


def _count(value: int | None) -> str:
    return "unknown" if value is None else f"{value:,}"
