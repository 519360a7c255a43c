"""The organisation's memory behind its protocol: three backends over one real store, with the real encoder."""

import asyncio
import inspect
from collections.abc import Callable, Iterator
from datetime import timedelta
from typing import Any, Protocol, runtime_checkable

import pytest
from facts import ANA, NOW, ask, connected, contents, file
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from secondlayer.embedding import Encoder
from secondlayer.errors import (
    OrgMemoryAccessDeniedError,
    OrgMemoryConnectionError,
    OrgMemoryQueryError,
    OrgMemoryWriteError,
    StoreUnreachable,
)
from secondlayer.organisation.backends import (
    BACKENDS,
    OrgFactAuthor,
    OrgFactCategory,
    OrgFactWriteRequest,
    OrgMemoryBackend,
    OrgMemoryConfig,
    OrgMemoryQuery,
    create_org_memory_backend,
)
from secondlayer.organisation.remembering import accept, remember, stated, supersede
from secondlayer.records import Actor
from secondlayer.store import Store, open_store

PERSON = OrgFactAuthor(is_human=True, name="Ana")
LEAD = OrgFactAuthor(agent_id="builder", seniority="lead")
JUNIOR = OrgFactAuthor(agent_id="helper", seniority="junior")
ADR, POLICY, CONVENTION = OrgFactCategory.ADR, OrgFactCategory.CORE_POLICY, OrgFactCategory.CONVENTION


@runtime_checkable
class Older(Protocol):
    """The first published protocol, as its callers know it."""

    @property
    def is_connected(self) -> bool: ...
    @property
    def backend_name(self) -> Any: ...
    async def connect(self) -> None: ...
    async def disconnect(self) -> None: ...
    async def health_check(self) -> bool: ...
    async def query(self, query: Any) -> tuple[Any, ...]: ...
    async def write(self, request: Any, *, author: Any) -> str: ...
    async def list_policies(self) -> tuple[Any, ...]: ...


@runtime_checkable
class Newer(Older, Protocol):
    """The later one."""

    async def count_policies(self) -> int: ...


@pytest.mark.parametrize("name", BACKENDS)
def test_each_backend_keeps_both_generations_of_the_protocol(org: Store, encoder: Encoder, name: str) -> None:
    made = create_org_memory_backend(OrgMemoryConfig(backend=name), org, encoder)  # type: ignore[arg-type]
    assert isinstance(made, OrgMemoryBackend) and isinstance(made, Older) and isinstance(made, Newer)
    assert made.backend_name == name and not made.is_connected
    for protocol in (Older, Newer, OrgMemoryBackend):
        for verb in ("connect", "disconnect", "health_check", "query", "write", "list_policies"):
            asked = [one for one in inspect.signature(getattr(protocol, verb)).parameters if one != "self"]
            assert asked == list(inspect.signature(getattr(made, verb)).parameters)[: len(asked)]
            assert inspect.iscoroutinefunction(getattr(made, verb))

    async def life() -> None:
        calls = (
            lambda: made.query(OrgMemoryQuery()),
            lambda: made.write(OrgFactWriteRequest(content="x", category=ADR), author=PERSON),
            made.list_policies,
            made.count_policies,
            made.health_check,
        )
        for call in calls:
            with pytest.raises(OrgMemoryConnectionError, match="connect"):
                await call()
        await made.disconnect()
        await made.connect()
        await made.connect()
        assert made.is_connected and await made.health_check()
        assert await made.query(OrgMemoryQuery(context="anything at all")) == ()
        written = await made.write(
            OrgFactWriteRequest(content="Ramps are closed at night.", category=POLICY, tags=("Ramps", "Night")), author=PERSON
        )
        (fact,) = await made.query(OrgMemoryQuery(context="When is a ramp closed?"))
        assert (fact.id, fact.category, fact.author.name, fact.tags) == (written, POLICY, "Ana", ("Ramps", "Night"))
        assert fact.created_at.tzinfo is not None and fact.version == 1
        assert await made.list_policies() == await made.list_policies(limit=None, offset=0) == (fact,)
        assert await made.count_policies() == 1
        await made.disconnect()
        with pytest.raises(OrgMemoryConnectionError):
            await made.query(OrgMemoryQuery())

    asyncio.run(life())


def test_policies_of_the_configuration_come_before_the_stored_ones_and_are_paged(org: Store, encoder: Encoder) -> None:
    for number in range(3):
        file(org, encoder, f"Policy number {number} holds.", "policy", at=NOW - timedelta(days=9 - number))
    file(org, encoder, "Be  on time.", "policy")
    backend = connected(org, encoder, BACKENDS[0], core_policies=("Be kind.", "Be on time."))
    listed = asyncio.run(backend.list_policies())
    assert [fact.id for fact in listed[:2]] == ["core-policy-0", "core-policy-1"]
    assert contents(listed[2:]) == [f"Policy number {number} holds." for number in (2, 1, 0)]
    assert asyncio.run(backend.count_policies()) == 5
    for limit, offset in ((2, 0), (2, 1), (3, 4), (0, 0), (9, 9), (None, 3)):
        end = None if limit is None else offset + limit
        assert asyncio.run(backend.list_policies(limit=limit, offset=offset)) == listed[offset:end]
    with pytest.raises(OrgMemoryQueryError, match="0 or more"):
        asyncio.run(backend.list_policies(offset=-1))


def test_the_hybrid_answers_policies_first_and_then_by_score(org: Store, encoder: Encoder) -> None:
    file(org, encoder, "Passengers' data never leaves the company.", "policy")
    file(org, encoder, "A refund is paid within five working days.", "procedure", at=NOW - timedelta(days=3))
    file(org, encoder, "Refunds of more than 2,000 are looked at by two people.", "decision", at=NOW - timedelta(days=2))
    file(org, encoder, "Ships are named after sea birds.", "convention")
    file(org, encoder, "Refunds were late in May.", "note")
    backend = connected(org, encoder, BACKENDS[0], core_policies=("Be kind.",), extended_store={"max_retrieved_per_query": 2})
    found = ask(backend, "How is a refund paid?", 5)
    assert contents(found)[:2] == ["Be kind.", "Passengers' data never leaves the company."]
    scored = [one.memory.text for one in backend.ranked("How is a refund paid?", ["decision", "procedure", "convention"])]
    assert contents(found)[2:] == scored[:2]
    assert "note" not in " ".join(contents(found)) and len(found) == 4
    # without a context: newest first, what the configuration says before them
    newest = ask(backend, None, 4)
    assert newest[0].id == "core-policy-0"
    assert [fact.created_at for fact in newest[1:]] == sorted((fact.created_at for fact in newest[1:]), reverse=True)
    assert contents(ask(backend, "refund", 5, ADR)) == ["Refunds of more than 2,000 are looked at by two people."]
    assert {fact.category for fact in ask(backend, None, 5, POLICY)} == {POLICY}


def test_a_refused_write_is_denied_and_recorded_and_an_allowed_one_has_its_event(org: Store, encoder: Encoder) -> None:
    backend = connected(org, encoder, BACKENDS[0])

    def write(text: str, category: OrgFactCategory, author: OrgFactAuthor) -> str:
        return asyncio.run(backend.write(OrgFactWriteRequest(content=text, category=category), author=author))

    for author, category in (
        (JUNIOR, ADR),
        (LEAD, POLICY),
        (OrgFactAuthor(agent_id="odd", seniority="boss"), CONVENTION),
    ):
        before = org.mark()[0]
        with pytest.raises(OrgMemoryAccessDeniedError, match="recorded"):
            write("All is allowed.", category, author)
        event = org.events(limit=1)[0]
        assert (event.act, event.actor.name, event.details["text"]) == ("refuse", author.agent_id, "All is allowed.")
        assert org.mark()[0] == before + 1 and org.find_text("All is allowed.") is None
    written = write("Every service has an owner.", CONVENTION, LEAD)
    event = org.history(written).events[0]  # type: ignore[union-attr]
    assert (event.act, event.actor.name, event.actor.seniority) == ("remember", "builder", "lead")
    assert ask(backend, "Who owns a service?")[0].author == LEAD
    assert write("Every  service has an owner.", CONVENTION, PERSON) == written
    org.retire(written, at=NOW, by=ANA, reason="no longer")
    with pytest.raises(OrgMemoryWriteError, match="no longer"):
        write("Every service has an owner.", CONVENTION, PERSON)
    with pytest.raises(OrgMemoryWriteError, match="characters"):
        write("x" * 30_000, CONVENTION, PERSON)


def test_an_accepted_proposal_is_its_proposers(org: Store, encoder: Encoder) -> None:
    bot = Actor(name="helper", kind="agent", seniority="junior")
    told = remember(org, encoder, stated("Lamps are tested weekly.", "org", bot, layer="procedure", now=NOW), bot)
    accept(org, encoder, told.memory.id, ANA)
    (fact,) = ask(connected(org, encoder, BACKENDS[0]), "How often are lamps tested?")
    assert fact.author == JUNIOR


def test_a_store_that_goes_away_is_said_and_never_waited_for(org: Store, encoder: Encoder, monkeypatch) -> None:
    backend = connected(org, encoder, BACKENDS[1])

    def gone(*_: object, **__: object) -> None:
        raise StoreUnreachable

    monkeypatch.setattr(org._connections, "run", gone)
    assert asyncio.run(backend.health_check()) is False
    with pytest.raises(OrgMemoryConnectionError, match="could not be reached"):
        ask(backend, "anything")
    other = create_org_memory_backend(OrgMemoryConfig(), org, encoder)
    with pytest.raises(OrgMemoryConnectionError):
        asyncio.run(other.connect())
    assert not other.is_connected


@pytest.fixture(scope="module")
def shared(clone: Callable[[str], str], encoder: Encoder) -> Iterator[tuple[Store, Store]]:
    """Two organisations in one database; the second says the same things in its own words."""
    dsn = clone("template1")
    layers = ("policy", "decision", "procedure", "convention", "note")
    tools = ("Flask", "Django", "Litestar", "Postgres", "Redis", "NATS", "Kotlin", "Go")
    with open_store("acme", dsn=dsn) as acme, open_store("umbrella", dsn=dsn) as umbrella:
        for number, tool in enumerate(tools):
            file(acme, encoder, f"{tool} is the standard of acme for port {number}.", layers[number % 5])
            file(acme, encoder, f"Do not use {tool} with {tools[number - 1]} on acme's ship {number}.", layers[number % 4])
            file(umbrella, encoder, f"Secret: umbrella depends on {tool} in hall {number}.", layers[number % 4])
        old = file(umbrella, encoder, "Umbrella's secret service used Flask.", "decision")
        new = stated("Umbrella's secret service uses Litestar.", "org", ANA, layer="decision", now=NOW)
        supersede(umbrella, encoder, old, new, ANA, now=NOW, reason="umbrella's secret reason")
        yield acme, umbrella


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    context=st.one_of(
        st.none(),
        st.text(min_size=1, max_size=60).filter(str.strip),
        st.sampled_from(["May we use Flask?", "Which web framework?", "secret umbrella hall", "Postgres with Redis in Go"]),
    ),
    limit=st.integers(1, 100),
    categories=st.frozensets(st.sampled_from(list(OrgFactCategory))),
    name=st.sampled_from(BACKENDS),
)
def test_a_query_never_gives_more_than_its_limit_nor_another_category_or_organisation(
    shared: tuple[Store, Store], encoder: Encoder, context, limit, categories, name
) -> None:
    backend = connected(shared[0], encoder, name, core_policies=("Use Litestar, not Flask",))
    found = asyncio.run(backend.query(OrgMemoryQuery(context=context, limit=limit, categories=categories)))
    assert len(found) <= limit and len({fact.id for fact in found}) == len(found)
    assert not categories or {fact.category for fact in found} <= categories
    told = str(found)
    if name == "graph_rag" and context:
        told += str(asyncio.run(backend.explore(OrgMemoryQuery(context=context, limit=limit))))
    if name == "temporal_kg":
        told += str(asyncio.run(backend.history(context))) + str(asyncio.run(backend.as_of(NOW, context)))
    assert "secret" not in told.lower().replace((context or "").lower(), "") and "hall" not in told.replace(context or "", "")
