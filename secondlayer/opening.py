"""Which organisation a call is about, and its store, opened."""

import os
from collections.abc import Mapping

from secondlayer.store import Store, open_store

#: where documents and statements go when no organisation is named
DEFAULT_ORGANISATION = "default"


def open_organisation(named: str | None = None, repo: str | None = None) -> Store:
    """The store of the organisation named by the call or by SECONDLAYER_ORG, or else found as `choose` says.

    Raises StoreUnreachable.
    """
    named = named or os.environ.get("SECONDLAYER_ORG")
    if named:
        return open_store(named)
    store = open_store(DEFAULT_ORGANISATION)
    counts = store.organisations()
    if set(counts) <= {DEFAULT_ORGANISATION}:
        return store
    chosen = choose(counts, store.organisations_with(repo) if repo else ())
    if chosen == DEFAULT_ORGANISATION:
        return store
    store.close()
    return open_store(chosen)


def choose(counts: Mapping[str, int], knowing: tuple[str, ...] = ()) -> str:
    """The one organisation that knows the repository, else the default one when it holds anything, else the only one.

    `counts` maps each organisation to its current memories; `knowing` names those that know the repository asked about.

    >>> choose({"default": 3, "demo": 900}), choose({"default": 0, "demo": 900}), choose({"default": 3, "demo": 9}, ("demo",))
    ('default', 'demo', 'demo')
    """
    if len(knowing) == 1:
        return knowing[0]
    holding = sorted(name for name, count in counts.items() if count)
    if DEFAULT_ORGANISATION in holding or len(holding) != 1:
        return DEFAULT_ORGANISATION
    return holding[0]
