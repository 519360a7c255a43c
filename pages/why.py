"""Why one memory is in a brief, or is not: the verdict, what would change it, and how far it came."""

import streamlit as st

from secondlayer.engine.funnel import funnel
from secondlayer.engine.near import near_misses
from secondlayer.engine.pairs import above, judged_at_the_bar, rival, unscored
from secondlayer.records import Memory, Trace, Verdict
from secondlayer.serving import settings_of
from secondlayer.show import comparisons, tables, unwritten, verdicts
from secondlayer.show.address import Asked
from secondlayer.show.circumstances import circumstances, named
from secondlayer.show.on_screen import opened, strip, why
from secondlayer.show.on_screen import served as briefs
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.on_screen.evidence import evidence
from secondlayer.show.rows import rows


def page() -> None:
    strip.title("Why")
    asked, notes = strip.request_strip()
    if notes:
        on_screen.notice("Not everything in the request could be used.", *notes, key="state-notes")
    served = briefs.brief_of(asked)
    if served is None and not asked.prompt.strip():
        on_screen.said("Say what the task was, and from which repository; then which memory you expected, or did not.")
        strip.example_buttons()
        briefs.choice()
        return
    trace = served[1] if served else opened.trace_of(asked)
    if served:
        briefs.told(served[0])
    strip.example_shown(asked)
    verdict = opened.verdict_on(trace, asked) if asked.memory else None
    looked_at = verdict.memory.id if verdict and verdict.memory else ""
    why.search(trace, asked, looked_at)
    if verdict is None:
        nothing_chosen(trace, asked)
    elif verdict.memory is None:
        unwritten_text(trace, asked)
    else:
        answer(verdict, trace)
        way(trace, verdict)
        beside(verdict, verdict.memory, trace, asked)
    close(trace)
    evidence(trace, verdict)


def nothing_chosen(trace: Trace, asked: Asked) -> None:
    st.header("Choose a memory, or paste the sentence you expected", anchor=False)
    strip.about_button(asked)
    way(trace, None)


def answer(verdict: Verdict, trace: Trace) -> None:
    memory = verdict.memory
    assert memory is not None
    st.header(verdicts.headline(verdict, trace), anchor=False)
    for sentence in (verdict.sentence, *circumstances(verdict, trace)):
        on_screen.said(sentence)
    on_screen.marked(named(verdict, trace), "named")
    why.changes(verdicts.changes(verdict, trace), verdicts.cannot(verdict), verdict)
    st.subheader("The memory, exactly as stored", anchor=False)
    on_screen.exact(memory.text)
    on_screen.said(tables.origin_line(memory))


def unwritten_text(trace: Trace, asked: Asked) -> None:
    ones = unwritten.nearest_ones(asked.memory, opened.nearest_to(asked.memory, trace), settings_of(trace))
    st.header(unwritten.headline(ones, settings_of(trace)), anchor=False)
    on_screen.exact(asked.memory)
    why.nearest(ones)


def way(trace: Trace, verdict: Verdict | None) -> None:
    stored, current = opened.counted(opened.organisation())
    passed = verdicts.steps(funnel(trace, stored=stored, current=current), trace, verdict)
    st.subheader("From the store to the brief", anchor=False)
    why.gates(passed)
    if verdict is not None:
        on_screen.table(comparisons.steps_table(passed), "The gates in order: this run, and this memory")


def beside(verdict: Verdict, memory: Memory, trace: Trace, asked: Asked) -> None:
    outside, scored = unscored(trace, settings_of(trace), verdict), rows(trace)
    other = asked.look.get("with") or rival(trace, verdict)
    if not scored or not (outside or any(row.id == memory.id for row in scored)):
        return
    st.subheader("Its six terms, beside another's", anchor=False)
    why.other_choice(scored, other or "")
    if other:
        at_the_bar = judged_at_the_bar(verdict) and "with" not in asked.look
        pair = above(trace, memory.id, other, at_the_bar=at_the_bar, outside=outside)
        why.waterfalls(pair, trace, memory.id, bar=at_the_bar)


def close(trace: Trace) -> None:
    st.subheader("What came closest and is not in the brief", anchor=False)
    why.near(near_misses(trace), trace)


opened.guarded(page)
