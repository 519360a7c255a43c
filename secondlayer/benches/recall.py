"""What the approximate arms miss: each arm's brief beside one for which everything readable was scored."""

from collections.abc import Sequence
from dataclasses import dataclass

from secondlayer.benches.loading import Filled
from secondlayer.benches.synthetic import GivenVectors, Prompt
from secondlayer.benches.whole_brief import request_for
from secondlayer.briefing import brief, plans_of
from secondlayer.engine import ReadResult, assemble
from secondlayer.errors import SecondLayerError
from secondlayer.records import ORG_SCOPE, Trace
from secondlayer.settings import PRODUCT, Settings
from secondlayer.store.progress import Told, silent
from secondlayer.store.scratch import IndexNotUsed

ARMS = ("auto", "paper", "default")
#: arms that are there to show the index, and so must have walked it
_OF_THE_INDEX = ("paper", "default")
#: an audit reads all there is, whatever a single read may take
_TIMEOUT_MS = 600_000


@dataclass(frozen=True, slots=True, kw_only=True)
class Worst:
    """The prompt an arm did worst on."""

    prompt: str
    repo: str
    recall: float
    stop: str


@dataclass(frozen=True, slots=True, kw_only=True)
class ArmRecall:
    """Shares of what the audit kept that the arm kept too, over the prompts."""

    arm: str
    #: the organisation read's four, mean and least
    organisation: float
    organisation_worst: Worst
    #: reads of the organisation that kept fewer than the audit's
    organisation_short: int
    #: the final list, seats in their places, mean and least
    final: float
    final_worst: Worst
    #: the plan each read took -> how often
    plans: dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Kept:
    """What one brief came to, by ids."""

    #: the organisation read's candidates
    organisation: frozenset[str]
    #: the list as it is considered, the seated among it, without what fills the room left
    final: frozenset[str]
    #: "combined exact" and so on, one a read
    plans: tuple[str, ...]
    stops: tuple[str, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class Recall:
    """Every arm over the same prompts."""

    rows: int
    prompts: int
    arms: tuple[ArmRecall, ...]


def recall_figures(filled: Filled, count: int, told: Told = silent) -> Recall:
    """The arms' recall at the size of that store. Raises IndexNotUsed when `paper` or `default` never walked the index."""
    prompts = filled.synthetic.prompts(count)
    encoder = GivenVectors(prompts, filled.synthetic.shape.width)
    # only ids are held: the traces of audits are as large as what they read
    truths: list[Kept] = []
    for done, prompt in enumerate(prompts, start=1):
        truths.append(_kept(audit(filled, prompt)))
        told("exact audits", done, count)
    arms = []
    for arm in ARMS:
        settings = PRODUCT.replace(arm=arm)
        kept = []
        for done, prompt in enumerate(prompts, start=1):
            kept.append(_kept(brief(request_for(prompt, filled.store.org), settings, filled.store, encoder)))
            told(f"arm {arm}", done, count)
        arms.append(_arm(arm, prompts, kept, truths))
    return Recall(rows=filled.synthetic.shape.rows, prompts=count, arms=tuple(arms))


def audit(filled: Filled, prompt: Prompt, settings: Settings = PRODUCT) -> Trace:
    """The brief for which every readable memory was compared and scored by the same six terms."""
    request = request_for(prompt, filled.store.org)
    results = []
    for name, plan in plans_of(request, filled.store):
        held = sum(filled.synthetic.sizes.get(scope, 0) for scope in plan.scopes)
        exact = settings.replace(arm="exact", statement_timeout_ms=_TIMEOUT_MS)
        found, scan = filled.store.read(plan.scopes, prompt.vector, settings=exact, limit=max(1, held))
        if scan.stop != "complete" or len(found) != held:
            raise SecondLayerError(
                f"An audit was to compare {held:,} memories and compared {len(found):,}: the figures would mean nothing."
            )
        results.append(ReadResult(name=name, plan=plan, found=found, scan=scan))
    return assemble(request, settings, results)


def _kept(trace: Trace) -> Kept:
    return Kept(
        organisation=frozenset(one.memory.id for one in trace.reads[-1].candidates if one.memory.scope == ORG_SCOPE),
        final=frozenset(block.candidate.memory.id for block in trace.blocks if block.by != "fill"),
        plans=tuple(f"{read.name} {read.scan.plan}" for read in trace.reads),
        stops=tuple(read.scan.stop for read in trace.reads),
    )


def _arm(arm: str, prompts: Sequence[Prompt], kept: Sequence[Kept], truths: Sequence[Kept]) -> ArmRecall:
    plans: dict[str, int] = {}
    for one in kept:
        for plan in one.plans:
            plans[plan] = plans.get(plan, 0) + 1
    if arm in _OF_THE_INDEX and not all(plan.endswith(" hnsw") for plan in plans):
        raise IndexNotUsed(f"The arm {arm} was to walk the index, and took: {plans}. Its figures would mean nothing.")
    pairs = list(zip(kept, truths, strict=True))
    organisation = [_share(one.organisation, truth.organisation) for one, truth in pairs]
    final = [_share(one.final, truth.final) for one, truth in pairs]
    return ArmRecall(
        arm=arm,
        organisation=sum(organisation) / len(organisation),
        organisation_worst=_worst(prompts, kept, organisation, 1),
        organisation_short=sum(len(one.organisation) < len(truth.organisation) for one, truth in pairs),
        final=sum(final) / len(final),
        final_worst=_worst(prompts, kept, final, 0),
        plans=plans,
    )


def _share(found: frozenset[str], truth: frozenset[str]) -> float:
    return len(found & truth) / len(truth) if truth else 1.0


def _worst(prompts: Sequence[Prompt], kept: Sequence[Kept], shares: Sequence[float], read: int) -> Worst:
    at = min(range(len(shares)), key=lambda i: shares[i])
    return Worst(prompt=prompts[at].text, repo=prompts[at].repo, recall=shares[at], stop=kept[at].stops[read])
