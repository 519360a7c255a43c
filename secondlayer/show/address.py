"""What the address of a page holds: the request, the settings changed, and the memory looked at.

The address is the whole state of a view: read it in a new session and the same page stands there.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Any
from urllib.parse import quote

from secondlayer.errors import BadSetting
from secondlayer.records import Trace
from secondlayer.settings import PRODUCT, Settings, card_of, preset, presets

#: settings that can be changed from a page, in the order they are shown
CHANGEABLE = (
    "weight_meaning",
    "weight_words",
    "weight_recency",
    "weight_layer",
    "weight_scope",
    "weight_path",
    "k_combined",
    "pool",
    "bar_ratio",
    "seating",
    "overlap",
    "repeat_rule",
    "cap_by",
    "fill",
    "arm",
)
#: names in an address that belong to single pages, each with what it holds
LOOKS = {
    "with": "the other memory of a pair, by id",
    "served": "the served brief asked about in Why, by id",
    "find": "words searched for in Memories",
    "scope": "the scope browsed in Memories",
    "layer": "the layer browsed in Memories",
    "origin": "the origin browsed in Memories",
    "age": "the age browsed in Memories, in days since last said: 90 is at most that, 90- more than that, or undated",
    "retired": "whether retired memories are listed in Memories: yes",
    "order": "what comes first in Memories: oldest, or else the newest",
    "after": "the id of the last memory of the page before, in Memories",
    "read": "the read scanned in Scan",
    "prompts": "which prompts Organisation tells of: examples, served or own",
    "own": "prompts of one's own in Organisation, one a line",
    "place": "the repository those are asked from",
    "days": "after how many days Organisation calls a memory stale",
    "show": "which part of a page is opened",
    "step": "the step of a lesson",
    "number": "the value a lesson's control stands at",
    "pair": "the two sentences compared in a lesson, one a line",
    "other": "a second prompt: a paraphrase in Reads",
}
#: bytes of a prompt, or of a memory's text, that go into an address; browsers and proxies cut longer ones
LONGEST_IN_ADDRESS = 6000


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """One view: what was asked for, and what is looked at in the answer."""

    #: the organisation; empty for the one the app opens by itself
    org: str = ""
    prompt: str = ""
    repo: str = ""
    team: str = ""
    path: str = ""
    budget_chars: int = PRODUCT.budget_chars
    #: None until it is asked: then the moment of asking, so that a link shows the same figures later
    as_of: datetime | None = None
    preset: str = "product"
    #: settings that differ from the preset, by name
    changes: dict[str, Any] = field(default_factory=dict)
    #: name of the example it came from
    example: str = ""
    #: id of the memory looked at, or a text asked about
    memory: str = ""
    #: whether every block considered is listed, not only the list and what was carried
    everything: bool = False
    #: what one page alone looks at, by the names of LOOKS
    look: dict[str, str] = field(default_factory=dict)

    @property
    def settings(self) -> Settings:
        """The settings of the run."""
        return preset(self.preset).replace(**self.changes)

    @property
    def run(self) -> tuple[Any, ...]:
        """What the trace depends on: two views with the same `run` show the same trace."""
        changes = tuple(sorted(self.changes.items()))
        return self.org, self.prompt, self.repo, self.team, self.path, self.budget_chars, self.as_of, self.preset, changes

    @property
    def too_long(self) -> tuple[str, ...]:
        """What is too long for a link and stays out of the address: the prompt, the text asked about, both or nothing."""
        texts = {"prompt": self.prompt, "text asked about": self.memory}
        return tuple(name for name, text in texts.items() if len(quote(text)) > LONGEST_IN_ADDRESS)


def read_address(params: Mapping[str, str]) -> tuple[Asked, tuple[str, ...]]:
    """The view an address stands for, and one note for each value that was not usable and fell back."""
    notes: list[str] = []
    values: dict[str, Any] = {name: params.get(key, "") for key, name in _TEXTS.items()}
    values["prompt"] = params.get("q", "")
    values["everything"] = params.get("rows") == "all"
    values["look"] = {name: params[name] for name in LOOKS if params.get(name)}
    for name, parse, fallback in (
        ("budget", _budget, PRODUCT.budget_chars),
        ("as_of", as_moment, None),
        ("preset", _preset, "product"),
    ):
        try:
            value = parse(params[name]) if params.get(name) else fallback
        except (BadSetting, ValueError) as error:
            notes.append(f"The address's {name} could not be used. {error}")
            value = fallback
        values["budget_chars" if name == "budget" else name] = value
    changes = {}
    for name in sorted(set(params) - _OWN):
        try:
            changes[name] = card_of(name).parse(params[name])
        except BadSetting as error:
            notes.append(f"The address's {name} was left aside. {error}")
    changes.pop("budget_chars", None)
    return Asked(**values, changes=changes), tuple(notes)


def write_address(asked: Asked) -> dict[str, str]:
    """The address of a view; what is as usual is left out, and so is what is too long for a link."""
    params = {"q": asked.prompt}
    params |= {key: getattr(asked, name) for key, name in _TEXTS.items()}
    params |= {"q" if name == "prompt" else "id": "" for name in asked.too_long}
    if asked.budget_chars != PRODUCT.budget_chars:
        params["budget"] = str(asked.budget_chars)
    if asked.as_of is not None and asked.prompt:
        params["as_of"] = asked.as_of.astimezone(UTC).isoformat(timespec="seconds").replace("+00:00", "Z")
    if asked.preset != "product":
        params["preset"] = asked.preset
    if asked.everything:
        params["rows"] = "all"
    params |= asked.look
    params |= {name: _text(value) for name, value in sorted(asked.changes.items())}
    return {name: value for name, value in params.items() if value}


def view_of(trace: Trace, memory: str = "") -> Asked:
    """The view that shows this trace again, with that memory looked at."""
    start = preset(trace.preset) if trace.preset in presets() else PRODUCT
    same = start.as_dict()
    return Asked(
        org=trace.request.org,
        prompt=trace.request.prompt,
        repo=trace.request.repo or "",
        team=trace.request.team or "",
        path=trace.request.path or "",
        budget_chars=trace.request.budget_chars,
        as_of=trace.request.as_of,
        preset=trace.preset if trace.preset in presets() else "product",
        changes={
            name: value
            for name, value in trace.settings.items()
            if name in same and name != "budget_chars" and value != same[name]
        },
        memory=memory,
    )


def as_moment(text: str) -> datetime | None:
    """A time written like 2026-11-20 or 2026-11-20T09:00Z, in UTC when it names no zone; None when empty.

    Raises ValueError in one sentence.
    """
    if not text.strip():
        return None
    try:
        at = datetime.fromisoformat(text.strip())
        return (at if at.tzinfo else at.replace(tzinfo=UTC)).astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError(f"A time is written like 2026-11-20 or 2026-11-20T09:00Z, not {text.strip()[:40]!r}.") from None


_TEXTS = {"org": "org", "repo": "repo", "team": "team", "path": "path", "example": "example", "id": "memory"}
_OWN = frozenset({"q", "budget", "as_of", "preset", "rows", *_TEXTS, *LOOKS})


def _budget(text: str) -> int:
    return int(card_of("budget_chars").parse(text))


def _preset(text: str) -> str:
    if text not in presets():
        raise BadSetting(f"There is no preset named {text[:40]!r}; there are: {', '.join(presets())}.")
    return text


def _text(value: Any) -> str:
    return ("on" if value else "off") if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)
