"""Many clients at once for a while, with writes going on: nothing fails, nothing crosses a scope, counts stay true."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace

from secondlayer.benches.figures import Timing, timing
from secondlayer.benches.loading import Filled
from secondlayer.benches.synthetic import NOW, Batch, GivenVectors, Shape, Synthetic
from secondlayer.benches.whole_brief import request_for
from secondlayer.briefing import brief
from secondlayer.records import Trace
from secondlayer.settings import PRODUCT
from secondlayer.store.progress import Told, silent

_PROMPTS = 240
_AT_ONCE = 20
#: of those written, one in so many is retired again
_RETIRED = 4
_PAUSE_SECONDS = 0.05


@dataclass(frozen=True, slots=True, kw_only=True)
class Busy:
    """What clients and a writer came to in the time they were given."""

    rows: int
    clients: int
    seconds: float
    briefs: int
    each: Timing
    #: memories stored and retired meanwhile
    stored: int
    retired: int
    #: one sentence for each kind of error, with how often it came
    errors: dict[str, int]
    #: memories of a scope that their read does not list
    wrong_scopes: int
    #: reads whose counts cannot be: more examined or in scope than the store held, or more matched than examined
    untrue_counts: int

    @property
    def briefs_per_second(self) -> float:
        """Briefs a second, all clients together."""
        return self.briefs / self.seconds


class _Ledger:
    """What is counted while all are at it."""

    def __init__(self, held: int) -> None:
        self.guard = threading.Lock()
        #: memories there can be at the most, the batch being written included
        self.held = held
        self.spent: list[float] = []
        self.errors: dict[str, int] = {}
        self.stored = self.retired = self.wrong_scopes = self.untrue_counts = 0

    def failed(self, error: Exception) -> None:
        with self.guard:
            said = f"{type(error).__name__}: {error}"
            self.errors[said] = self.errors.get(said, 0) + 1

    def served(self, trace: Trace, spent: float) -> None:
        with self.guard:
            self.spent.append(spent)
            for read in trace.reads:
                scopes, scan = set(read.plan.scopes), read.scan
                self.wrong_scopes += sum(one.memory.scope not in scopes for one in (*read.candidates, *read.rest))
                examined, in_scope, matched = scan.examined or 0, scan.in_scope or 0, scan.matched or 0
                self.untrue_counts += max(examined, in_scope) > self.held or (scan.examined is not None and matched > examined)


def busy_figures(filled: Filled, seconds: float, clients: int, *, writes: bool, told: Told = silent) -> Busy:
    """So many clients asking for briefs for so long, in threads of one process; with `writes` one more thread writes."""
    ledger = _Ledger(filled.synthetic.shape.rows)
    started = time.perf_counter()
    until = started + seconds
    with ThreadPoolExecutor(max_workers=clients + 1) as pool:
        going = [pool.submit(_ask, filled, ledger, number, until) for number in range(clients)]
        if writes:
            going.append(pool.submit(_write, filled, ledger, until))
        while (left := until - time.perf_counter()) > 0:
            told(f"{clients} clients", int(seconds - left), int(seconds))
            time.sleep(min(0.5, left))
        for one in going:
            one.result()
    return Busy(
        rows=filled.synthetic.shape.rows,
        clients=clients,
        seconds=time.perf_counter() - started,
        briefs=len(ledger.spent),
        each=timing(ledger.spent or [0.0]),
        stored=ledger.stored,
        retired=ledger.retired,
        errors=ledger.errors,
        wrong_scopes=ledger.wrong_scopes,
        untrue_counts=ledger.untrue_counts,
    )


def _ask(filled: Filled, ledger: _Ledger, number: int, until: float) -> None:
    prompts = filled.synthetic.prompts(_PROMPTS)
    encoder = GivenVectors(prompts, filled.synthetic.shape.width)
    while time.perf_counter() < until:
        prompt = prompts[number % len(prompts)]
        number += 7  # each client goes its own way through them
        started = time.perf_counter()
        try:
            trace = brief(request_for(prompt, filled.store.org), PRODUCT, filled.store, encoder)
        except Exception as error:
            ledger.failed(error)
            continue
        ledger.served(trace, (time.perf_counter() - started) * 1000.0)


def _write(filled: Filled, ledger: _Ledger, until: float) -> None:
    for batch in _fresh(filled.synthetic.shape):
        if time.perf_counter() >= until:
            return
        with ledger.guard:
            ledger.held += len(batch.memories)
        try:
            stored = filled.store.add(batch.memories, batch.vectors, batch.tokens).stored
            again = [replace(memory, confirmed_at=NOW) for memory in batch.memories[1::_RETIRED]]
            filled.store.confirm_again(again)
            gone = [memory.id for memory in batch.memories[::_RETIRED]]
            retired, _ = filled.store.retire_many(gone, at=NOW, upkeep_too=False)
        except Exception as error:
            ledger.failed(error)
            continue
        with ledger.guard:
            ledger.stored += stored
            ledger.retired += len(retired)
        time.sleep(_PAUSE_SECONDS)


def _fresh(shape: Shape) -> Iterator[Batch]:
    """Memories of the same scopes that the store does not hold, without end."""
    seed = shape.seed
    while True:
        seed += 1000
        other = Synthetic(replace(shape, seed=seed))
        for batch in other.batches(_AT_ONCE):
            memories = [
                replace(memory, id=f"w{seed}-{memory.id}", text=f"{memory.text} Written {seed}.") for memory in batch.memories
            ]
            yield Batch(memories=memories, vectors=batch.vectors, tokens=batch.tokens)
