"""One read under each arm: run once a session, with the limits that can be changed, the statement and its plan."""

import streamlit as st

from secondlayer.records import ArmReading, ReadName, Trace
from secondlayer.scanning import ARMS, plan_of, scan_arms
from secondlayer.settings import card_of
from secondlayer.show import arms as shown
from secondlayer.show.address import Asked
from secondlayer.show.on_screen import opened, strip, text
from secondlayer.show.on_screen.kept import kept

_LIMITS = {
    "ef_search": "Candidate list of a walk (paper, auto)",
    "max_scan_tuples": "Ceiling of a walk, entries (paper, auto)",
    "exact_cutoff": "auto compares all up to, memories",
}
_NONE = "none"


def readings_of(trace: Trace, asked: Asked) -> tuple[ArmReading, ...]:
    """The readings of the read looked at, live; once a session for one request."""
    names = tuple(read.name for read in trace.reads)
    name: ReadName = names[-1] if asked.look.get("read") == names[-1] else names[0]
    store, encoder = opened.store(opened.organisation()), opened.encoder()
    key = (asked.run, name)
    return kept("arms", key, lambda: scan_arms(trace.request, asked.settings, store, encoder, read=name))


def choices(trace: Trace, asked: Asked) -> None:
    """Which of the two reads is scanned, and the limits of a walk."""
    names = [read.name for read in trace.reads]
    with st.container(horizontal=True, vertical_alignment="bottom"):
        if len(names) > 1:
            st.session_state["scan.read"] = asked.look.get("read") if asked.look.get("read") in names else names[0]
            st.radio(
                "Read",
                names,
                key="scan.read",
                horizontal=True,
                on_change=lambda: strip.look(read=st.session_state["scan.read"]),
            )
        with st.popover("Limits of the walk"):
            _limits(asked)
        if asked.settings.exact_cutoff:
            st.button("Let auto walk too", on_click=strip.change, kwargs={"exact_cutoff": 0})
        else:
            own = card_of("exact_cutoff").value
            st.button(f"Let auto compare up to {own:,} again", on_click=strip.change, kwargs={"exact_cutoff": own})


def _limits(asked: Asked) -> None:
    with st.form("scan.limits", border=False):
        for name, label in _LIMITS.items():
            card = card_of(name)
            st.session_state[f"scan.{name}"] = getattr(asked.settings, name)
            st.number_input(label, int(card.low or 0), int(card.high or 0), key=f"scan.{name}")
        st.form_submit_button("Read with these", on_click=_change)


def _change() -> None:
    strip.change(**{name: st.session_state[f"scan.{name}"] for name in _LIMITS})


def figures(readings: tuple[ArmReading, ...], stored: int) -> None:
    """The chart of what was examined, and the table with all figures."""
    st.subheader("What each arm examined", anchor=False)
    text.said(f"Bar: examined. Upright: in scope. The box is as wide as all {stored:,} current memories.")
    st.altair_chart(shown.examined_chart(readings, stored), alt=_alt(readings, stored))
    text.table(
        shown.arms_table(readings),
        "The read under each arm: plan, counts, what of the exact list it found, stop and ceilings",
        columns={name: st.column_config.TextColumn(name, alignment="right") for name in shown.FIGURES},
    )


def missed(readings: tuple[ArmReading, ...]) -> None:
    """What belongs in the list and the arms did not find."""
    table = shown.missed_table(readings)
    if not table.empty:
        st.subheader("Missed, though it belongs in the list", anchor=False)
        text.table(table, "What belongs in the list and an arm did not find", columns=text.scores("score"), long=True)


def statement(readings: tuple[ArmReading, ...], trace: Trace, asked: Asked) -> None:
    """The statement of one arm and the server's plan of it, when they are asked for."""
    st.subheader("Statement and plan", anchor=False)
    st.session_state["scan.show"] = asked.look.get("show") if asked.look.get("show") in ARMS else _NONE
    st.radio("Of the arm", (_NONE, *ARMS), key="scan.show", horizontal=True, on_change=_open)
    reading = next((one for one in readings if one.arm == asked.look.get("show")), None)
    if reading is None:
        return
    if not reading.read.scan.statement:
        text.said("No statement was run: the scopes hold nothing.")
        return
    store, encoder = opened.store(opened.organisation()), opened.encoder()
    plan = kept(
        "plan",
        (asked.run, reading.read.name, reading.arm),
        lambda: plan_of(reading, trace.request, asked.settings, store, encoder),
    )
    text.said("The statement as it was sent; %(vector)b is the prompt's vector.")
    text.exact(reading.read.scan.statement)
    text.said("The server's plan of it, read only and not run again.")
    text.exact(plan)


def _open() -> None:
    arm = st.session_state["scan.show"]
    strip.look(show="" if arm == _NONE else arm)


def _alt(readings: tuple[ArmReading, ...], stored: int) -> str:
    told = [f"{one.arm} {'not known' if (seen := one.read.scan.examined) is None else f'{seen:,}'}" for one in readings]
    return f"Memories each arm examined, of {stored:,}: {', '.join(told)}"
