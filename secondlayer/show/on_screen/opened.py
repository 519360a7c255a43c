"""What a process opens once and every session shares: the store, the encoder, the loading of the demonstration."""

import logging
import os
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import UTC, datetime
from uuid import uuid4

import streamlit as st
from streamlit.runtime.pages_manager import PagesManager

from secondlayer.asking import Opened
from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder, load_encoder
from secondlayer.embedding.packaged import is_loaded
from secondlayer.errors import EncoderMismatch, NotAllowed, SecondLayerError, StoreUnreachable, WrongCall
from secondlayer.exchange import Entry, read_lines
from secondlayer.explaining import explain
from secondlayer.opening import choose
from secondlayer.records import Found, Trace, Verdict
from secondlayer.serving import settings_of
from secondlayer.settings import PRODUCT, Settings
from secondlayer.show.address import Asked
from secondlayer.show.on_screen.text import notice
from secondlayer.store import Store, open_store

_log = logging.getLogger(__name__)


def organisation() -> str:
    """The organisation shown: SECONDLAYER_ORG, else the one the address names when it holds anything, else the app's own.

    The app's own is `default` when it holds memories, else the only one that does, else the demonstration's, which is then
    loaded.
    """
    fixed = os.environ.get("SECONDLAYER_ORG")
    if fixed:
        return fixed
    view: Asked = st.session_state.get("ask.view", Asked())
    offered = organisations()
    return view.org if view.org in offered else offered[0]


def organisations() -> tuple[str, ...]:
    """The organisations a reader may choose from, the app's own first: those that hold memories, and the demonstration."""
    fixed = os.environ.get("SECONDLAYER_ORG")
    if fixed:
        return (fixed,)
    holding = _holding()
    own = choose(dict.fromkeys(holding, 1)) if holding else _demonstration()
    first = own if own in holding else _demonstration()
    return tuple(dict.fromkeys((first, *holding, _demonstration())))


@st.cache_data(ttl=10, show_spinner=False)
def _holding() -> list[str]:
    """The organisations that hold current memories, in order of name; counted anew after ten seconds."""
    return sorted(name for name, count in store(_demonstration()).organisations().items() if count)


def is_demonstration() -> bool:
    """Whether that is the demonstration organisation, which has examples and can be loaded."""
    try:
        return organisation() == _demonstration()
    except SecondLayerError:
        return False


@st.cache_resource(show_spinner=False)
def store(org: str) -> Store:
    """The one store of this process. Raises StoreUnreachable, which is not kept: the next call tries again."""
    return open_store(org)


@st.cache_resource(show_spinner=False)
def encoder() -> Encoder:
    """The one encoder of this process; the first call loads it."""
    return load_encoder()


def trace_of(asked: Asked) -> Trace:
    """The trace of the run asked for, once a session: looking closer at it never runs it again."""
    return _run(asked, asked.settings, asked.preset, slot="here")


def loaded() -> Store:
    """The store of the organisation shown, the demonstration loaded into it when it is that one. Raises StoreUnreachable."""
    with _working() as tell:
        return _loaded_store(tell)


def product_trace(asked: Asked) -> Trace:
    """The trace of the same request under the product's own settings."""
    return _run(asked, PRODUCT, "product", slot="product")


def place() -> tuple[Store, Encoder]:
    """The store shown, with the demonstration organisation loaded where it is that one's, and the encoder."""
    with _working() as tell:
        held = _loaded_store(tell)
        if not is_loaded():
            tell("Reading the encoder's weights. This happens once, and takes a few seconds.")
        return held, encoder()


def forget() -> None:
    """The next trace is run anew."""
    for name in ("trace.here", "trace.product", "verdict"):
        st.session_state.pop(name, None)


def verdict_on(trace: Trace, asked: Asked) -> Verdict:
    """Why that memory is, or is not, in the brief; once a session for each memory looked at. Raises StoreUnreachable."""
    key = (trace.brief_id, asked.run, asked.memory)
    kept: tuple[object, Verdict] | None = st.session_state.get("verdict")
    if kept is None or kept[0] != key:
        kept = (key, explain(trace, settings_of(trace), asked.memory, store(organisation()), encoder()))
        st.session_state["verdict"] = kept
    return kept[1]


def nearest_to(text: str, trace: Trace, n: int = 3) -> tuple[Found, ...]:
    """The n stored memories nearest to a text, of those the request may read. Raises StoreUnreachable."""
    return store(organisation()).nearest(encoder().encode([text])[0], trace.scopes, n)


@st.cache_data(ttl=10, show_spinner=False)
def counted(org: str) -> tuple[int, int]:
    """Memories of that organisation, the retired too, and current ones; counted anew after ten seconds."""
    health = store(org).health()
    return health.current + health.retired, health.current


def _run(asked: Asked, settings: Settings, preset: str, *, slot: str) -> Trace:
    key = (asked.run, settings)
    kept: tuple[object, Trace] | None = st.session_state.get(f"trace.{slot}")
    if kept is not None and kept[0] == key:
        return kept[1]
    request = request_of(
        organisation(),
        asked.prompt,
        repo=asked.repo,
        team=asked.team,
        path=asked.path,
        budget_chars=asked.budget_chars,
        as_of=asked.as_of,
    )
    with _working() as tell:
        opened = _loaded_store(tell)
        if not is_loaded():
            tell("Reading the encoder's weights. This happens once, and takes a few seconds.")
        trace = brief(request, settings, opened, encoder(), preset=preset)
    st.session_state[f"trace.{slot}"] = (key, trace)
    return trace


@contextmanager
def _working() -> Iterator[Callable[[str], object]]:
    """The shape of the page to come, with a line above it that tells what is being waited for."""
    place = st.empty()
    with place.container():
        line = st.empty()
        st.skeleton(height=56)
        left, right = st.columns([3, 2])
        left.skeleton(height=360)
        right.skeleton(height=360)
    try:
        yield lambda text: line.text(text)
    finally:
        place.empty()


def _framed() -> None:
    """Runs the app again from its frame. Until a process has met `st.navigation`, Streamlit runs the file of `pages/` that an
    address names by itself, without `app.py`: who opens a link first after a start would get a page without its frame."""
    PagesManager.uses_pages_directory = False
    st.rerun()


def guarded(draw: Callable[[], None]) -> None:
    """The page, or the state it is in, in one sentence with what to do; a traceback goes to the log and nowhere else."""
    if PagesManager.uses_pages_directory:
        _framed()
    try:
        draw()
    except StoreUnreachable as error:
        notice(
            "The store cannot be reached.",
            str(error),
            "The request above is kept: ask again when the store is back. Traces saved as JSON can still be read.",
            key="state-store",
        )
    except EncoderMismatch as error:
        notice("The memories here were embedded by another encoder.", str(error), key="state-encoder")
    except WrongCall as error:
        notice("This cannot be asked as it stands.", str(error), key="state-call")
    except SecondLayerError as error:
        notice("This did not work.", str(error), key="state-other")
    except Exception:
        code = f"e{uuid4().hex[:8]}"
        _log.exception("error %s", code)
        notice("Something went wrong here.", f"The log holds the details under the id {code}.", key="state-unexpected")


def store_line() -> None:
    """Where the store is, how many current memories it holds, and its health; loads the demonstration when it is missing."""
    line = st.empty()
    line.text("Opening the store.", width="stretch")
    try:
        health = _loaded_store(lambda text: line.text(text, width="stretch")).health()
    except SecondLayerError as error:
        line.text(f"Store: not reachable.\n{error}" if isinstance(error, StoreUnreachable) else str(error), width="stretch")
        st.button("Try again", key="store.again", type="tertiary")
        return
    state = "In good health." if not health.warnings else " ".join(health.warnings)
    filed = f"{health.current:,} current memories in {health.scopes:,} scopes."
    line.text(f"{organisation()}\n{filed} {state}\n{health.where}", width="stretch")
    st.button("Look again", key="store.again", type="tertiary")


def lesson_place() -> Opened:
    """The demonstration organisation, which the lessons run on, with the encoder.

    Loaded here where the app opens it by itself; elsewhere nothing is written into an organisation's store for a lesson.
    Raises WrongCall when the store does not hold it.
    """
    with _working() as tell:
        if is_demonstration():
            held = _loaded_store(tell)
        else:
            held = store(_demonstration())
            if not held.scope_counts():
                raise WrongCall(
                    "The lessons run on the demonstration organisation, and this store does not hold it; "
                    "`secondlayer demo` loads it."
                )
        if not is_loaded():
            tell("Reading the encoder's weights. This happens once, and takes a few seconds.")
        return Opened(store=held, encoder=encoder())


class _Loading:
    """The loading of the demonstration organisation, by one thread a process, so that no session interrupts it."""

    def __init__(self, opened: Store) -> None:
        self.said = "Loading the demonstration organisation: reading the encoder's weights."
        self.failed: Exception | None = None
        self._thread = threading.Thread(target=self._load, args=(opened,), daemon=True, name="demonstration")
        self._thread.start()

    @property
    def running(self) -> bool:
        return self._thread.is_alive()

    def _load(self, opened: Store) -> None:
        from secondlayer.demonstration import load_demonstration

        def told(source: str, place: int, sources: int) -> None:
            self.said = f"Loading the demonstration organisation, once: source {place} of {sources}, {source}."

        try:
            load_demonstration(opened, encoder(), told=told)
        except Exception as error:
            _log.exception("the demonstration organisation could not be loaded")
            self.failed = error


@st.cache_resource(show_spinner=False)
def _loading(org: str) -> _Loading:
    return _Loading(store(org))


def _loaded_store(tell: Callable[[str], object]) -> Store:
    """The store, with the demonstration organisation in it; `tell` hears what is being waited for."""
    org = organisation()
    opened = store(org)
    if is_demonstration() and not _is_whole(org):
        if not opened.may_write():
            raise NotAllowed(
                f"The demonstration organisation {org} is not loaded here whole, and the role that asks may only read; load it "
                "with `secondlayer demo` as a role that may write, or name another organisation in SECONDLAYER_ORG."
            )
        loading = _loading(org)
        while loading.running:
            tell(loading.said)
            time.sleep(0.25)
        if loading.failed is not None:
            _loading.clear()
            raise loading.failed if isinstance(loading.failed, SecondLayerError) else SecondLayerError()
        _is_whole.clear()
        _holding.clear()
    return opened


@st.cache_resource(show_spinner=False)
def _is_whole(org: str) -> bool:
    """Whether the demonstration organisation is loaded to its last statement: a stop half way is made good."""
    from secondlayer.demonstration import DATA

    last = sorted((DATA / "organisation" / "imported").glob("*.jsonl"))[-1]
    texts = [
        entry.memory.text for entry in read_lines(last, now=datetime.now(UTC)) if isinstance(entry, Entry) and entry.memory
    ]
    return store(org).find_text(texts[-1]) is not None


def _demonstration() -> str:
    from secondlayer.demonstration import organisation as demonstration

    return demonstration()
