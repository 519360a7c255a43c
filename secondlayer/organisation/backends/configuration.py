"""The configuration of an organisation's memory: the section `org_memory` of a YAML file."""

from pathlib import Path
from typing import Any, Literal, get_args

import yaml
from pydantic import BaseModel, Field, ValidationError, field_validator

from secondlayer.errors import OrgMemoryConfigError
from secondlayer.organisation.backends.access import DEFAULT_RULES, HUMAN, STANDINGS, WriteRules
from secondlayer.organisation.backends.facts import Frozen, NotBlankStr, OrgFactCategory

BackendName = Literal["hybrid_prompt_retrieval", "graph_rag", "temporal_kg"]
BACKENDS: tuple[BackendName, ...] = get_args(BackendName)
_Store = Literal["sqlite", "postgresql"]
_Writer = Literal["human", "junior", "mid", "senior", "lead", "principal", "director", "vp", "c_suite"]
assert get_args(_Writer) == (HUMAN, *STANDINGS)

_KEPT_IN = "sqlite or postgresql; facts are kept in the organisation's own Postgres whichever is named"


class ExtendedStore(Frozen):
    """What is retrieved beside the core policies."""

    backend: _Store = Field(default="postgresql", description=_KEPT_IN)
    max_retrieved_per_query: int = Field(default=5, ge=1, le=100, strict=True, description="a whole number from 1 to 100")


class WriteAccess(Frozen):
    """Who may write each category; one that is left out is denied to everybody."""

    policies: tuple[Literal["human"], ...] | None = Field(
        None, description="a list with human alone: only people write policies"
    )
    adrs: tuple[_Writer, ...] | None = Field(default=None, description="a list of human and of seniorities from senior up")
    procedures: tuple[_Writer, ...] | None = Field(
        default=None, description="a list of human and of seniorities from senior up"
    )
    conventions: tuple[_Writer, ...] | None = Field(
        default=None, description="a list of human and of seniorities from senior up"
    )

    @field_validator("adrs", "procedures", "conventions")
    @classmethod
    def _never_wider_than_the_roles(cls, writers: tuple[str, ...] | None) -> tuple[str, ...] | None:
        if {"junior", "mid"} & set(writers or ()):
            raise ValueError("juniors propose")
        return writers


class GraphStore(Frozen):
    """How the graph is made and kept."""

    store: _Store = Field(default="postgresql", description=_KEPT_IN)
    entity_extraction: Literal["auto"] = Field(default="auto", description="auto: by rules, from what the memories say")


class Temporal(Frozen):
    """What is told of the past."""

    track_changes: bool = Field(default=True, strict=True, description="true or false")
    history_retention_days: int | None = Field(
        default=None, ge=1, le=36_500, strict=True, description="a whole number of days from 1 to 36,500, or null for ever"
    )


class OrgMemoryConfig(Frozen):
    """The whole section; `OrgMemoryConfig()` is the default one."""

    backend: BackendName = Field(default="hybrid_prompt_retrieval", description=f"one of {', '.join(BACKENDS)}")
    core_policies: tuple[NotBlankStr, ...] = Field(default=(), description="a list of sentences, none blank")
    extended_store: ExtendedStore = Field(default=ExtendedStore(), description="a mapping")
    write_access: WriteAccess | None = Field(default=None, description="a mapping")
    graph: GraphStore = Field(default=GraphStore(), description="a mapping")
    temporal: Temporal = Field(default=Temporal(), description="a mapping")

    @property
    def write_rules(self) -> WriteRules:
        """Who may write what; the product's own rules without `write_access`."""
        access = self.write_access
        if access is None:
            return WriteRules(rules=dict(DEFAULT_RULES))
        given = {
            OrgFactCategory.CORE_POLICY: access.policies,
            OrgFactCategory.ADR: access.adrs,
            OrgFactCategory.PROCEDURE: access.procedures,
            OrgFactCategory.CONVENTION: access.conventions,
        }
        return WriteRules(rules={category: frozenset(who) for category, who in given.items() if who is not None})


def config_of(values: object) -> OrgMemoryConfig:
    """The configuration of the values under `org_memory`. Raises OrgMemoryConfigError in one sentence."""
    if not isinstance(values, dict):
        raise OrgMemoryConfigError(f"org_memory is a mapping of settings, not {_shown(values)}.")
    try:
        return OrgMemoryConfig.model_validate(values)
    except ValidationError as error:
        raise OrgMemoryConfigError(_sentence(error)) from error


def read_config(path: Path) -> OrgMemoryConfig:
    """The configuration in that YAML file, under `org_memory`. Raises OrgMemoryConfigError in one sentence."""
    try:
        return parse_config(path.read_text(encoding="utf-8"), str(path))
    except (OSError, UnicodeDecodeError) as error:
        said = getattr(error, "strerror", None) or "it is not UTF-8 text"
        raise OrgMemoryConfigError(f"The configuration {path} could not be read: {said}.") from error


def parse_config(text: str, name: str = "The configuration") -> OrgMemoryConfig:
    """The configuration of a YAML document with a section `org_memory`; other sections are somebody else's.

    Raises OrgMemoryConfigError in one sentence.
    """
    try:
        document = yaml.load(text, Loader=_OnceOnly)
    except yaml.MarkedYAMLError as error:
        line = f" in line {error.problem_mark.line + 1}" if error.problem_mark else ""
        raise OrgMemoryConfigError(f"{name} is not YAML{line}: {error.problem}.") from error
    except yaml.YAMLError as error:
        raise OrgMemoryConfigError(f"{name} is not YAML: {str(error).splitlines()[0]}.") from error
    if not isinstance(document, dict) or "org_memory" not in document:
        raise OrgMemoryConfigError(f"{name} has no section org_memory; begin it with `org_memory:`.")
    return config_of(document["org_memory"])


class _OnceOnly(yaml.SafeLoader):
    """Refuses a key that is given twice, of which YAML would keep the last."""

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        keys = [key.value for key, _ in node.value]
        for key in keys:
            if keys.count(key) > 1:
                raise yaml.constructor.ConstructorError(None, None, f"the key {key!r} is given twice", node.start_mark)
        return super().construct_mapping(node, deep)


def _sentence(error: ValidationError) -> str:
    """The first thing that is wrong, by its full name: what it is, what was found."""
    first = error.errors()[0]
    path = [str(part) for part in first["loc"]]
    model: type[BaseModel] = OrgMemoryConfig
    known: list[str] = []
    for part in path:
        field = model.model_fields.get(part)
        name = ".".join(["org_memory", *known])
        if field is None:
            return f"{name} has no key {part[:40]!r}; it has {', '.join(model.model_fields)}."
        known.append(part)
        inner = next((one for one in (field.annotation, *get_args(field.annotation)) if _is_model(one)), None)
        if inner is None or first["type"] in ("model_type", "model_attributes_type"):
            found = _shown(first["input"])
            return (
                f"{name}.{part} is {field.description}, and {found} is not."
                if found
                else f"{name}.{part} is {field.description}."
            )
        model = inner
    return f"org_memory cannot be used: {first['msg']}."


def _is_model(annotation: object) -> bool:
    return isinstance(annotation, type) and issubclass(annotation, BaseModel)


def _shown(value: object) -> str:
    return "nothing" if value is None else repr(value)[:60]
