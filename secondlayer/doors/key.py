"""The verbs on keys: make, list, rotate, revoke."""

from datetime import timedelta
from typing import Annotated

import typer

from secondlayer.doors import options
from secondlayer.doors.actors import By, Reason, actor
from secondlayer.engine.scopes import check_repository
from secondlayer.engine.trace import moment
from secondlayer.errors import WrongCall
from secondlayer.opening import DEFAULT_ORGANISATION
from secondlayer.organisation import keys
from secondlayer.records import Actor, Key
from secondlayer.store import open_store

app = typer.Typer(name="key", help="Keys: each opens one organisation, for what it may do and no more.", no_args_is_help=True)

Fingerprint = Annotated[str, typer.Argument(help="The key's public part, as `key list` shows it.")]


@app.command()
def make(
    name: Annotated[str, typer.Argument(help="Who will act with it: a person's or an agent's name.")],
    may: Annotated[
        list[str] | None,
        typer.Option("--may", help="A right: read, propose, write, retire or administer; may be given again. Read by default."),
    ] = None,
    agent: Annotated[str | None, typer.Option("--agent", help="It is an agent's, of this seniority.")] = None,
    for_: Annotated[str, typer.Option("--for", help="The person the agent acts for.")] = "",
    repo: Annotated[
        list[str] | None, typer.Option("--repo", help="A repository it reaches; may be given again. All by default.")
    ] = None,
    days: Annotated[int | None, typer.Option("--days", help="After how many days it expires; never by default.")] = None,
    by: By = None,
    reason: Reason = "",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Make a key. Its text is shown once, now."""
    if days is not None and not 1 <= days <= 3650:
        raise WrongCall(f"A key expires after 1 to 3,650 days, not {days:,}.")
    holder = Actor(name=name, kind="agent" if agent is not None else "person", seniority=agent or "", on_behalf_of=for_)  # type: ignore[arg-type]
    expires = None if days is None else options.now() + timedelta(days=days)
    repositories = tuple(check_repository(one) for one in repo or ())
    with open_store(organisation or DEFAULT_ORGANISATION) as store:
        made, text = keys.make(
            store,
            holder,
            tuple(may or ("read",)),  # type: ignore[arg-type]
            actor(by, None, "", ""),
            repositories=repositories,
            expires_at=expires,
            reason=reason,
        )
    _show(made, text, as_json)


@app.command("list")
def list_(organisation: options.Organisation = None, as_json: options.Json = False) -> None:
    """The organisation's keys, and whether each is valid."""
    with open_store(organisation or DEFAULT_ORGANISATION) as store:
        listed = store.keys()
    if as_json:
        options.print_json([_values(key) for key in listed])
        return
    for key in listed:
        reach = ", ".join(key.repositories) or "every repository"
        print(f"{key.fingerprint}  {_state(key):28}  {key.actor.name} ({_kind(key)})  may {', '.join(key.rights)} in {reach}")
    if not listed:
        print("No key was made yet.")


@app.command()
def rotate(
    fingerprint: Fingerprint,
    hours: Annotated[int, typer.Option("--hours", help="How long the old one goes on beside the new one.")] = 24,
    by: By = None,
    reason: Reason = "",
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """Make a successor with the same rights; the old key goes on for some hours."""
    if not 0 <= hours <= 8760:
        raise WrongCall(f"A rotated key goes on for 0 to 8,760 hours, not {hours:,}.")
    with open_store(organisation or DEFAULT_ORGANISATION) as store:
        made, text = keys.rotate(store, fingerprint, actor(by, None, "", ""), overlap=timedelta(hours=hours), reason=reason)
    _show(made, text, as_json)


@app.command()
def revoke(
    fingerprint: Fingerprint,
    reason: Annotated[str, typer.Option("--reason", help="Why; it is kept with the act.")],
    by: By = None,
    organisation: options.Organisation = None,
    as_json: options.Json = False,
) -> None:
    """End a key at once."""
    with open_store(organisation or DEFAULT_ORGANISATION) as store:
        store.revoke_key(fingerprint, by=actor(by, None, "", ""), reason=reason)
    if as_json:
        options.print_json({"revoked": fingerprint})
    else:
        print(f"{fingerprint} opens nothing from now on.")


def _show(key: Key, text: str, as_json: bool) -> None:
    if as_json:
        options.print_json(_values(key) | {"key": text})
        return
    print(text)
    print(
        f"This is the only time it is shown. It may {', '.join(key.rights)} in {key.org}; its fingerprint is {key.fingerprint}."
    )


def _values(key: Key) -> dict[str, object]:
    return {
        "fingerprint": key.fingerprint,
        "organisation": key.org,
        "actor": key.actor.name,
        "kind": key.actor.kind,
        "seniority": key.actor.seniority,
        "on_behalf_of": key.actor.on_behalf_of,
        "rights": list(key.rights),
        "repositories": list(key.repositories),
        "made_at": moment(key.made_at),
        "made_by": key.made_by,
        "expires_at": moment(key.expires_at),
        "revoked_at": moment(key.revoked_at),
    }


def _state(key: Key) -> str:
    if key.revoked_at:
        return f"revoked {key.revoked_at:%Y-%m-%d %H:%M}"
    if key.expires_at and key.expires_at <= options.now():
        return f"expired {key.expires_at:%Y-%m-%d %H:%M}"
    return f"valid until {key.expires_at:%Y-%m-%d %H:%M}" if key.expires_at else "valid"


def _kind(key: Key) -> str:
    return f"{key.actor.seniority} agent" if key.actor.kind == "agent" else "person"
