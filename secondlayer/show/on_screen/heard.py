"""The owners' page: which prompts are told of, what came of them, and the report to keep."""

from dataclasses import replace
from datetime import UTC, datetime
from urllib.parse import quote

import streamlit as st

from secondlayer.records import Heard, Request
from secondlayer.show import heard as shown
from secondlayer.show.address import LONGEST_IN_ADDRESS, Asked
from secondlayer.show.on_screen import navigation, opened, prompts, strip, text
from secondlayer.show.report import Section
from secondlayer.store import Store

SOURCES = {"examples": "Example prompts", "served": "Served briefs", "own": "Prompts of your own"}
DAYS = 365
_MOST_DAYS = 36_500
_TALLEST = 35 * 11 + 3
_WIDTHS = {"memory": 460, "nearest memory": 420, "asked": 330}


def source_choice(asked: Asked, store: Store) -> str:
    """Which prompts are told of: those of the address, else the examples where there are any, else what was served."""
    offered = [name for name in SOURCES if name != "examples" or opened.is_demonstration()]
    usual = offered[0] if offered[0] == "examples" or store.served_briefs(limit=1) else "own"
    source = asked.look.get("prompts") if asked.look.get("prompts") in offered else usual
    st.session_state["heard.source"] = source
    st.radio(
        "What agents hear, over",
        offered,
        format_func=SOURCES.__getitem__,
        key="heard.source",
        horizontal=True,
        on_change=lambda: strip.look(prompts=st.session_state["heard.source"]),
    )
    return str(source)


def days_choice(asked: Asked) -> int:
    """After how many days a memory is called stale."""
    given = asked.look.get("days", "")
    days = min(int(given), _MOST_DAYS) if given.isascii() and given.isdigit() else DAYS
    st.session_state["heard.days"] = days
    st.number_input(
        "Stale after, days",
        1,
        _MOST_DAYS,
        key="heard.days",
        on_change=lambda: strip.look(days=str(st.session_state["heard.days"])),
        width=180,
    )
    return max(1, days)


def run(source: str, asked: Asked, store: Store) -> Heard | None:
    """What the prompts come to; None while there are none to run. Raises WrongCall, BadScope, StoreUnreachable."""
    if source == "examples":
        return prompts.of_examples(store)
    if source == "served":
        heard = prompts.of_served(store)
        if not heard.prompts:
            text.notice(
                "No served brief is kept yet.",
                "A brief is kept when it is served: by `secondlayer brief`, or by an agent's door. Until then, run prompts.",
                key="state-served",
            )
            return None
        return heard
    lines, repo = _own(asked)
    if not lines.strip():
        return None
    return prompts.of_own(
        store, lines, repo, asked.as_of or datetime.now(UTC).replace(hour=0, minute=0, second=0, microsecond=0)
    )


def _own(asked: Asked) -> tuple[str, str]:
    """The form for prompts of one's own, and what was given in it last."""
    given = st.session_state.get("heard.long") or asked.look.get("own", "")
    if not opened.is_demonstration():
        text.said("Example prompts exist for the demonstration organisation only.")
    text.said("Give the tasks your agents get. Their briefs are assembled here and now; nothing is kept of them.")
    with st.form("heard.own"):
        st.session_state["heard.lines"], st.session_state["heard.place"] = given, asked.look.get("place", "")
        st.text_area(
            "Prompts, one a line; a line that ends in “ @ owner/name” is asked from that repository",
            key="heard.lines",
            height=140,
        )
        st.text_input("Repository of the others", key="heard.place", placeholder="owner/name, or none")
        st.form_submit_button("Run them", type="primary", on_click=_take)
    if st.session_state.get("heard.long"):
        text.said("These prompts are too long for an address: a reload or a copied link would not bring them back.")
    return given, asked.look.get("place", "")


def _take() -> None:
    lines, place = st.session_state["heard.lines"], st.session_state["heard.place"].strip()
    long = len(quote(lines)) > LONGEST_IN_ADDRESS
    st.session_state["heard.long"] = lines if long else ""
    strip.look(own="" if long else lines, place=place, prompts="own")


def margins(heard: Heard) -> None:
    """By how much each prompt's seats were won or missed, drawn and as a table."""
    chart = shown.margins_chart(heard)
    if chart is None:
        return
    st.subheader("Won or missed, by how much", anchor=False)
    drawn, figures = st.columns([3, 2], gap="large")
    with drawn:
        text.said("◆ seated, right of the bar. ◇ the best of the organisation that fell short of it.")
        st.altair_chart(chart, alt=shown.verdict(heard))
    with figures:
        text.table(shown.margins_table(heard), "Margins of seats and near misses by prompt", height=_TALLEST)


def parts(sections: tuple[Section, ...], heard: Heard, asked: Asked) -> None:
    """Every part of the report, its rows scrolling inside themselves; a row picked leads to its memory, or to its brief."""
    for section in sections:
        st.subheader(section.title, anchor=False)
        for says in section.says:
            text.said(says)
        if section.table is None or section.table.empty:
            continue
        picked = text.table(
            section.table,
            section.title,
            columns={name: st.column_config.TextColumn(name, width=width) for name, width in _WIDTHS.items()},
            height=min(_TALLEST, 35 * (len(section.table) + 1) + 3),
            on_select="rerun",
            selection_mode="single-row",
            # the key names the rows: a selection never survives as another row
            key=f"heard-{hash(section.table.to_csv())}",
        )
        for position in picked["selection"]["rows"][:1]:
            _leads_on(section, position, heard, asked)


def _leads_on(section: Section, position: int, heard: Heard, asked: Asked) -> None:
    assert section.table is not None
    if "id" not in section.table.columns:
        navigation.page_link("brief", "Open its brief", _view(heard.prompts[position].request))
        return
    memory_id = section.table["id"].iloc[position]
    if memory_id:
        text.exact(section.table[section.table.columns.intersection(["memory", "nearest memory"])[0]].iloc[position])
        navigation.page_link("memories", "Its whole story", replace(asked, memory=memory_id))


def _view(request: Request) -> Asked:
    return Asked(
        prompt=request.prompt,
        repo=request.repo or "",
        team=request.team or "",
        path=request.path or "",
        budget_chars=request.budget_chars,
        as_of=request.as_of,
    )
