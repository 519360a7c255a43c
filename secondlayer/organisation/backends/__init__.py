"""An organisation's memory behind one protocol, chosen by configuration, with three backends over the same store."""

from secondlayer.embedding import Encoder
from secondlayer.organisation.backends.access import WriteRules
from secondlayer.organisation.backends.configuration import BACKENDS, BackendName, OrgMemoryConfig, parse_config, read_config
from secondlayer.organisation.backends.connected import StoredMemory
from secondlayer.organisation.backends.facts import (
    OrgFact,
    OrgFactAuthor,
    OrgFactCategory,
    OrgFactWriteRequest,
    OrgMemoryQuery,
)
from secondlayer.organisation.backends.graph import GraphAnswer, GraphMemory
from secondlayer.organisation.backends.hybrid import HybridMemory
from secondlayer.organisation.backends.protocol import OrgMemoryBackend
from secondlayer.organisation.backends.temporal import DatedFact, TemporalMemory
from secondlayer.organisation.backends.timeline import Change
from secondlayer.store import Store

_MADE_BY: dict[BackendName, type[StoredMemory]] = {kind.name: kind for kind in (HybridMemory, GraphMemory, TemporalMemory)}
assert set(_MADE_BY) == set(BACKENDS)


def create_org_memory_backend(
    config: OrgMemoryConfig,
    store: Store,
    encoder: Encoder | None = None,
    *,
    repo: str | None = None,
    team: str | None = None,
) -> OrgMemoryBackend:
    """The backend that configuration names, not yet connected; its store stays the caller's to close.

    With a repository or a team their memories are read too, as a brief from there reads them.
    """
    return _MADE_BY[config.backend](config, store, encoder, repo=repo, team=team)


__all__ = [
    "BACKENDS",
    "BackendName",
    "Change",
    "DatedFact",
    "GraphAnswer",
    "GraphMemory",
    "HybridMemory",
    "OrgFact",
    "OrgFactAuthor",
    "OrgFactCategory",
    "OrgFactWriteRequest",
    "OrgMemoryBackend",
    "OrgMemoryConfig",
    "OrgMemoryQuery",
    "TemporalMemory",
    "WriteRules",
    "create_org_memory_backend",
    "parse_config",
    "read_config",
]
