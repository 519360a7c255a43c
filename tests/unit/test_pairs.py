"""Why one memory stands above another: the deciding term, the seats, ties, and memories that were never scored."""

import itertools

import pytest
from making import memory, request, run, scoring

from secondlayer.engine.pairs import above, judged_at_the_bar, rises, rival, unscored
from secondlayer.engine.why import Known, why
from secondlayer.records import TERMS, Found
from secondlayer.settings import PRODUCT

TEXTS = [f"word{n} other{n} third{n} fourth{n}" for n in range(40)]


def crowd(*own: float, count: int = 40) -> list[Found]:
    """Repository memories from 0.600 down by a thousandth, and the organisation's at these scores on their own footing."""
    found = [scoring(0.60 - 0.001 * n, f"r{n:02}", text=TEXTS[n]) for n in range(count)]
    return found + [scoring(score, f"o{n}", scope="org") for n, score in enumerate(own)]


def test_the_term_with_the_most_points_in_the_direction_of_the_result_decides() -> None:
    near = Found(memory=memory("near", "alpha beta gamma", days=400), cosine=0.70)
    late = Found(memory=memory("late", "delta epsilon zeta", days=0), cosine=0.50)
    pair = above(run([near, late]), "late", "near")
    assert (pair.above, pair.below, pair.decided_by, pair.term) == ("near", "late", "term", "meaning")
    assert pair.differences[TERMS.index("meaning")] == pytest.approx(0.55 * 0.20)
    assert "because it is nearer to the prompt in meaning: 0.110 points more (0.385 against 0.275)." in pair.sentence
    assert "The other is ahead by 0.057 for recency." in pair.sentence
    assert pair.margin == pytest.approx(sum(pair.differences))
    assert pair.same_footing


def test_a_tie_is_decided_by_id() -> None:
    pair = above(run([scoring(0.6, "b"), scoring(0.6, "a")]), "b", "a")
    assert (pair.above, pair.decided_by, pair.term, pair.margin) == ("a", "id", None, 0.0)
    assert "by the order of their ids: both score 0.600." in pair.sentence


def test_a_seat_decides_against_the_score() -> None:
    pair = above(run(crowd(0.55)), "r05", "o0")
    assert (pair.above, pair.decided_by) == ("o0", "seat")
    assert "it holds the organisation's seat at place 2, at 0.550 at the bar." in pair.sentence
    assert "By score in one read it would stand below: 0.460 against 0.595." in pair.sentence


def test_both_seats_are_compared_on_the_organisations_footing_when_the_first_read_missed_them() -> None:
    found = [scoring(0.60, "r"), scoring(0.58, "o0", scope="org"), scoring(0.56, "o1", scope="org")]
    trace = run(found, settings=PRODUCT.replace(pool=1, k_combined=1, fill=False))
    assert above(trace, "o1", "o0").above == "o0"


def test_one_that_was_only_judged_at_the_bar_stands_below_what_was_considered() -> None:
    trace = run(crowd(0.40), settings=PRODUCT.replace(fill=False))
    pair = above(trace, "o0", "r01")
    assert pair.above == "r01"
    assert pair.decided_by == "term"  # the first read scored it too, far down
    assert pair.higher is not None and pair.lower is not None and pair.lower.score == pytest.approx(0.31)


def test_at_the_bar_the_organisations_are_compared_by_the_score_they_were_judged_by() -> None:
    pair = above(run(crowd(0.50)), "o0", "r00", at_the_bar=True)
    assert pair.lower is not None and pair.lower.score == pytest.approx(0.50)
    assert not pair.same_footing
    assert "each on the footing it is judged by: 0.100 apart." in pair.sentence


def test_one_that_was_not_scored_stands_below_and_two_are_told_as_such() -> None:
    trace = run(crowd())
    assert above(trace, "nobody", "r03").above == "r03"
    assert above(trace, "nobody", "r03").sentence.endswith("and nobody was not brought back by any read.")
    neither = above(trace, "nobody", "anybody")
    assert (neither.decided_by, neither.higher, neither.differences, neither.margin) == ("nothing", None, (), None)
    assert above(trace, "r03", "r03").decided_by == "same"


def test_the_first_repair_has_one_footing_only() -> None:
    trace = run(crowd(0.66), settings=PRODUCT.replace(seating="combined"))
    assert above(trace, "o0", "r00", at_the_bar=True).same_footing


def test_the_waterfall_lays_the_terms_end_to_end_up_to_the_score() -> None:
    candidate = run(crowd()).blocks[0].candidate
    steps = rises(candidate)
    assert [step.term for step in steps] == list(TERMS)
    assert steps[0].start == 0.0 and steps[-1].end == pytest.approx(candidate.score)
    assert all(earlier.end == later.start for earlier, later in itertools.pairwise(steps))


def test_a_verdict_is_seen_beside_the_memory_that_decided_it() -> None:
    found = [*crowd(0.50), scoring(0.595, "copy", text=TEXTS[0])]
    trace = run(found)

    def beside(memory_id: str) -> str | None:
        one = next(one for one in found if one.memory.id == memory_id)
        return rival(trace, why(trace, PRODUCT, Known(memory=one.memory, cosine=one.cosine)))

    assert beside("o0") == "r00"
    assert beside("copy") == "r00"
    assert beside(trace.brief.carried[-1]) == trace.brief.carried[0]
    assert beside("r01") == trace.brief.carried[-1]
    nothing = run([])
    assert rival(nothing, why(nothing, PRODUCT, Known(memory=None))) is None


def test_a_memory_that_was_not_scored_is_weighed_by_itself() -> None:
    trace = run(crowd(count=3))
    missed = scoring(0.44, "missed")
    verdict = why(trace, PRODUCT, Known(memory=missed.memory, cosine=missed.cosine, nearer=3))
    (alone,) = unscored(trace, PRODUCT, verdict)
    assert (alone.rank, alone.score) == (0, pytest.approx(0.44))
    pair = above(trace, "missed", "r00", outside=(alone,))
    assert (pair.decided_by, pair.above, pair.lower) == ("scored", "r00", alone)
    scored = why(trace, PRODUCT, Known(memory=trace.blocks[0].candidate.memory, cosine=0.5))
    assert unscored(trace, PRODUCT, scored) == ()
    assert not judged_at_the_bar(scored)


def test_an_organisation_asked_at_its_own_level_is_compared_in_its_one_read() -> None:
    trace = run([scoring(0.6, "a", scope="org"), scoring(0.5, "b", scope="org")], request(repo=None))
    assert above(trace, "b", "a").above == "a"
