"""Whatever a file holds, distillation answers, in bounds and in little time."""

import time
import unicodedata
from datetime import UTC, datetime

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from secondlayer.distil.documents import Document, document
from secondlayer.distil.files import SourceFile

NAMES = ("a.md", "adr/0001-x.md", "x.html.md.erb", "x.mdx", "decisions.md", "README")
BITS = (
    "# ", "## ", "- ", "* ", "1. ", "> ", "```\n", "~~~\n", "<!--", "-->", "<%=", "%>", "`", "``", "|", "|-|-|\n", "\n",
    "\n\n", "  \n", "    ", "**", "_", "[", "](", "][]", ")", "![", "<a href=\"x\">", "</a>", "<div>\n", "<br>", "---\n",
    "---\ntitle: x\n---\n", "+++\n", "Status", "Accepted", "Superseded by ", "ADR 12", "Do not use this thing. ", "e.g. ",
    "2026-03-17 \u2014 ", "Context: ", "a) b\n", ":", "\uff1a", "!!! note\n", ":::tip\n", "{% x %}\n", "[^1]: ", "[[a|b]]",
    "\u0000", "\u000b", "\u2028", "\ufeff", "\u202e", "\u3002", "\u00e9", "<![CDATA[", "<!D", "&amp;", "&#0;", "\t", "\r",
    "\r\n", "Use Go for:\n\n", "word word word word. ", "date: 2026-13-45\n",
)  # fmt: skip


def read(text: str, name: str) -> Document:
    return document(SourceFile(path=name, text=text, changed_at=datetime(2026, 1, 1, tzinfo=UTC), touch=None), scope="org")


def lines_of(text: str) -> int:
    return text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n").count("\n") + 1


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    text=st.lists(st.one_of(st.sampled_from(BITS), st.text(max_size=8)), max_size=40).map("".join),
    name=st.sampled_from(NAMES),
)
def test_any_text_gives_clean_sentences_within_its_lines(text: str, name: str) -> None:
    for sentence in read(text, name).sentences:
        assert sentence.text and sentence.text == sentence.text.strip()
        assert not [letter for letter in sentence.text + sentence.subject if unicodedata.category(letter) in ("Cc", "Zl", "Zp")]
        assert 1 <= sentence.lines[0] <= sentence.lines[1] <= lines_of(text)


@settings(max_examples=100, deadline=None)
@given(st.lists(st.sampled_from(BITS), max_size=30).map("".join))
def test_the_same_text_gives_the_same_sentences(text: str) -> None:
    assert read(text, "a.md") == read(text, "a.md")


@pytest.mark.parametrize(
    "bit",
    ["(", "[", "<!-- ", "<% ", "` a ", "`` a ` ", "> ", "*a ", "**a b** c\n", "[a](", "<div>\n", "[[", "<!-- BEGIN_X -->\n"],
)
def test_fifty_thousand_characters_of_one_mark_take_seconds_at_most(bit: str) -> None:
    begun = time.perf_counter()
    read(bit * (50_000 // len(bit)), "a.md.erb")
    assert time.perf_counter() - begun < 10
