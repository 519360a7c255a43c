"""What the two reads show, as sentences: footing, margins, where seats change hands, paraphrases, what was searched."""

from collections.abc import Sequence

from secondlayer.engine.footing import Footing
from secondlayer.engine.paraphrases import Reworded
from secondlayer.engine.sweep import Stretch
from secondlayer.records import Read, Trace, Word
from secondlayer.show.charts import bar_sum
from secondlayer.show.reads_tables import result
from secondlayer.show.wording import count, counted, listed, number, score, sentence

#: margin at the bar up to which a seat, or a miss, rests on the third decimal (paper 002 §4)
_THIRD_DECIMAL = 0.01


def footing_says(trace: Trace, judged: Sequence[Footing]) -> str:
    """The second sentence of the page: what the organisation's own read changed, and the bar."""
    if len(trace.reads) < 2:
        return "Asked at the organisation's own level there is one read, no second footing, and no seat to win."
    if trace.bar is None:
        return trace.brief.says
    if not judged:
        return f"The bar is {bar_sum(trace)}, and no memory of the organisation was brought to it."
    best, combined = judged[0], trace.reads[0]
    scored = len(combined.candidates) + len(combined.rest)
    stands = f"Its best scores {score(best.own)} in its own read and {score(best.combined)} in the combined one"
    between = f"the {score(best.difference)} between is nearness of scope and nothing else"
    if best.combined_rank is None:
        rank = f"There it is not even among the {count(scored)} that were scored."
    elif best.combined_rank > combined.k:
        rank = f"There it ranks {count(best.combined_rank)} of {count(scored)}, and the list keeps {count(combined.k)}."
    else:
        rank = f"There it ranks {count(best.combined_rank)} of {count(scored)}, inside the list of {count(combined.k)}."
    return f"{stands}: {between}. {rank} The bar is {bar_sum(trace)}."


def margin_says(footing: Footing, bar: float) -> str:
    """One memory at the bar, in a sentence with its figures."""
    margin = footing.standing.margin
    at = f"{score(footing.own)} in its own read, {score(footing.combined)} in the combined one"
    rests = " It rests on the third decimal." if abs(margin) < _THIRD_DECIMAL else ""
    if footing.standing.candidate.score < bar:
        return f"{result(footing)}: {at}. It is {score(-margin)} short of {score(bar)}.{rests}"
    if footing.place is None:
        return f"{result(footing)}: {at}. It clears {score(bar)} by {score(margin)}, behind better ones.{rests}"
    return f"{result(footing)}: {at}. It clears {score(bar)} by {score(margin)}.{rests}"


def legend(trace: Trace) -> str:
    """What the marks of the chart of both reads are."""
    if len(trace.reads) < 2:
        return "▬ each memory that the read kept, by its score."
    return "◆ seated and ◇ not: the organisation's, each joined to itself by what scope makes between. ▬ the others'."


def moves_say(trace: Trace) -> str:
    """What the seats moved, in one sentence."""
    if len(trace.reads) < 2:
        return "One read alone: each stands where its score puts it."
    if not trace.seats:
        return "No seat was taken: the list stands in the order of the combined read."
    ranks = {candidate.memory.id: candidate.rank for candidate in (*trace.reads[0].candidates, *trace.reads[0].rest)}
    moved, stayed = [], []
    for seat in trace.seats:
        rank = ranks.get(seat.candidate.memory.id)
        if rank == seat.place:
            stayed.append(str(rank))
        else:
            moved.append(f"{'outside the pool' if rank is None else f'rank {count(rank)}'} to place {seat.place}")
    says = [f"seats moved the organisation's from {listed(moved)}, and what stood there down"] if moved else []
    if stayed:
        says.append(f"what is seated at {'place' if len(stayed) == 1 else 'places'} {listed(stayed)} ranks there by itself")
    return sentence("; ".join(says))


def sweep_says(stretches: Sequence[Stretch], trace: Trace) -> str:
    """How many are seated at the run's own ratio, and at which ratios that changes."""
    if not stretches or trace.bar is None:
        return ""
    ratio = trace.bar.ratio
    own = next((one for one in stretches if one.low < ratio <= one.high), stretches[0])
    held = len(own.holders)
    seated = f"At {ratio:g} {counted(held, 'seat is', 'seats are')} taken"
    above = [f"{_seats(s)} above {s.low:.4f}" for s in stretches if s.low >= own.high]
    below = [f"{_seats(s)} up to {s.high:.4f}" for s in reversed(stretches) if s.high <= own.low]
    if not (above or below):
        return f"{seated}, and so it is at every ratio from {stretches[0].low:g} to {stretches[-1].high:g}."
    return sentence(f"{seated}; {listed([*below, *above])}")


def _seats(stretch: Stretch) -> str:
    return number(len(stretch.holders)) if stretch.holders else "none"


def paraphrases_say(reworded: Sequence[Reworded], shown: Sequence[Footing], names: Sequence[str]) -> tuple[str, ...]:
    """One sentence for each memory watched: in how many of the wordings it is seated, and the span of its margins; one on
    the organisation's seats where there was none to watch."""
    says = []
    if not shown:
        seated = sum(bool(one.seats) for one in reworded)
        of = f"{number(seated) if seated else 'none'} of {counted(len(reworded), 'wording', 'wordings')}"
        says.append(f"The organisation takes a place in {of}.")
    for position, (footing, name) in enumerate(zip(shown, names, strict=True)):
        held = [one.held[position] for one in reworded]
        seated = sum(one.place is not None for one in held)
        margins = [one.margin for one in held if one.margin is not None]
        of = f"{number(seated) if seated else 'none'} of {counted(len(held), 'wording', 'wordings')}"
        span = f" Its margin runs from {min(margins):+.3f} to {max(margins):+.3f}." if margins else ""
        asked = f"{footing.standing.margin:+.3f} as asked"
        if footing.place is not None:
            kept = of if seated < len(held) else f"all {counted(len(held), 'wording', 'wordings')}"
            says.append(f"No. {name}, {asked}, keeps its seat in {kept}.{span}")
        else:
            says.append(f"No. {name}, {asked}, is seated in {of}.{span}")
    return tuple(says)


def searched(read: Read) -> tuple[str, ...]:
    """What one read searched: its scan, what it kept, the words that joined memories, and the bound on what it left out."""
    scored = len(read.candidates) + len(read.rest)
    kept = f"It kept the best {count(len(read.candidates))} of {count(scored)} scored"
    unmatched = f"; {counted(read.unmatched, 'more did', 'more did')} not match the prompt at all" if read.unmatched else ""
    says = [read.scan.because, f"{kept}{unmatched}." if scored else "Nothing it brought back matched the prompt."]
    says.append(_words(read))
    says.append(read.bound_says)
    return tuple(one for one in says if one)


def _words(read: Read) -> str:
    words = read.scan.words
    if read.scan.outside is not None:
        return "Its pool is the best by score: the store added up all six terms of every memory it compared."
    if not words:
        return "Its pool is by meaning alone: no words of the prompt were looked up."
    taken = [_word(word) for word in words if word.taken]
    common = [word.word for word in words if not word.taken and word.held != 0]
    missing = [word.word for word in words if word.held == 0]
    says = []
    if taken:
        joined = counted(read.scan.joined, "memory", "memories")
        says.append(f"The prompt's rarest words {listed(taken)} brought in {joined} that meaning alone had not")
    if common:
        says.append(f"{listed(common)} {'is' if len(common) == 1 else 'are'} in too many to be rare")
    if missing:
        says.append(f"{listed(missing)} {'is' if len(missing) == 1 else 'are'} in none")
    return sentence("; ".join(says))


def _word(word: Word) -> str:
    return f"{word.word} (in {count(word.held)})"
