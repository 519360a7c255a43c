"""What a single question costs and shows: `why` for one memory, and every arm's scan for one prompt."""

import time
from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.benches.figures import Timing, timing
from secondlayer.benches.flips import Check, Flips
from secondlayer.benches.loading import Filled
from secondlayer.benches.synthetic import GivenVectors
from secondlayer.benches.whole_brief import request_for
from secondlayer.briefing import brief
from secondlayer.explaining import explain
from secondlayer.records import ORG_SCOPE, Scan, Trace, Verdict
from secondlayer.settings import PRODUCT
from secondlayer.store.progress import Told, silent
from secondlayer.store.scratch import IndexNotUsed
from secondlayer.store.scratch_changes import changes

ARMS = ("auto", "exact", "paper", "default")


@dataclass(frozen=True, slots=True, kw_only=True)
class WhyFigures:
    """Milliseconds of `why` once the brief is there, by the kind of memory asked about."""

    rows: int
    #: the brief itself
    brief: Timing
    carried: Timing
    #: compared, and not in the brief
    left_out: Timing
    #: a memory the request's reads did not bring back
    elsewhere: Timing
    #: verdict -> how often, over all that were asked
    verdicts: dict[str, int]
    #: what `why` says would carry a memory, made and looked at
    flips: Flips


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmScan:
    """One arm's read of one prompt, with what it should have found."""

    read: str
    scan: Scan
    #: share of the exact arm's pool that it brought back
    recall: float


@dataclass(frozen=True, slots=True, kw_only=True)
class ScanFigures:
    """Each arm on one prompt."""

    rows: int
    prompt: str
    repo: str
    scans: tuple[ArmScan, ...]


def why_figures(filled: Filled, count: int, checks: int = 20, told: Told = silent) -> WhyFigures:
    """The figures over that many prompts, three memories each; every change named by so many verdicts is made and checked."""
    prompts = filled.synthetic.prompts(count)
    encoder = GivenVectors(prompts, filled.synthetic.shape.width)
    elsewhere = next(iter(filled.store.all_memories(filled.synthetic.repositories[-1], 1))).id
    spent: dict[str, list[float]] = {"brief": [], "carried": [], "left_out": [], "elsewhere": []}
    verdicts: dict[str, int] = {}
    to_check: list[tuple[Trace, Verdict]] = []
    for done, prompt in enumerate(prompts, start=1):
        request = request_for(prompt, filled.store.org)
        trace = brief(request, PRODUCT, filled.store, encoder)
        spent["brief"].append(sum(trace.timings.values()))
        left_out = [block.candidate.memory.id for block in trace.blocks if block.outcome != "carried"]
        asked = {"carried": trace.brief.carried[:1], "left_out": left_out[:1], "elsewhere": (elsewhere,)}
        for kind, ids in asked.items():
            for id in ids:
                started = time.perf_counter()
                found = explain(trace, PRODUCT, id, filled.store, encoder)
                spent[kind].append((time.perf_counter() - started) * 1000.0)
                verdicts[found.verdict] = verdicts.get(found.verdict, 0) + 1
                if kind == "left_out":
                    to_check.append((trace, found))
        told("verdicts", done, count)
    timings = {kind: timing(values or [0.0]) for kind, values in spent.items()}
    flips = _checked(filled, encoder, to_check[:checks], told)
    return WhyFigures(rows=filled.synthetic.shape.rows, verdicts=verdicts, flips=flips, **timings)


def _checked(filled: Filled, encoder: GivenVectors, verdicts: Sequence[tuple[Trace, Verdict]], told: Told) -> Flips:
    with changes(filled.store, filled.dsn) as made:
        check = Check(filled.store, encoder, made)
        for done, (trace, verdict) in enumerate(verdicts, start=1):
            check.add(trace, PRODUCT, verdict)
            told("changes made", done, len(verdicts))
    return check.flips


def scan_figures(filled: Filled) -> ScanFigures:
    """Each arm's two reads of one prompt from the largest repository. Raises IndexNotUsed when an index arm did not use it."""
    prompt = filled.synthetic.prompts(1)[0]
    reads = {"combined": (prompt.repo, ORG_SCOPE), "organisation": (ORG_SCOPE,)}
    scans = []
    for name, scopes in reads.items():
        truth, _ = filled.store.read(scopes, prompt.vector, settings=PRODUCT.replace(arm="exact"), limit=PRODUCT.pool)
        wanted = {one.memory.id for one in truth}
        for arm in ARMS:
            settings = PRODUCT.replace(arm=arm)
            found, scan = filled.store.read(scopes, prompt.vector, settings=settings, limit=PRODUCT.pool)
            if arm in ("paper", "default") and scan.plan != "hnsw":
                raise IndexNotUsed(f"The arm {arm} was to walk the index, and its plan was {scan.plan}.")
            shared = len(wanted & {one.memory.id for one in found})
            scans.append(ArmScan(read=name, scan=scan, recall=shared / len(wanted) if wanted else 1.0))
    return ScanFigures(rows=filled.synthetic.shape.rows, prompt=prompt.text, repo=prompt.repo, scans=tuple(scans))
