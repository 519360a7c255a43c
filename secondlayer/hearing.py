"""What agents hear from the organisation: its prompts are run, or their served briefs opened, and told by memory."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from secondlayer.briefing import brief, request_of
from secondlayer.demonstration import examples
from secondlayer.embedding import Encoder
from secondlayer.engine.trace import memory_json, moment
from secondlayer.errors import WrongCall
from secondlayer.records import ORG_SCOPE, Browse, Heard, HeardMemory, HeardPrompt, HeardSeat, Memory, Request, Trace
from secondlayer.serving import reopen
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store import Store

#: prompts that are run, or served briefs that are opened, at most
MOST = 100
#: memories at the organisation's level that are listed though no prompt came near them
_LISTED = 1000

#: told how many of how many are done
Progress = Callable[[int, int], object]


@dataclass(frozen=True, slots=True, kw_only=True)
class Prompt:
    """A prompt to run."""

    #: what it is called; empty for one of the reader's own
    name: str
    request: Request
    settings: Settings = PRODUCT


def example_prompts(org: str) -> tuple[Prompt, ...]:
    """The demonstration's example prompts, as they are asked of that organisation."""
    return tuple(
        Prompt(
            name=one.title,
            request=request_of(
                org,
                one.prompt,
                repo=one.repo,
                team=one.team,
                path=one.path,
                budget_chars=one.budget_chars,
                as_of=one.as_of,
            ),
            settings=PRODUCT.replace(**one.settings),
        )
        for one in examples()
    )


def own_prompts(org: str, lines: str, repo: str = "", as_of: datetime | None = None) -> tuple[Prompt, ...]:
    """One prompt a line, asked from `repo`, or from the repository a line names after its last ` @ `.

    Empty lines are left out. Raises WrongCall for more than MOST, and BadScope for a repository that cannot be one.
    """
    given = [line.strip() for line in lines.splitlines() if line.strip()]
    if len(given) > MOST:
        raise WrongCall(f"{len(given):,} prompts were given, and at most {MOST} are run at once.")
    prompts = []
    for line in given:
        said, at, named = line.rpartition(" @ ")
        prompt, place = (said.strip(), named.strip()) if at else (line, repo.strip())
        request = request_of(org, prompt, repo=place, budget_chars=PRODUCT.budget_chars, as_of=as_of)
        prompts.append(Prompt(name="", request=request))
    return tuple(prompts)


def hear(prompts: Sequence[Prompt], store: Store, encoder: Encoder, told: Progress = lambda done, of: None) -> Heard:
    """What the organisation's memories come to over those prompts, each run now as a brief.

    Raises StoreUnreachable, EncoderMismatch, BadScope.
    """
    heard = []
    for number, prompt in enumerate(prompts, start=1):
        trace = brief(prompt.request, prompt.settings, store, encoder)
        heard.append(heard_prompt(trace, number, prompt.name))
        told(number, len(prompts))
    return _heard(heard, store)


def hear_served(store: Store, limit: int = MOST, told: Progress = lambda done, of: None) -> Heard:
    """The same over the briefs served last, the latest first, each as it was. Raises StoreUnreachable, BadFile."""
    listed = store.served_briefs(limit=min(limit, MOST))
    heard = []
    for number, served in enumerate(listed, start=1):
        _, trace = reopen(store, served.brief_id)
        heard.append(heard_prompt(trace, number, served.brief_id, served.served_at))
        told(number, len(listed))
    return _heard(heard, store)


def heard_prompt(trace: Trace, number: int, name: str = "", served_at: datetime | None = None) -> HeardPrompt:
    """What one brief had of the organisation, from its trace."""
    outcomes = {block.candidate.memory.id: block.outcome for block in trace.blocks}
    below = [standing for standing in trace.standings if standing.result == "below_bar"]
    best = max(below, key=lambda standing: standing.margin, default=None)
    return HeardPrompt(
        number=number,
        name=name,
        request=trace.request,
        served_at=served_at,
        brief_id=trace.brief_id,
        bar=trace.bar,
        seats=tuple(
            HeardSeat(
                memory=seat.candidate.memory,
                prompt=number,
                place=seat.place,
                score=seat.candidate.score,
                margin=seat.margin,
                outcome=outcomes[seat.candidate.memory.id],
            )
            for seat in trace.seats
        ),
        contested=len(trace.reads) > 1,
        nearest=None if best is None else (best.candidate.memory, best.candidate.score, best.margin),
        outcomes=outcomes,
        margins={standing.candidate.memory.id: standing.margin for standing in trace.standings},
    )


def never_seated(heard: Heard) -> tuple[HeardMemory, ...]:
    """The current ones without a seat on any prompt, those that came nearest to one first."""
    return tuple(one for one in heard.memories if not one.seats and one.memory.retired_at is None)


def imported_seats(heard: Heard) -> tuple[HeardSeat, ...]:
    """Seats held by imported text, which nobody in the organisation stated."""
    return tuple(seat for seat in heard.seats if seat.memory.origin == "imported")


def missing(heard: Heard) -> tuple[HeardPrompt, ...]:
    """Prompts on which nothing of the organisation cleared the bar though a seat could be won; the shortest miss first."""
    without = [prompt for prompt in heard.prompts if prompt.contested and not prompt.seats]
    return tuple(sorted(without, key=lambda prompt: (-prompt.nearest[2] if prompt.nearest else float("inf"), prompt.number)))


def stale(store: Store, as_of: datetime, days: int, limit: int = _LISTED) -> tuple[tuple[Memory, ...], int]:
    """(the organisation's current memories last said more than `days` before `as_of`, the oldest first; how many in all)."""
    before = as_of - timedelta(days=days)
    found = store.browse(Browse(scope=ORG_SCOPE, before=before, oldest_first=True), page=limit)
    return found.memories, found.found


def heard_json(heard: Heard) -> dict[str, Any]:
    """The same as plain values; memories by their ids, each once with its text."""
    return {
        "organisation": heard.org,
        "memories_at_its_level": heard.total,
        "prompts": [
            {
                "number": one.number,
                "name": one.name,
                "prompt": one.request.prompt,
                "repo": one.request.repo,
                "team": one.request.team,
                "as_of": moment(one.request.as_of),
                "served_at": moment(one.served_at),
                "brief_id": one.brief_id,
                "bar": None if one.bar is None else one.bar.value,
                "seats": [
                    {
                        "id": seat.memory.id,
                        "place": seat.place,
                        "score": seat.score,
                        "margin": seat.margin,
                        "outcome": seat.outcome,
                    }
                    for seat in one.seats
                ],
                "nearest_below": None if one.nearest is None else {"id": one.nearest[0].id, "margin": one.nearest[2]},
            }
            for one in heard.prompts
        ],
        "memories": [
            {
                **memory_json(one.memory),
                "seats": len(one.seats),
                "carried_on": list(one.carried),
                "best": None if one.best is None else {"prompt": one.best[0], "margin": one.best[1]},
            }
            for one in heard.memories
        ],
    }


def _heard(prompts: Sequence[HeardPrompt], store: Store) -> Heard:
    known = {memory.id: memory for memory in store.all_memories(ORG_SCOPE, _LISTED)}
    judged = {memory_id for prompt in prompts for memory_id in (*prompt.margins, *(seat.memory.id for seat in prompt.seats))}
    for memory_id in judged - set(known):
        memory = store.memory(memory_id)
        if memory is not None:
            known[memory_id] = memory
    told = [_told(memory, prompts) for memory in known.values()]
    told.sort(key=lambda one: (-len(one.seats), -(one.best[1] if one.best else float("-inf")), one.memory.id))
    return Heard(
        org=store.org,
        prompts=tuple(prompts),
        total=store.scope_counts().get(ORG_SCOPE, 0),
        memories=tuple(one for one in told if one.seats or one.memory.retired_at is None),
    )


def _told(memory: Memory, prompts: Iterable[HeardPrompt]) -> HeardMemory:
    seats: list[HeardSeat] = []
    carried: list[int] = []
    best: tuple[int, float] | None = None
    for prompt in prompts:
        seats += [seat for seat in prompt.seats if seat.memory.id == memory.id]
        if prompt.outcomes.get(memory.id) == "carried":
            carried.append(prompt.number)
        margin = prompt.margins.get(memory.id)
        if margin is not None and (best is None or margin > best[1]):
            best = prompt.number, margin
    return HeardMemory(memory=memory, seats=tuple(seats), carried=tuple(carried), best=best)
