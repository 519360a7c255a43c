"""What a sentence names and says of it, read by rules: a table of sentences, the denied and the asked among them."""

import time
from datetime import UTC, datetime

import pytest

from secondlayer.organisation.backends.entities import learned, mentions
from secondlayer.organisation.backends.relations import named_by_place, read
from secondlayer.records import Memory

#: sentence -> (kind, source, target) of each relation, as shown; None where the sentence names none
SAID = {
    "Litestar is the standard": [("standard", None, "Litestar")],
    "Zorblat is our default web framework.": [("standard", None, "Zorblat")],
    "Our standard database is PostgreSQL.": [("standard", None, "Postgres")],
    "Postgres is the default; anything else needs a decision record.": [("standard", None, "Postgres")],
    "We standardised on Kubernetes.": [("standard", None, "Kubernetes")],
    "don't use Flask": [("forbids", None, "Flask")],
    "Do not use flask for new services.": [("forbids", None, "Flask")],
    "Never use Redis or Memcached.": [("forbids", None, "Redis"), ("forbids", None, "Memcached")],
    "Never commit to `main`.": [("forbids", None, "main")],
    "Avoid Flask.": [("forbids", None, "Flask")],
    "Flask is not allowed.": [("forbids", None, "Flask")],
    "MongoDB must not be used.": [("forbids", None, "MongoDB")],
    "No new Jenkins jobs.": [("forbids", None, "Jenkins")],
    "Use Litestar, not Flask": [("replaces", "Litestar", "Flask"), ("uses", None, "Litestar"), ("forbids", None, "Flask")],
    "Use Litestar instead of Flask.": [("replaces", "Litestar", "Flask"), ("uses", None, "Litestar")],
    "exception: data team uses Django for admin": [("uses", "data team", "Django"), ("exception_to", None, None)],
    "This is an exception to ADR-0042.": [("exception_to", None, "ADR 42")],
    "All services use Postgres, except the search service, which uses Elasticsearch.": [
        ("uses", None, "Postgres"),
        ("uses", None, "Elasticsearch"),
        ("exception_to", None, None),
    ],
    "ADR-0007 supersedes ADR-0003.": [("supersedes", "ADR 7", "ADR 3")],
    "ADR 3 was superseded by ADR 7.": [("supersedes", "ADR 7", "ADR 3")],
    "Litestar replaces Flask.": [("replaces", "Litestar", "Flask")],
    "Flask was replaced by Litestar.": [("replaces", "Litestar", "Flask")],
    "The team switched from Flask to Litestar in March 2026.": [("replaces", "Litestar", "Flask")],
    "We moved from `cron` to Airflow.": [("replaces", "Airflow", "cron")],
    "Replace Jenkins with Buildkite.": [("replaces", "Buildkite", "Jenkins")],
    "Quayside relies on NATS and Postgres.": [("depends_on", "Quayside", "NATS"), ("depends_on", "Quayside", "Postgres")],
    "`app/models.py` needs `app/db.py`.": [("depends_on", "app/models.py", "app/db.py")],
    "New services are written in Kotlin or Go.": [("uses", None, "Kotlin"), ("uses", None, "Go")],
    "Written in Go, with Postgres 16, and nothing else.": [("uses", None, "Go"), ("uses", None, "Postgres")],
    "The team uses Flask.": [("uses", None, "Flask")],
    "We use Splunk for logs.": [("uses", None, "Splunk")],
}
#: these name things and say nothing of them: denied, asked, supposed, proposed, or told of the past
UNSAID = (
    "Nothing depends on NATS.",
    "Postgres does not depend on Redis.",
    "Quayside no longer depends on NATS.",
    "Flask is not the standard.",
    "The data team does not use Django.",
    "Do you use Flask?",
    "Don't forget to use Litestar.",
    "Not only Flask is slow.",
    "If Litestar replaces Flask, tell us.",
    "Never deploy without Helm.",
    "Litestar never replaced Flask.",
    "We might use Flask.",
    "It would replace Flask with Django.",
    "We looked at Flask and Django.",
    "An exception is raised when Flask is missing.",
    "Services run in Ardmoor.",
    "Go to Kirkhaven and rest.",
)
ELSEWHERE = "We know Airflow and Quayside, and have been to Ardmoor and Kirkhaven."


def memory(text: str, **more: str) -> Memory:
    return Memory(id="m", scope="org", text=text, written_at=datetime(2026, 1, 1, tzinfo=UTC), **more)  # type: ignore[arg-type]


def said(one: Memory) -> list[tuple[str, str | None, str | None]]:
    names = learned([ELSEWHERE, one.text]) | frozenset(named_by_place([one.text]))
    relations = read(one, names)[1]
    assert all(relation.evidence == one.id for relation in relations)
    return [(r.kind, r.source and r.source.shown, r.target and r.target.shown) for r in relations]


@pytest.mark.parametrize("text", SAID)
def test_a_sentence_says_what_its_pattern_reads(text: str) -> None:
    assert said(memory(text)) == SAID[text]


@pytest.mark.parametrize("text", UNSAID)
def test_what_is_denied_asked_or_supposed_is_not_said(text: str) -> None:
    assert said(memory(text)) == []


def test_a_decision_record_supersedes_by_its_own_number_and_only_in_its_own_repository() -> None:
    newer = memory("Supersedes ADR 0001.", source_path="docs/adr/0005-both-regions.md", source_repo="acme/infra")
    older = memory(
        "Services run in one region.",
        subject="Two regions (superseded by ADR 5) › Decision",
        source_path="docs/adr/0001-two-regions.md",
        source_repo="acme/infra",
    )
    other = memory("Supersedes ADR 1.", source_path="docs/adr/0005-x.md", source_repo="acme/shop")
    pairs = [(r.source, r.target) for one in (newer, older, other) for r in read(one, frozenset())[1]]
    assert [relation[:1] for relation in said(newer)] == [("supersedes",)]
    assert pairs[0] == pairs[1] != pairs[2]


def test_names_are_learned_where_a_capital_can_only_mean_a_name() -> None:
    names = learned(["Ships sail to Balsay, says the Booking API on Mondays.", "Postgres runs. Ramp closes."])
    assert names == {"balsay", "booking api"}
    found = mentions("Balsay has Postgres, a `ramp.yaml`, docs/ports/balsay.md and a payments team. Ramp?", "", names)
    assert [(one.entity.kind, one.entity.shown) for one in found] == [
        ("name", "Balsay"),
        ("tool", "Postgres"),
        ("code", "ramp.yaml"),
        ("path", "docs/ports/balsay.md"),
        ("team", "payments team"),
    ]


HARD = [
    "",
    "⟦0⟧ uses ⟦1⟧",
    "`" * 50,
    "\u202e\x00ADR",
    "ADR " * 400,
    "Never " * 3000 + "Flask",
    "A " * 9000,
    "use Flask and " * 800,
]
HARD += ["-" * 20_000, "a." * 9000, "A.b-" * 5000, "a/" * 9000, "ADR" + " " * 15_000, "`a` never use " * 1000, "(" * 20_000]


@pytest.mark.parametrize("text", HARD, ids=range(len(HARD)))
def test_any_text_is_read_without_an_error_and_at_once(text: str) -> None:
    started = time.process_time()
    assert isinstance(said(memory(text)), list)
    assert isinstance(mentions(text, "", frozenset(), any_case=True), tuple)
    assert time.process_time() - started < 2
