"""What a read looked at: the same read under each arm, live, and paper 001's experiment."""

import json

import streamlit as st

from secondlayer.records import ArmReading
from secondlayer.scanning import reading_json
from secondlayer.show.arms import because, reasons, verdict
from secondlayer.show.on_screen import arms, opened, strip
from secondlayer.show.on_screen import text as on_screen
from secondlayer.show.on_screen.evidence import evidence
from secondlayer.show.on_screen.experiment import experiment


def page() -> None:
    strip.title("Scan")
    asked, notes = strip.request_strip()
    if notes:
        on_screen.notice("Not everything in the request could be used.", *notes, key="state-notes")
    if not asked.prompt.strip():
        strip.example_buttons()
        experiment()
        return
    trace = opened.trace_of(asked)
    readings = arms.readings_of(trace, asked)
    stored = opened.store(opened.organisation()).state()
    current = stored.memories - stored.retired
    strip.example_shown(asked)
    st.header(verdict(readings), anchor=False)
    for reason in reasons(readings, current):
        on_screen.said(reason)
    arms.choices(trace, asked)
    if readings[0].exact:
        arms.figures(readings, current)
        arms.missed(readings)
    why_each(readings)
    arms.statement(readings, trace, asked)
    with st.container(horizontal=True):
        evidence(trace)
        st.download_button(
            "Readings, JSON",
            lambda: json.dumps([reading_json(reading) for reading in readings], ensure_ascii=False, indent=2),
            f"{trace.brief_id}-arms.json",
            "application/json",
            on_click="ignore",
            key="readings.json",
        )
    experiment()


def why_each(readings: tuple[ArmReading, ...]) -> None:
    st.subheader("Why each ended where it did", anchor=False)
    with st.container(gap="xsmall", key="because"):
        for reading in readings:
            on_screen.said(f"{reading.arm}. {because(reading)}")


opened.guarded(page)
