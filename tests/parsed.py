"""HTML as a browser would take it, for tests: its elements, their attributes, and the text it shows."""

from dataclasses import dataclass, field
from html.parser import HTMLParser

#: elements that run, load, link, frame or submit
ACTIVE = {"script", "iframe", "object", "embed", "link", "img", "a", "form", "input", "base", "video", "audio", "use", "image"}
#: attributes that reach for something else
REACHING = {"href", "src", "xlink:href", "action", "formaction", "srcset", "style", "poster", "data"}


@dataclass
class Parsed:
    """What a piece of HTML comes to."""

    #: (element, attribute, value) of every attribute
    attributes: list[tuple[str, str, str]] = field(default_factory=list)
    elements: list[str] = field(default_factory=list)
    #: the text of every element that holds stored text, by the class `stored`, in order
    stored: list[str] = field(default_factory=list)
    #: the whole text, without that of styles
    text: str = ""
    #: id -> the text of that element
    by_id: dict[str, str] = field(default_factory=dict)


class _Parser(HTMLParser):
    def __init__(self) -> None:
        super().__init__(convert_charrefs=True)
        self.parsed = Parsed()
        self._open: list[tuple[str, dict[str, str], list[str]]] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        own = {name: value or "" for name, value in attrs}
        self.parsed.elements.append(tag)
        self.parsed.attributes += [(tag, name, value) for name, value in own.items()]
        if tag != "meta":
            self._open.append((tag, own, []))

    def handle_endtag(self, tag: str) -> None:
        opened, own, text = self._open.pop()
        assert opened == tag, f"<{opened}> is closed by </{tag}>"
        if own.get("class") == "stored":
            self.parsed.stored.append("".join(text))
        if "id" in own:
            self.parsed.by_id[own["id"]] = "".join(text)

    def handle_data(self, data: str) -> None:
        for tag, _, text in self._open:
            text.append(data)
            if tag == "style":
                return
        self.parsed.text += data


def parsed(html: str) -> Parsed:
    """The HTML, read; every element must be closed in its turn."""
    parser = _Parser()
    parser.feed(html)
    parser.close()
    assert not parser._open
    return parser.parsed
