"""Two of the backends in depth: answers of several hops with their paths, and what held when."""

import asyncio
from datetime import UTC, datetime, timedelta

import pytest
from facts import ANA, NOW, ask, connected, contents, file

from secondlayer.embedding import Encoder
from secondlayer.errors import OrgMemoryQueryError
from secondlayer.organisation.backends import OrgMemoryQuery
from secondlayer.organisation.remembering import stated, supersede
from secondlayer.store import Store

STANDARD, BAN, EXCEPTION = "Litestar is the standard", "don't use Flask", "exception: data team uses Django for admin"
GRAPH, TIME = "graph_rag", "temporal_kg"


def explore(backend, context: str, limit: int = 5):
    return asyncio.run(backend.explore(OrgMemoryQuery(context=context, limit=limit)))


def steps(path) -> list[str]:
    return [step.memory.text for step in path.steps]


@pytest.mark.parametrize("order", [(STANDARD, BAN, EXCEPTION), (EXCEPTION, BAN, STANDARD)])
def test_the_standard_leads_to_the_ban_and_on_to_its_exception(org: Store, encoder: Encoder, order) -> None:
    for text in order:
        file(org, encoder, text)
    file(org, encoder, "Postgres is the standard")
    file(org, encoder, "Ships are named after sea birds.")
    backend = connected(org, encoder, GRAPH)
    told = explore(backend, "What follows from Litestar?")
    assert contents(told.facts) == [STANDARD, BAN, EXCEPTION] == contents(ask(backend, "What follows from Litestar?"))
    assert [path.hops for path in told.paths] == [0, 1, 2]
    assert steps(told.paths[2]) == [STANDARD, BAN, EXCEPTION]
    assert [step.link for step in told.paths[2].steps] == [
        "the question names Litestar",
        "both rule on one matter: web framework",
        "is an exception to it",
    ]
    # from the other end, and by the kind of thing alone
    assert steps(explore(backend, "may the data team keep django").paths[-1]) == [EXCEPTION, BAN, STANDARD]
    assert {STANDARD, BAN} <= set(contents(explore(backend, "Which web framework do we take?").facts))


def test_names_nobody_knows_hang_together_by_their_subject_or_by_what_a_standard_says(org: Store, encoder: Encoder) -> None:
    file(org, encoder, "Zorblat is the standard", subject="Charts")
    file(org, encoder, "Never use Quux.", subject="Charts")
    file(org, encoder, "Exception: the finance team uses Frob for audits", subject="Charts")
    file(org, encoder, "Yonder is our default web framework.")
    file(org, encoder, "Avoid Flask.")
    backend = connected(org, encoder, GRAPH)
    assert steps(explore(backend, "Why Zorblat?").paths[-1])[-1] == "Exception: the finance team uses Frob for audits"
    assert contents(explore(backend, "Why Yonder?").facts) == ["Yonder is our default web framework.", "Avoid Flask."]


def test_a_relation_joins_what_does_not_name_the_same_thing(org: Store, encoder: Encoder) -> None:
    file(org, encoder, "Quayside depends on NATS.", "fact")
    file(org, encoder, "Handsets of Quayside are charged at night.", "procedure")
    file(org, encoder, "Restart NATS only with the port office on the telephone.", "procedure")
    told = explore(connected(org, encoder, GRAPH), "What must I know about Quayside?")
    path = told.paths[-1]
    assert path.memory.text.startswith("Restart NATS") and path.hops == 1
    assert path.steps[-1].link in ("Quayside depends on NATS", "both name NATS")
    assert all("depends on" not in content for content in contents(told.facts))


def test_a_policy_of_the_configuration_is_in_the_graph_too(org: Store, encoder: Encoder) -> None:
    file(org, encoder, EXCEPTION)
    backend = connected(org, encoder, GRAPH, core_policies=("Use Litestar, not Flask",))
    told = explore(backend, "May I use Flask?")
    assert [fact.id for fact in told.facts][:1] == ["core-policy-0"] and told.scores[0] > 0.4
    assert steps(told.paths[1]) == ["Use Litestar, not Flask", EXCEPTION]


def test_a_thing_that_everybody_names_joins_nothing(org: Store, encoder: Encoder) -> None:
    for number in range(40):
        file(org, encoder, f"Gate {number} of Kirkhaven opens to Harbour Square.", at=NOW - timedelta(days=number))
    file(org, encoder, "Ferries to Kirkhaven take the tug Samson.")
    told = explore(connected(org, encoder, GRAPH), "Who is Samson?", limit=50)
    assert contents(told.facts) == ["Ferries to Kirkhaven take the tug Samson."]


def test_the_graph_follows_what_is_recorded(org: Store, encoder: Encoder) -> None:
    first = file(org, encoder, STANDARD)
    backend = connected(org, encoder, GRAPH)
    before = backend.graph()
    assert backend.graph() is before
    file(org, encoder, BAN)
    assert contents(ask(backend, "Litestar")) == [STANDARD, BAN]
    org.retire(first, at=NOW, by=ANA, reason="x")
    assert contents(ask(backend, "Litestar or Flask")) == [BAN]


def test_a_question_that_names_nothing_starts_from_the_nearest_and_none_without_a_question(
    org: Store, encoder: Encoder
) -> None:
    file(org, encoder, "A refund is paid within five working days.", "procedure")
    backend = connected(org, encoder, GRAPH)
    assert explore(backend, "how long until money comes back").paths[0].steps[0].link == "nearest to the question in meaning"
    assert contents(ask(backend, None)) == ["A refund is paid within five working days."]
    with pytest.raises(OrgMemoryQueryError, match="give the query a context"):
        asyncio.run(backend.explore(OrgMemoryQuery()))


def test_a_repositorys_memories_are_read_from_inside_it_alone_and_sensitive_ones_never_from_outside(
    org: Store,
    encoder: Encoder,
) -> None:
    file(org, encoder, "Go is the standard language.")
    file(org, encoder, "The ledger is written in Go, with Postgres.", "fact", "acme/ledger")
    file(org, encoder, "The rota is written in Go by Tarran.", "decision", "acme/rota")
    org.mark_sensitive("acme/rota")
    context = "What is written in Go?"
    assert contents(ask(connected(org, encoder, GRAPH), context)) == ["Go is the standard language."]
    inside = explore(connected(org, encoder, GRAPH, repo="acme/ledger"), context)
    assert "rota" not in str(inside)
    assert "rota" in str(explore(connected(org, encoder, GRAPH, repo="acme/rota"), context))


def switched(store: Store, encoder: Encoder) -> tuple[datetime, str, str]:
    """Flask until March 2026, then Litestar, in one act with its reason."""
    moment = datetime(2026, 3, 14, 9, tzinfo=UTC)
    old = file(store, encoder, "The team uses Flask.", at=datetime(2025, 5, 1, tzinfo=UTC))
    new = stated("The team uses Litestar.", "org", ANA, layer="convention", now=moment)
    supersede(store, encoder, old, new, ANA, now=moment, reason="Flask has no types")
    return moment, old, new.id


def test_the_team_used_flask_until_march_and_then_switched(org: Store, encoder: Encoder) -> None:
    moment, old, new = switched(org, encoder)
    file(org, encoder, "Ships are named after sea birds.", at=datetime(2025, 1, 1, tzinfo=UTC))
    backend = connected(org, encoder, TIME)
    question = "Which web framework does the team use?"
    assert contents(ask(backend, question))[0] == "The team uses Litestar."
    assert "The team uses Flask." not in contents(ask(backend, "Does the team use Flask?"))
    (change,) = asyncio.run(backend.history(question))
    assert (change.act, change.at, change.reason, change.by) == ("supersede", moment, "Flask has no types", "Ana")
    assert ([one.id for one in change.before], [one.id for one in change.after]) == ([old], [new])
    assert change.says == (
        "Until 14 March 2026: “The team uses Flask.” Since then: “The team uses Litestar.” Why: Flask has no types. (Ana)"
    )
    assert change.event == org.events(act="supersede")[0].key
    for at, held in (
        (moment - timedelta(seconds=1), "The team uses Flask."),
        (moment, "The team uses Litestar."),
        (NOW, "The team uses Litestar."),
    ):
        (dated,) = [one for one in asyncio.run(backend.as_of(at, question)) if "team uses" in one.fact.content]
        assert dated.fact.content == held
        assert (dated.until, dated.ended_by) == ((moment, change) if "Flask" in held else (None, None))
    assert asyncio.run(backend.as_of(datetime(2024, 1, 1), question)) == ()
    assert asyncio.run(backend.history("when are ships painted")) == ()


def test_what_was_retired_and_restored_held_twice(org: Store, encoder: Encoder) -> None:
    ramp = file(org, encoder, "The ramp is closed at night.", at=NOW - timedelta(days=30))
    org.retire(ramp, at=datetime.now(UTC), by=ANA, reason="summer timetable")
    backend = connected(org, encoder, TIME)
    between = datetime.now(UTC)
    assert ask(backend, "Is the ramp closed at night?") == ()
    assert asyncio.run(backend.as_of(between)) == ()
    org.restore([ramp], by=ANA, reason="winter timetable")
    assert contents(ask(backend, "Is the ramp closed at night?")) == ["The ramp is closed at night."]
    changes = asyncio.run(backend.history("Is the ramp closed?"))
    assert [(one.act, one.reason) for one in changes] == [("retire", "summer timetable"), ("restore", "winter timetable")]
    assert "Nothing stands in its place" in changes[0].says and "again" in changes[1].says
    assert asyncio.run(backend.as_of(between)) == ()
    assert len(asyncio.run(backend.as_of(datetime.now(UTC)))) == len(asyncio.run(backend.as_of(NOW - timedelta(days=9)))) == 1


def test_a_dated_decision_record_ends_the_one_it_supersedes_even_where_that_one_was_not_marked(
    org: Store,
    encoder: Encoder,
) -> None:
    then, since = datetime(2025, 3, 1, tzinfo=UTC), datetime(2026, 2, 1, tzinfo=UTC)
    one = {"scope": "acme/infra", "layer": "decision", "source_repo": "acme/infra"}
    old = {"source": "docs/adr/0001-one.md#decision", "subject": "One region › Decision", "at": then, **one}
    new = {"source": "docs/adr/0002-two.md#decision", "subject": "Two regions › Decision", "at": since, **one}
    file(org, encoder, "Services run in one region.", **old)
    file(org, encoder, "Services run in two regions.", **new)
    file(org, encoder, "Supersedes ADR 1.", **{**new, "subject": "Two regions", "layer": "note"})
    file(org, encoder, "A flood put check-in on paper.", **{**new, "subject": "Two regions › Context", "layer": "note"})
    backend = connected(org, encoder, TIME, repo="acme/infra")
    assert contents(ask(backend, "In how many regions do services run?")) == ["Services run in two regions."]
    (change,) = asyncio.run(backend.history("In how many regions do services run?"))
    assert (change.act, change.at, change.event) == ("record", since, None)
    assert "Until 1 February 2026: “Services run in one region.”" in change.says and "Why: A flood" in change.says
    held = asyncio.run(backend.as_of(since - timedelta(days=1), "In how many regions do services run?"))
    assert [(one.fact.content, one.until) for one in held] == [("Services run in one region.", since)]


def test_history_is_told_as_far_back_as_configured_and_nothing_is_deleted(org: Store, encoder: Encoder) -> None:
    switched(org, encoder)
    short = connected(org, encoder, TIME, temporal={"history_retention_days": 1})
    assert asyncio.run(short.history("Flask")) == () and len(ask(short, "The team uses")) == 1
    with pytest.raises(OrgMemoryQueryError, match="told for 1 days"):
        asyncio.run(short.as_of(NOW - timedelta(days=9)))
    off = connected(org, encoder, TIME, temporal={"track_changes": False})
    with pytest.raises(OrgMemoryQueryError, match="track_changes is false"):
        asyncio.run(off.history())
    assert len(asyncio.run(connected(org, encoder, TIME).history())) == 1
    with pytest.raises(OrgMemoryQueryError, match="1 to 1,000"):
        asyncio.run(connected(org, encoder, TIME).history(limit=0))
