"""The store leafed through: what is looked for, one page of it, and one memory's whole story."""

from datetime import datetime

import streamlit as st

from secondlayer.records import LAYERS, ORIGINS, Browsed, Memory
from secondlayer.show import stored
from secondlayer.show.address import Asked
from secondlayer.show.on_screen import navigation, opened, prompts, strip, text
from secondlayer.store import Store

PAGE = 50
_ALL = {"scope": "every scope", "layer": "every layer", "origin": "every origin"}
_TALLEST = 35 * 13 + 3
_SERVED = 20


def controls(asked: Asked, store: Store) -> None:
    """Words, scope, layer, origin, age, order: each writes itself into the address and starts at the first page."""
    counts = store.scope_counts()
    find, scope, layer, origin, age, order = st.columns([3, 2.2, 1.6, 1.5, 2, 1.6])
    _seed(asked, "find")
    find.text_input("Find", key="browse.find", type="search", placeholder="words, or an id", on_change=_look, args=("find",))
    named = {name: f"{name}  ({count:,})" for name, count in counts.items()}
    with scope:
        _choice(asked, "scope", list(counts), named)
    with layer:
        _choice(asked, "layer", list(LAYERS), {})
    with origin:
        _choice(asked, "origin", list(ORIGINS), {})
    with age:
        asked_age = asked.look.get("age", "")
        ages = ["", *stored.AGES, *([asked_age] if asked_age and asked_age not in stored.AGES else [])]
        _seed(asked, "age")
        st.selectbox("Age", ages, format_func=stored.age_label, key="browse.age", on_change=_look, args=("age",))
    with order:
        _seed(asked, "order")
        st.selectbox(
            "Order", ["", "oldest"], format_func=_ORDERS.__getitem__, key="browse.order", on_change=_look, args=("order",)
        )
    st.session_state["browse.retired"] = asked.look.get("retired") == "yes"
    st.checkbox("Retired ones too", key="browse.retired", on_change=_look_retired)


_ORDERS = {"": "newest first", "oldest": "oldest first"}


def _seed(asked: Asked, name: str) -> None:
    st.session_state[f"browse.{name}"] = asked.look.get(name, "")


def _choice(asked: Asked, name: str, options: list[str], shown: dict[str, str]) -> None:
    own = asked.look.get(name, "")
    listed = ["", *options, *([own] if own and own not in options else [])]
    _seed(asked, name)
    text.chosen(name.capitalize(), listed, {"": _ALL[name], **shown}, key=f"browse.{name}", on_change=_look, args=(name,))


def _look(name: str) -> None:
    strip.look(**{name: st.session_state[f"browse.{name}"] or "", "after": ""})


def _look_retired() -> None:
    strip.look(retired="yes" if st.session_state["browse.retired"] else "", after="")


def nothing_looked_for() -> None:
    """Every memory again."""
    strip.look(find="", scope="", layer="", origin="", age="", retired="", after="")


def listing(browsed: Browsed, asked: Asked, as_of: datetime) -> None:
    """The page as a table whose rows can be picked, and the way to the next one."""
    ids = [memory.id for memory in browsed.memories]
    # The key names the rows and the memory looked at: a selection never survives as another row.
    key = f"browsed-{hash((tuple(ids), asked.memory))}"

    def picked() -> None:
        positions = st.session_state[key]["selection"]["rows"]
        strip.look_at(ids[positions[0]] if positions else "")

    text.table(
        stored.memories_table(browsed.memories, as_of),
        "The memories found, one a row",
        columns={
            "memory": st.column_config.TextColumn("memory", width=440),
            "scope": st.column_config.TextColumn("scope", width=160),
            "layer": st.column_config.TextColumn("layer", width=90),
            "origin": st.column_config.TextColumn("origin", width=80),
            "last said": st.column_config.TextColumn("last said", width=90),
            "age": st.column_config.TextColumn("age", width=60),
        },
        height=min(_TALLEST, 35 * (len(ids) + 1) + 3),
        key=key,
        on_select=picked,
        selection_mode="single-row",
        selection_default={"selection": {"rows": [ids.index(asked.memory)]}} if asked.memory in ids else None,
    )
    with st.container(horizontal=True, vertical_alignment="center"):
        st.text(stored.page_sentence(browsed))
        if browsed.passed:
            st.button("First page", on_click=strip.look, kwargs={"after": ""}, type="tertiary")
        if browsed.more:
            st.button("Next page", on_click=strip.look, kwargs={"after": ids[-1]})


def one(memory_id: str, asked: Asked, store: Store, as_of: datetime) -> None:
    """The whole story of one memory; that none has this id is said."""
    memory = store.memory(memory_id)
    if memory is None:
        text.notice(
            "No memory has this id.",
            memory_id[:200],
            "It may belong to another organisation, or was never written.",
            key="state-id",
        )
        return
    with st.container(border=True, key="story"):
        st.subheader("One memory", anchor=False)
        text.exact(memory.text)
        filing = store.filing(memory.id)
        told, filed = st.columns([3, 2], gap="large")
        with told:
            for says in stored.story(memory, filing, as_of):
                text.said(says)
            if memory.superseded_by:
                st.button("Look at what superseded it", on_click=strip.look_at, args=(memory.superseded_by,))
            about = "Why it is, or is not, in the brief" if asked.prompt else "Ask why it is, or is not, in a brief"
            navigation.page_link("why", about, asked)
            _in_prompts(memory, asked, store)
            _served(memory, store)
        with filed:
            text.table(stored.story_table(memory, filing), "What is filed with the memory")


def _in_prompts(memory: Memory, asked: Asked, store: Store) -> None:
    st.markdown("**In the example prompts**")
    if not opened.is_demonstration():
        text.said("Example prompts exist for the demonstration organisation only; Organisation runs prompts of your own.")
        return
    if asked.look.get("show") != "prompts":
        st.button("Run them and look", on_click=strip.look, kwargs={"show": "prompts"})
        return
    heard = prompts.of_examples(store)
    text.said(stored.in_prompts_sentence(memory.id, heard.prompts))
    text.table(stored.in_prompts_table(memory.id, heard.prompts), "What became of it in each example's brief")


def _served(memory: Memory, store: Store) -> None:
    served = store.served_briefs(memory=memory.id, limit=_SERVED)
    st.markdown("**In served briefs**")
    if not served:
        text.said("No served brief that is kept carries it.")
        return
    text.table(stored.served_table(served, memory.id), "The served briefs that carried it, the latest first")
