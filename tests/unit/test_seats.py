"""The bar and the places (paper 002 §2-3)."""

from making import request, run, scoring

from secondlayer.settings import PRODUCT


def carried(found, **settings):
    return run(found, request(), PRODUCT.replace(**settings))


def crowd(count, top=0.6, step=0.001):
    return [scoring(top - step * position, f"r{position:02}") for position in range(count)]


def test_a_seat_past_the_end_of_the_list_is_the_last_place():
    trace = carried([*crowd(1), scoring(0.58, "o1", scope="org"), scoring(0.57, "o2", scope="org")])
    assert [(seat.place, seat.candidate.memory.id) for seat in trace.seats] == [(2, "o1"), (3, "o2")]


def test_a_seat_never_makes_a_memory_stand_lower():
    trace = carried([*crowd(5), scoring(0.75, "o1", scope="org"), scoring(0.72, "o2", scope="org")])
    assert [(seat.place, seat.candidate.memory.id) for seat in trace.seats] == [(1, "o1"), (2, "o2")]


def test_a_score_exactly_at_the_bar_is_seated():
    found = [*crowd(3), scoring(0.58, "o1", scope="org")]
    top = run(found).reads[0].candidates[0].score
    exact = run(found).standings[0].candidate.score / top
    assert carried(found, bar_ratio=exact).seats[0].candidate.memory.id == "o1"


def test_the_third_above_the_bar_loses_the_seat_to_the_better_two():
    found = [*crowd(40), *(scoring(0.59 - 0.01 * n, f"o{n}", scope="org") for n in range(3))]
    trace = carried(found)
    assert [standing.result for standing in trace.standings] == ["seated", "seated", "lost_seat"]


def test_equal_scores_are_settled_by_id():
    found = [*crowd(40), *(scoring(0.58, f"o{n}", scope="org") for n in (3, 1, 2))]
    assert [seat.candidate.memory.id for seat in carried(found).seats] == ["o1", "o2"]


def test_a_memory_that_made_the_list_is_judged_by_the_organisations_footing():
    found = [*crowd(3), scoring(0.55, "o1", scope="org")]
    trace = carried(found)
    listed = next(c for c in trace.reads[0].candidates if c.memory.id == "o1")
    assert abs(trace.seats[0].candidate.score - listed.score - 0.09) < 1e-9
    assert trace.seats[0].place == 2


def test_without_a_top_above_zero_there_is_no_bar_and_no_seat():
    trace = run([])
    assert trace.bar is None and trace.seats == () and trace.standings == ()


def test_at_the_organisations_level_there_is_one_read_and_no_bar():
    trace = run([scoring(0.5, "o1", scope="org")], request(repo=None))
    assert [read.name for read in trace.reads] == ["organisation"]
    assert trace.bar is None and trace.brief.carried == ("o1",)


def test_no_seats_when_none_are_set():
    assert carried([*crowd(3), scoring(0.6, "o1", scope="org")], seats=0).seats == ()
