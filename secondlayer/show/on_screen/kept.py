"""What a session keeps of its last runs, so that looking closer never runs anything again."""

from collections.abc import Callable, Hashable
from typing import TypeVar

import streamlit as st

Value = TypeVar("Value")


def kept(slot: str, key: Hashable, make: Callable[[], Value]) -> Value:
    """What was made for that key, or is made now; one value a slot, the last."""
    held: tuple[Hashable, Value] | None = st.session_state.get(f"kept.{slot}")
    if held is not None and held[0] == key:
        return held[1]
    value = make()
    st.session_state[f"kept.{slot}"] = (key, value)
    return value


def let_go(slot: str) -> None:
    """The next time it is made anew."""
    st.session_state.pop(f"kept.{slot}", None)
