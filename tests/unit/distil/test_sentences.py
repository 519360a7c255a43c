"""Where sentences end, and what finished ones look like."""

import pytest

from secondlayer.distil.inline import plain
from secondlayer.distil.sentences import finish, pieces, segments, split


def sentences(text: str) -> list[str]:
    return [finish(text[first:last]) for first, last in split(text)]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use queues. Never poll.", ["Use queues.", "Never poll."]),
        ("Use a provider e.g. Vault or a file. Then stop.", ["Use a provider e.g. Vault or a file.", "Then stop."]),
        ("Use a store, i.e. The Vault, for it.", ["Use a store, i.e. The Vault, for it."]),
        ("Logs, traces etc. They are kept.", ["Logs, traces etc.", "They are kept."]),
        ("Version 1.36 is out. Go 1.22 is not.", ["Version 1.36 is out.", "Go 1.22 is not."]),
        ("Edit `values.yaml. Now` in GOV.UK docs. Done here.", ["Edit `values.yaml. Now` in GOV.UK docs.", "Done here."]),
        ("Ask J. Smith about it.", ["Ask J. Smith about it."]),
        ("See fig. 3 for it. Fine.", ["See fig. 3 for it.", "Fine."]),
        ("Wait... Then go on.", ["Wait...", "Then go on."]),
        ("It costs 2.5 seconds… and more.", ["It costs 2.5 seconds… and more."]),
        ("Do it (see below. Really) and stop. Go.", ["Do it (see below. Really) and stop.", "Go."]),
        ('He said "Done. Synced." Then left.', ['He said "Done. Synced."', "Then left."]),
        ("Read https://a.example/b.c?d=1. Then act.", ["Read https://a.example/b.c?d=1.", "Then act."]),
        ("It is slow. iOS is not.", ["It is slow.", "iOS is not."]),
        ("Saves cost tokens. /status counts them.", ["Saves cost tokens.", "/status counts them."]),
        ("It is slow. `foo` is not.", ["It is slow.", "`foo` is not."]),
        ("1. Do this now", ["1. Do this now"]),
        ("キューを使う。直接呼ばない。", ["キューを使う。", "直接呼ばない。"]),
    ],
)
def test_a_sentence_ends_where_a_reader_would_end_it(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


def test_spans_cover_every_word_once() -> None:
    text = "One is here. Two (is. here) too! Three? `Four. five` six."
    assert "".join(text[first:last] for first, last in split(text)) == text


def test_labelled_lines_after_a_full_stop_are_apart_and_wrapped_ones_are_not() -> None:
    text = "Use queues.\nContext: polling cost us\na weekend."
    assert [text[first:last].strip() for first, last in segments(plain(text))] == [
        "Use queues.",
        "Context: polling cost us\na weekend.",
    ]


@pytest.mark.parametrize(
    ("text", "clean"),
    [
        ("two\n  lines\tof\u00a0it", "two lines of it"),
        ("a\x00b\u202ec\u200bd\x1b[0m", "abcd[0m"),
        ("Use [Splunk] and [official images] now", "Use Splunk and official images now"),
        ("Keep `[x]` and `a[1]`", "Keep `[x]` and `a[1]`"),
        ("as measured [12] here", "as measured here"),
        ("Done by hand [user:owner] [agent:jo]", "Done by hand"),
        ("The site is [http://localhost:1/]", "The site is http://localhost:1/"),
        ("first item; and", "first item"),
        ("words () end .", "words end."),
    ],
)
def test_finished_text_is_one_clean_line(text: str, clean: str) -> None:
    assert finish(text) == clean


def test_a_very_long_sentence_is_parted_at_semicolons_only() -> None:
    clause = "the service keeps every record of the year in one place "
    parts = list(pieces(f"First {clause * 5}; second {clause * 5}; third `a; b` {clause * 2}"))
    assert [part.split()[0] for part in parts] == ["First", "second", "third"]
    whole = "word " * 300
    assert list(pieces(whole)) == [whole.strip()]
