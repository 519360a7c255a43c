"""Paper 004: what a shared memory cannot know about its reader."""

from collections.abc import Sequence
from dataclasses import fields, replace
from datetime import UTC, datetime

from secondlayer.asking import Opened, again, ask_example, why
from secondlayer.engine.again import again as run_again
from secondlayer.engine.again import results_of
from secondlayer.lessons.step import Claim, Control, Figures, Lesson, Shown, Step, Told
from secondlayer.records import Block, Request, Served, Trace
from secondlayer.serving import settings_of

_EMPTIED = "The cellar in Ardmoor was emptied on 30 June 2026."


def one_brief(on: Opened, vendor: str, _told: Told) -> Shown:
    """The same question twice: a request says nothing of who asks."""
    one, another = ask_example("stale", on=on), ask_example("stale", on=on)
    asked = [field.name for field in fields(Request)]
    kept = [field.name for field in fields(Served)]
    return Shown(
        says=f"Asked by {vendor}, the request holds {len(asked)} things, and none of them is the reader.",
        claims=(
            Claim(
                says="The same question at the same moment is served the same brief, whoever asks.",
                holds=one.brief == another.brief,
            ),
            Claim(
                says="A request has no field for a model, a vendor or an agent.",
                holds=not {"model", "vendor", "agent"} & set(asked),
            ),
        ),
        figures=(
            Figures(title="What a request says", head=("field",), rows=tuple((name,) for name in asked)),
            Figures(title="What is kept of a brief that was served", head=("field",), rows=tuple((name,) for name in kept)),
        ),
        lines=tuple(("●", line.removeprefix("- ")) for line in one.brief.text.split("\n")[1:4] if line),
    )


def served_as_current(on: Opened, weight: str, _told: Told) -> Shown:
    """The stale line, with more and more weight on recency."""
    trace = ask_example("stale", on=on)
    stale = trace.blocks[0].candidate.memory
    rows = []
    for value in dict.fromkeys(("0.06", "0.2", "0.5", "1", weight)):
        block = _block(again(trace, weight_recency=float(value), on=on), stale.id)
        rows.append((float(value), block.order, block.outcome))
    rows.sort()
    now = next(row for row in rows if row[0] == float(weight))
    contradiction = why(trace, _EMPTIED, on=on)
    return Shown(
        says=f"With a weight of {float(weight):g} on recency the line stands at place {now[1]} and is {now[2]}.",
        claims=(
            Claim(
                says="The first line of the brief is two years old, and no longer true.",
                holds="cellar" in stale.text and stale.written_at < datetime(2025, 1, 1, tzinfo=UTC),
            ),
            Claim(
                says="What contradicts it is stored, and out of this request's scope.",
                holds=contradiction.verdict == "out_of_scope",
            ),
            Claim(says="A weight eight times as large still lets it be served.", holds=_served(rows, 0.5)),
        ),
        figures=(
            Figures(
                title="Where the stale line is considered",
                head=("weight of recency", "place", "outcome"),
                rows=tuple(rows),
                drawn="place",
                unit="place in the order, 1 is first",
            ),
        ),
        lines=(("●", stale.text), ("○", _EMPTIED)),
    )


def somebody_retires_it(on: Opened, retired: str, _told: Told) -> Shown:
    """The same run with that memory gone from both reads, as retiring it would leave it. Nothing is written."""
    trace = ask_example("stale", on=on)
    stale = trace.blocks[0].candidate.memory
    without = [
        replace(result, found=tuple(one for one in result.found if one.memory.id != stale.id)) for result in results_of(trace)
    ]
    after = run_again(trace, settings_of(trace), without)
    shown = after if retired == "retired" else trace
    return Shown(
        says=f"With the line {retired} the brief begins with another place."
        if retired == "retired"
        else "It is the first line.",
        claims=(
            Claim(says="Once retired it is served no more.", holds=stale.id not in after.brief.carried),
            Claim(says="What stands in the store is as it was: this was only run, not done.", holds=_unchanged(on, stale.id)),
        ),
        figures=(
            Figures(
                title="The brief before and after",
                head=("line", "before", "after"),
                rows=tuple(
                    (position, one, other)
                    for position, (one, other) in enumerate(
                        zip(trace.brief.text.split("\n")[1:4], after.brief.text.split("\n")[1:4], strict=False), start=1
                    )
                ),
            ),
        ),
        lines=tuple(("●", line.removeprefix("- ")) for line in shown.brief.text.split("\n")[1:4] if line),
    )


def what_stays_open(_on: Opened, _value: str, _told: Told) -> Shown:
    """The paper's open items, and where each stands here."""
    rows = (
        ("an empty read reported as ignorance", "settled: every read counts what it examined beside what it matched (001)"),
        ("a history under a renamed key", "bridged by the alias, which over-reaches (001)"),
        (
            "paraphrase, and reversal without a negation",
            "narrowed by the guarded rule; closed by whoever retires the old one (003)",
        ),
        ("a stale statement served as current", "its age is printed, a confirmation counts anew; somebody has to own it"),
        ("whether an agent consults the memory", "open: the harness decides"),
        ("which model read or wrote a memory", "open: a claimed name is only a claim"),
    )
    return Shown(
        says="The memory decides what is served. It does not decide whether it is read.",
        claims=(
            Claim(
                says="A served brief is kept with its door and its key, and with no reader.",
                holds={"door", "fingerprint"} <= {field.name for field in fields(Served)}
                and "model" not in {field.name for field in fields(Served)},
            ),
        ),
        figures=(Figures(title="Open in the paper, and here", head=("open in the paper", "here"), rows=rows),),
    )


def _block(trace: Trace, memory_id: str) -> Block:
    return next(block for block in trace.blocks if block.candidate.memory.id == memory_id)


def _served(rows: Sequence[tuple[float, int, str]], weight: float) -> bool:
    return next(row for row in rows if row[0] == weight)[2] == "carried"


def _unchanged(on: Opened, memory_id: str) -> bool:
    memory = on.store.memory(memory_id)
    return memory is not None and memory.retired_at is None


READER = Lesson(
    name="reader",
    number="004",
    title="What a shared memory cannot know about its reader",
    claim="The memory decides what is served. It cannot see whether it is read, by which model, or whether a sentence in it is "
    "still true.",
    steps=(
        Step(
            title="One store, one set of rules, one brief",
            says=(
                "Agents of several vendors share the store and the rules for reading it. A request says nothing of who asks.",
            ),
            run=one_brief,
            control=Control(
                label="Asked by",
                choices=("one vendor's agent", "another's", "a person"),
                own="one vendor's agent",
                says="it makes no difference, which is the point",
            ),
        ),
        Step(
            title="A stale sentence is served as it was written",
            says=(
                "In 2024 the handbook said that staging runs in the cellar. It moved in June 2026.",
                "Age counts by a small term, halved every 90 days. Raise it, and see what becomes of the line.",
            ),
            run=served_as_current,
            control=Control(
                label="Weight of recency",
                choices=("0.06", "0.2", "0.5", "1"),
                own="0.06",
                says="of the six weights; paper 002 §1",
            ),
        ),
        Step(
            title="The repair: somebody retires it",
            says=(
                "No ranking checks a sentence against the present. Retiring it is a person's act, with a name and a reason.",
            ),
            run=somebody_retires_it,
            control=Control(
                label="The line is",
                choices=("current", "retired"),
                own="retired",
                says="the engine is run without it; nothing is written",
            ),
        ),
        Step(
            title="What stays open",
            says=("The paper lists what would settle each item. This is where they stand here.",),
            run=what_stays_open,
        ),
    ),
)
