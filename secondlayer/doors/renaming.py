"""The verb that settles a repository's old name: rename."""

from typing import Annotated

import typer

from secondlayer.doors import options
from secondlayer.doors.actors import Agent, By, Reason, actor
from secondlayer.errors import WrongCall
from secondlayer.opening import open_organisation
from secondlayer.organisation import renaming
from secondlayer.records import Renamed


def rename(
    before: Annotated[str | None, typer.Argument(help="The old name: bare, or owner/name.")] = None,
    after: Annotated[str | None, typer.Argument(help="The new name: owner/name.")] = None,
    undo: Annotated[int | None, typer.Option("--undo", help="Undo the renaming recorded in this event.")] = None,
    plan: Annotated[bool, typer.Option("--plan", help="Only say what would be done.")] = False,
    by: By = None,
    agent: Agent = None,
    reason: Reason = "",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """File a repository's history under its new name; its old, bare name is then no longer read for it."""
    if (undo is None) == (before is None or after is None) or (undo is not None and before is not None):
        raise WrongCall("Give the old and the new name, or --undo with the event of a renaming.")
    with open_organisation(organisation) as store:
        if undo is not None:
            done = renaming.undo(store, undo, actor(by, agent, "", ""), reason=reason)
        elif plan:
            done = renaming.plan(store, str(before), str(after))
        else:
            done = renaming.rename(store, str(before), str(after), actor(by, agent, "", ""), reason=reason)
    if as_json:
        options.print_json(
            {
                "event": done.event,
                "before": done.before,
                "after": done.after,
                "memories": list(done.memories),
                "left": [{"id": id_, "because": because} for id_, because in done.left],
            }
        )
        return
    print(_said(done, plan, undo is not None))
    for id_, because in done.left:
        print(f"  {id_} stays under {done.before}: {because}.")


def _said(done: Renamed, plan: bool, undone: bool) -> str:
    count = len(done.memories)
    what = f"{count:,} {'memory' if count == 1 else 'memories'} of {done.before}"
    if undone:
        return f"{what} are filed under {done.after} again, and {done.before} reads its bare name again."
    if plan:
        return f"{what} would be filed under {done.after}."
    return f"{what} are filed under {done.after} (event {done.event}; `secondlayer rename --undo {done.event}` undoes it)."
