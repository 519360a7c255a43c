"""What a brief says of itself (DESIGN §3, paper 001 §4)."""

import pytest
from making import NOW, memory, request, result, run

from secondlayer.engine import assemble
from secondlayer.engine.brief import unreachable
from secondlayer.engine.scopes import combined_plan
from secondlayer.records import Found
from secondlayer.settings import PRODUCT


def empty(stored=None, **figures):
    asked = request("prompt")
    plan = combined_plan(asked, ())
    return assemble(asked, PRODUCT, [result("combined", plan, (), **figures)], stored=stored).brief


@pytest.mark.parametrize(
    ("brief", "says"),
    [
        (empty(0), "No memories are filed in these scopes yet, so there was nothing to search."),
        (
            empty(7),
            "7 memories are filed here but none can be searched: the index or the embeddings are stale. "
            "Run `secondlayer doctor`.",
        ),
        (
            empty(in_scope=12, plan="hnsw", stop="ceiling", matched=0, examined=40_000),
            "Searched 0 of 12 memories here and stopped at the ceiling; none of those matched, and the rest was not looked at.",
        ),
    ],
    ids=["nothing filed", "stale", "ceiling"],
)
def test_nothing_found_is_told_apart(brief, says):
    assert brief.says == says and brief.carried == () and brief.text.endswith(says)


def test_none_matched():
    found = [Found(memory=memory("m", "unrelated sentence entirely"), cosine=-0.1)]
    trace = run(found, request("zebra"))
    assert trace.brief.says == "Searched all 1 memories here; none matched this request."
    assert trace.reads[0].unmatched == 1


def test_an_unreachable_store_is_told_apart_and_asks_nothing_of_it():
    assert "could not be reached" in unreachable(request(), "connection refused")


def test_it_is_never_said_that_nothing_is_known():
    texts = [empty(0).text, empty(7).text, empty(in_scope=1).text, unreachable(request(), "x")]
    assert not any("nothing is known" in text.lower() for text in texts)


def test_the_first_line_states_scope_date_and_what_was_searched():
    trace = run([Found(memory=memory("m", "alpha beta gamma"), cosine=0.5)], request(team="web"))
    assert trace.brief.text.split("\n")[0] == "acme/app + team:web + org, 2026-11-30. Searched all 1, and all 0 of org."


@pytest.mark.parametrize("budget", [200, 700, 4000])
def test_long_names_never_push_the_first_line_over_the_budget(budget):
    asked = request(repo="o" * 120 + "/" + "n" * 120, team="t" * 120, budget_chars=budget)
    brief = run([], asked).brief
    assert len(brief.text) <= budget and f"{NOW:%Y-%m-%d}" in brief.text
