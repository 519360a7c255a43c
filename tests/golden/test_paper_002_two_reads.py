"""The two prompts of paper 002, with the scores it prints."""

import pytest
from making import request, run, scoring

from secondlayer.settings import PAPER


def store(top: float, last: float, organisation: list[float]) -> list:
    """Forty repository memories from `top` down to `last`, and the organisation's, by their scores on its own footing."""
    step = (top - last) / 31
    repository = [scoring(top - step * position, f"r{position:02}") for position in range(40)]
    return repository + [scoring(score, f"o{position}", scope="org") for position, score in enumerate(organisation)]


FIRST = store(0.578, 0.539, [0.541, 0.495, 0.485, 0.459, 0.445])


def test_the_first_prompt_fills_the_list_with_the_repository_and_seats_two_of_the_organisation():
    trace = run(FIRST, request(), PAPER)
    combined, organisation = trace.reads
    assert [c.memory.scope for c in combined.candidates].count("org") == 0
    assert (len(combined.candidates), len(organisation.candidates)) == (32, 4)
    assert round(combined.candidates[0].score, 3) == 0.578 and round(combined.candidates[-1].score, 3) == 0.539
    assert [round(c.score, 3) for c in organisation.candidates] == [0.541, 0.495, 0.485, 0.459]
    assert round(trace.bar.value, 3) == 0.491
    assert [(seat.place, seat.candidate.memory.id) for seat in trace.seats] == [(2, "o0"), (4, "o1")]
    assert round(trace.seats[1].margin, 3) == 0.004
    assert [s.candidate.memory.id for s in trace.standings if s.result == "below_bar"] == ["o2", "o3"]
    assert trace.brief.carried[1] == "o0" and trace.brief.carried[3] == "o1"


def test_the_first_repair_seats_nobody():
    trace = run(FIRST, request(), PAPER.replace(seating="combined"))
    assert trace.seats == () and not {"o0", "o1"} & set(trace.brief.carried)


def test_the_second_prompt_gives_one_seat_and_leaves_the_fourth_place_with_the_repository():
    trace = run(store(0.654, 0.56, [0.6, 0.507]), request(), PAPER)
    assert round(trace.bar.value, 3) == 0.556
    assert [(seat.place, seat.candidate.memory.id) for seat in trace.seats] == [(2, "o0")]
    assert trace.brief.carried[3].startswith("r")


@pytest.mark.parametrize("repository", [40, 400])
def test_one_organisation_memory_reaches_the_first_two_places_however_large_the_repository(repository):
    crowd = [scoring(0.6 - 0.0001 * position, f"r{position:03}") for position in range(repository)]
    lone = scoring(0.55, "lone", scope="org")
    assert "lone" in run([*crowd, lone], request(), PAPER).brief.carried[:2]
    assert "lone" not in run([*crowd, lone], request(), PAPER.replace(seating="combined")).brief.carried[:2]
