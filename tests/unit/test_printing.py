"""How a memory is printed (DESIGN §3)."""

from datetime import timedelta

import pytest
from making import NOW, memory

from secondlayer.engine.printing import age, cite, line, plain


@pytest.mark.parametrize(
    ("fields", "want"),
    [
        ({}, "acme/app"),
        ({"scope": "org"}, "org"),
        ({"scope": "team:web"}, "team:web"),
        ({"scope": "feed", "source_repo": "labs/feed", "source_path": "README.md"}, "labs/feed README"),
        ({"source_path": "docs/data-migration.md", "source_heading": "testing"}, "app data-migration#testing"),
        (
            {
                "scope": "org",
                "source_repo": "gds-way",
                "source_path": "source/using-actions.html.md.erb",
                "source_heading": "permissions",
            },
            "org: gds-way using-actions#permissions",
        ),
    ],
)
def test_citations_are_short(fields, want):
    assert cite(memory("m", "text", **fields)) == want


@pytest.mark.parametrize(
    ("days", "want"), [(0, "today"), (12, "12 d"), (60, "60 d"), (100, "3 mo"), (700, "23 mo"), (730, "2 y"), (1100, "3 y")]
)
def test_ages(days, want):
    assert age(memory("m", "x", days=days), NOW) == want


def test_a_memory_of_the_future_is_of_today():
    assert age(memory("m", "x", days=-3), NOW + timedelta(0)) == "today"


@pytest.mark.parametrize(
    "text", ["<script>alert(1)</script>", "![x](http://host/p.png)", "$a$ and $b$", ":smile: ->", "# head", "__init__.py"]
)
def test_markup_is_printed_as_it_stands(text):
    assert text in line(memory("m", text), NOW)


def test_control_and_bidirectional_characters_and_line_breaks_are_removed():
    assert plain("a\x1b[31mb\u202ec\u2066d\n\n- e\0f") == "a[31mbcd - ef"


def test_the_joiners_that_scripts_and_emoji_need_stay():
    assert plain("می\u200cخواهم 👩\u200d💻") == "می\u200cخواهم 👩\u200d💻"


def test_a_subject_is_printed_once_and_only_when_nothing_else_says_it():
    stated = memory("m", "Use Splunk for new requirements", scope="org", subject="Logging")
    assert line(stated, NOW) == "- Logging: Use Splunk for new requirements [org, note, today]"
    assert line(stated, NOW, frozenset({"Logging"})) == "- Use Splunk for new requirements [org, note, today]"
    cited = memory("m", "Keep it small", subject="Pull requests", source_path="docs/pull-requests.md")
    assert line(cited, NOW) == "- Keep it small [app pull-requests, note, today]"
