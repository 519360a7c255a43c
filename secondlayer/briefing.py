"""One brief, from request to trace: scopes, the encoder, two reads at once, and the engine."""

import time
from collections.abc import Sequence
from datetime import UTC, datetime

import numpy as np
from numpy.typing import NDArray

from secondlayer.embedding import Encoder
from secondlayer.engine import ReadResult, assemble
from secondlayer.engine.pools import limit_of
from secondlayer.engine.rare import asked_words
from secondlayer.engine.scopes import combined_plan, organisation_plan
from secondlayer.engine.worth import worth_of
from secondlayer.errors import WrongCall
from secondlayer.records import ReadName, Request, ScopePlan, Trace
from secondlayer.settings import Settings, card_of
from secondlayer.store import Store, Wanted

#: characters of a prompt that are taken; a longer one is a mistake in the call, not a task
LONGEST_PROMPT = 1_000_000


def request_of(
    org: str,
    prompt: str,
    *,
    repo: str | None = None,
    team: str | None = None,
    path: str | None = None,
    budget_chars: int,
    as_of: datetime | None = None,
) -> Request:
    """A checked request. Raises WrongCall for an empty or endless prompt, BadScope, BadSetting for the budget.

    `as_of` defaults to now; a time without a zone is taken as UTC.
    """
    prompt = prompt.encode("utf-8", "replace").decode("utf-8")
    if not prompt.strip():
        raise WrongCall("The prompt is empty; say in a sentence what the task is.")
    if len(prompt) > LONGEST_PROMPT:
        raise WrongCall(f"The prompt has {len(prompt):,} characters; at most {LONGEST_PROMPT:,} are taken.")
    card_of("budget_chars").check(budget_chars)
    moment = as_of or datetime.now(UTC)
    if moment.tzinfo is None:
        moment = moment.replace(tzinfo=UTC)
    request = Request(
        org=org,
        prompt=prompt,
        repo=repo or None,
        team=team or None,
        path=path or None,
        budget_chars=budget_chars,
        as_of=moment.astimezone(UTC),
    )
    combined_plan(request, ())
    return request


def brief(request: Request, settings: Settings, store: Store, encoder: Encoder, *, preset: str = "product") -> Trace:
    """The trace of one brief.

    A request inside a repository or team runs two reads at once on two connections, one at the organisation's level one
    (paper 002 §3). Raises StoreUnreachable, EncoderMismatch, BadScope, BadSetting.
    """
    clock = _Clock()
    _check_encoder(store, encoder)
    plans = plans_of(request, store)
    clock.lap("scopes")
    pieces = encoder.pieces(request.prompt)
    vector = encoder.encode([request.prompt])[0]
    words = asked_words(request.prompt)
    clock.lap("encode")
    results = read_all(plans, request, settings, store, vector, words)
    clock.lap("reads")
    trace = assemble(
        request,
        settings,
        results,
        preset=preset,
        encoder=encoder.name,
        prompt_pieces=(pieces.read, pieces.held),
        stored=None if results[0].found else _filed(store, results[0].plan),
        timings=clock.laps,
    )
    clock.lap("engine")
    return trace


def read_all(
    plans: Sequence[tuple[ReadName, ScopePlan]],
    request: Request,
    settings: Settings,
    store: Store,
    vector: NDArray[np.float32],
    words: Sequence[str],
    more: int = 0,
) -> tuple[ReadResult, ...]:
    """What each of those reads brings back, two of them at once; `more` asks for so many beyond what the pool takes."""
    wanted = [
        Wanted(
            scopes=plan.scopes,
            settings=settings,
            limit=limit_of(settings, first=position == 0) + more,
            tokens=tuple(words),
            worth=worth_of(request, plan, settings),
        )
        for position, (_, plan) in enumerate(plans)
    ]
    answers = store.read_at_once(wanted, vector)
    return tuple(
        ReadResult(name=name, plan=plan, found=found, scan=scan)
        for (name, plan), (found, scan) in zip(plans, answers, strict=True)
    )


def plans_of(request: Request, store: Store) -> tuple[tuple[ReadName, ScopePlan], ...]:
    """The reads a request makes, the list's first: two when it spans a repository or a team, else the organisation's."""
    if request.repo is None and request.team is None:
        return (("organisation", organisation_plan()),)
    return (("combined", combined_plan(request, store.repositories())), ("organisation", organisation_plan()))


def _check_encoder(store: Store, encoder: Encoder) -> None:
    if store.encoder() is not None:
        store.use_encoder(encoder.name, encoder.width)


def _filed(store: Store, plan: ScopePlan) -> int:
    counts = store.scope_counts()
    return sum(counts.get(scope, 0) for scope in plan.scopes)


class _Clock:
    """Milliseconds of each stage, by name; the mapping is the one the trace keeps."""

    def __init__(self) -> None:
        self.laps: dict[str, float] = {}
        self._last = time.perf_counter()

    def lap(self, name: str) -> None:
        now = time.perf_counter()
        self.laps[name] = (now - self._last) * 1000.0
        self._last = now
