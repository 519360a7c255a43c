"""Why a memory is, or is not, in a brief: one verdict, one sentence, and the gates in order (DESIGN §5)."""

from dataclasses import dataclass

from secondlayer.engine.ranking import rank
from secondlayer.engine.scopes import organisation_plan, proximity
from secondlayer.records import (
    ORG_SCOPE,
    Block,
    Candidate,
    Figures,
    Found,
    Gate,
    Memory,
    Read,
    Standing,
    Trace,
    Verdict,
    VerdictName,
)
from secondlayer.settings import Settings

#: the gates a memory meets, in order
GATES = (
    "stored",
    "current",
    "embedded",
    "readable",
    "reached",
    "listed",
    "bar",
    "not_a_repeat",
    "under_the_cap",
    "fits",
    "carried",
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Known:
    """What the store knows of the memory asked for."""

    memory: Memory | None
    #: cosine of prompt and memory; None when it has no vector
    cosine: float | None = None
    #: readable current memories that are strictly nearer by meaning; None when not counted
    nearer: int | None = None
    #: for a text that no memory says: the nearest one that is stored
    nearest: Found | None = None
    #: whether that one says nearly the same in as many words, so that it was probably meant
    meant: bool = False


def why(trace: Trace, settings: Settings, known: Known) -> Verdict:
    """The verdict on one memory in one run. Exactly one verdict; carried or seated exactly when it is in the brief."""
    verdict, sentence, figures = _Case(trace, settings, known).decide()
    return Verdict(
        memory=known.memory,
        verdict=verdict,
        sentence=sentence,
        gates=_gates(verdict, figures),
        counterfactuals=(),
        brief_id=trace.brief_id,
    )


#: verdict -> the gate that it stopped at
_STOPS: dict[VerdictName, str] = {
    "unknown_memory": "stored",
    "retired": "current",
    "superseded": "current",
    "not_embedded": "embedded",
    "out_of_scope": "readable",
    "excluded": "readable",
    "not_reached": "reached",
    "below_list": "listed",
    "below_bar": "bar",
    "lost_seat": "bar",
    "repeat": "not_a_repeat",
    "capped": "under_the_cap",
    "no_room": "fits",
}


def _gates(verdict: VerdictName, figures: dict[str, Figures]) -> tuple[Gate, ...]:
    """Every gate in order: passed, failed, or not met (None). A gate with `passed` in its figures says so itself."""
    stop = _STOPS.get(verdict)
    reached_stop = False
    gates = []
    for name in GATES:
        own = dict(figures.get(name, {}))
        passed: bool | None
        if name == stop:
            passed, reached_stop = False, True
        else:
            passed = None if reached_stop else True
        if "passed" in own:
            passed = own.pop("passed")  # type: ignore[assignment]
        if name == "carried" and reached_stop:
            passed = False
        gates.append(Gate(gate=name, passed=passed, figures=own))
    return tuple(gates)


class _Case:
    """One memory before the gates of one run."""

    def __init__(self, trace: Trace, settings: Settings, known: Known) -> None:
        self.trace, self.settings, self.known = trace, settings, known
        self.figures: dict[str, Figures] = {}

    def decide(self) -> tuple[VerdictName, str, dict[str, Figures]]:
        verdict, sentence = self._before_the_list() or self._after_the_list()
        return verdict, sentence, self.figures

    def _before_the_list(self) -> tuple[VerdictName, str] | None:
        memory, trace = self.known.memory, self.trace
        if memory is None:
            return "unknown_memory", self._unknown()
        if memory.superseded_by:
            return "superseded", f"It was superseded by {memory.superseded_by}, and only current memories are read."
        if memory.retired_at and memory.retired_at <= trace.request.as_of:
            reason = f": {memory.retired_reason}" if memory.retired_reason else ""
            return "retired", f"It was retired on {memory.retired_at:%d %B %Y}{reason}."
        if self.known.cosine is None:
            return "not_embedded", "It is stored without a vector, so no read can find it; run `secondlayer reembed`."
        plan = trace.reads[0].plan
        self.figures["readable"] = {"scope": memory.scope, "scopes": list(plan.scopes)}
        for scope, because in plan.excluded:
            if scope == memory.scope:
                return "excluded", f"It is filed under {scope}, which this read leaves out: {because}."
        if proximity(memory.scope, plan) is None:
            listed = ", ".join(plan.scopes)
            return "out_of_scope", f"It is filed under {memory.scope}, and this request reads {listed}."
        return None

    def _after_the_list(self) -> tuple[VerdictName, str]:
        memory = self.known.memory
        assert memory is not None
        combined = self.trace.reads[0]
        block = next((b for b in self.trace.blocks if b.candidate.memory.id == memory.id), None)
        candidate = _candidate(combined, memory.id)
        listed = candidate is not None and candidate.rank <= combined.k
        self._list_figures(combined, candidate, listed)
        standing = self._standing(memory)
        seated = any(seat.candidate.memory.id == memory.id for seat in self.trace.seats)
        if standing is not None:
            self._bar_figures(standing, seated, needed=not listed)
        if block is not None:
            self._block_figures(block)
            if block.outcome == "carried":
                return ("seated" if seated else "carried"), self._carried(block, seated)
        if standing is not None and not seated and not listed:
            return self._short_of_the_bar(standing, block, candidate)
        if block is not None:
            return block.outcome, f"{_taken_up(block, candidate, combined)}{block.because}"
        return self._never_taken_up(combined, candidate)

    def _standing(self, memory: Memory) -> Standing | None:
        """How it stands at the bar, on the footing it is judged by; None for other scopes and where there is no bar."""
        bar = self.trace.bar
        if bar is None or memory.scope != ORG_SCOPE:
            return None
        for standing in self.trace.standings:
            if standing.candidate.memory.id == memory.id:
                return standing
        if self.settings.seating == "combined" or self.known.cosine is None:
            return None
        found = Found(memory=memory, cosine=self.known.cosine)
        ranked, _ = rank([found], self.trace.request, organisation_plan(), self.settings)
        if not ranked:
            return None
        margin = ranked[0].score - bar.value
        return Standing(candidate=ranked[0], margin=margin, result="below_bar" if margin < 0 else "lost_seat")

    def _short_of_the_bar(
        self, standing: Standing, block: Block | None, candidate: Candidate | None
    ) -> tuple[VerdictName, str]:
        bar = self.trace.bar
        assert bar is not None
        also = f" {_taken_up(block, candidate, self.trace.reads[0])}{block.because}" if block is not None else ""
        if standing.result == "below_bar":
            needs = f"{standing.candidate.score:.3f} of the {bar.value:.3f} it needs ({bar.ratio:g} × {bar.top:.3f})"
            return "below_bar", f"It is {-standing.margin:.3f} short of the bar: {needs}.{also}"
        clears = f"At {standing.candidate.score:.3f} it clears the bar of {bar.value:.3f}"
        scored = any(_candidate(read, standing.candidate.memory.id) for read in self.trace.reads)
        if not scored:
            return "not_reached", f"{clears}, but neither read brought it back.{also}"
        winners = " and ".join(f"{seat.candidate.memory.id} ({seat.candidate.score:.3f})" for seat in self.trace.seats)
        holders = f"the seats went to {winners}" if winners else "there are no seats to take"
        return "lost_seat", f"{clears}, but {holders}.{also}"

    def _never_taken_up(self, combined: Read, candidate: Candidate | None) -> tuple[VerdictName, str]:
        if candidate is not None:
            last = f"{candidate.score:.3f}, and the last one kept has {combined.candidates[-1].score:.3f}"
            return "below_list", f"It ranks {candidate.rank} and the list keeps {combined.k}: {last}."
        cosine, floor = self.known.cosine or 0.0, self.settings.match_floor
        pool = [*combined.candidates, *combined.rest]
        farthest = combined.farthest
        self.figures["reached"] = {"cosine": cosine, "nearer": self.known.nearer, "pool": len(pool)}
        if self._unmatched(combined, cosine):
            low = f"its meaning is {cosine:.3f}, not above {floor:g}, and it shares none of the prompt's words"
            return "below_list", f"It does not match the prompt: {low}."
        if combined.scan.plan == "hnsw" and farthest is not None and cosine > farthest:
            nearer = f"at {cosine:.3f} it is nearer than the farthest memory brought back ({farthest:.3f})"
            return "not_reached", f"The approximate scan never came to it: {nearer}."
        if combined.scan.outside:
            most = f"{combined.scan.outside:.3f}, the least score among them"
            return "below_list", f"It is not among the {len(pool):,} best by score that came back: it has no more than {most}."
        place = "" if self.known.nearer is None else f", and {self.known.nearer:,} readable memories are nearer"
        rare = " and holds none of the prompt's rarest words" if combined.scan.words else ""
        beyond = f"It is not among the {self.settings.pool} nearest by meaning that are scored{rare}"
        return "below_list", f"{beyond}: its meaning is {cosine:.3f}{place}."

    def _unmatched(self, combined: Read, cosine: float) -> bool:
        """Whether it does not match the prompt at all, wherever it stands among the nearest."""
        assert self.known.memory is not None
        found = Found(memory=self.known.memory, cosine=cosine)
        return not rank([found], self.trace.request, combined.plan, self.settings)[0]

    def _carried(self, block: Block, seated: bool) -> str:
        printed = self.trace.brief.carried.index(block.candidate.memory.id) + 1
        line = f"It is line {printed} of the brief"
        if seated:
            seat = next(s for s in self.trace.seats if s.candidate.memory.id == block.candidate.memory.id)
            bar = self.trace.bar
            assert bar is not None
            clears = f"{seat.candidate.score:.3f} clears the bar of {bar.value:.3f} by {seat.margin:.3f}"
            return f"{line}: it took the organisation's seat at place {seat.place}; {clears}."
        if block.by == "fill":
            return f"{line}: it ranks {block.candidate.rank}, past the list, and filled the room that was left."
        return f"{line}: it ranks {block.candidate.rank} with {block.candidate.score:.3f}."

    def _unknown(self) -> str:
        nearest = self.known.nearest
        if nearest is None:
            return "No memory with this id or text is stored, and nothing near it is either: it was never written."
        memory = nearest.memory
        said = memory.text if len(memory.text) <= 160 else memory.text[:159] + "…"
        if self.known.meant:
            return f"No memory says exactly this. {memory.id}, filed under {memory.scope}, was probably meant: “{said}”"
        near = f"The nearest stored one is {memory.id} (meaning {nearest.cosine:.3f}): “{said}”"
        return f"This was never written: no memory says it, or nearly so. {near}"

    def _list_figures(self, combined: Read, candidate: Candidate | None, listed: bool) -> None:
        last = combined.candidates[-1].score if combined.candidates else None
        figures = {
            "rank": candidate.rank if candidate else None,
            "k": combined.k,
            "score": candidate.score if candidate else None,
            "last_kept": last,
        }
        self.figures["reached"] = {
            "cosine": self.known.cosine,
            "in_scope": combined.scan.in_scope,
            "examined": combined.scan.examined,
        }
        self.figures["listed"] = {**figures, "passed": listed}

    def _bar_figures(self, standing: Standing, seated: bool, *, needed: bool) -> None:
        bar = self.trace.bar
        assert bar is not None
        self.figures["bar"] = {
            "score": standing.candidate.score,
            "bar": bar.value,
            "ratio": bar.ratio,
            "top": bar.top,
            "margin": standing.margin,
            "needed": needed,
            "passed": seated,
        }

    def _block_figures(self, block: Block) -> None:
        overlap = block.overlap
        if overlap is not None:
            self.figures["not_a_repeat"] = {
                "against": overlap.against,
                "shared": overlap.shared,
                "larger": overlap.larger,
                "ratio": overlap.ratio,
                "passed": not overlap.repeat,
            }
        if block.outcome in ("capped", "no_room", "carried"):
            self.figures["under_the_cap"] = {"carried": list(block.same_source), "cap": self.settings.cap_per_source}
        if block.outcome in ("no_room", "carried"):
            self.figures["fits"] = {"needs": block.chars, "left": block.room_before}


def _candidate(read: Read, memory_id: str) -> Candidate | None:
    for candidate in (*read.candidates, *read.rest):
        if candidate.memory.id == memory_id:
            return candidate
    return None


def _taken_up(block: Block, candidate: Candidate | None, combined: Read) -> str:
    if block.by != "fill" or candidate is None:
        return ""
    return f"It ranks {candidate.rank}, past the list of {combined.k}, and was taken up to fill the room left. "
