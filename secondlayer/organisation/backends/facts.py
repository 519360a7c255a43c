"""What goes into an organisation's memory and comes out of it, in the words of the protocol.

A value that cannot be one raises pydantic.ValidationError, which is a ValueError.
"""

from enum import StrEnum
from typing import Annotated, Self

from pydantic import AfterValidator, AwareDatetime, BaseModel, ConfigDict, Field, model_validator

from secondlayer.organisation.roles import BINDING
from secondlayer.records import Actor, Layer, Memory

#: between the parts of a memory's subject; tags are those parts
_SUBJECT_MARK = " › "


def _not_blank(text: str) -> str:
    if not text.strip():
        raise ValueError("it is blank")
    return text


def _one_part(text: str) -> str:
    if _SUBJECT_MARK.strip() in text:
        raise ValueError(f"a tag holds no {_SUBJECT_MARK.strip()}")
    return text.strip()


NotBlankStr = Annotated[str, AfterValidator(_not_blank)]
Tag = Annotated[NotBlankStr, AfterValidator(_one_part)]


class Frozen(BaseModel):
    """A value that never changes and takes no field it does not name."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class OrgFactCategory(StrEnum):
    """What a fact of the organisation is; each is a layer of the store."""

    CORE_POLICY = "core_policy"
    ADR = "adr"
    PROCEDURE = "procedure"
    CONVENTION = "convention"

    @property
    def layer(self) -> Layer:
        """The layer its memories are filed in."""
        return LAYER_OF[self]


LAYER_OF: dict[OrgFactCategory, Layer] = {
    OrgFactCategory.CORE_POLICY: "policy",
    OrgFactCategory.ADR: "decision",
    OrgFactCategory.PROCEDURE: "procedure",
    OrgFactCategory.CONVENTION: "convention",
}
CATEGORY_OF: dict[str, OrgFactCategory] = {layer: category for category, layer in LAYER_OF.items()}
assert {"policy", *BINDING} == set(CATEGORY_OF)


class OrgFactAuthor(Frozen):
    """Who says a fact: a person, or an agent by its id and seniority."""

    agent_id: NotBlankStr | None = None
    seniority: NotBlankStr | None = None
    is_human: bool = False
    #: how freely an agent acts; taken and not looked at
    autonomy_level: NotBlankStr | None = None
    #: a person's name, kept with the act; None when not known
    name: NotBlankStr | None = None

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Self:
        if self.is_human and (self.agent_id or self.seniority or self.autonomy_level):
            raise ValueError("a person has no agent_id, seniority or autonomy_level")
        if not self.is_human and not (self.agent_id and self.seniority):
            raise ValueError("an agent has an agent_id and a seniority")
        if not self.is_human and self.name:
            raise ValueError("an agent is named by its agent_id")
        return self


class OrgFact(Frozen):
    """One fact the organisation holds."""

    id: NotBlankStr
    content: NotBlankStr
    category: OrgFactCategory
    author: OrgFactAuthor
    created_at: AwareDatetime
    #: always 1 here: a fact that changes is superseded by another one with an id of its own
    version: int = Field(default=1, ge=1)
    tags: tuple[NotBlankStr, ...] = ()


class OrgFactWriteRequest(Frozen):
    """A fact that is to be written."""

    content: NotBlankStr
    category: OrgFactCategory
    tags: tuple[Tag, ...] = ()

    @property
    def subject(self) -> str:
        """The subject its memory is filed with: the tags, in order."""
        return _SUBJECT_MARK.join(self.tags)


class OrgMemoryQuery(Frozen):
    """What is asked of the organisation's memory."""

    #: the task or question; None asks for the newest facts
    context: NotBlankStr | None = None
    #: None or none at all: every category
    categories: frozenset[OrgFactCategory] | None = None
    limit: int = Field(default=5, ge=1, le=100, strict=True)

    @property
    def wanted(self) -> frozenset[OrgFactCategory]:
        """The categories asked for."""
        return self.categories or frozenset(OrgFactCategory)


def category_of(memory: Memory) -> OrgFactCategory | None:
    """The category of a memory; None when its layer is none of the four."""
    return CATEGORY_OF.get(memory.layer)


def fact_of(memory: Memory, filed_by: Actor | None, category: OrgFactCategory | None = None) -> OrgFact:
    """The memory as a fact; `filed_by` is who filed it, None when that is not on record."""
    kind = category or category_of(memory)
    assert kind is not None
    if filed_by is not None and filed_by.kind == "agent":
        author = OrgFactAuthor(agent_id=filed_by.name, seniority=filed_by.seniority or "unknown")
    else:
        name = memory.author or (filed_by.name if filed_by is not None and filed_by.kind == "person" else "")
        author = OrgFactAuthor(is_human=True, name=name.strip() or None)
    return OrgFact(
        id=memory.id,
        content=memory.text,
        category=kind,
        author=author,
        created_at=memory.written_at,
        tags=tuple(part.strip() for part in memory.subject.split(_SUBJECT_MARK) if part.strip()),
    )
