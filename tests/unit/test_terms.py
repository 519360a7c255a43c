"""The six terms (paper 002 §1, DESIGN §3)."""

import pytest
from making import memory, request

from secondlayer.engine.scopes import combined_plan
from secondlayer.engine.terms import TERM_CARDS, Sight, folders, score, weigh
from secondlayer.records import LAYERS, TERMS, Found
from secondlayer.settings import PRODUCT


def values(cosine=0.0, asked=None, **more):
    asked = asked or request("alpha beta gamma delta")
    text = more.pop("text", "nothing shared here")
    plan = combined_plan(asked, ())
    found = Found(memory=memory("m", text, **more), cosine=cosine)
    return {term.name: term for term in weigh(Sight(request=asked, plan=plan, settings=PRODUCT, found=found))}


@pytest.mark.parametrize(("cosine", "want"), [(0.4, 0.4), (-0.3, 0.0), (1.0000001, 1.0)])
def test_meaning_is_the_cosine_floored_at_zero(cosine, want):
    assert values(cosine)["meaning"].value == want


def test_words_are_shared_tokens_of_the_prompts():
    assert values(text="alpha beta")["words"].value == 0.5
    assert values(text="other", subject="Alpha")["words"].value == 0.25
    assert values(asked=request("a of"))["words"].value == 0.0


@pytest.mark.parametrize(("days", "want"), [(0, 1.0), (90, 0.5), (180, 0.25), (-5, 1.0)])
def test_recency_halves_every_ninety_days(days, want):
    assert values(days=days)["recency"].value == pytest.approx(want)


def test_recency_counts_from_the_last_confirmation():
    confirmed = memory("c", "x").written_at
    assert values(days=900, confirmed_at=confirmed)["recency"].value == 1.0


def test_an_undated_memory_earns_no_recency_until_it_is_confirmed():
    assert values(dated=False)["recency"].value == 0.0
    assert values(dated=False, confirmed_at=memory("c", "x").written_at)["recency"].value == 1.0


@pytest.mark.parametrize("layer", LAYERS)
def test_every_layer_has_its_standing(layer):
    want = dict(zip(LAYERS, (1.0, 0.9, 0.8, 0.7, 0.6, 0.5, 0.3, 0.1), strict=True))[layer]
    assert values(layer=layer)["layer"].value == want


@pytest.mark.parametrize(
    ("asked", "source", "want"),
    [
        ("app/models/user.rb", "app/models/edition.rb", 1.0),
        ("app/models/user.rb", "app/views/edition.rb", 0.5),
        ("app/models/user.rb", "lib/app/models/x.rb", 0.0),
        ("app/models/", "app/models/deep/x.rb", 1.0),
        ("README.md", "README.md", 0.0),
        (None, "app/x.rb", 0.0),
    ],
)
def test_path_is_the_share_of_leading_folders(asked, source, want):
    assert values(asked=request("x", path=asked), source_path=source)["path"].value == want


def test_path_is_nothing_for_another_repository():
    assert values(asked=request("x", path="docs/a.md"), scope="org", source_path="docs/b.md")["path"].value == 0.0
    assert values(asked=request("x", path="docs/a.md"), scope="app", source_path="docs/b.md")["path"].value == 1.0


def test_the_score_is_the_sum_of_the_points_and_the_weights_are_the_papers():
    terms = tuple(values(0.5, text="alpha").values())
    assert [term.name for term in terms] == list(TERMS)
    assert [term.weight for term in terms] == [0.55, 0.17, 0.06, 0.05, 0.09, 0.08]
    assert score(terms) == sum(term.points for term in terms)
    assert all(term.points == term.weight * term.value for term in terms)


def test_each_term_is_documented():
    assert all(card.says and card.formula and card.source for card in TERM_CARDS)


def test_folders_of_windows_paths():
    assert folders("app\\models\\user.rb") == ("app", "models")
