"""Measurements as the lines of a table, ratios first."""

from collections.abc import Iterator, Sequence

from secondlayer.benches.clients import Busy
from secondlayer.benches.empty_reads import WANTED, Table
from secondlayer.benches.figures import Timing
from secondlayer.benches.identifiers import Identifiers
from secondlayer.benches.loading import Load, LoadComparison
from secondlayer.benches.recall import Recall
from secondlayer.benches.verdicts import ScanFigures, WhyFigures
from secondlayer.benches.whole_brief import BriefFigures

_MEGABYTE = 1e6


def empty_reads(found: Sequence[Table], rows: int, dims: int) -> Iterator[str]:
    """Paper 001's table, with the exact read beside it."""
    yield ""
    yield f"Paper 001 §2: {rows:,} rows of {dims} numbers, 2% of them in the scope read. Every plan was checked."
    yield f"{'arm':64} {'min':>5} {'mean':>6} {'max':>4}  {'empty':>9}  {f'of the true {WANTED}':>14}"
    for table in found:
        yield f"{table.vectors} vectors, probes {table.probes}, build {table.run}"
        for arm in table.arms:
            empty = f"{arm.empty} of {arm.probes}"
            yield f"  {arm.arm:62} {arm.least:>5} {arm.mean:>6.2f} {arm.most:>4}  {empty:>9}  {arm.recall:>14.3f}"


def load(found: LoadComparison) -> Iterator[str]:
    """Both loads and their ratio."""
    product, bare = found.product, found.bare
    yield ""
    yield (
        f"{product.rows:,} memories loaded, then indexed: {product.load_seconds / bare.load_seconds:.2f} × bare COPY's time, "
        f"{_whole(product) / _whole(bare):.2f} × with the index. Peaks are of one process that made both loads."
    )
    yield f"{'':12} {'load s':>8} {'index s':>8} {'rows/s':>9} {'with index':>11} {'peak MB':>9} {'server MB':>10}"
    for name, one in (("product", product), ("bare COPY", bare)):
        yield (
            f"  {name:10} {one.load_seconds:>8.1f} {one.index_seconds:>8.1f} {one.rows_per_second:>9,.0f} "
            f"{one.rows_per_second_indexed:>11,.0f} {one.peak_bytes / _MEGABYTE:>9,.0f} {one.server_bytes / _MEGABYTE:>10,.0f}"
        )
    yield f"  on disk {found.database_bytes / _MEGABYTE:,.0f} MB, of it the index {found.index_bytes / _MEGABYTE:,.0f} MB"


def brief(figures: Sequence[tuple[BriefFigures, Recall | None]]) -> Iterator[str]:
    """Ratios of each size side by side, then milliseconds, recall and clients."""
    yield ""
    yield "Milliseconds p50 / p95. Encoding the prompt is left out of every figure: vectors are given."
    yield ""
    yield (
        f"{'memories':>9} {'repository':11} {'in scope':>9}  {'brief ÷ bare':>12} {'÷ bare, k':>10} "
        f"{'with JSON':>10} {'counts ÷ none':>14}"
    )
    for speed, _ in figures:
        for one in speed.places:
            yield (
                f"{speed.rows:>9,} {one.place:11} {one.in_scope:>9,}  {one.ratio:>12.2f} "
                f"{one.whole.over(one.bare_kept):>10.2f} {one.whole_json.over(one.bare):>10.2f} {speed.accounting.ratio:>14.2f}"
            )
    smallest, largest = figures[0][0], figures[-1][0]
    if largest.rows > smallest.rows:
        for small, large in zip(smallest.places, largest.places, strict=True):
            yield (
                f"{large.place} repository: p50 at {largest.rows:,} is {large.whole.over(small.whole):.2f} × "
                f"p50 at {smallest.rows:,}"
            )
    yield ""
    yield (
        f"{'memories':>9} {'repository':11} {'plans':14} {'bare ways':14} {'brief':>15} {'+ JSON':>15} {'bare':>15} "
        f"{'bare, k':>15}"
    )
    for speed, _ in figures:
        for one in speed.places:
            yield (
                f"{speed.rows:>9,} {one.place:11} {' + '.join(one.plans):14} {' + '.join(one.bare_ways):14} "
                f"{_time(one.whole)} {_time(one.whole_json)} {_time(one.bare)} {_time(one.bare_kept)}"
            )
    yield ""
    yield "Stages of the brief, p50"
    for speed, _ in figures:
        for one in speed.places:
            yield f"{speed.rows:>9,} {one.place:11} " + ", ".join(f"{name} {ms:.2f}" for name, ms in one.stages.items())
    yield ""
    yield "One exact read of the organisation: counted, and by the same statement with nothing counted or read back"
    for speed, _ in figures:
        yield f"{speed.rows:>9,} {_time(speed.accounting.counted)} {_time(speed.accounting.uncounted)}"
    yield ""
    yield f"{'memories':>9} {'clients':>8} {'briefs/s':>9} {'each':>15}"
    for speed, _ in figures:
        for row in speed.clients:
            yield f"{speed.rows:>9,} {row.clients:>8} {row.briefs_per_second:>9.1f} {_time(row.each)}"
    for speed, _ in figures:
        yield f"{speed.rows:>9,} memories: this process holds {speed.resident_bytes / _MEGABYTE:,.0f} MB"
    for _, recall in figures:
        if recall is not None:
            yield from _recall(recall)


def why(found: WhyFigures) -> Iterator[str]:
    """What a verdict costs."""
    yield ""
    yield f"why, over {found.rows:,} memories, once the brief is there; the brief itself {found.brief.p50:.1f} ms p50"
    for name, one in (("carried", found.carried), ("left out", found.left_out), ("elsewhere", found.elsewhere)):
        yield f"  {name:10} {_time(one)}  ({one.calls} asked)"
    yield "  verdicts: " + ", ".join(f"{name} {count}" for name, count in sorted(found.verdicts.items()))
    flips = found.flips
    yield f"  {flips.cases} verdicts held against their briefs, {flips.agree} agree; each change they name, made and looked at:"
    yield f"  {'change':16} {'tried':>6} {'carried':>8} {'as shown':>11} {'a hair less does not':>21}"
    for name, tally in sorted(flips.changes.items()):
        shown, minimal = _share(tally.shown, tally.shown_tried), _share(tally.minimal, tally.minimal_tried)
        yield f"  {name:16} {tally.tried:>6} {tally.flipped:>8} {shown:>11} {minimal:>21}"
    yield from (f"  did not hold: {failure}" for failure in flips.failures)


def scan(found: ScanFigures) -> Iterator[str]:
    """Each arm on one prompt."""
    yield ""
    yield f"“{found.prompt}” from {found.repo}, over {found.rows:,} memories"
    yield (
        f"{'read':13} {'arm':8} {'plan':6} {'in scope':>9} {'examined':>9} {'dead':>6} {'matched':>8} {'kept':>5} "
        f"{'stop':10} {'ms':>8} {'of exact':>9}"
    )
    for one in found.scans:
        scan = one.scan
        yield (
            f"{one.read:13} {scan.arm:8} {scan.plan:6} {_count(scan.in_scope):>9} {_count(scan.examined):>9} "
            f"{_count(scan.dead):>6} {_count(scan.matched):>8} {scan.kept:>5} {scan.stop:10} {scan.ms:>8.1f} {one.recall:>9.3f}"
        )


def busy(found: Busy) -> Iterator[str]:
    """What went wrong first, then how fast it was."""
    yield ""
    yield (
        f"{found.clients} clients for {found.seconds:,.0f} s over {found.rows:,} memories, {found.stored:,} stored and "
        f"{found.retired:,} retired meanwhile"
    )
    yield (
        f"  errors {sum(found.errors.values()):,}, memories of a wrong scope {found.wrong_scopes:,}, "
        f"reads with counts that cannot be {found.untrue_counts:,}"
    )
    for said, times in found.errors.items():
        yield f"  {times:,} × {said}"
    yield f"  {found.briefs:,} briefs, {found.briefs_per_second:,.1f} a second, each {_time(found.each).strip()} ms p50 / p95"


def identifiers(found: Identifiers) -> Iterator[str]:
    """Each pool on each kind of identifier."""
    yield ""
    yield f"Prompts that are only an identifier, over {found.rows:,} memories; its meaning points elsewhere"
    yield f"{'pool':18} {'identifier':24} {'candidate':>10} {'in the brief':>13} {'rank':>6} {'worst':>6} {'ms':>15}"
    for one in found.figures:
        reached, carried = f"{one.reached} of {one.prompts}", f"{one.carried} of {one.prompts}"
        yield (
            f"{one.pool:18} {one.kind:24} {reached:>10} {carried:>13} {_rank(one.rank):>6} {_rank(one.worst_rank):>6} "
            f"{_time(one.each)}"
        )


def _rank(rank: int | None) -> str:
    return "none" if rank is None else str(rank)


def _recall(recall: Recall) -> Iterator[str]:
    yield ""
    yield f"Against an audit that compares and scores everything readable: {recall.rows:,} memories, {recall.prompts} prompts"
    yield (
        f"{'arm':8} {'organisation, of 4':>18} {'worst':>6} {'short of 4':>10} {'final list':>11} {'worst':>6}  plans; "
        "the final list's worst prompt"
    )
    for arm in recall.arms:
        plans = ", ".join(f"{plan} {count}" for plan, count in sorted(arm.plans.items()))
        yield (
            f"{arm.arm:8} {arm.organisation:>18.3f} {arm.organisation_worst.recall:>6.2f} {arm.organisation_short:>10} "
            f"{arm.final:>11.3f} {arm.final_worst.recall:>6.2f}  {plans}; “{arm.final_worst.prompt}” from "
            f"{arm.final_worst.repo} ({arm.final_worst.stop})"
        )


def _whole(load: Load) -> float:
    return load.load_seconds + load.index_seconds


def _share(held: int, tried: int) -> str:
    return f"{held} of {tried}" if tried else "–"


def _time(timing: Timing) -> str:
    return f"{timing.p50:>7.2f} /{timing.p95:>6.1f}"


def _count(value: int | None) -> str:
    return "unknown" if value is None else f"{value:,}"
