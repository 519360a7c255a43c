"""Paraphrases of the prompt: asked for on demand, each run by the engine once a session, and shown by their margins."""

from collections.abc import Sequence

import streamlit as st

from secondlayer.engine.paraphrases import Reworded, Wording, one_word_less
from secondlayer.paraphrasing import paraphrase
from secondlayer.records import Trace
from secondlayer.show.address import Asked
from secondlayer.show.on_screen import opened, strip, text

#: what `show` holds in the address when the prompt is run with each word left out
WORD_BY_WORD = "paraphrases"
#: the most lines taken, and characters of all of them together: they go into the address
_LINES, _CHARS = 24, 2000


def paraphrase_form(trace: Trace, asked: Asked) -> None:
    """The button that leaves out one word at a time, and the field for wordings of one's own."""
    made = len(one_word_less(trace.request.prompt))
    on = asked.look.get("show") == WORD_BY_WORD
    if made:
        label = "Take these out again" if on else f"Run the prompt {made:,} times, each with one word left out"
        st.button(label, key="look.word_by_word", on_click=strip.look, kwargs={"show": "" if on else WORD_BY_WORD})
    state = st.session_state
    if state.get("look.typed.seen") != asked.look.get("other", ""):
        state["look.typed"] = state["look.typed.seen"] = asked.look.get("other", "")
    with st.form("paraphrases", border=False):
        st.text_area("Paraphrases of your own, one a line", key="look.typed", height=90, max_chars=_CHARS)
        st.form_submit_button("Run these", on_click=_typed, key="look.run")


def wordings(trace: Trace, asked: Asked) -> tuple[Wording, ...]:
    """The wordings the address asks for: those with one word left out, then those typed, without doubles."""
    made = one_word_less(trace.request.prompt) if asked.look.get("show") == WORD_BY_WORD else ()
    lines = [line.strip() for line in asked.look.get("other", "")[:_CHARS].splitlines()]
    typed = dict.fromkeys(line for line in lines if line and line not in {one.prompt for one in made})
    return (*made, *(Wording(prompt=line) for line in list(typed)[:_LINES]))


def run(trace: Trace, asked: Asked, wanted: Sequence[Wording], watched: Sequence[str]) -> tuple[Reworded, ...]:
    """What became of the memories watched under each wording; kept for the session until something else is asked."""
    key = (asked.run, tuple(wanted), tuple(watched))
    kept: tuple[object, tuple[Reworded, ...]] | None = st.session_state.get("reads.paraphrases")
    if kept is not None and kept[0] == key:
        return kept[1]
    place = st.empty()
    place.progress(0.0, f"Running the engine on {len(wanted):,} wordings.")
    try:
        results = paraphrase(
            trace,
            asked.settings,
            wanted,
            watched,
            opened.store(opened.organisation()),
            opened.encoder(),
            told=lambda done: place.progress(done / len(wanted), f"Wording {done:,} of {len(wanted):,}."),
        )
    finally:
        place.empty()
    st.session_state["reads.paraphrases"] = (key, results)
    return results


def note(wanted: Sequence[Wording], asked: Asked) -> None:
    """Says when not every line that was typed is run."""
    lines = {line.strip() for line in asked.look.get("other", "").splitlines()} - {""}
    typed = sum(not one.without for one in wanted)
    if typed == _LINES < len(lines):
        text.said(f"The first {_LINES:,} of the {len(lines):,} lines are run.")


def _typed() -> None:
    typed = st.session_state["look.typed"] or ""
    st.session_state["look.typed.seen"] = typed
    strip.look(other=typed)
