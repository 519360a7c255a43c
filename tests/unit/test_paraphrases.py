"""Wordings of a prompt, and how the organisation's memories stand at the bar under them."""

import pytest
from making import request, run, scoring

from secondlayer.engine.paraphrases import MOST, Wording, one_word_less, reworded


def test_each_word_is_left_out_once_in_order():
    made = one_word_less("set a  timeout")
    assert [(one.without, one.prompt) for one in made] == [("set", "a timeout"), ("a", "set timeout"), ("timeout", "set a")]


@pytest.mark.parametrize("prompt", ["timeout", "  ", "", "数据库迁移"])
def test_a_prompt_without_two_words_has_no_shorter_wording(prompt):
    assert one_word_less(prompt) == ()


def test_doubled_words_make_one_wording():
    assert [one.prompt for one in one_word_less("very very slow")] == ["very slow", "very very"]


def test_of_a_long_prompt_the_content_words_are_left_out_first_and_in_order():
    prompt = " ".join(f"the word{n}" for n in range(30))
    made = one_word_less(prompt)
    assert len(made) == MOST
    assert [one.without for one in made] == [f"word{n}" for n in range(MOST)]


def test_the_memories_watched_are_told_in_the_order_named_with_margin_and_place():
    crowd = [scoring(0.60 - 0.001 * n, f"r{n:02}") for n in range(40)]
    own = [scoring(score, f"o{n}", scope="org") for n, score in enumerate((0.55, 0.52, 0.50, 0.48, 0.46, 0.44))]
    trace = run([*crowd, *own], request())
    found = reworded(Wording(prompt="other words"), trace, ["o2", "o0", "o5", "nobody"])
    assert [held.place for held in found.held] == [None, 2, None, None]
    assert [held.margin and round(held.margin, 3) for held in found.held] == [-0.010, 0.040, -0.070, None]
    assert found.bar == trace.bar and found.seats == trace.seats
