"""Paper 001's experiment run on demand: one at a time in a process, by a thread of its own, with its progress."""

import logging
import threading
import time
from collections.abc import Sequence
from typing import get_args

import streamlit as st

from secondlayer.benches.empty_reads import Table, Vectors, empty_reads
from secondlayer.errors import SecondLayerError
from secondlayer.show import experiment as shown
from secondlayer.show.on_screen import text
from secondlayer.store.scratch import check_may_make_schemas

_log = logging.getLogger(__name__)
#: rows -> what is said of them; the paper's own last
_SIZES = {20_000: "20,000, some seconds", 100_000: "100,000 as in the paper, about half a minute"}
_WIDTH, _PROBES = 32, 20
_LOOK_SECONDS = 0.5


class _Run:
    """One experiment at work or done."""

    def __init__(self, rows: int, vectors: Sequence[Vectors]) -> None:
        self.rows, self.doing, self.share = rows, "making a scratch schema", 0.0
        self.tables: tuple[Table, ...] = ()
        self.failed = ""
        self.started = time.monotonic()
        self.seconds = 0.0
        self._vectors = tuple(vectors)
        self._thread = threading.Thread(target=self._work, daemon=True, name="empty-reads")
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def _told(self, doing: str, done: int, of: int) -> None:
        self.doing, self.share = doing, done / of if of else 0.0

    def _work(self) -> None:
        try:
            self.tables = empty_reads(self.rows, _WIDTH, _PROBES, self._vectors, 1, self._told)
        except SecondLayerError as error:
            self.failed = str(error)
        except Exception:
            _log.exception("the experiment failed")
            self.failed = "The experiment could not be run; the log holds the details."
        self.seconds = time.monotonic() - self.started


@st.cache_resource(show_spinner=False)
def _runs() -> dict[str, _Run]:
    """The experiment that is at work in this process, and the guard that there is only one."""
    return {}


_GUARD = threading.Lock()


def experiment() -> None:
    """The button, the progress while it runs, and what came of it. Raises nothing: a refusal is one sentence."""
    st.subheader("Paper 001's experiment", anchor=False)
    text.said(
        "Random vectors, 2% of them in one scope, and twenty reads of its ten nearest: with pgvector as it comes, with the "
        "repair's three settings, and with all compared. It is built in a scratch schema of this server and dropped again."
    )
    run: _Run | None = st.session_state.get("scan.run")
    with st.container(horizontal=True, vertical_alignment="bottom"):
        st.selectbox("Rows", list(_SIZES), format_func=_SIZES.__getitem__, key="scan.rows", width=320)
        st.selectbox("Vectors", ["uniform, as in the paper", "uniform and clustered"], key="scan.vectors", width=240)
        st.button("Run it", on_click=_start, disabled=run is not None and run.running, key="scan.run-it")
    if st.session_state.get("scan.refused"):
        text.notice("The experiment was not run.", st.session_state["scan.refused"], key="state-experiment")
    elif run is not None and run.running:
        _progress()
    elif run is not None:
        _result(run)


def _start() -> None:
    state = st.session_state
    state["scan.refused"] = ""
    try:
        check_may_make_schemas()
    except SecondLayerError as error:
        state["scan.refused"] = str(error)
        return
    kinds: tuple[Vectors, ...] = get_args(Vectors) if "clustered" in state["scan.vectors"] else ("uniform",)
    with _GUARD:
        at_work = _runs().get("at work")
        if at_work is None or not at_work.running:
            at_work = _runs()["at work"] = _Run(state["scan.rows"], kinds)
        state["scan.run"] = at_work


@st.fragment(run_every=_LOOK_SECONDS)
def _progress() -> None:
    run: _Run = st.session_state["scan.run"]
    if not run.running:
        st.rerun()
    seconds = time.monotonic() - run.started
    st.progress(min(1.0, run.share), f"{run.rows:,} rows: {run.doing}, {seconds:.0f} s so far")


def _result(run: _Run) -> None:
    if run.failed:
        text.notice("The experiment did not end.", run.failed, key="state-experiment")
        return
    text.said(shown.experiment_sentence(run.tables))
    text.table(shown.experiment_table(run.tables), "The experiment: what came back of ten, by arm")
    text.said(
        f"{run.rows:,} rows of {_WIDTH} numbers, in {run.seconds:.0f} s. The plan of every read was checked; each build of the "
        "index is a slightly different graph."
    )
