"""One document becomes sentences with their subject, place and layer."""

from datetime import UTC, datetime

import pytest

from secondlayer.distil.documents import Document, document
from secondlayer.distil.files import SourceFile


def read(text: str, path: str = "docs/page.md", scope: str = "acme/shop") -> Document:
    return document(SourceFile(path=path, text=text, changed_at=datetime(2026, 1, 1, tzinfo=UTC), touch=None), scope=scope)


def texts(text: str, path: str = "docs/page.md") -> list[str]:
    return [sentence.text for sentence in read(text, path).sentences]


def test_hard_wrapped_lines_are_joined_and_keep_their_lines() -> None:
    (first, second) = read("# Logs\n\nStore logs in the\nshared bucket. Delete them\nafter thirty days.\n").sentences
    assert (first.text, first.lines) == ("Store logs in the shared bucket.", (3, 4))
    assert (second.text, second.lines) == ("Delete them after thirty days.", (4, 5))


def test_the_subject_is_title_and_nearest_heading_with_its_slug() -> None:
    (top, below) = read(
        "# Logs\n\nStore logs in one bucket.\n\n## How long?\n\n### It's `kept`\n\nKeep logs for thirty days.\n"
    ).sentences
    assert (top.subject, top.heading) == ("Logs", "")
    assert (below.subject, below.heading) == ("Logs › It's `kept`", "its-kept")


def test_repeated_headings_get_numbered_slugs() -> None:
    found = read("# A\n\n## Set up\n\nWash all the dirty cups.\n\n## Set up\n\nDry all the clean cups.\n").sentences
    assert [sentence.heading for sentence in found] == ["set-up", "set-up-1"]


def test_front_matter_names_the_document_through_erb_and_shifts_no_line() -> None:
    page = "---\ntitle: How to log\nlast_reviewed_on: 2024-10-21\n---\n\n# <%= current_page.data.title %>\n\n"
    page += "<%= warning_text('Never log a <b>password</b> at all') %>\n"
    found = read(page, "source/standards/logging.html.md.erb", "org")
    (sentence,) = found.sentences
    assert (sentence.text, sentence.subject, sentence.lines) == ("Never log a password at all", "How to log", (8, 8))
    assert found.dated == datetime(2024, 10, 21, tzinfo=UTC)


def test_comments_templates_and_generated_blocks_are_gone_and_lines_stay() -> None:
    page = "# A\n<!-- one\ntwo -->\nKeep every line number.\n\n"
    page += "<!-- BEGIN_TF_DOCS -->\nGenerated words stand here.\n<!-- END_TF_DOCS -->\n\n<% if x %>\nStill here after all.\n"
    found = read(page, "docs/a.md.erb")
    assert [(sentence.text, sentence.lines[0]) for sentence in found.sentences] == [
        ("Keep every line number.", 4),
        ("Still here after all.", 11),
    ]
    assert found.left_out["generated"] == 1


def test_comments_inside_code_are_words() -> None:
    assert texts("Write `<!-- draft -->` above unfinished pages.\n") == ["Write `<!-- draft -->` above unfinished pages."]


def test_inline_markup_becomes_plain_text_and_code_keeps_its_ticks() -> None:
    page = "Use **[Splunk]** and *only* [`--force-with-lease`](x), "
    page += "~~or not~~ ![pic](p.png)always [official images][].<br>\n\n[Splunk]: http://s\n"
    assert texts(page) == ["Use Splunk and only `--force-with-lease`, always official images."]


def test_a_placeholder_in_angle_brackets_stays_a_word() -> None:
    assert texts("Name the bucket after <environment> and team.\n") == ["Name the bucket after <environment> and team."]


def test_items_that_need_their_lead_in_carry_it() -> None:
    page = "Practical retention periods are:\n\n"
    page += "* no more than 7 days for test\n  environments here\n* no more than 30 days in production\n"
    assert texts(page) == [
        "Practical retention periods are: no more than 7 days for test environments here",
        "Practical retention periods are: no more than 30 days in production",
    ]


def test_items_that_stand_alone_do_not() -> None:
    page = "There are some benefits of this:\n\n- Builds are repeatable on any machine.\n- Reviews are quicker for everyone.\n"
    assert texts(page) == ["Builds are repeatable on any machine.", "Reviews are quicker for everyone."]


def test_a_forbidding_lead_in_is_never_lost() -> None:
    page = "Do not do any of these:\n\n- Commit secrets to a repository.\n- Push straight to the main branch.\n"
    assert texts(page) == [
        "Do not do any of these: Commit secrets to a repository.",
        "Do not do any of these: Push straight to the main branch.",
    ]


def test_a_lead_in_of_pronouns_takes_the_sentence_before_it() -> None:
    page = "Two cases are beyond this tool. They are:\n\n- when a mutation needs user data\n- when admission has to be quick\n"
    assert texts(page)[-1] == "Two cases are beyond this tool: when admission has to be quick"


def test_a_list_of_names_is_one_sentence() -> None:
    assert texts("Our core languages are:\n\n- [Java](j)\n- [Python](p)\n- Ruby\n") == [
        "Our core languages are: Java; Python; Ruby"
    ]


def test_nested_items_carry_their_parent() -> None:
    page = "- **Access controls**\n\n    - CI role `tf` may write and lock\n    - people of the platform team read only\n"
    assert texts(page) == [
        "Access controls: CI role `tf` may write and lock",
        "Access controls: people of the platform team read only",
    ]


def test_numbered_steps_are_procedures_with_their_own_words() -> None:
    page = "# Rotate\n\nTo rotate the key:\n\n1. Create a new key in the console.\n2. Delete the old key after a day.\n"
    assert [(sentence.text, sentence.layer) for sentence in read(page).sentences] == [
        ("Create a new key in the console.", "procedure"),
        ("Delete the old key after a day.", "procedure"),
    ]


def test_a_sentence_that_introduces_code_is_kept_and_the_code_is_not() -> None:
    found = read("You must pin actions to a full commit, for example:\n\n```\n- uses: a/b@c is not prose here\n```\n")
    assert [sentence.text for sentence in found.sentences] == ["You must pin actions to a full commit, for example:"]
    assert found.left_out["code"] == 1


def test_a_lead_in_to_nothing_is_left_out() -> None:
    assert read("The interesting files of this service are these:\n").left_out["lead-in"] == 1


def test_table_rows_name_their_columns() -> None:
    page = "| App scope | Recommendation |\n|---|---|\n| One repository | Local secret |\n| Everything | |\n| 12 | 3.4 |\n"
    assert texts(page) == ["App scope: One repository; Recommendation: Local secret"]


def test_quotations_are_notes_and_callouts_are_not() -> None:
    found = read("> A good diagram conveys a design.\n\n> [!WARNING]\n> Never seed the production database.\n").sentences
    assert [(sentence.text, sentence.layer, sentence.lines) for sentence in found] == [
        ("A good diagram conveys a design.", "note", (1, 1)),
        ("Never seed the production database.", "convention", (4, 4)),
    ]


def test_admonitions_and_definition_lines_are_prose() -> None:
    page = '!!! warning "Careful"\n    Never seed the production database.\n\n**Retry budget** – two retries per minute.\n'
    assert texts(page) == ["Never seed the production database.", "Retry budget – two retries per minute."]


def test_a_heading_that_commands_is_kept_unless_a_sentence_says_it_better() -> None:
    alone = "# Git\n\n## Do not use push with force\n\nThe lease variant checks the remote first.\n"
    said = "# Git\n\n## Do not use push with force\n\nDo not use push with force on shared branches.\n"
    assert texts(alone) == ["Do not use push with force", "The lease variant checks the remote first."]
    assert texts(said) == ["Do not use push with force on shared branches."]


def test_html_blocks_are_read_as_headings_and_paragraphs() -> None:
    page = '<h1 align="center">Shop</h1>\n<p>\n  Orders are kept for <code>two</code> years.\n</p>\n'
    page += '<script>var x = "not a sentence here";</script>\n'
    (sentence,) = read(page).sentences
    assert (sentence.text, sentence.subject, sentence.lines) == ("Orders are kept for `two` years.", "Shop", (3, 3))


@pytest.mark.parametrize(
    ("page", "reason"),
    [
        ("- [Every line of code is documented](https://a)\n", "link-only"),
        ("[![build](b.svg)](https://ci)\n", "badge"),
        ("![a picture](p.png)\n", "image"),
        ("# A\n\n## Licence\n\nThe whole codebase may be copied by anyone.\n", "licence"),
        ("This code is released under the MIT licence.\n", "licence"),
        ("- [One](#one)\n- [Two](#two)\n", "table of contents"),
        ("Why do we do this thing at all?\n", "question"),
        ("TODO: describe the whole flow here\n", "template"),
        ("**[Date]** — [What happened] [namespace:name?]\n", "template"),
        ("Last updated: 3 May 2024 by the platform team\n", "about the document"),
        ("See also: [the deployment guide](d) and others.\n", "navigation"),
        ("For more information about secrets, see [the guide](g).\n", "navigation"),
        ("Very short.\n", "too short"),
        ("Thank you for your contributions to it.\n", "courtesy"),
    ],
)
def test_what_is_not_a_memory_is_left_out_with_its_reason(page: str, reason: str) -> None:
    found = read(page)
    assert found.sentences == ()
    assert found.left_out[reason] >= 1


def test_dated_entries_carry_their_date_and_their_context_is_a_note() -> None:
    page = (
        "# Decisions\n\n## Format\n\n**[Date] — [Decision]** [namespace:name?]\nContext: why this was decided\n\n---\n\n"
        "**2026-03-17 — Keep artefacts in a visible folder** [user:jo]\nContext: People should see what is installed.\n"
        "Ratified by: user\n"
    )
    (decision, context) = read(page, "memory/decisions.md").sentences
    assert (decision.text, decision.layer, decision.dated) == (
        "Keep artefacts in a visible folder", "decision", datetime(2026, 3, 17, tzinfo=UTC),
    )  # fmt: skip
    assert (context.text, context.layer) == ("People should see what is installed.", "note")
    assert context.subject == "Decisions › Keep artefacts in a visible folder"


def test_line_ends_of_every_system_and_a_byte_order_mark_give_the_same() -> None:
    page = "# A\n\nStore logs in one bucket.\n"
    assert (
        read(page).sentences
        == read("\ufeff" + page.replace("\n", "\r\n")).sentences
        == read(page.replace("\n", "\r")).sentences
    )
