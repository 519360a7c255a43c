"""The request strip: the form on top of every page that inspects a run, and the examples under an empty prompt."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any

import streamlit as st

from secondlayer.demonstration import Example, examples
from secondlayer.errors import SecondLayerError
from secondlayer.settings import card_of, preset
from secondlayer.show.address import CHANGEABLE, Asked, as_moment, read_address, write_address
from secondlayer.show.on_screen import what_if
from secondlayer.show.on_screen.opened import forget, is_demonstration, organisation, organisations
from secondlayer.show.on_screen.text import chosen, notice, said


def current() -> tuple[Asked, tuple[str, ...]]:
    """The view the address stands for, with its notes; the form is filled from it when the address is new.

    Streamlit empties the address when another page is opened: the request then follows to that page.
    """
    state = st.session_state
    params = st.query_params.to_dict()
    opened_from = state.get("ask.page")
    if "ask.view" in state and opened_from != state["page"]:
        # a field that another page did not draw has lost what it held
        _fill(state["ask.view"])
        state["ask.page"] = state["page"]
    if "ask.view" in state and not params and opened_from != state["page"]:
        go(state["ask.view"], state["ask.notes"])
    elif "ask.view" not in state or state["ask.address"] != params:
        view, notes = read_address(params)
        _fill(view)
        if view.prompt and view.as_of is None:
            view = replace(view, as_of=_now())
        go(view, notes)
    return state["ask.view"], state["ask.notes"]


def go(view: Asked, notes: tuple[str, ...] = ()) -> None:
    """That view is the current one, and the address says so."""
    address = write_address(view)
    st.query_params.from_dict(address)
    st.session_state.update(
        {"ask.view": view, "ask.notes": notes, "ask.address": address, "ask.page": st.session_state["page"]}
    )


def request_strip() -> tuple[Asked, tuple[str, ...]]:
    """The form, and the view asked for last. Nothing runs until the button is pressed."""
    view, notes = current()
    with st.form("ask", border=True):
        st.text_area(
            "Prompt",
            key="ask.prompt",
            height="content",
            placeholder="The task, as an agent would be given it",
        )
        repo, team, path, budget, as_of = st.columns([3, 2, 3, 2, 2.6])
        repo.text_input("Repository", key="ask.repo", placeholder="owner/name, or none")
        team.text_input("Team", key="ask.team", placeholder="none")
        path.text_input("Path in the repository", key="ask.path", placeholder="none")
        card = card_of("budget_chars")
        budget.number_input(
            "Budget, characters", int(card.low or 0), int(card.high or 0), step=500, key="ask.budget", value="min"
        )
        as_of.text_input("As of, UTC", key="ask.as_of", placeholder="now")
        with st.container(horizontal=True, vertical_alignment="center"):
            st.form_submit_button("Ask", type="primary", on_click=_ask, key="ask.go")
            changed = len(view.changes) + (view.preset != "product")
            with st.popover(f"What if ({changed} changed)" if changed else "What if", key="ask.rules"):
                what_if.panel(_ask)
    if view.too_long:
        left = " and the ".join(view.too_long)
        notice(
            f"The {left} {'are' if len(view.too_long) > 1 else 'is'} too long for an address.",
            "The answer below stands, but a reload, a new session or a copied link would not bring it back: keep its evidence.",
            key="state-long",
        )
    return view, notes


def example_buttons() -> None:
    """Ready prompts, each named for what it shows; one press fills the form and asks."""
    if not is_demonstration():
        st.markdown("Say what the task is, and from which repository. The brief an agent would get stands here then.")
        return
    st.header("Start with an example", anchor=False)
    with st.grid(3, gap="medium"):
        for example in examples():
            with st.container(gap="xsmall"):
                st.button(
                    example.title, key=f"example.{example.name}", on_click=_take, args=(example,), width="stretch", wrap=True
                )
                said(example.shows)


def title(name: str) -> None:
    """The page's name and, once something is asked, the same examples folded away beside it."""
    view, _ = current()
    with st.container(horizontal=True, vertical_alignment="center", horizontal_alignment="distribute"):
        st.title(name, anchor=False, width="content")
        if is_demonstration() and view.prompt.strip():
            with st.popover("Examples", type="tertiary", key="ask.examples"):
                for example in examples():
                    st.button(example.title, key=f"example.{example.name}", on_click=_take, args=(example,), width="stretch")


def example_shown(view: Asked) -> None:
    """What to look at, when the view came from an example."""
    example = _example(view)
    if example is not None:
        said(f"{example.title}: {example.shows}")


def about_button(view: Asked) -> None:
    """The memory that the view's example is about, to be looked at."""
    example = _example(view)
    if example is not None:
        with st.container(border=True, gap="xsmall", key="about"):
            said(f"This example is about: {example.about}")
            st.button("Look at this one", key="about.look", on_click=look_at, args=(example.about,))


def look_at(memory_id: str) -> None:
    """That memory is looked at, beside no other one chosen; an empty id looks at none."""
    view, notes = current()
    look = {name: value for name, value in view.look.items() if name != "with"}
    go(replace(view, memory=memory_id, look=look), notes)


def look(**named: str) -> None:
    """What the page alone looks at, by the names of LOOKS; an empty value looks at none."""
    view, notes = current()
    go(replace(view, look={name: value for name, value in (view.look | named).items() if value}), notes)


def look_at_pair(memory_id: str, other_id: str) -> None:
    """Those two memories are looked at, beside each other."""
    view, notes = current()
    go(replace(view, memory=memory_id, look=view.look | {"with": other_id}), notes)


def change(**named: Any) -> None:
    """The same request with these settings; one at its preset's own value is no change."""
    view, _ = current()
    own = preset(view.preset)
    changes = {name: value for name, value in (view.changes | named).items() if value != getattr(own, name)}
    view = replace(view, changes=changes)
    _fill(view)
    go(view)


def back_to_product() -> None:
    """The same request under the product's own settings."""
    view, _ = current()
    view = replace(view, preset="product", changes={})
    _fill(view)
    go(view)


def organisation_choice() -> None:
    """Which organisation is shown, where there is more than one to choose from."""
    offered = organisations()
    if len(offered) < 2:
        return
    shown = organisation()
    if st.session_state.get("ask.org") not in offered:
        st.session_state["ask.org"] = shown
    chosen("Organisation", offered, {}, key="ask.org", on_change=_change_organisation)


def _change_organisation() -> None:
    """Another organisation starts with an empty request."""
    forget()
    view = Asked(org=st.session_state["ask.org"])
    _fill(view)
    go(view)


def everything_button(view: Asked, *, listed: int, scored: int) -> None:
    """The switch between what was listed or carried, and all that was scored; nothing where that is the same."""
    if scored > listed or view.everything:
        label = "List only what was listed or carried" if view.everything else f"List all {scored:,} that were scored"
        st.button(label, on_click=list_everything, args=(not view.everything,), type="tertiary", key="rows.all")


def list_everything(everything: bool) -> None:
    """Whether every block considered is listed."""
    view, notes = current()
    go(replace(view, everything=everything), notes)


def _ask() -> None:
    """What the form holds becomes the view; a field that cannot be read is said, and the view stays as it was."""
    state = st.session_state
    before: Asked = state.get("ask.view", Asked())
    kept = {name: value for name, value in before.changes.items() if name not in CHANGEABLE}
    try:
        as_of = as_moment(state["ask.as_of"] or "")
        view = Asked(
            org=before.org,
            prompt=state["ask.prompt"] or "",
            repo=(state["ask.repo"] or "").strip(),
            team=(state["ask.team"] or "").strip(),
            path=(state["ask.path"] or "").strip(),
            budget_chars=int(card_of("budget_chars").parse(str(state["ask.budget"]))),
            as_of=as_of or _now(),
            preset=state["ask.preset"],
            changes=kept | what_if.changed(),
            example=before.example if state["ask.prompt"] == before.prompt else "",
            everything=before.everything,
            memory=before.memory if state["page"] == "why" else "",
        )
        view.settings  # noqa: B018  raises BadSetting before anything is asked
    except (SecondLayerError, ValueError) as error:
        go(before, (str(error),))
        return
    forget()
    go(view, () if view.prompt.strip() else ("The prompt is empty; say in a sentence what the task is.",))


def _take(example: Example) -> None:
    view = Asked(
        org=current()[0].org,
        prompt=example.prompt,
        repo=example.repo or "",
        team=example.team or "",
        path=example.path or "",
        budget_chars=example.budget_chars,
        as_of=example.as_of,
        changes=dict(example.settings),
        example=example.name,
        memory=example.about if st.session_state["page"] == "why" else "",
    )
    take(view)


def take(view: Asked) -> None:
    """That view is asked for, and the form shows it."""
    forget()
    _fill(view)
    go(view)


def _fill(view: Asked) -> None:
    """The form's fields show that view."""
    state = st.session_state
    state["ask.prompt"], state["ask.repo"], state["ask.team"], state["ask.path"] = view.prompt, view.repo, view.team, view.path
    state["ask.budget"], state["ask.preset"] = view.budget_chars, view.preset
    state["ask.as_of"] = (
        view.as_of.astimezone(UTC).strftime("%Y-%m-%d %H:%M:%SZ").replace(" 00:00:00Z", "") if view.as_of else ""
    )
    what_if.fill(view)


def _example(view: Asked) -> Example | None:
    if not view.example or not is_demonstration():
        return None
    return next((example for example in examples() if example.name == view.example), None)


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
