"""The same read under each arm, live against the store, beside the exact answer (DESIGN §4)."""

from collections.abc import Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from secondlayer.briefing import plans_of
from secondlayer.embedding import Encoder
from secondlayer.engine.ranking import read as ranked
from secondlayer.engine.rare import asked_words
from secondlayer.engine.trace import scan_json
from secondlayer.engine.worth import worth_of
from secondlayer.errors import WrongCall
from secondlayer.records import ArmReading, ReadName, Request, ScopePlan
from secondlayer.settings import Settings
from secondlayer.store import Store, Wanted

#: in the order they are told: as pgvector comes, as the papers set it, all compared, and the product's own
ARMS = ("default", "paper", "exact", "auto")


def scan_arms(
    request: Request,
    settings: Settings,
    store: Store,
    encoder: Encoder,
    *,
    read: ReadName | None = None,
    arms: Sequence[str] = ARMS,
) -> tuple[ArmReading, ...]:
    """The readings of one of the request's reads, one an arm in the order given; by default of the read that makes the list.

    The exact answer scores every memory in scope; it is read first, so that no arm is timed on a cold cache. Raises
    WrongCall for a read that the request does not make, BadSetting for an arm that is none, StoreUnreachable,
    EncoderMismatch.
    """
    name, plan, keeps = _read_of(request, settings, store, read)
    vector = _encoded(request, store, encoder)
    truth = settings.replace(arm="exact", pool_by="score")
    ((found, scan),) = store.read_at_once([_wanted(request, plan, truth, keeps)], vector)
    exact = ranked(name, found, scan, request, plan, truth, keeps).candidates
    readings = []
    for arm in arms:
        under = settings.replace(arm=arm)
        wanted = _wanted(request, plan, under, keeps)
        ((found, scan),) = store.read_at_once([wanted], vector)
        made = ranked(name, found, scan, request, plan, under, keeps)
        listed = {candidate.memory.id for candidate in made.candidates}
        missed = tuple(candidate for candidate in exact if candidate.memory.id not in listed)
        readings.append(
            ArmReading(
                arm=arm,
                read=made,
                wanted=min(wanted.limit, scan.in_scope or 0),
                brought=sum(one.by != "words" for one in found),
                exact=len(exact),
                shared=len(exact) - len(missed),
                missed=missed,
            )
        )
    return tuple(readings)


def plan_of(reading: ArmReading, request: Request, settings: Settings, store: Store, encoder: Encoder) -> str:
    """The server's plan of the statement that reading ran, under its arm's settings; it is not run again.

    Empty when no statement was run, since the scopes hold nothing. Raises StoreUnreachable.
    """
    wanted = _wanted(request, reading.read.plan, settings.replace(arm=reading.arm), reading.read.k)
    return store.plan(wanted, _encoded(request, store, encoder), reading.read.scan)


def reading_json(reading: ArmReading, *, whole_store: bool = True) -> dict[str, Any]:
    """The reading as plain values; without `whole_store` only what lies in the caller's own scopes (DESIGN §4)."""
    read = reading.read
    return {
        "read": read.name,
        "scopes": list(read.plan.scopes),
        "k": read.k,
        "scan": scan_json(read.scan, whole_store=whole_store),
        "wanted": reading.wanted,
        "brought": reading.brought,
        "agreement": {"exact": reading.exact, "shared": reading.shared, "share": reading.agreement},
        "missed": [
            {"id": one.memory.id, "scope": one.memory.scope, "rank": one.rank, "score": one.score} for one in reading.missed
        ],
        "kept": [candidate.memory.id for candidate in read.candidates],
        "bound": read.bound,
        "bound_says": read.bound_says,
    }


def _read_of(request: Request, settings: Settings, store: Store, wanted: ReadName | None) -> tuple[ReadName, ScopePlan, int]:
    """(name, scopes, how many it keeps) of the read wanted."""
    for position, (name, plan) in enumerate(plans_of(request, store)):
        if wanted is None or name == wanted:
            return name, plan, settings.k_organisation if position else settings.k_combined
    raise WrongCall("A request at the organisation's level makes one read, the organisation's; name a repository or a team.")


def _wanted(request: Request, plan: ScopePlan, settings: Settings, keeps: int) -> Wanted:
    """The read as a brief asks it of the store."""
    return Wanted(
        scopes=plan.scopes,
        settings=settings,
        limit=max(settings.pool, keeps),
        tokens=asked_words(request.prompt),
        worth=worth_of(request, plan, settings),
    )


def _encoded(request: Request, store: Store, encoder: Encoder) -> NDArray[np.float32]:
    if store.encoder() is not None:
        store.use_encoder(encoder.name, encoder.width)
    vector: NDArray[np.float32] = encoder.encode([request.prompt])[0]
    return vector
