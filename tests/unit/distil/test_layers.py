"""The layer of a sentence follows its document, its section and its status."""

from datetime import UTC, datetime

import pytest

from secondlayer.distil.documents import Sentence, document
from secondlayer.distil.files import SourceFile
from secondlayer.distil.layers import KINDS, SECTIONS
from secondlayer.distil.status import standing_of


def read(text: str, path: str, scope: str = "acme/shop") -> tuple[Sentence, ...]:
    return document(
        SourceFile(path=path, text=text, changed_at=datetime(2026, 1, 1, tzinfo=UTC), touch=None), scope=scope
    ).sentences


def adr(status: str) -> str:
    return (
        f"# 7. Keep orders in one database\n\nDate: 2024-05-06\n\n{status}\n\n"
        "## Context\n\nOrders were kept in three databases.\n\n"
        "## Decision\n\nWe will keep orders in Postgres.\n\n## Consequences\n\n### Positive\n\nReports need only one query.\n"
    )


def test_a_decision_in_force_is_told_from_its_context_and_consequences() -> None:
    found = {
        sentence.text: (sentence.layer, sentence.subject)
        for sentence in read(adr("## Status\n\nAccepted"), "docs/adr/0007-orders.md")
    }
    assert found["We will keep orders in Postgres."] == ("decision", "Keep orders in one database › Decision")
    assert found["Orders were kept in three databases."][0] == "note"
    assert found["Reports need only one query."] == ("fact", "Keep orders in one database › Positive")
    assert "Accepted" not in found


@pytest.mark.parametrize(
    ("status", "layer", "label"),
    [
        ("## Status\n\nSuperseded by [ADR 12](0012-x.md)", "reference", "(superseded by ADR 12)"),
        ("## Status\n\nAccepted\n\nSuperseded by [12. Use files](0012-x.md)", "reference", "(superseded by ADR 12)"),
        ("## Status\n\n~~Accepted~~ Superseded by the storage standard.", "reference", "(superseded by the storage standard)"),
        ("## Status\n\nDeprecated (no superseding ADR)", "reference", "(deprecated)"),
        ("## Status\n\n❌", "reference", "(rejected)"),
        ("**Status:** Rejected", "reference", "(rejected)"),
        ("- Status: proposed\n- Deciders: Jo, Sam", "note", "(proposed)"),
        ("Status: 🟡 in review", "note", "(proposed)"),
        ("| Status | Pending |\n|---|---|\n| Date | 2024-01-01 |", "note", "(proposed)"),
        ("> This decision has been superseded by ADR-0009.", "reference", "(superseded by ADR 9)"),
        ("## Status\n\n✅", "decision", ""),
        ("**Status:** Accepted, previously proposed", "decision", ""),
        ("## Status\n\nAccepted. Supersedes ADR 3.", "decision", ""),
        ("## Status\n\nAccepted, partly superseded by ADR 9", "decision", "(partly superseded by ADR 9)"),
        ("", "decision", ""),
    ],
)  # fmt: skip
def test_only_a_decision_in_force_passes_as_one(status: str, layer: str, label: str) -> None:
    (decided,) = [sentence for sentence in read(adr(status), "docs/adr/0007-orders.md") if "Postgres" in sentence.text]
    title = f"Keep orders in one database {label}".strip()
    assert (decided.layer, decided.subject) == (layer, f"{title} › Decision")


def test_a_status_in_front_matter_counts() -> None:
    page = "---\nstatus: rejected\n---\n# Share the cache\n\n## Decision\n\nAll shops share one cache.\n"
    assert read(page, "adr/1-cache.md")[0].layer == "reference"


def test_a_choice_of_statuses_as_templates_have_it_says_nothing() -> None:
    assert standing_of(["proposed | rejected | accepted | deprecated | superseded by …"]).state == "unknown"


def test_a_proposal_decides_only_where_nothing_else_does() -> None:
    proposal = "# Decision record: names\n\n## Proposal\n\nAll queues are named by team.\n"
    assert read(proposal, "docs/arch/n.md")[0].layer == "decision"
    assert read(proposal + "\n## Decision\n\nQueues are named by product.\n", "docs/arch/n.md")[0].layer == "note"


def test_only_the_organisations_standards_make_policies() -> None:
    page = "# Secrets\n\nYou must rotate every secret yearly.\n\n"
    page += "Secrets should be short lived ones.\n\nPrivate keys do not expire by themselves.\n"
    assert [sentence.layer for sentence in read(page, "source/standards/secrets.md", "org")] == [
        "policy",
        "convention",
        "convention",
    ]
    assert {sentence.layer for sentence in read(page, "source/standards/secrets.md")} == {"convention"}
    assert "policy" not in {sentence.layer for sentence in read(page, "docs/secrets.md", "org")}


@pytest.mark.parametrize(
    ("path", "layer"),
    [
        ("docs/runbooks/failover.md", "procedure"),
        ("docs/how-to-rotate-keys.md", "procedure"),
        ("docs/postmortems/2024-05-01.md", "lesson"),
        ("memory/lessons.md", "lesson"),
        ("docs/guides/naming.md", "convention"),
        ("CONTRIBUTING.md", "convention"),
        ("README.md", "fact"),
        ("docs/architecture/overview.md", "fact"),
        ("memory/timeline.md", "note"),
        ("thoughts/ideas.md", "note"),
    ],
)
def test_the_kind_of_a_document_sets_the_layer(path: str, layer: str) -> None:
    assert [sentence.layer for sentence in read("# A page\n\nThe cache holds two thousand orders.\n", path)] == [layer]


def test_rules_in_plain_documents_are_conventions() -> None:
    assert read("You should not edit these files directly.\n", "README.md")[0].layer == "convention"


def test_a_withdrawn_page_is_for_reference_and_says_so() -> None:
    page = "---\ntitle: Servers\nlayout: withdrawn\n---\nServers run the current stable release.\n"
    (sentence,) = read(page, "source/standards/servers.html.md.erb", "org")
    assert (sentence.layer, sentence.subject) == ("reference", "Servers (withdrawn)")


def test_every_rule_says_why() -> None:
    assert all(rule.why for rule in (*KINDS, *SECTIONS))
