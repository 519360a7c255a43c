"""The four outcomes of a block (paper 003, DESIGN §3)."""

from making import memory, request, run

from secondlayer.records import Found
from secondlayer.settings import PRODUCT


def listed(*rows, settings=PRODUCT, budget=4000):
    """The trace over memories in rank order, each row a text or (text, more fields)."""
    found = []
    for position, row in enumerate(rows):
        text, more = (row, {}) if isinstance(row, str) else row
        found.append(Found(memory=memory(f"m{position}", text, **more), cosine=0.9 - position * 0.01))
    return run(found, request("prompt", budget_chars=budget), settings)


def outcomes(trace):
    return [block.outcome for block in trace.blocks]


def test_three_paraphrases_are_carried_once():
    trace = listed(
        "The store is PostgreSQL with pgvector for cosine similarity recall.",
        "Store technology: PostgreSQL with pgvector, recall by cosine similarity.",
        "PostgreSQL with pgvector is the store, and recall is by cosine similarity.",
    )
    assert outcomes(trace) == ["carried", "repeat", "repeat"]


def test_a_rule_and_its_negation_are_both_carried():
    assert outcomes(listed("Run migrations by hand", "Never run migrations by hand")) == ["carried", "carried"]


def test_a_third_block_of_one_file_is_capped_and_names_the_two():
    file = {"source_path": "docs/a.md", "source_repo": "acme/app"}
    trace = listed(("alpha beta gamma", file), ("delta epsilon zeta", file), ("eta theta iota", file))
    assert outcomes(trace) == ["carried", "carried", "capped"]
    assert trace.blocks[2].same_source == ("m0", "m1")


def test_by_section_two_sections_of_a_file_are_two_sources_and_by_file_one():
    rows = [
        (f"word{n} term{n} token{n}", {"source_path": "docs/a.md", "source_repo": "acme/app", "source_heading": f"h{n}"})
        for n in range(3)
    ]
    assert outcomes(listed(*rows)) == ["carried"] * 3
    assert outcomes(listed(*rows, settings=PRODUCT.replace(cap_by="file"))) == ["carried", "carried", "capped"]


def test_the_same_path_in_another_repository_is_another_file():
    rows = [(f"text{n} number{n} word{n}", {"source_path": "README.md", "source_repo": f"acme/{n}"}) for n in range(3)]
    assert outcomes(listed(*rows)) == ["carried"] * 3


def test_without_a_source_nothing_is_capped():
    assert outcomes(listed(*(f"word{n} term{n} token{n}" for n in range(5)))) == ["carried"] * 5


def test_a_block_that_does_not_fit_is_passed_over_and_a_shorter_one_follows():
    trace = listed("short one here", "long " * 60 + "tail", "brief third line", budget=200)
    assert outcomes(trace) == ["carried", "no_room", "carried"]
    assert trace.blocks[1].chars > trace.blocks[1].room_before


def test_a_repeat_is_told_before_a_cap():
    file = {"source_path": "docs/a.md", "source_repo": "acme/app"}
    trace = listed(("alpha beta gamma", file), ("delta epsilon zeta", file), ("alpha beta gamma again", file))
    assert outcomes(trace)[2] == "repeat"


def test_two_tokens_are_never_a_repeat():
    assert outcomes(listed("Use Postgres", "Use Postgres!")) == ["carried", "carried"]


def test_the_text_is_the_first_line_and_every_carried_line_and_its_length_is_told():
    trace = listed("alpha beta gamma", "delta epsilon zeta")
    assert trace.brief.text.split("\n")[1:] == [block.line for block in trace.blocks]
    assert trace.brief.chars == len(trace.brief.text)


def test_without_filling_the_rest_of_the_pool_is_not_considered():
    rows = [f"word{n} term{n} token{n}" for n in range(6)]
    assert len(listed(*rows, settings=PRODUCT.replace(k_combined=4)).blocks) == 6
    assert len(listed(*rows, settings=PRODUCT.replace(k_combined=4, fill=False)).blocks) == 4


def test_a_filled_block_says_so():
    trace = listed(*(f"word{n} term{n} token{n}" for n in range(3)), settings=PRODUCT.replace(k_combined=2))
    assert [block.by for block in trace.blocks] == ["list", "list", "fill"]
