"""The verbs of notebooks and lessons over a real store: ask, again, why, scan. Each gives the records that pages render."""

import warnings
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cache
from typing import Any

from secondlayer import demonstration
from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder, load_encoder
from secondlayer.errors import WrongCall
from secondlayer.explaining import explain
from secondlayer.records import Read, Trace, Verdict
from secondlayer.serving import settings_of
from secondlayer.settings import PRODUCT, card_of
from secondlayer.settings import preset as preset_of
from secondlayer.store import Store, open_store


@dataclass(frozen=True, slots=True, kw_only=True)
class Opened:
    """What the verbs work with: the store of one organisation, and the encoder."""

    store: Store
    encoder: Encoder


@cache
def opened(organisation: str = "", *, dsn: str = "") -> Opened:
    """The store of that organisation, the demonstration's when none is named, opened once.

    The demonstration organisation is loaded when the store holds nothing of it: nine hundred sentences, a few seconds. Any
    other is opened as it is. Raises StoreUnreachable.
    """
    name = organisation or demonstration.organisation()
    with warnings.catch_warnings():
        # a library of the encoder's asks for a progress bar that is not needed here
        warnings.filterwarnings("ignore", message="IProgress not found")
        encoder = load_encoder()
    store = open_store(name, dsn=dsn or None)
    if name == demonstration.organisation() and not store.scope_counts():
        demonstration.load_demonstration(store, encoder)
    return Opened(store=store, encoder=encoder)


def ask(
    prompt: str,
    *,
    repo: str | None = None,
    team: str | None = None,
    path: str | None = None,
    budget_chars: int = PRODUCT.budget_chars,
    as_of: datetime | str | None = None,
    preset: str = "product",
    on: Opened | None = None,
    **settings: Any,
) -> Trace:
    """The trace of one brief, as `secondlayer brief --json` prints it; nothing is kept of it.

    `settings` are any by their names, `bar_ratio=0.8`; `preset` names those they change. `as_of` is now, or a time such as
    "2026-11-30". Raises WrongCall, BadScope, BadSetting, StoreUnreachable.
    """
    place = on or opened()
    request = request_of(
        place.store.org,
        prompt,
        repo=repo,
        team=team,
        path=path,
        budget_chars=budget_chars,
        as_of=_moment(as_of),
    )
    return brief(request, preset_of(preset).replace(**settings), place.store, place.encoder, preset=preset)


def ask_example(name: str, *, on: Opened | None = None, **settings: Any) -> Trace:
    """The trace of an example of the demonstration organisation, with some settings changed. Raises WrongCall."""
    known = {example.name: example for example in demonstration.examples()}
    if name not in known:
        raise WrongCall(f"There is no example named {name!r}; there are: {', '.join(known)}.")
    example = known[name]
    return ask(
        example.prompt,
        repo=example.repo,
        team=example.team,
        path=example.path,
        budget_chars=example.budget_chars,
        as_of=example.as_of,
        on=on,
        **(example.settings | settings),
    )


def again(trace: Trace, *, budget_chars: int | None = None, on: Opened | None = None, **settings: Any) -> Trace:
    """The same request once more, with another budget or some of its settings changed; with none, the same brief.

    Raises BadSetting, StoreUnreachable.
    """
    place = on or opened()
    changed = settings_of(trace).replace(**settings)
    request = trace.request
    if budget_chars is not None:
        card_of("budget_chars").check(budget_chars)
        request = replace(request, budget_chars=budget_chars)
    return brief(request, changed, place.store, place.encoder, preset=trace.preset)


def why(trace: Trace, memory: str, *, on: Opened | None = None) -> Verdict:
    """Why the memory of that id, or of exactly that text, is or is not in that brief. Raises WrongCall, StoreUnreachable."""
    place = on or opened()
    return explain(trace, settings_of(trace), memory, place.store, place.encoder)


def scan(trace: Trace, arm: str, *, on: Opened | None = None, **settings: Any) -> tuple[Read, ...]:
    """The reads of that request under another arm: default, paper, exact or auto, each with what it looked at."""
    return again(trace, on=on, arm=arm, **settings).reads


def _moment(at: datetime | str | None) -> datetime | None:
    if not isinstance(at, str):
        return at
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        raise WrongCall(f"A time is written like 2026-11-30 or 2026-11-30T12:00Z, not {at[:40]!r}.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
