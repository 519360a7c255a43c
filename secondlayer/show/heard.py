"""What agents hear from the organisation, in sentences, tables and one chart (SCREENS, Organisation)."""

from collections.abc import Sequence
from datetime import datetime

import altair as alt
import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.printing import age, cite
from secondlayer.hearing import imported_seats, missing, never_seated
from secondlayer.records import Heard, HeardMemory, HeardPrompt, HeardSeat, Memory
from secondlayer.show.report import Section
from secondlayer.show.wording import MARKS, WORDS, counted, listed, number, score, sentence

_GREY = "#7A828C"


def verdict(heard: Heard) -> str:
    """How many of its memories took how many seats, on how many of the prompts."""
    if not heard.prompts:
        return "No prompt was run, so nothing can be said of what agents hear."
    if not heard.total:
        return "The organisation holds no memory at its own level: agents hear nothing from it."
    seated = {seat.memory.id for seat in heard.seats}
    on = sum(bool(prompt.seats) for prompt in heard.prompts)
    prompts = counted(len(heard.prompts), "prompt", "prompts")
    if not seated:
        return f"None of the organisation's {heard.total:,} memories took a seat on any of the {prompts}."
    seats = counted(len(heard.seats), "seat", "seats")
    who = f"{number(len(seated))} of the organisation's {heard.total:,} memories took {seats}"
    return sentence(f"{who}, on {number(on)} of the {prompts}")


def reason(heard: Heard, stale: int, days: int, as_of: datetime) -> str:
    """What is wanting: prompts without anything of the organisation, imported text in its seats, and stale memories."""
    parts = []
    short, imported = missing(heard), imported_seats(heard)
    if short:
        parts.append(f"on {counted(len(short), 'prompt', 'prompts')} nothing of it cleared the bar")
    if imported:
        parts.append(f"{counted(len(imported), 'seat is', 'seats are')} held by imported text")
    lost = [seat for seat in heard.seats if seat.outcome != "carried"]
    if lost:
        parts.append(f"{counted(len(lost), 'seat', 'seats')} the budget then left out")
    if stale:
        last = "was" if stale == 1 else "were"
        memories = counted(stale, "memory", "memories")
        parts.append(f"{memories} {last} last said more than {days:,} days before {as_of.date().isoformat()}")
    return sentence("; ".join(parts)) if parts else "Every prompt was answered from what the organisation said of late."


def sections(heard: Heard, stale: Sequence[Memory], stale_in_all: int, days: int, as_of: datetime) -> tuple[Section, ...]:
    """The report's parts, in the order they matter; a part with nothing in it says so."""
    short, imported, never = missing(heard), imported_seats(heard), never_seated(heard)
    seated = tuple(one for one in heard.memories if one.seats)
    return (
        Section(
            title="Seats taken",
            says=() if seated else ("No memory of the organisation took a seat.",),
            table=seated_table(seated),
            figures=("seats", "by", "briefs"),
        ),
        Section(
            title="Held by imported text",
            says=(
                "Nobody in the organisation stated these; retire them, or state what should stand there."
                if imported
                else "No seat is held by imported or sample text.",
            ),
            table=imported_table(imported),
            figures=("prompt", "place", "by"),
        ),
        Section(
            title="Missing: nothing of the organisation cleared the bar",
            says=() if short else ("On every prompt from a repository or a team something of it cleared the bar.",),
            table=missing_table(short),
            figures=("prompt", "short by"),
        ),
        Section(
            title=f"Due for confirmation: last said more than {days:,} days before {as_of.date().isoformat()}",
            says=(_stale_says(heard, stale, stale_in_all),),
            table=stale_table(heard, stale, as_of),
            figures=("last said", "age", "seats"),
            printed=8,
        ),
        Section(
            title="Never seated",
            says=(_never_says(heard, never),),
            table=never_table(never),
            figures=("nearest", "on prompt"),
            printed=8,
        ),
        # the other tables name prompts by their numbers
        Section(title="The prompts", table=prompts_table(heard), figures=("prompt", "seats", "bar"), printed=100),
    )


def seated_table(seated: Sequence[HeardMemory]) -> pd.DataFrame:
    """One row a memory that took a seat: how many, by how much at most, on which prompts, carried in how many briefs."""
    return pd.DataFrame(
        [
            {
                "memory": one.memory.text,
                "source": cite(one.memory),
                "seats": len(one.seats),
                "by": listed_margins(one.seats),
                "prompts": ", ".join(f"{seat.prompt} at place {seat.place}{_lost(seat)}" for seat in one.seats),
                "briefs": len(one.carried),
                "id": one.memory.id,
            }
            for one in seated
        ],
        columns=["memory", "source", "seats", "by", "prompts", "briefs", "id"],
    )


def imported_table(seats: Sequence[HeardSeat]) -> pd.DataFrame:
    """The seats that imported text holds."""
    return pd.DataFrame(
        [
            {
                "prompt": seat.prompt,
                "place": seat.place,
                "by": f"{seat.margin:+.3f}",
                "memory": seat.memory.text,
                "source": cite(seat.memory),
                "id": seat.memory.id,
            }
            for seat in seats
        ],
        columns=["prompt", "place", "by", "memory", "source", "id"],
    )


def missing_table(short: Sequence[HeardPrompt]) -> pd.DataFrame:
    """The prompts on which nothing cleared the bar, with the memory that came nearest and how short it was."""
    rows = []
    for one in short:
        nearest = one.nearest
        rows.append(
            {
                "prompt": one.number,
                "asked": asked(one),
                "short by": "–" if nearest is None else score(-nearest[2]),
                "nearest memory": "nothing of the organisation matched" if nearest is None else nearest[0].text,
                "id": "" if nearest is None else nearest[0].id,
            }
        )
    return pd.DataFrame(rows, columns=["prompt", "asked", "short by", "nearest memory", "id"])


def stale_table(heard: Heard, stale: Sequence[Memory], as_of: datetime) -> pd.DataFrame:
    """The stale ones, those in a seat first, then the oldest."""
    seats: dict[str, int] = {}
    for seat in heard.seats:
        seats[seat.memory.id] = seats.get(seat.memory.id, 0) + 1
    rows = [
        {
            "last said": memory.last_said_at.date().isoformat() if memory.last_said_at else "undated",
            "age": age(memory, as_of),
            "seats": seats.get(memory.id, 0),
            "memory": memory.text,
            "source": cite(memory),
            "id": memory.id,
        }
        for memory in stale
    ]
    rows.sort(key=lambda row: -int(str(row["seats"])))
    return pd.DataFrame(rows, columns=["last said", "age", "seats", "memory", "source", "id"])


def never_table(never: Sequence[HeardMemory]) -> pd.DataFrame:
    """Those without a seat, the nearest to one first: how far from the bar, and on which prompt."""
    return pd.DataFrame(
        [
            {
                "nearest": "never judged" if one.best is None else f"{one.best[1]:+.3f}",
                "on prompt": "–" if one.best is None else str(one.best[0]),
                "memory": one.memory.text,
                "source": cite(one.memory),
                "id": one.memory.id,
            }
            for one in never
        ],
        columns=["nearest", "on prompt", "memory", "source", "id"],
    )


def prompts_table(heard: Heard) -> pd.DataFrame:
    """Every prompt by its number: what was asked, from where, and what of the organisation stood in its brief."""
    return pd.DataFrame(
        [
            {
                "prompt": one.number,
                "name": one.name if one.served_at is None else f"{one.served_at.date().isoformat()} {one.name}",
                "asked": asked(one),
                "repository": one.request.repo or (f"team:{one.request.team}" if one.request.team else "org"),
                "seats": len(one.seats),
                "bar": "–" if one.bar is None else score(one.bar.value),
            }
            for one in heard.prompts
        ],
        columns=["prompt", "name", "asked", "repository", "seats", "bar"],
    )


def margins_table(heard: Heard) -> pd.DataFrame:
    """One row a prompt that could win a seat, as the chart draws it: seats with their margins, and the best one short."""
    return pd.DataFrame(
        [
            {
                "prompt": one.number,
                "seats": listed_margins(one.seats) or "none",
                "nearest below": "–" if one.nearest is None else f"{one.nearest[2]:+.3f}",
                "name": one.name or asked(one),
            }
            for one in heard.prompts
            if one.contested
        ],
        columns=["prompt", "seats", "nearest below", "name"],
    )


def margins_chart(heard: Heard) -> alt.LayerChart | alt.FacetChart | None:
    """One row a prompt: margins of its seats as full diamonds right of the bar, of the best one short as a hollow one left."""
    marks = []
    for one in heard.prompts:
        seats = [
            {"prompt": one.number, "margin": seat.margin, "what": f"{MARKS['seated']} place {seat.place}"} for seat in one.seats
        ]
        marks += [{**seat, "seated": "seated"} for seat in seats]
        if one.nearest is not None:
            what = f"{MARKS['below_bar']} {WORDS['below_bar']}"
            marks.append({"prompt": one.number, "margin": one.nearest[2], "what": what, "seated": "not seated"})
    if not marks:
        return None
    frame = pd.DataFrame(marks)
    rows = [one.number for one in heard.prompts if one.contested]
    y = alt.Y(
        "prompt:O",
        scale=alt.Scale(domain=rows),
        axis=alt.Axis(title="prompt", ticks=False, domain=False, grid=True, gridOpacity=0.35, labelOverlap=False),
    )
    x = alt.X("margin:Q", scale=alt.Scale(nice=True, padding=10), axis=alt.Axis(title="score minus the bar", format="+.2f"))
    filled = alt.when(alt.datum.seated == "seated").then(alt.value(1)).otherwise(alt.value(0))
    points = (
        alt.Chart(frame)
        .mark_point(shape="diamond", size=90, opacity=1, stroke=_GREY, fill=_GREY, strokeWidth=1.5, aria=False)
        .encode(x=x, y=y, fillOpacity=filled, tooltip=["prompt:O", "what:N", alt.Tooltip("margin:Q", format="+.3f")])
    )
    bar = (
        alt.Chart(pd.DataFrame([{"margin": 0.0}]))
        .mark_rule(strokeDash=[5, 4], strokeWidth=1.5, color=_GREY, aria=False)
        .encode(x="margin:Q")
    )
    return alt.layer(bar, points).properties(height=alt.Step(24), padding={"left": 4, "right": 12})


def asked(prompt: HeardPrompt) -> str:
    """The prompt's words, or that they were not kept."""
    return prompt.request.prompt or "(kept without text)"


def listed_margins(seats: Sequence[HeardSeat]) -> str:
    """`+0.043, +0.033`."""
    return ", ".join(f"{seat.margin:+.3f}" for seat in seats)


def _lost(seat: HeardSeat) -> str:
    return "" if seat.outcome == "carried" else f" ({WORDS[seat.outcome]})"


def _stale_says(heard: Heard, stale: Sequence[Memory], in_all: int) -> str:
    if not in_all:
        return "Nothing the organisation holds is that old."
    held = {seat.memory.id for seat in heard.seats} & {memory.id for memory in stale}
    first = f"{counted(in_all, 'memory', 'memories')} of the organisation"
    if not held:
        return sentence(f"{first}, none of them in a seat here")
    return sentence(f"{first}, {listed([number(len(held))])} of them in a seat here, told first: true still, or to be retired")


def _never_says(heard: Heard, never: Sequence[HeardMemory]) -> str:
    seated = {seat.memory.id for seat in heard.seats}
    current = heard.total - sum(one.memory.id in seated for one in heard.memories if one.memory.retired_at is None)
    if not current:
        return "Every memory of the organisation took a seat."
    near = sum(one.best is not None and one.best[1] >= 0 for one in never)
    says = f"{current:,} of its {heard.total:,}; the nearest to a seat first, each by its best score minus the bar"
    if near:
        says += f"; {number(near)} cleared a bar and lost the seat to better ones"
    return f"{says}."
