"""Paper 002: ranked in one read, a large repository takes every place; the organisation needs its own."""

from secondlayer.asking import Opened, again, ask, ask_example
from secondlayer.lessons.step import Claim, Control, Figures, Lesson, Shown, Step, Told
from secondlayer.records import ORG_SCOPE, Trace

_REPO = "skerryline/booking-api"
_AS_OF = "2026-11-30T12:00:00Z"
#: the weight of the scope term, which is what one footing gives up to the other (paper 002 §1)
_LEAD = 0.09


def a_list_that_cannot_be_entered(on: Opened, length: str, _told: Told) -> Shown:
    """The first repair: seats looked for in the combined list only."""
    k = int(length)
    trace = again(ask_example("crowded-out", on=on), seating="combined", k_combined=k, on=on)
    own = _organisation(trace)
    lengths = tuple(dict.fromkeys((16, 32, 64, 128, 200, k)))
    traces = {one: trace if one == k else again(trace, k_combined=one, on=on) for one in sorted(lengths)}
    return Shown(
        says=f"Of the {len(trace.reads[0].candidates)} best in one read {own} are the organisation's; the first repair seats "
        f"{len(trace.seats)}.",
        claims=(
            Claim(says="The repository takes every place of the list.", holds=own == 0),
            Claim(says="A seat looked for in that list is taken by nobody.", holds=trace.seats == ()),
        ),
        figures=(
            Figures(
                title="A longer list only moves the problem",
                head=("list of", "the organisation's", "seats"),
                rows=tuple((one, _organisation(told), len(told.seats)) for one, told in traces.items()),
                drawn="the organisation's",
                unit="of the list, the organisation's",
            ),
        ),
    )


def one_footing(on: Opened, weight: str, _told: Told) -> Shown:
    """Both reads on one axis, with another weight for nearness of scope."""
    trace = again(ask_example("crowded-out", on=on), weight_scope=float(weight), on=on)
    there = {one.memory.id: one.score for one in (*trace.reads[0].candidates, *trace.reads[0].rest)}
    apart = [
        one.candidate.score - there[one.candidate.memory.id] for one in trace.standings if one.candidate.memory.id in there
    ]
    return Shown(
        says=f"The organisation's own read seats {len(trace.seats)}, at {_places(trace)}.",
        claims=(
            Claim(
                says="Two rules of the organisation take places 2 and 4.", holds=[seat.place for seat in trace.seats] == [2, 4]
            ),
            Claim(
                says=f"A memory's two scores differ by the weight of the scope term, {float(weight):.2f}, and by nothing else.",
                holds=bool(apart) and all(abs(one - float(weight)) < 1e-9 for one in apart),
            ),
        ),
        reads=trace,
    )


def the_bar(on: Opened, ratio: str, _told: Told) -> Shown:
    """Who is seated under another ratio, in three prompts."""
    value = float(ratio)
    rows = []
    for name in ("crowded-out", "narrow-win", "near-miss"):
        trace = again(ask_example(name, on=on), bar_ratio=value, on=on)
        best = trace.standings[0]
        bar = trace.bar.value if trace.bar else 0.0
        rows.append((name, best.candidate.score, bar, best.margin, _places(trace)))
    won, missed = (again(ask_example(name, on=on), bar_ratio=0.85, on=on) for name in ("narrow-win", "near-miss"))
    return Shown(
        says=f"At {value:.2f} of the top the three prompts seat {', '.join(row[-1] for row in rows)}.",
        claims=(
            Claim(
                says="At 0.85 one rule clears the bar by less than 0.01, and another misses it by less.",
                holds=[seat.place for seat in won.seats] == [2]
                and won.seats[0].margin < 0.01
                and not missed.seats
                and -0.01 < missed.standings[0].margin < 0,
            ),
            Claim(says="A bar of 0.80 would seat that one too.", holds=bool(again(missed, bar_ratio=0.8, on=on).seats)),
        ),
        figures=(
            Figures(
                title="The organisation's best at the bar",
                head=("prompt", "score", "bar", "margin", "seats at"),
                rows=tuple(rows),
                drawn="margin",
                unit="score above or below the bar",
                mark=(0.0, "the bar"),
            ),
        ),
    )


_WORDINGS = (
    "set a timeout on the quote call to the fares ledger",
    "set a timeout on the call to the fares ledger",
    "add a time limit when booking calls the fares ledger",
)


def the_third_decimal(on: Opened, wording: str, _told: Told) -> Shown:
    """The near miss in other words."""
    rows = []
    for words in dict.fromkeys((*_WORDINGS, wording)):
        trace = ask(words, repo=_REPO, as_of=_AS_OF, on=on)
        rows.append((words, trace.standings[0].margin, _places(trace)))
    chosen = next(row for row in rows if row[0] == wording)
    margins = [row[1] for row in rows]
    return Shown(
        says=f"In these words the organisation's best stands {chosen[1]:+.3f} at the bar, and its seats are {chosen[2]}.",
        claims=(
            Claim(
                says="One word less turns the near miss into a seat.",
                holds=rows[0][1] < 0 <= rows[1][1],
            ),
            Claim(says="The margin is in the second or third decimal.", holds=all(abs(one) < 0.1 for one in margins[:2])),
        ),
        figures=(
            Figures(
                title="The same task in other words",
                head=("prompt", "margin", "seats at"),
                rows=tuple(rows),
                drawn="margin",
                unit="score above or below the bar",
                mark=(0.0, "the bar"),
            ),
        ),
    )


def what_a_seat_cannot_judge(on: Opened, _value: str, _told: Told) -> Shown:
    """The limits the paper admits."""
    sample = ask_example("sample-text", on=on)
    own = [one for one in sample.standings if one.result == "lost_seat" and one.candidate.memory.origin != "imported"]
    weak = ask("buy a new coffee machine for the office", repo="skerryline/quayside", as_of=_AS_OF, on=on)
    team = ask_example("team", on=on)
    teams = [one for one in (*team.reads[0].candidates, *team.reads[0].rest) if one.memory.scope.startswith("team:")]
    return Shown(
        says="A seat goes to whatever is filed at the organisation's level, and the bar is only as high as the top.",
        claims=(
            Claim(
                says="Sample text that nobody here wrote holds both seats, before a rule of the organisation's own.",
                holds=[seat.candidate.memory.origin for seat in sample.seats] == ["imported", "imported"] and bool(own),
            ),
            Claim(says="A weak top makes a low bar.", holds=weak.bar is not None and weak.bar.value < 0.3),
            Claim(
                says=f"A team has no read of its own, and gives up {_LEAD / 2:.3f} on every memory.",
                holds=bool(teams) and all(one.term("scope").value == 0.5 for one in teams),
            ),
        ),
        lines=tuple(("◆", f"{seat.candidate.memory.text} ({seat.candidate.memory.origin})") for seat in sample.seats)
        + tuple(("◇", f"{one.candidate.memory.text} ({one.candidate.memory.origin})") for one in own[:1]),
    )


def _organisation(trace: Trace) -> int:
    return sum(one.memory.scope == ORG_SCOPE for one in trace.reads[0].candidates)


def _places(trace: Trace) -> str:
    held = " and ".join(str(seat.place) for seat in trace.seats)
    return f"places {held}" if len(trace.seats) > 1 else f"place {held}" if trace.seats else "no place"


TWO_READS = Lesson(
    name="two-reads",
    number="002",
    title="The organisation needs its own read",
    claim="Ranked in one read by nearness of scope, a large repository takes every place, and the rule that governs the task "
    "is never considered.",
    steps=(
        Step(
            title="A seat inside a list that cannot be entered",
            says=(
                "In a read of both, the repository's memories have the whole scope term, and the organisation's none of it.",
                "The first repair moved the organisation's two best of that list to places 2 and 4.",
            ),
            run=a_list_that_cannot_be_entered,
            control=Control(
                label="Length of the list",
                choices=("16", "32", "64", "128", "200"),
                own="32",
                says="candidates the list keeps; the paper raised it from 16 to 32",
            ),
        ),
        Step(
            title="The repair: a second read, on one footing",
            says=(
                "The same prompt is read once more over the organisation alone, at the same time.",
                "There the organisation is the nearest scope.",
                "Every term looks at the prompt and one memory alone, so scores of the two reads compare.",
            ),
            run=one_footing,
            control=Control(
                label="Weight of the scope term",
                choices=("0", "0.05", "0.09", "0.15"),
                own="0.09",
                says="of the six weights; paper 002 §1",
            ),
        ),
        Step(
            title="The bar keeps a seat from being guaranteed",
            says=("An organisation's memory must reach 0.85 of the best score. Two prompts here rest on a few thousandths.",),
            run=the_bar,
            control=Control(
                label="Bar, as a share of the top",
                choices=("0.5", "0.7", "0.8", "0.83", "0.85", "0.9", "1"),
                own="0.85",
                says="a chosen setting, not a measured optimum (paper 002 §4)",
            ),
        ),
        Step(
            title="A seat may rest on the third decimal",
            says=("The task stays the same, and one word of it changes.",),
            run=the_third_decimal,
            control=Control(label="The prompt", choices=_WORDINGS, own=_WORDINGS[0], says="three wordings of one task"),
        ),
        Step(
            title="What a seat cannot judge",
            says=("A seat is taken by score and scope alone. Whether the text deserves it is not asked.",),
            run=what_a_seat_cannot_judge,
        ),
    ),
)
