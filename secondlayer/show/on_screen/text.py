"""Text of memories, prompts, names and messages on screen, exactly as it is stored.

Everything here goes through elements that interpret nothing: `st.text`, `st.code` without a language, and the cells of
`st.dataframe`. Headings, labels, captions, alerts and tooltips of Streamlit read Markdown, shortcodes, formulas and
arrows, so no stored text is ever given to those; a backslash would not help, since shortcodes are replaced after parsing.
"""

from collections.abc import Sequence
from typing import Any

import pandas as pd  # type: ignore[import-untyped]
import streamlit as st


def said(text: str) -> None:
    """A sentence or passage, wrapped at any width."""
    st.text(text, width="stretch")


def marked(lines: Sequence[tuple[str, str]], key: str, *, border: bool = False) -> None:
    """Passages one under the other, each with a mark beside it and wrapped under itself."""
    with st.container(gap="xsmall", border=border, key=key):
        for mark, text in lines:
            with st.container(horizontal=True, gap="xsmall", vertical_alignment="top", wrap=False):
                st.text(mark or "\u2002", width=20)
                st.text(text, width="stretch")


def exact(text: str, *, height: int | None = None) -> None:
    """The characters as they are, in a fixed-width face, with a button that copies them."""
    st.code(text, language=None, wrap_lines=True, height=height or "content")


def notice(headline: str, *details: str, key: str | None = None) -> None:
    """A state told in one own sentence, with what was found and what to do under it as plain text."""
    with st.container(border=True, key=key):
        st.markdown(f"**{headline}**")
        for detail in details:
            said(detail)


#: rows up to which a table stands whole where it may be long, and pixels of a longer one
_SHORT, _TALL = 12, 430


def table(frame: pd.DataFrame, alt: str, *, columns: dict[str, Any] | None = None, long: bool = False, **how: Any) -> Any:
    """A table whose cells are data; it scrolls inside itself. One that may be `long` is no taller than a dozen rows."""
    how.setdefault("height", _TALL if long and len(frame) > _SHORT else "content")
    return st.dataframe(frame, hide_index=True, alt=alt, column_config=columns or {}, **how)


def scores(*names: str) -> dict[str, Any]:
    """Columns of scores or points: three decimals."""
    return {name: st.column_config.NumberColumn(name, format="%.3f", width=70) for name in names}


def counts(*names: str) -> dict[str, Any]:
    """Columns of counts: whole, thousands separated."""
    return {name: st.column_config.NumberColumn(name, format="localized", width=80) for name in names}


def chosen(label: str, ids: Sequence[str], shown: dict[str, str], **how: Any) -> str | None:
    """A choice among memories by id. Options of a select box are drawn as plain text, unlike those of a radio."""
    picked: str | None = st.selectbox(label, list(ids), format_func=lambda memory_id: shown.get(memory_id, memory_id), **how)
    return picked


def copy_button(text: str, key: str) -> None:
    """A button that puts exactly this text on the clipboard."""
    _copy(data={"text": text}, key=key, width="content", height="content")


# The text travels as data and is handed to the clipboard; it is never part of the markup.
_copy = st.components.v2.component(
    "copy_exactly",
    html='<button type="button">Copy the brief</button><span role="status"></span>',
    css="""
button {
  font: inherit; font-size: 0.875rem; color: var(--st-text-color); background: var(--st-background-color);
  border: 1px solid var(--st-widget-border-color, var(--st-border-color)); border-radius: var(--st-button-radius);
  padding: 0 0.75rem; min-height: 2.5rem; cursor: pointer; white-space: nowrap;
}
button:hover { border-color: var(--st-primary-color); color: var(--st-primary-color); }
button:focus-visible { outline: 2px solid var(--st-primary-color); outline-offset: 2px; }
span { margin-left: 0.5rem; font-size: 0.875rem; }
""",
    js="""
export default function ({ data, parentElement }) {
  const button = parentElement.querySelector("button")
  const told = parentElement.querySelector("span")
  button.onclick = async () => {
    try {
      await navigator.clipboard.writeText(data.text)
      told.textContent = "Copied"
    } catch {
      const field = document.createElement("textarea")
      field.value = data.text
      document.body.append(field)
      field.select()
      told.textContent = document.execCommand("copy") ? "Copied" : "The browser did not allow it"
      field.remove()
    }
    setTimeout(() => { told.textContent = "" }, 2500)
  }
}
""",
)
