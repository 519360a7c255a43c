"""Paper 003: a brief is a budget; overlap is symmetric, and a disagreement is never a repeat."""

from secondlayer.asking import Opened, again, ask_example, why
from secondlayer.engine.repeats import overlap
from secondlayer.engine.tokens import tokens
from secondlayer.lessons.step import Claim, Control, Figures, Lesson, Shown, Step, Told
from secondlayer.records import Block, Overlap, Trace
from secondlayer.settings import PRODUCT

_DECK = "docs/vehicle-deck.md"
_RUNBOOK = "docs/runbooks/database-failover.md"
_VAGUE = "The stack is Postgres, Redis and the API, started with docker compose; see the deploy notes for the box."
_PRECISE = "Deploys go through docker compose on the box"
_LINE = "A port cabinet is restored by a Helm release"
_BUDGET = 1050


def a_flood(on: Opened, ratio: str, _told: Told) -> Shown:
    """A small brief with the repeat rule further and further out of the way, and without the cap."""
    flood = ask_example("flood", on=on)
    rows = []
    for value in sorted({"0.6", "0.8", "1.0", ratio}, key=float):
        trace = again(flood, budget_chars=_BUDGET, repeat_ratio=float(value), cap_per_source=1000, on=on)
        rows.append((value, *_voices(trace)))
    ruled = _voices(again(flood, budget_chars=_BUDGET, on=on))
    free = next(row for row in rows if row[0] == "1.0")
    shown = again(flood, budget_chars=_BUDGET, repeat_ratio=float(ratio), cap_per_source=1000, on=on)
    lines, same = _voices(shown)
    return Shown(
        says=f"With the rule at {float(ratio):g} and no cap, {same} of {lines} lines say how the vehicle deck is sold.",
        claims=(
            Claim(says="Without the rules the whole brief is one fact in many phrasings.", holds=free[1] == free[2] > 2),
            Claim(says="With them two voices are heard, and then others.", holds=ruled[1] == 2 < ruled[0]),
        ),
        figures=(
            Figures(
                title=f"A brief of {_BUDGET:,} characters without the cap",
                head=("repeat at", "lines", "of the vehicle deck"),
                rows=tuple((float(value), count, deck) for value, count, deck in rows),
                drawn="of the vehicle deck",
                unit="lines that cite one section",
            ),
        ),
        lines=tuple(("●", line.removeprefix("- ")) for line in shown.brief.text.split("\n")[1:] if line),
    )


def the_smaller_set(_on: Opened, pair: str, _told: Told) -> Shown:
    """Both divisions of one pair; the sentences may be typed."""
    first, _, second = pair.partition("\n")
    carried, candidate = first.strip() or _VAGUE, second.strip() or _PRECISE
    by = {rule: overlap(candidate, carried, PRODUCT.replace(overlap=rule)) for rule in ("smaller", "larger")}
    own, other = tokens(candidate), tokens(carried)
    return Shown(
        says=f"Shared {by['larger'].shared}: {by['smaller'].ratio:.3f} of the smaller set and {by['larger'].ratio:.3f} of the "
        f"larger. {_which(by)}",
        claims=(
            Claim(
                says="The paper's pair: 4 of 5 tokens is a repeat under the first rule, 4 of 11 is none under the second.",
                holds=(by["smaller"].shared, by["smaller"].smaller, by["larger"].larger) == (4, 5, 11)
                and by["smaller"].repeat
                and not by["larger"].repeat,
            ),
        ),
        figures=(
            Figures(
                title="The tokens of each sentence",
                head=("sentence", "tokens", "shared", "only here"),
                rows=(
                    ("carried", len(other), " · ".join(sorted(own & other)), " · ".join(sorted(other - own))),
                    ("considered", len(own), " · ".join(sorted(own & other)), " · ".join(sorted(own - other))),
                ),
            ),
            Figures(
                title="Both divisions",
                head=("divided by", "ratio", "outcome"),
                rows=tuple((f"the {rule} set", test.ratio, _outcome(test)) for rule, test in by.items()),
                drawn="ratio",
                unit="shared tokens ÷ the set",
                mark=(PRODUCT.repeat_ratio, "a repeat from here on"),
            ),
        ),
        lines=(("●", carried), ("?", candidate)),
    )


def live_on_a_brief(on: Opened, rule: str, _told: Told) -> Shown:
    """The precise line under either rule, and how many blocks each rule drops as the ratio goes up."""
    trace = ask_example("specific-line", on=on)
    memory = next(block.candidate.memory for block in trace.blocks if block.candidate.memory.text.startswith(_LINE))
    verdicts = {one: why(again(trace, overlap=one, on=on), memory.id, on=on) for one in ("smaller", "larger")}
    rows = [
        (ratio, *(_repeats(again(trace, overlap=one, repeat_ratio=ratio, fill=False, on=on)) for one in ("smaller", "larger")))
        for ratio in (0.4, 0.5, 0.6, 0.7, 0.8)
    ]
    return Shown(
        says=f"Divided by the {rule} set: {verdicts[rule].sentence}",
        claims=(
            Claim(
                says="Under the first rule the precise line is lost to a vague one.",
                holds=verdicts["smaller"].verdict == "repeat",
            ),
            Claim(says="Under the second it is carried.", holds=verdicts["larger"].verdict in ("carried", "seated")),
            Claim(
                says="At the same ratio the first rule drops at least as many.",
                holds=all(smaller >= larger for _, smaller, larger in rows),
            ),
        ),
        figures=(
            Figures(
                title="Blocks of the list left out as repeats",
                head=("ratio", "÷ smaller", "÷ larger"),
                rows=tuple(rows),
                drawn=f"÷ {rule}",
                unit=f"blocks dropped, divided by the {rule} set",
            ),
        ),
        lines=(("●" if verdicts[rule].verdict in ("carried", "seated") else "≈", memory.text),),
    )


def a_disagreement(on: Opened, ratio: str, _told: Told) -> Shown:
    """A rule and its negation, which share every token."""
    trace = again(ask_example("rule-and-negation", on=on), repeat_ratio=float(ratio), on=on)
    never = next(block for block in trace.blocks if block.candidate.memory.text.startswith("Never replay the outbox"))
    test = never.overlap
    assert test is not None
    other = next(block.candidate.memory for block in trace.blocks if block.candidate.memory.id == test.against)
    return Shown(
        says=f"They share {test.shared} of {test.larger} tokens, and only one is negated: {never.outcome}.",
        claims=(
            Claim(
                says="Full overlap and opposite polarity: both are carried.",
                holds=test.ratio == 1.0 and test.negated != test.against_negated and never.outcome == "carried",
            ),
        ),
        figures=(
            Figures(
                title="The test of the pair",
                head=("shared", "larger set", "ratio", "one negated", "other negated", "outcome"),
                rows=((test.shared, test.larger, test.ratio, _yes(test.against_negated), _yes(test.negated), never.outcome),),
            ),
        ),
        lines=(("●", other.text), ("●", never.candidate.memory.text)),
    )


def one_voice(on: Opened, cap: str, _told: Told) -> Shown:
    """How many lines one document gets, counted by file and by section."""
    trace = ask_example("third-voice", on=on)
    by = {one: _of_runbook(again(trace, cap_by=one, cap_per_source=int(cap), on=on)) for one in ("file", "section")}
    return Shown(
        says=f"With {cap} voices each, the runbook has {by['file']} lines counted by file and {by['section']} by section.",
        claims=(
            Claim(says="By file it has two lines, as in the paper.", holds=by["file"] == 2),
            Claim(
                says="By section its other sections speak too, which is what this product counts.",
                holds=by["section"] > by["file"],
            ),
        ),
        figures=(
            Figures(
                title="Lines of one document in the brief",
                head=("counted by", "lines"),
                rows=tuple(by.items()),
                drawn="lines",
                unit="lines of the runbook in the brief",
            ),
        ),
    )


def what_it_still_misses(on: Opened, rule: str, _told: Told) -> Shown:
    """A loose paraphrase, and a reversal without a negation word."""
    loose = overlap(
        "Embeddings live in a Postgres table indexed by pgvector",
        "The memory store is Postgres with the pgvector extension",
        PRODUCT,
    )
    trace = again(ask_example("lost-reversal", on=on), repeat_rule=rule, on=on)
    block = next(block for block in trace.blocks if block.candidate.memory.text.startswith("Stop warming"))
    return Shown(
        says=f"Under the {rule} rule the reversal is: {block.outcome.replace('_', ' ')}.",
        claims=(
            Claim(says="Two ways of saying one thing, 2 of 6 tokens shared: the paraphrase survives.", holds=not loose.repeat),
            Claim(says="A reversal without a negation word is dropped as a repeat.", holds=block.outcome == "repeat"),
            Claim(
                says="The guarded rule, off by default, keeps it.",
                holds=_outcome_of(again(trace, repeat_rule="guarded", on=on), block) == "carried",
            ),
        ),
        lines=(("●" if block.outcome == "carried" else "≈", block.candidate.memory.text),),
    )


def _voices(trace: Trace) -> tuple[int, int]:
    carried = [block.candidate.memory for block in trace.blocks if block.outcome == "carried"]
    return len(carried), sum(memory.source == _DECK for memory in carried)


def _of_runbook(trace: Trace) -> int:
    return sum(block.outcome == "carried" and block.candidate.memory.source_path == _RUNBOOK for block in trace.blocks)


def _repeats(trace: Trace) -> int:
    return sum(block.outcome == "repeat" for block in trace.blocks)


def _outcome_of(trace: Trace, asked: Block) -> str:
    return next(block.outcome for block in trace.blocks if block.candidate.memory.id == asked.candidate.memory.id)


def _outcome(test: Overlap) -> str:
    return "repeat" if test.repeat else "carried"


def _which(by: dict[str, Overlap]) -> str:
    calling = [rule for rule, test in by.items() if test.repeat]
    if len(calling) == 2:
        return "Both rules call it a repeat."
    return f"Only division by the {calling[0]} set calls it a repeat." if calling else "Neither rule calls it a repeat."


def _yes(value: bool) -> str:
    return "yes" if value else "no"


REPEATS = Lesson(
    name="repeats",
    number="003",
    title="A brief is a budget",
    claim="Distillation says one fact many times. Without a rule against it a whole brief can be spent on one thing, and the "
    "rule must tell a repeat from a disagreement.",
    steps=(
        Step(
            title="A flood of paraphrases",
            says=("Five revisions of one document say in five ways how the vehicle deck is sold.",),
            run=a_flood,
            control=Control(
                label="A repeat from",
                choices=("0.6", "0.8", "1.0"),
                own="1.0",
                says="shared ÷ larger; the rule is 0.6, at 1.0 it is out of the way",
            ),
        ),
        Step(
            title="The defect: divided by the smaller set",
            says=(
                "A sentence is reduced to its content tokens, and two overlap by those they share.",
                "Divided by the smaller set, a vague line silences a precise one. Type two sentences of your own.",
            ),
            run=the_smaller_set,
            pair=(_VAGUE, _PRECISE),
        ),
        Step(
            title="The repair: divided by the larger set",
            says=("Each sentence must cover most of the other before either counts as a repeat.",),
            run=live_on_a_brief,
            control=Control(
                label="Divided by", choices=("smaller", "larger"), own="smaller", says="the first rule and the second"
            ),
        ),
        Step(
            title="Disagreement is not repetition",
            says=("The old runbook says to replay the outbox after a failover; the post-mortem says never to.",),
            run=a_disagreement,
            control=Control(label="A repeat from", choices=("0.4", "0.6", "0.8"), own="0.6", says="shared ÷ larger"),
        ),
        Step(
            title="A file is one voice",
            says=("Paraphrases that escape the overlap still share a source, and at most two lines may cite one.",),
            run=one_voice,
            control=Control(
                label="Voices", choices=("1", "2", "3"), own="2", says="lines that may cite one source; the paper's is 2"
            ),
        ),
        Step(
            title="What a filter at reading time cannot fix",
            says=(
                "Loose paraphrases survive, and polarity is read from a list of words.",
                "The cure is upstream: update a fact instead of adding another, and retire what was replaced.",
            ),
            run=what_it_still_misses,
            control=Control(
                label="Repeat rule", choices=("paper", "guarded"), own="paper", says="guarded goes beyond the paper"
            ),
        ),
    ),
)
