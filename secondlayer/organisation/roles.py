"""Who may file what (DESIGN §6): policies by people only; decisions, procedures and conventions by people or senior agents."""

from dataclasses import dataclass
from typing import Literal

from secondlayer.records import LAYERS, ORG_SCOPE, SENIORITIES, Actor

#: an agent of this seniority or above files decisions, procedures and conventions by itself
SENIOR = SENIORITIES.index("senior")
#: layers that bind: what they say is done
BINDING = ("decision", "procedure", "convention")


@dataclass(frozen=True, slots=True, kw_only=True)
class Ruling:
    """Whether an act may be done at once, has to wait for a person, or may not be done."""

    verdict: Literal["allowed", "proposal", "refused"]
    because: str


def filing(actor: Actor, layer: str, scope: str) -> Ruling:
    """Whether that actor may file a memory of that layer in that scope.

    An unknown layer, kind of actor or seniority is refused, never taken for a lower one.
    """
    if unknown := _unknown(actor):
        return unknown
    if layer not in LAYERS:
        return _refused(f"A layer is one of {', '.join(LAYERS)}, not {layer[:40]!r}")
    if actor.kind != "agent":
        return Ruling(verdict="allowed", because=f"{actor.name} is a {actor.kind}, and may file any layer.")
    if layer == "policy":
        return _refused(f"Only a person files a policy, and {actor.name} is an agent; ask a person to file it")
    if layer in BINDING:
        if is_senior(actor):
            return Ruling(verdict="allowed", because=f"{actor.name} is an agent of {actor.seniority} standing.")
        return _waits(f"a {layer} is filed by people or senior agents, and {actor.name} is a {actor.seniority} agent")
    if scope == ORG_SCOPE:
        return _waits(f"what {actor.name}, an agent, writes at the organisation's level waits for a person")
    return Ruling(verdict="allowed", because=f"A {layer} in {scope} may be filed by any agent.")


def changing(actor: Actor) -> Ruling:
    """Whether that actor may confirm, retire, restore, supersede or rename what is stored: people and senior agents."""
    if unknown := _unknown(actor):
        return unknown
    if actor.kind != "agent" or is_senior(actor):
        return Ruling(verdict="allowed", because=f"{actor.name} may change what is stored.")
    return _refused(f"What is stored is changed by people and senior agents, and {actor.name} is a {actor.seniority} agent")


def deciding(actor: Actor) -> Ruling:
    """Whether that actor may accept or refuse proposals: people only."""
    if actor.kind == "person":
        return Ruling(verdict="allowed", because=f"{actor.name} is a person.")
    return _refused(f"Only a person decides on proposals, and {actor.name} is no person")


def is_senior(actor: Actor) -> bool:
    """Whether an agent's seniority is senior or above."""
    return actor.seniority in SENIORITIES and SENIORITIES.index(actor.seniority) >= SENIOR


def _unknown(actor: Actor) -> Ruling | None:
    if not actor.name.strip():
        return _refused("Whoever files something has a name")
    if actor.kind not in ("person", "agent", "system"):
        return _refused(f"An actor is a person or an agent, not {actor.kind[:40]!r}")
    if actor.kind == "agent" and actor.seniority not in SENIORITIES:
        return _refused(f"An agent's seniority is one of {', '.join(SENIORITIES)}, not {actor.seniority[:40]!r}")
    if actor.kind == "person" and actor.seniority:
        return _refused("A person has no seniority here; only agents do")
    return None


def _refused(because: str) -> Ruling:
    return Ruling(verdict="refused", because=f"{because}.")


def _waits(because: str) -> Ruling:
    return Ruling(verdict="proposal", because=f"It waits for a person: {because}.")
