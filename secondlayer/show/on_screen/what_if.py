"""What if: every setting that a page can change, beside the product's own value, in three groups."""

from collections.abc import Callable
from functools import partial
from typing import Any

import streamlit as st

from secondlayer.settings import PRODUCT, card_of, presets
from secondlayer.show.address import CHANGEABLE, Asked
from secondlayer.show.tables import setting_value

#: heading -> its settings, each with its label
GROUPS: dict[str, dict[str, str]] = {
    "Points of each term, at value 1": {
        "weight_meaning": "Meaning",
        "weight_words": "Words",
        "weight_recency": "Recency",
        "weight_layer": "Layer",
        "weight_scope": "Scope",
        "weight_path": "Path",
    },
    "List and bar": {
        "k_combined": "List length",
        "pool": "Pool, memories scored",
        "bar_ratio": "Bar, of the top score",
    },
    "Rules": {
        "seating": "Seats looked for in",
        "overlap": "Overlap ÷ the … set",
        "repeat_rule": "Repeat rule",
        "cap_by": "Cap of two counts by",
        "fill": "Fill the room left",
        "arm": "Scan arm",
    },
}
_ACROSS = 3


def panel(ask: Callable[[], None]) -> None:
    """The fields, inside the form of the request; an empty one leaves the preset's own value."""
    st.text("An empty field stands for the preset's own; nothing here is written to the store.", width="stretch")
    for heading, named in GROUPS.items():
        st.markdown(f"**{heading}**")
        fields = list(named.items())
        for start in range(0, len(fields), _ACROSS):
            for (name, label), column in zip(fields[start : start + _ACROSS], st.columns(_ACROSS), strict=True):
                _field(name, label, column)
    chosen, button, _ = st.columns(_ACROSS, vertical_alignment="bottom")
    chosen.selectbox("Preset", list(presets()), key="ask.preset")
    button.form_submit_button("Ask with these", on_click=ask, key="ask.again", type="primary")


def changed() -> dict[str, Any]:
    """The settings the fields hold, by name. Raises BadSetting."""
    found = {}
    for name in CHANGEABLE:
        value = st.session_state[f"ask.{name}"]
        if value not in ("", None):
            found[name] = card_of(name).parse(str(value))
    return found


def fill(view: Asked) -> None:
    """The fields show the settings of that view."""
    for name in CHANGEABLE:
        value = view.changes.get(name, "" if _has_choices(name) else None)
        st.session_state[f"ask.{name}"] = ("on" if value else "off") if isinstance(value, bool) else value


def _field(name: str, label: str, column: Any) -> None:
    card = card_of(name)
    own = f"product: {setting_value(getattr(PRODUCT, name))}"
    if _has_choices(name):
        choices = ["", *(card.choices or ("on", "off"))]
        column.selectbox(label, choices, format_func=partial(_or_own, own=own), key=f"ask.{name}")
        return
    kind, step = (int, 1) if card.kind is int else (float, 0.01)
    low, high = kind(card.low or 0), kind(card.high or 0)
    column.number_input(label, low, high, value=None, step=step, key=f"ask.{name}", placeholder=own)


def _has_choices(name: str) -> bool:
    card = card_of(name)
    return bool(card.choices) or card.kind is bool


def _or_own(choice: str, own: str) -> str:
    return choice or own
