"""A lesson on screen: one step at a time, with the one number that may be changed and what follows from it."""

import streamlit as st

from secondlayer.asking import Opened
from secondlayer.lessons.step import Claim, Control, Lesson, Shown, Step, value_of
from secondlayer.show import reads_charts
from secondlayer.show.findings import verdict
from secondlayer.show.lesson_charts import figures_chart, figures_table, takeaway
from secondlayer.show.on_screen import opened, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.tables import standings_table


def lesson(taught: Lesson) -> None:
    """The whole page of a lesson: where it stands is in the address."""
    view, _ = strip.current()
    at = _step_of(view.look.get("step", ""), taught)
    step = taught.steps[at - 1]
    st.title(taught.title, anchor=False)
    on_screen.said(f"Paper {taught.number}. {taught.claim}")
    _steps(taught, at)
    st.header(step.title, anchor=False)
    for sentence in step.says:
        on_screen.said(sentence)
    own = value_of(step)
    value = view.look.get("pair" if step.pair else "number", "") or own
    if step.control and value not in step.control.choices:
        on_screen.notice("The value in the address is none of this step's.", f"It stands at {own} instead.")
        value = own
    with st.container(border=True, key="control"):
        if step.control:
            _control(step.control, value)
        elif step.pair:
            _pair(value, own)
        if value != own:
            st.button("Back to the lesson's own", on_click=_back, key="lesson.back", type="tertiary")
    place = opened.lesson_place()
    shown = _run(step, taught, at, value, place)
    if shown is not None:
        _shown(shown)


def _steps(taught: Lesson, at: int) -> None:
    with st.container(horizontal=True, vertical_alignment="center", key="steps"):
        before, after = f"{at - 1}", f"{at + 1}"
        st.button("Previous", on_click=_go, args=(before,), disabled=at == 1, key="lesson.previous")
        st.button("Next", on_click=_go, args=(after,), disabled=at == len(taught.steps), key="lesson.next", type="primary")
        numbers = [str(number) for number in range(1, len(taught.steps) + 1)]
        titles = {number: f"Step {number} of {len(numbers)}: {taught.steps[int(number) - 1].title}" for number in numbers}
        st.session_state["lesson.step"] = str(at)
        on_screen.chosen(
            "Step",
            numbers,
            titles,
            key="lesson.step",
            label_visibility="collapsed",
            on_change=lambda: _go(st.session_state["lesson.step"]),
            width=420,
        )


def _control(control: Control, value: str) -> None:
    st.session_state["lesson.number"] = value
    on_screen.chosen(
        control.label,
        control.choices,
        {choice: _choice(choice, control) for choice in control.choices},
        key="lesson.number",
        on_change=lambda: strip.look(number=st.session_state["lesson.number"]),
        width=420,
    )
    on_screen.said(control.says[:1].upper() + control.says[1:] + ".")


def _pair(value: str, own: str) -> None:
    first, _, second = value.partition("\n")
    with st.form("lesson.pair", border=False):
        one = st.text_input("The sentence that is carried", first, max_chars=400)
        other = st.text_input("The sentence considered after it", second, max_chars=400)
        if st.form_submit_button("Compare"):
            typed = f"{one.strip()}\n{other.strip()}"
            strip.look(pair="" if typed == own else typed)
            st.rerun()


def _run(step: Step, taught: Lesson, at: int, value: str, place: Opened) -> Shown | None:
    key = (taught.name, at, value)
    kept = st.session_state.get("lesson.shown")
    if kept is not None and kept[0] == key:
        shown: Shown = kept[1]
        return shown
    if step.on_demand and not st.button("Run it now, in a scratch table", key="lesson.run", type="primary"):
        on_screen.said("It takes some seconds, and leaves nothing behind.")
        return None
    bar = st.progress(0.0, "Running") if step.on_demand else None

    def told(doing: str, done: int, of: int) -> None:
        if bar is not None:
            bar.progress(min(1.0, done / of) if of else 0.0, doing)

    shown = step.run(place, value, told)
    if bar is not None:
        bar.empty()
    st.session_state["lesson.shown"] = (key, shown)
    return shown


def _shown(shown: Shown) -> None:
    st.subheader("What follows", anchor=False)
    on_screen.said(shown.says)
    _claims(shown.claims)
    if shown.lines:
        on_screen.marked(shown.lines, "lesson-lines", border=True)
    if shown.reads is not None:
        st.altair_chart(reads_charts.reads_chart(shown.reads), alt=verdict(shown.reads), key=f"lesson-{shown.reads.brief_id}")
        standings = standings_table(shown.reads)
        on_screen.table(standings, "The organisation's memories at the bar", columns=on_screen.scores("own", "combined"))
    for number, figures in enumerate(shown.figures):
        on_screen.said(figures.title)
        chart = figures_chart(figures)
        if chart is None:
            on_screen.table(figures_table(figures), figures.title)
            continue
        drawn, told = st.columns([3, 2], gap="large")
        with drawn:
            st.altair_chart(chart, alt=takeaway(figures), key=f"lesson-figures-{number}")
        with told:
            on_screen.table(figures_table(figures), figures.title)


def _claims(claims: tuple[Claim, ...]) -> None:
    lines = [
        ("✓" if claim.holds else "✕", claim.says if claim.holds else f"Not with this number: {claim.says}") for claim in claims
    ]
    on_screen.marked(lines, "claims")


def _choice(choice: str, control: Control) -> str:
    return f"{choice} (the lesson's own)" if choice == control.own else choice


def _step_of(named: str, taught: Lesson) -> int:
    return int(named) if named.isdecimal() and 1 <= int(named) <= len(taught.steps) else 1


def _go(step: str) -> None:
    strip.look(step="" if step == "1" else step, number="", pair="")


def _back() -> None:
    strip.look(number="", pair="")
