"""What the store holds: what is looked for, pages of it as a table, and one memory's whole story."""

from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.engine.printing import age, cite
from secondlayer.engine.trace import moment
from secondlayer.records import LAYERS, ORIGINS, Browse, Browsed, Filing, HeardPrompt, Memory, Served
from secondlayer.show.wording import MARKS, WORDS, Fate, count, counted, score

#: what can be asked of a memory's age, by how it stands in an address
AGES = {
    "30": "said in the last 30 days",
    "90": "said in the last 90 days",
    "365": "said in the last year",
    "90-": "not said for 90 days",
    "365-": "not said for a year",
    "730-": "not said for two years",
    "undated": "without a date",
}
_LONGEST_DAYS = 36_500


def browse_of(look: Mapping[str, str], as_of: datetime) -> tuple[Browse, tuple[str, ...]]:
    """What the address looks for, ages counted to `as_of`; and one note for each value of it that was not usable."""
    notes = []
    since = before = None
    asked_age = look.get("age", "")
    days = asked_age.removesuffix("-")
    if days.isascii() and days.isdigit() and int(days) <= _LONGEST_DAYS:
        edge = as_of - timedelta(days=int(days))
        since, before = (None, edge) if asked_age.endswith("-") else (edge, None)
    elif asked_age and asked_age != "undated":
        notes.append("The address's age was left aside. An age is a number of days, such as 90, 90- for older, or undated.")
    chosen = {}
    for name, known in (("layer", LAYERS), ("origin", ORIGINS)):
        chosen[name] = look.get(name) if look.get(name) in known else None
        if look.get(name) and chosen[name] is None:
            notes.append(f"The address's {name} was left aside. It is one of {', '.join(known)}.")
    asked = Browse(
        words=tuple(look.get("find", "").split()),
        scope=look.get("scope") or None,
        since=since,
        before=before,
        undated=asked_age == "undated",
        retired=look.get("retired") == "yes",
        oldest_first=look.get("order") == "oldest",
        **chosen,
    )
    return asked, tuple(notes)


def age_label(asked: str) -> str:
    """An age of the address in words; any of the usual ones, or a number of days of the reader's own."""
    if not asked:
        return "any age"
    days = asked.removesuffix("-")
    return AGES.get(asked) or (f"not said for {days} days" if asked.endswith("-") else f"said in the last {days} days")


def found_sentence(browsed: Browsed, asked: Browse, current: int, retired: int) -> str:
    """How many were found, of how many."""
    stored = f"{current:,} current memories" if current != 1 else "one current memory"
    if asked.retired:
        stored += f" and {retired:,} retired"
    if not any((asked.words, asked.scope, asked.layer, asked.origin, asked.since, asked.before, asked.undated)):
        return f"{stored[:1].upper()}{stored[1:]}."
    if not browsed.found:
        return f"None of the {stored} is like that."
    return f"{browsed.found:,} of {stored}."


def page_sentence(browsed: Browsed) -> str:
    """Which of them stand on this page."""
    first, last = browsed.passed + 1, browsed.passed + len(browsed.memories)
    return f"{first:,} to {last:,} of {browsed.found:,}"


def memories_table(memories: Sequence[Memory], as_of: datetime) -> pd.DataFrame:
    """One row a memory, in the order given; the column `state` only when one is retired."""
    rows = []
    for memory in memories:
        said_at = memory.last_said_at
        rows.append(
            {
                "memory": memory.text,
                "scope": memory.scope,
                "layer": memory.layer,
                "origin": memory.origin,
                "last said": "undated" if said_at is None else said_at.date().isoformat(),
                "age": age(memory, as_of),
                "state": "" if memory.retired_at is None else "retired",
                "source": cite(memory) if memory.source_path else memory.author,
                "id": memory.id,
            }
        )
    frame = pd.DataFrame(
        rows, columns=["memory", "scope", "layer", "origin", "last said", "age", "state", "source", "id"], dtype=str
    )
    return frame if frame["state"].any() else frame.drop(columns="state")


def story(memory: Memory, filing: Filing | None, as_of: datetime) -> tuple[str, ...]:
    """Its life in sentences: said, confirmed, retired, superseded, and how much of it the encoder read."""
    said = []
    day = memory.written_at.date().isoformat()
    if memory.retired_at is not None:
        by = f" by {filing.retired_by}" if filing and filing.retired_by else ""
        reason = f", because {memory.retired_reason}" if memory.retired_reason else ", without a reason given"
        said.append(f"Retired on {memory.retired_at.date().isoformat()}{by}{reason}. No read brings it back.")
    if memory.superseded_by:
        said.append(f"Superseded by {memory.superseded_by}.")
    if memory.last_said_at is None:
        said.append(f"Its source has no date, so it earns no recency; its file was laid down on {day}.")
    else:
        again = memory.confirmed_at is not None and (not memory.dated or memory.confirmed_at > memory.written_at)
        written = f"Written on {day}" if memory.dated else "Its source has no date"
        last = memory.last_said_at
        found = f"; found or said again on {last.date().isoformat()}" if again else ""
        days = (as_of - last).days
        said.append(f"{written}{found}, {counted(days, 'day', 'days')} before {as_of.date().isoformat()}." if days > 0 else
                    f"{written}{found}.")  # fmt: skip
    read, held = memory.read_pieces, memory.all_pieces
    if read is None or held is None:
        said.append("How much of it the encoder read is not known: its vector was given with it.")
    elif read < held:
        said.append(f"The encoder read the first {read:,} of its {held:,} word pieces; the rest counts by its words only.")
    else:
        said.append(f"The encoder read it whole: {held:,} word pieces of subject and text.")
    return tuple(said)


def story_table(memory: Memory, filing: Filing | None) -> pd.DataFrame:
    """What is filed with it, name and value; what is empty is left out."""
    lines = {
        "id": memory.id,
        "scope": memory.scope,
        "layer": memory.layer,
        "origin": memory.origin,
        "subject": memory.subject,
        "repository": memory.source_repo,
        "path": memory.source_path,
        "heading": memory.source_heading,
        "lines": "–".join(map(str, dict.fromkeys(memory.lines))) if memory.lines else "",
        "commit": memory.commit,
        "author": memory.author,
        "on behalf of": filing.on_behalf_of if filing else "",
        "written": moment(memory.written_at) or "",
        "confirmed": moment(memory.confirmed_at) or "",
        "stored": moment(filing.stored_at.replace(microsecond=0)) or "" if filing else "",
        "retired": moment(memory.retired_at) or "",
        "superseded by": memory.superseded_by or "",
    }
    return pd.DataFrame([{"what": name, "value": value} for name, value in lines.items() if value], columns=["what", "value"])


def in_prompts_sentence(memory_id: str, prompts: Sequence[HeardPrompt]) -> str:
    """In how many briefs it is carried, and in how many with a seat."""
    carried = sum(prompt.outcomes.get(memory_id) == "carried" for prompt in prompts)
    seated = sum(any(seat.memory.id == memory_id for seat in prompt.seats) for prompt in prompts)
    told = f"Carried in {count(carried)} of {counted(len(prompts), 'brief', 'briefs')}"
    if seated:
        told += f", in {count(seated)} of them with a seat of the organisation"
    met = sum(memory_id in prompt.outcomes or memory_id in prompt.margins for prompt in prompts)
    return f"{told}; neither considered nor judged in {count(len(prompts) - met)}."


def in_prompts_table(memory_id: str, prompts: Sequence[HeardPrompt]) -> pd.DataFrame:
    """What became of it in each brief that considered it or judged it at the bar."""
    rows = []
    for prompt in prompts:
        seat = next((seat for seat in prompt.seats if seat.memory.id == memory_id), None)
        outcome, margin = prompt.outcomes.get(memory_id), prompt.margins.get(memory_id)
        fate: Fate | None = "seated" if seat and outcome == "carried" else outcome
        if fate is None and margin is not None:
            fate = "below_bar" if margin < 0 else "lost_seat"
        if fate is None:
            continue
        short = f"{score(-margin)} short" if margin is not None and margin < 0 else ""
        rows.append(
            {
                "outcome": f"{MARKS[fate]} {WORDS[fate]}",
                "at the bar": f"place {seat.place}, {seat.margin:+.3f}" if seat else short,
                "example": prompt.name,
                "prompt": prompt.request.prompt,
            }
        )
    return pd.DataFrame(rows, columns=["outcome", "at the bar", "example", "prompt"])


def served_table(served: Sequence[Served], memory_id: str) -> pd.DataFrame:
    """The served briefs that carried it, the latest first."""
    return pd.DataFrame(
        [
            {
                "served": moment(one.served_at.replace(microsecond=0)),
                "as": f"{MARKS['seated']} seated" if memory_id in one.seated else f"{MARKS['carried']} carried",
                "repository": one.repo or "–",
                "prompt": one.prompt if one.with_text else "(kept without text)",
                "brief": one.brief_id,
            }
            for one in served
        ],
        columns=["served", "as", "repository", "prompt", "brief"],
    )
