"""For notebooks: four verbs over a real store, and displays of the records they give.

    %load_ext secondlayer
    from secondlayer.notebook import again, ask, ask_example, scan, why

    trace = ask("log the vehicle register lookup", repo="skerryline/booking-api", as_of="2026-11-30")
    why(trace, "Camera pictures of the ramp are deleted after 72 hours.")

Without more the store is the embedded server, or the one that SECONDLAYER_DSN names, and the organisation the demonstration's,
which is loaded when it is missing. `opened("acme")` gives any other, for the argument `on`. The records are the ones that
pages and commands render; the displays only draw them, and a record knows nothing of its display.
"""

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


def load_ipython_extension(ipython: Any) -> None:
    """`%load_ext secondlayer`: the records are displayed, as HTML and as text.

    Traces, briefs, verdicts, pairs, reads, scans and repeat tests. And tables of pandas, which hold stored text as well, are
    marked so that nothing takes a dollar sign in them for a formula.
    """
    import pandas as pd  # type: ignore[import-untyped]

    from secondlayer.show.displays import DISPLAYS
    from secondlayer.show.plain import TEXTS

    pd.set_option("display.html.use_mathjax", False)
    formatters = ipython.display_formatter.formatters
    for record, display in DISPLAYS.items():
        # a plain str: what was made safe here is only carried on from here
        formatters["text/html"].for_type(record, lambda shown, display=display: str(display(shown)))
    for record, text in TEXTS.items():
        formatters["text/plain"].for_type(record, lambda shown, printer, _, text=text: printer.text(text(shown)))


def unload_ipython_extension(ipython: Any) -> None:
    """`%unload_ext secondlayer`: the records are shown as Python writes them."""
    import pandas as pd

    from secondlayer.show.displays import DISPLAYS

    pd.reset_option("display.html.use_mathjax")
    for kind in ("text/html", "text/plain"):
        for record in DISPLAYS:
            ipython.display_formatter.formatters[kind].pop(record, None)


def _moment(at: datetime | str | None) -> datetime | None:
    if not isinstance(at, str):
        return at
    try:
        moment = datetime.fromisoformat(at)
    except ValueError:
        raise WrongCall(f"A time is written like 2026-11-30 or 2026-11-30T12:00Z, not {at[:40]!r}.") from None
    return moment if moment.tzinfo else moment.replace(tzinfo=UTC)
