"""The token rule (paper 003 §2) for text of any script."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from secondlayer.engine.tokens import negated, tokens
from secondlayer.engine.words import FUNCTION_WORDS, NEGATIONS


@pytest.mark.parametrize(
    ("text", "want"),
    [
        ("", set()),
        ("a an of", set()),
        ("through see", {"through", "see"}),
        ("Postgres and redis", {"postgre", "redis"}),
        ("status access virus deploys", {"status", "access", "virus", "deploy"}),
        ("ERR_4412 in ADR-0042", {"err", "4412", "adr", "0042"}),
        ("the user's keys don't match", {"user", "key", "match"}),
        ("数据库迁移", {"数据", "据库", "库迁", "迁移"}),
        ("库", {"库"}),
        ("PostgreSQL数据库", {"postgresql", "数据", "据库"}),
        ("Größe überprüfen", {"größe", "überprüfen"}),
        ("हिन्दी में लिखें", {"हिन्दी", "में", "लिखें"}),
        ("café", {"café"}),
        ("cafe\u0301", {"café"}),
        ("...---!!!", set()),
    ],
)
def test_tokens_of(text, want):
    assert tokens(text) == want


@pytest.mark.parametrize("word", sorted(NEGATIONS))
def test_every_negation_word_negates_and_is_no_token(word):
    assert negated(f"It is {word} so") and word not in tokens(f"It is {word} so")


@pytest.mark.parametrize("text", ["don't do it", "it isn’t so", "You CANNOT", "Avoid it"])
def test_contractions_and_capitals_negate(text):
    assert negated(text)


@pytest.mark.parametrize("text", ["Stop running it", "notes on knots", "an ant", "Use nothingness"])
def test_what_only_looks_like_a_negation_does_not_negate(text):
    assert not negated(text)


@given(st.text())
def test_any_text_has_tokens_that_are_stable_under_repetition_and_case_of_ascii(text):
    got = tokens(text)
    assert tokens(f"{text} {text}") == got
    assert not got & FUNCTION_WORDS


@given(st.text())
def test_tokens_hold_no_white_space(text):
    assert all(token and not any(character.isspace() for character in token) for token in tokens(text))
