"""HTML that is safe by construction: whatever was not made here is escaped, and only known elements are made.

Stored text becomes text and nothing else: no element, attribute, link, script, formula or entity of its own.
"""

import html
import itertools
import unicodedata

#: what a display is made of; nothing that runs, loads, links or asks for anything
_ELEMENTS = frozenset(
    {
        "article", "bdi", "blockquote", "body", "caption", "dd", "details", "div", "dl", "dt", "footer", "h1", "h2", "head",
        "header", "html", "li", "line", "main", "meta", "ol", "p", "pre", "rect", "section", "span", "strong", "style",
        "summary", "svg", "table", "tbody", "td", "text", "th", "thead", "title", "tr", "ul",
    }
)  # fmt: skip
_ATTRIBUTES = frozenset(
    {
        "aria-hidden", "aria-label", "charset", "class", "content", "dir", "fill", "font-size", "height", "http-equiv", "id",
        "lang", "name", "open", "role", "scope", "stroke", "stroke-dasharray", "stroke-width", "tabindex", "text-anchor",
        "width", "x", "x1", "x2", "y", "y1", "y2",
    }
)  # fmt: skip
_EMPTY = frozenset({"meta"})
_numbers = itertools.count(1)


class Markup(str):
    """Text that is HTML already, because it was made by this module."""

    __slots__ = ()


def escape(text: str) -> Markup:
    """The text as HTML that shows exactly these characters; what is Markup already stays.

    A NUL and half a surrogate pair, which no HTML can hold, show as U+FFFD and a question mark.
    """
    if isinstance(text, Markup):
        return text
    known = text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")
    return Markup(html.escape(known, quote=True).replace("\r", "&#13;"))


def element(kind: str, /, *inside: str, **attributes: str | int | None) -> Markup:
    """`<kind …>inside</kind>`; text inside is escaped unless it is Markup, attributes always, and None leaves one out.

    `aria_label` is written aria-label and `class_` class. Raises ValueError for an element or attribute not known here.
    """
    if kind not in _ELEMENTS:
        raise ValueError(f"No display is made of <{kind}>.")
    written = []
    for given, value in attributes.items():
        attribute = given.rstrip("_").replace("_", "-")
        if attribute not in _ATTRIBUTES:
            raise ValueError(f"No element of a display has the attribute {attribute}.")
        if value is not None:
            written.append(f' {attribute}="{escape(str(value))}"')
    opening = f"<{kind}{''.join(written)}>"
    return Markup(opening if kind in _EMPTY else f"{opening}{joined(*inside)}</{kind}>")


def joined(*parts: str) -> Markup:
    """The parts one after the other, each escaped unless it is Markup."""
    return Markup("".join(escape(part) for part in parts))


def stored(text: str, longest: int | None = None) -> Markup:
    """Stored text, kept apart from the direction of the text around it; past `longest` characters it says how many it has."""
    shown = text if longest is None else clipped(text, longest)
    more = "" if shown == text else element("span", f"… ({len(text):,} characters)", class_="muted")
    return element("bdi", shown, more, class_="stored")


def clipped(text: str, longest: int) -> str:
    """The first `longest` characters at most, never ending between a letter and its accents.

    >>> clipped("cafe\u0301 noir", 4) == "caf"
    True
    """
    if len(text) <= longest:
        return text
    end = longest
    while end > 0 and (unicodedata.combining(text[end]) or text[end] in "\u200d\ufe0f" or text[end - 1] == "\u200d"):
        end -= 1
    return text[:end]


def scoped(style: str, *inside: str) -> Markup:
    """A piece of a page with a style of its own, under an id that counts up; in `style`, `#here` stands for that id.

    Marked so that no typesetter takes a dollar sign of a stored text for a formula.
    """
    own = f"secondlayer-{next(_numbers)}"
    rules = Markup(style.replace("#here", f"#{own}"))
    return element("div", element("style", rules), *inside, id=own, class_="secondlayer mathjax_ignore tex2jax_ignore")
