"""The request strip: the form on top of every page that inspects a run, and the examples under an empty prompt."""

from dataclasses import replace
from datetime import UTC, datetime
from functools import partial

import streamlit as st

from secondlayer.demonstration import Example, examples
from secondlayer.errors import SecondLayerError
from secondlayer.settings import card_of, presets
from secondlayer.show.address import CHANGEABLE, Asked, as_moment, read_address, write_address
from secondlayer.show.on_screen.opened import forget, is_demonstration, organisation, organisations
from secondlayer.show.on_screen.text import chosen, said
from secondlayer.show.tables import setting_value

_RULES = {
    "seating": "Seating",
    "bar_ratio": "Bar, as a share of the top score",
    "overlap": "Overlap is shared ÷ the … set",
    "repeat_rule": "Repeat rule",
    "cap_by": "The cap of two counts each …",
    "fill": "Fill the room left",
    "arm": "Scan arm",
}


def current() -> tuple[Asked, tuple[str, ...]]:
    """The view the address stands for, with its notes; the form is filled from it when the address is new.

    Streamlit empties the address when another page is opened: the request then follows to that page.
    """
    state = st.session_state
    params = st.query_params.to_dict()
    if "ask.view" in state and not params and state.get("ask.page") != state["page"]:
        _fill(state["ask.view"])
        go(state["ask.view"], state["ask.notes"])
        return state["ask.view"], state["ask.notes"]
    if "ask.view" not in state or state["ask.address"] != params:
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
                _rules()
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
    if view.example and is_demonstration():
        for example in examples():
            if example.name == view.example:
                said(f"{example.title}: {example.shows}")


def look_at(memory_id: str) -> None:
    """That memory is looked at; an empty id looks at none."""
    view, notes = current()
    go(replace(view, memory=memory_id), notes)


def look(**named: str) -> None:
    """What the page alone looks at, by the names of LOOKS; an empty value looks at none."""
    view, notes = current()
    go(replace(view, look={name: value for name, value in (view.look | named).items() if value}), notes)


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


def list_everything(everything: bool) -> None:
    """Whether every block considered is listed."""
    view, notes = current()
    go(replace(view, everything=everything), notes)


def _rules() -> None:
    st.text("Rules and numbers for teaching. The preset's own stand until others are chosen here.", width="stretch")
    columns = st.columns(2)
    columns[0].selectbox("Preset", list(presets()), key="ask.preset")
    for position, name in enumerate(CHANGEABLE, start=1):
        card, column = card_of(name), columns[position % 2]
        own = f"as the preset (product: {setting_value(card.value)})"
        if card.choices or card.kind is bool:
            choices = ["", *(card.choices or ("on", "off"))]
            column.selectbox(_RULES[name], choices, format_func=partial(_or_own, own=own), key=f"ask.{name}")
        else:
            low, high = float(card.low or 0), float(card.high or 0)
            column.number_input(_RULES[name], low, high, value=None, step=0.01, key=f"ask.{name}", placeholder=own)
    st.form_submit_button("Ask with these", on_click=_ask, key="ask.again")


def _or_own(choice: str, own: str) -> str:
    return choice or own


def _ask() -> None:
    """What the form holds becomes the view; a field that cannot be read is said, and the view stays as it was."""
    state = st.session_state
    before: Asked = state.get("ask.view", Asked())
    changes = {name: value for name, value in before.changes.items() if name not in CHANGEABLE}
    try:
        as_of = as_moment(state["ask.as_of"] or "")
        for name in CHANGEABLE:
            chosen = state[f"ask.{name}"]
            if chosen not in ("", None):
                changes[name] = card_of(name).parse(str(chosen))
        view = Asked(
            org=before.org,
            prompt=state["ask.prompt"] or "",
            repo=(state["ask.repo"] or "").strip(),
            team=(state["ask.team"] or "").strip(),
            path=(state["ask.path"] or "").strip(),
            budget_chars=int(card_of("budget_chars").parse(str(state["ask.budget"]))),
            as_of=as_of or _now(),
            preset=state["ask.preset"],
            changes=changes,
            example=before.example if state["ask.prompt"] == before.prompt else "",
            everything=before.everything,
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
    for name in CHANGEABLE:
        card = card_of(name)
        value = view.changes.get(name, None if card.kind is float else "")
        state[f"ask.{name}"] = ("on" if value else "off") if isinstance(value, bool) else value


def _now() -> datetime:
    return datetime.now(UTC).replace(microsecond=0)
