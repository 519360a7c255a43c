"""A synthetic organisation in a scratch database: loaded, then indexed, and the bare table it is compared with."""

import contextlib
import resource
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from secondlayer.benches.figures import largest_backend
from secondlayer.benches.synthetic import ENCODER_NAME, Shape, Synthetic
from secondlayer.store import Store, open_store
from secondlayer.store.progress import Told, silent
from secondlayer.store.scratch import connected, graph_bytes, scratch_database, server_process, tidy, without_index
from secondlayer.store.scratch_bare import BareLoad

ORGANISATION = "acme"


@dataclass(frozen=True, slots=True, kw_only=True)
class Load:
    """One load: what it took, without the drawing of the memories."""

    rows: int
    load_seconds: float
    index_seconds: float
    #: largest memory this process ever held, in bytes
    peak_bytes: int
    #: largest process of the embedded server seen after a batch or the index, in bytes; 0 for a server elsewhere
    server_bytes: int

    @property
    def rows_per_second(self) -> float:
        """Rows a second, the index not counted."""
        return self.rows / self.load_seconds

    @property
    def rows_per_second_indexed(self) -> float:
        """Rows a second, the index counted."""
        return self.rows / (self.load_seconds + self.index_seconds)


@dataclass(frozen=True, slots=True, kw_only=True)
class Filled:
    """A loaded store, for as long as its scratch database lasts."""

    dsn: str
    store: Store
    synthetic: Synthetic
    load: Load
    database_bytes: int
    index_bytes: int


@dataclass(frozen=True, slots=True, kw_only=True)
class LoadComparison:
    """The product's load beside bare COPY of the same sentences and vectors, both load-then-index."""

    product: Load
    bare: Load
    database_bytes: int
    index_bytes: int


@contextlib.contextmanager
def filled(shape: Shape, told: Told = silent) -> Iterator[Filled]:
    """A store of that shape in a scratch database, indexed and vacuumed; gone afterwards. Raises StoreUnreachable."""
    synthetic = Synthetic(shape)
    with scratch_database() as dsn:
        with open_store(ORGANISATION, dsn=dsn) as store:
            store.use_encoder(ENCODER_NAME, shape.width)
            load = _product(dsn, store, synthetic, told)
            told("vacuuming", 0, 1)
            database_bytes, index_bytes = tidy(dsn)
            yield Filled(
                dsn=dsn,
                store=store,
                synthetic=synthetic,
                load=load,
                database_bytes=database_bytes,
                index_bytes=index_bytes,
            )


def compare_loads(shape: Shape, told: Told = silent) -> LoadComparison:
    """Both loads, the product's first, each in a database of its own."""
    with filled(shape, told) as store:
        product, database_bytes, index_bytes = store.load, store.database_bytes, store.index_bytes
    with scratch_database() as dsn, connected(dsn) as connection:
        bare = BareLoad(connection, shape.width)
        spent, done, seen = 0.0, 0, 0
        for batch in Synthetic(shape).batches():
            started = time.perf_counter()
            bare.copy(batch.memories, batch.vectors)
            spent += time.perf_counter() - started
            done += len(batch.memories)
            seen = max(seen, largest_backend(server_process()))
            told("bare COPY", done, shape.rows)
        started = time.perf_counter()
        bare.index(told, memory=graph_bytes(shape.rows, shape.width))
        indexing = time.perf_counter() - started
        seen = max(seen, largest_backend(server_process()))
    return LoadComparison(
        product=product,
        bare=Load(rows=done, load_seconds=spent, index_seconds=indexing, peak_bytes=_peak(), server_bytes=seen),
        database_bytes=database_bytes,
        index_bytes=index_bytes,
    )


def _product(dsn: str, store: Store, synthetic: Synthetic, told: Told) -> Load:
    spent, done, seen = 0.0, 0, 0
    with without_index(dsn, told, memory=graph_bytes(synthetic.shape.rows, synthetic.shape.width)) as index:
        for batch in synthetic.batches():
            started = time.perf_counter()
            store.add(batch.memories, batch.vectors, batch.tokens)
            spent += time.perf_counter() - started
            done += len(batch.memories)
            seen = max(seen, largest_backend(server_process()))
            told("loading", done, synthetic.shape.rows)
        started = time.perf_counter()
        index()
        indexing = time.perf_counter() - started
        seen = max(seen, largest_backend(server_process()))
    return Load(rows=done, load_seconds=spent, index_seconds=indexing, peak_bytes=_peak(), server_bytes=seen)


def _peak() -> int:
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return int(peak if sys.platform == "darwin" else peak * 1024)
