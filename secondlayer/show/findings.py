"""What decided, as sentences, weightiest first. The figures are the record's own; only their wording is made here."""

from collections import Counter
from dataclasses import dataclass

from secondlayer.engine.printing import age, cite
from secondlayer.records import ORG_SCOPE, Block, Read, Seat, Trace
from secondlayer.show.rows import overlap_figures
from secondlayer.show.wording import MARKS, STOPS, counted, listed, number, score, sentence

#: margin at the bar below which a seat or a miss is worth a sentence
_CLOSE = 0.02
#: value of the recency term below which a carried line is called old: three half-lives
_OLD = 0.125


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One sentence on what decided."""

    #: larger is told first
    weight: int
    mark: str
    says: str
    #: the page that shows it, by name; empty when this one does
    page: str = ""
    #: id of the memory it is about, to be looked at there
    memory: str = ""


def verdict(trace: Trace) -> str:
    """The first sentence of a brief's page: what the organisation got, or why the brief is empty."""
    if not trace.blocks:
        return trace.brief.says
    if not trace.brief.carried:
        return "Nothing fits: no memory is short enough for this budget."
    if len(trace.reads) == 1:
        carried = counted(len(trace.brief.carried), "memory", "memories")
        return sentence(f"{carried} of the organisation, asked at its own level: one read, no seats to win")
    if trace.seats:
        return _seats_taken(trace.seats, trace)
    short = [standing for standing in trace.standings if standing.result == "below_bar"]
    if short:
        return f"The organisation took no place: its nearest memory was {score(-short[0].margin)} short of the bar."
    if trace.standings:
        return "The organisation took no place: there are no seats to take."
    if trace.bar is None:
        return "The organisation took no place: without a score above zero there is no bar to clear."
    if trace.settings["seating"] == "combined":
        return "The organisation took no place: none of its memories is in the combined list."
    return "The organisation took no place: nothing it holds matched this request."


def reason(trace: Trace) -> str:
    """The second sentence: what of the list was left out by which rule, what filled the room, and what was searched."""
    listed_blocks = [block for block in trace.blocks if block.by != "fill"]
    kinds = Counter(block.outcome for block in listed_blocks)
    filled = sum(block.by == "fill" and block.outcome == "carried" for block in trace.blocks)
    parts = []
    if kinds["repeat"]:
        parts.append(f"{counted(kinds['repeat'], 'block', 'blocks')} repeated one already said")
    if kinds["capped"]:
        cap = trace.settings["cap_per_source"]
        one = trace.settings["cap_by"]
        which = f"a third voice of one {one}" if cap == 2 else f"past the {cap} voices of one {one}"
        parts.append(f"{_blocks(kinds['capped'], parts)} {'was' if kinds['capped'] == 1 else 'were'} {which}")
    if kinds["no_room"]:
        parts.append(f"{_blocks(kinds['no_room'], parts)} found no room")
    if filled:
        parts.append(f"{counted(filled, 'line', 'lines')} from past the list of {trace.reads[0].k} filled the room left")
    if not parts:
        return trace.brief.says if trace.blocks else ""
    return f"{sentence('; '.join(parts))} {trace.brief.says}"


def _blocks(count: int, before: list[str]) -> str:
    """The noun is said once: `six blocks …; two …`."""
    return number(count) if before else counted(count, "block", "blocks")


def findings(trace: Trace) -> tuple[Finding, ...]:
    """The sentences on what decided, weightiest first."""
    found = [
        *_missing_scope(trace),
        *_crowded_out(trace),
        *_cut_short(trace),
        *_prompt_cut(trace),
        *_seat_findings(trace),
        *_near_misses(trace),
        *_budget_findings(trace),
        *_kept_apart(trace),
        *_doubts(trace),
    ]
    return tuple(sorted(found, key=lambda finding: -finding.weight))


def _seats_taken(seats: tuple[Seat, ...], trace: Trace) -> str:
    places = listed([str(seat.place) for seat in seats])
    margins = [score(seat.margin) for seat in seats]
    if len(seats) == 1:
        says = f"The organisation took place {places}, by {margins[0]}"
    else:
        says = f"The organisation took places {places}, the second by {margins[-1]}"
    lost = [block for block in trace.blocks if block.by == "seat" and block.outcome != "carried"]
    if lost:
        left = listed([f"place {block.order} ({_why_left(block)})" for block in lost])
        return f"{says}, and the brief then left out {left}."
    return f"{says}."


def _why_left(block: Block) -> str:
    return {"repeat": "a repeat", "capped": "capped", "no_room": "no room", "carried": ""}[block.outcome]


def _organisations(read: Read) -> int:
    return sum(candidate.memory.scope == ORG_SCOPE for candidate in read.candidates)


def _missing_scope(trace: Trace) -> list[Finding]:
    """Nothing of the repository or team was in scope: both reads counted the same memories."""
    if len(trace.reads) < 2:
        return []
    own = " and ".join(scope for scope in trace.scopes if scope != ORG_SCOPE)
    combined, organisation = trace.reads[0].scan, trace.reads[1].scan
    if combined.in_scope is None or combined.in_scope != organisation.in_scope or not own:
        return []
    says = f"No memories are filed under {own}. All of this comes from the organisation."
    return [Finding(weight=100, mark="!", says=says, page="scan")]


def _crowded_out(trace: Trace) -> list[Finding]:
    if len(trace.reads) < 2 or not trace.reads[0].candidates:
        return []
    kept, own = len(trace.reads[0].candidates), _organisations(trace.reads[0])
    if own == kept:
        return []
    best = f"of the {kept} best in the combined read"
    if own:
        says = f"{number(own)} {best} {'is' if own == 1 else 'are'} the organisation's"
        return [Finding(weight=30, mark="", says=sentence(says), page="reads")]
    says = f"None {best} is the organisation's."
    if trace.seats:
        brought = listed([str(seat.place) for seat in trace.seats])
        says += f" Its own read brought what stands at {'places' if len(trace.seats) > 1 else 'place'} {brought}."
    return [Finding(weight=90, mark=MARKS["seated"] if trace.seats else "", says=says, page="reads")]


def _seat_findings(trace: Trace) -> list[Finding]:
    if trace.bar is None:
        return []
    found = []
    imported = [str(seat.place) for seat in trace.seats if seat.candidate.memory.origin == "imported"]
    if imported:
        held = "Places {} are" if len(imported) > 1 else "Place {} is"
        doubt = f"{held.format(listed(imported))} held by imported text, which nobody in the organisation stated."
        found.append(Finding(weight=88, mark="!", says=doubt, page="reads"))
    sum_of_bar = f"{trace.bar.ratio:g} × {score(trace.bar.top)} = {score(trace.bar.value)}"
    for seat in trace.seats:
        memory = seat.candidate.memory
        clears = f"{score(seat.candidate.score)} clears the bar of {score(trace.bar.value)} by {score(seat.margin)}"
        narrow = ", narrowly" if seat.margin < _CLOSE else ""
        old = seat.candidate.term("recency").value < _OLD
        said = f" It was last said {age(memory, trace.request.as_of)} ago." if old else ""
        says = f"Place {seat.place}: {cite(memory)}, {clears}{narrow} ({sum_of_bar}).{said}"
        found.append(Finding(weight=80 - seat.place, mark=MARKS["seated"], says=says, page="why", memory=memory.id))
    return found


def _near_misses(trace: Trace) -> list[Finding]:
    found = []
    lost = [standing for standing in trace.standings if standing.result == "lost_seat"]
    if lost:
        says = f"{counted(len(lost), 'more memory', 'more memories')} of the organisation cleared the bar; the seats were taken"
        found.append(Finding(weight=65, mark=MARKS["lost_seat"], says=sentence(says), page="reads"))
    for standing in trace.standings:
        if standing.result == "below_bar" and -standing.margin < _CLOSE:
            short = f"{score(-standing.margin)} short of the bar, at {score(standing.candidate.score)}"
            says = f"A near miss: {cite(standing.candidate.memory)}, {short}."
            missed = standing.candidate.memory.id
            found.append(Finding(weight=70, mark=MARKS["below_bar"], says=says, page="why", memory=missed))
            break
    return found


def _budget_findings(trace: Trace) -> list[Finding]:
    found = []
    without_room = [block for block in trace.blocks if block.outcome == "no_room" and block.by != "fill"]
    if without_room:
        best = without_room[0]
        needs = f"it needs {best.chars:,} characters and {best.room_before:,} were left"
        says = f"The best one without room stood at place {best.order}: {needs}."
        found.append(Finding(weight=62, mark=MARKS["no_room"], says=says, page="why", memory=best.candidate.memory.id))
    found += _repeat_findings(trace)
    by_section = trace.settings["cap_by"] == "section"
    capped = [block.candidate.memory for block in trace.blocks if block.outcome == "capped"]
    sources = Counter(memory.source if by_section else memory.source_path for memory in capped)
    if sources:
        source, times = sources.most_common(1)[0]
        left = f"{counted(times, 'more block', 'more blocks')} of it {'was' if times == 1 else 'were'} left out"
        says = f"{source} had spoken {_times(trace.settings['cap_per_source'])}; {left}."
        found.append(Finding(weight=50, mark=MARKS["capped"], says=says, page="budget"))
    return found


def _repeat_findings(trace: Trace) -> list[Finding]:
    """The best-placed repeat with its figures, and the line that most blocks repeated."""
    repeats = [block for block in trace.blocks if block.outcome == "repeat" and block.overlap is not None]
    lines = {memory_id: line for line, memory_id in enumerate(trace.brief.carried, start=1)}
    if not repeats:
        return []
    best, test = repeats[0], repeats[0].overlap
    assert test is not None
    figures = overlap_figures(test, trace.settings["overlap"])
    says = (
        f"The best one left out as a repeat stood at place {best.order}. Against line {lines.get(test.against, 0)}: {figures}."
    )
    found = [Finding(weight=56, mark=MARKS["repeat"], says=says, page="why", memory=best.candidate.memory.id)]
    against, times = Counter(block.overlap.against for block in repeats if block.overlap).most_common(1)[0]
    if times > 1 and against in lines:
        says = f"Line {lines[against]} alone was repeated by {counted(times, 'other block', 'other blocks')}."
        found.append(Finding(weight=55, mark=MARKS["repeat"], says=says, page="budget"))
    return found


def _times(cap: object) -> str:
    return {1: "once", 2: "twice"}.get(cap, f"{cap} times") if isinstance(cap, int) else ""


def _kept_apart(trace: Trace) -> list[Finding]:
    """Lines that stand together although they overlap: a rule and its negation, or a specific line beside a vague one."""
    ratio = trace.settings["repeat_ratio"]
    lines = {memory_id: line for line, memory_id in enumerate(trace.brief.carried, start=1)}
    opposed, specific = [], []
    for block in trace.blocks:
        test = block.overlap
        if block.outcome != "carried" or test is None or not isinstance(ratio, float) or test.against not in lines:
            continue
        pair = f"lines {lines[test.against]} and {lines[block.candidate.memory.id]}"
        if test.ratio >= ratio and test.negated != test.against_negated:
            opposed.append(f"{pair} share {score(test.ratio)} of their tokens, but only one is negated: both are carried")
        elif test.ratio < ratio <= test.one_sided_ratio:
            specific.append(
                f"{pair} overlap by {score(test.one_sided_ratio)} of the smaller and {score(test.ratio)} of the larger: "
                "the first rule would have lost one"
            )
    told = [(64, says) for says in opposed[:2]] + [(40, says) for says in specific[:1]]
    return [Finding(weight=weight, mark=MARKS["carried"], says=sentence(says), page="budget") for weight, says in told]


def _cut_short(trace: Trace) -> list[Finding]:
    return [
        Finding(
            weight=92,
            mark="!",
            says=f"The {read.name} read stopped early: {STOPS[read.scan.stop]}. What it did not reach was not judged.",
            page="scan",
        )
        for read in trace.reads
        if read.scan.stop in ("ceiling", "memory", "unknown")
    ]


def _prompt_cut(trace: Trace) -> list[Finding]:
    read, held = trace.prompt_pieces
    if read >= held:
        return []
    says = f"The encoder read {read:,} of the prompt's {held:,} word pieces; the rest counts by its words only."
    return [Finding(weight=86, mark="!", says=says)]


def _doubts(trace: Trace) -> list[Finding]:
    found = []
    for read in trace.reads[:1]:
        for scope, because in read.plan.excluded:
            found.append(Finding(weight=58, mark="!", says=f"{scope} was left out on purpose: {because}."))
        for scope, names in read.plan.over_reach:
            carried = [b for b in trace.blocks if b.outcome == "carried" and b.candidate.memory.scope == scope]
            if carried:
                lines = counted(len(carried), "line is", "lines are")
                says = f"{lines} filed under {scope}, a name that {listed(list(names))} may both have written under"
                found.append(Finding(weight=84, mark="!", says=sentence(says)))
    return found
