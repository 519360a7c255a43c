"""A trace read back from its JSON: what was served can be looked at again as it was (DESIGN §5)."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from secondlayer.engine.trace import TRACE_VERSION
from secondlayer.errors import BadFile
from secondlayer.records import (
    TERMS,
    Bar,
    Block,
    Brief,
    Candidate,
    Ceilings,
    Memory,
    Overlap,
    Read,
    Request,
    Rung,
    Scan,
    ScopePlan,
    Seat,
    Standing,
    Term,
    Trace,
    Word,
)

Values = Mapping[str, Any]


def trace_of(values: Values) -> Trace:
    """The trace whose `trace_json` these values are; equal to the one that was written, figure for figure.

    Raises BadFile when they are not a trace, or one of a version that is not known here.
    """
    if not isinstance(values, Mapping) or "trace_version" not in values:
        raise BadFile("A trace was wanted, as `secondlayer brief --json` prints it, and this is not one.")
    if values["trace_version"] != TRACE_VERSION:
        raise BadFile(
            f"The trace is of version {values['trace_version']!r}, and this Second Layer reads version {TRACE_VERSION}; "
            "use the one that wrote it."
        )
    try:
        return _trace(values)
    except (KeyError, TypeError, ValueError, AttributeError, IndexError) as error:
        raise BadFile(
            f"The trace cannot be read back: {type(error).__name__} at {error}. Traces written before fields were added "
            "to it cannot be opened; ask for the brief anew."
        ) from error


def _trace(values: Values) -> Trace:
    reads = tuple(_read(read) for read in values["reads"])
    listed = {candidate.memory.id: candidate for read in reversed(reads) for candidate in (*read.candidates, *read.rest)}
    standings = tuple(_standing(standing, listed) for standing in values["standings"])
    judged = {standing.candidate.memory.id: standing.candidate for standing in standings}
    request, bar = values["request"], values["bar"]
    pieces = values["prompt_pieces"]
    return Trace(
        brief_id=values["brief_id"],
        request=Request(
            org=request["org"],
            prompt=request["prompt"],
            repo=request["repo"],
            team=request["team"],
            path=request["path"],
            budget_chars=request["budget_chars"],
            as_of=_moment(request["as_of"]),
        ),
        scopes=tuple(request["scopes"]),
        settings=dict(values["settings"]),
        preset=values["preset"],
        encoder=values["encoder"],
        reads=reads,
        bar=None if bar is None else Bar(top=bar["top"], ratio=bar["ratio"], value=bar["value"]),
        seats=tuple(Seat(place=seat["place"], candidate=judged[seat["id"]], margin=seat["margin"]) for seat in values["seats"]),
        standings=standings,
        blocks=tuple(_block(block, listed, judged) for block in values["blocks"]),
        brief=_brief(values["brief"]),
        prompt_pieces=(pieces["read"], pieces["held"]),
        timings=dict(values["timings_ms"]),
    )


def _read(values: Values) -> Read:
    return Read(
        name=values["name"],
        plan=ScopePlan(
            rungs=tuple(Rung(scopes=tuple(rung["scopes"]), proximity=rung["proximity"]) for rung in values["ladder"]),
            excluded=tuple((one["scope"], one["because"]) for one in values["excluded"]),
            over_reach=tuple((one["scope"], tuple(one["repositories"])) for one in values["over_reach"]),
        ),
        k=values["k"],
        scan=_scan(values["scan"]),
        candidates=tuple(map(_candidate, values["candidates"])),
        rest=tuple(map(_candidate, values["rest"])),
        unmatched=values["unmatched"],
        farthest=values["farthest"],
        last_kept=values["last_kept"],
        bound=values["bound"],
        bound_says=values["bound_says"],
    )


def _scan(values: Values) -> Scan:
    plain = ("arm", "plan", "in_scope", "examined", "dead", "matched", "kept", "stop", "ms", "statement", "because", "joined")
    return Scan(
        **{name: values[name] for name in plain},
        outside=values.get("outside"),
        ceilings=Ceilings(**values["ceilings"]),
        words=tuple(Word(word=word["word"], held=word["held"], taken=word["taken"]) for word in values["words"]),
    )


def _candidate(values: Values) -> Candidate:
    heading, lines = values["heading"], values["lines"]
    memory = Memory(
        id=values["id"],
        scope=values["scope"],
        text=values["text"],
        subject=values["subject"],
        layer=values["layer"],
        origin=values["origin"],
        source_repo=values["source_repo"],
        source_path=values["source"].removesuffix(f"#{heading}") if heading else values["source"],
        source_heading=heading,
        lines=None if lines is None else (lines[0], lines[1]),
        commit=values["commit"],
        author=values["author"],
        written_at=_moment(values["written_at"]),
        dated=values["dated"],
        confirmed_at=None if values["confirmed_at"] is None else _moment(values["confirmed_at"]),
        read_pieces=values["pieces"]["read"],
        all_pieces=values["pieces"]["held"],
    )
    return Candidate(
        memory=memory,
        terms=_terms(values["terms"]),
        score=values["score"],
        rank=values["rank"],
        over_reach=tuple(values["over_reach"]),
    )


def _terms(values: Values) -> tuple[Term, ...]:
    return tuple(
        Term(name=name, value=values[name]["value"], weight=values[name]["weight"], points=values[name]["points"])
        for name in TERMS
    )


def _standing(values: Values, listed: Mapping[str, Candidate]) -> Standing:
    candidate = Candidate(
        memory=listed[values["id"]].memory, terms=_terms(values["terms"]), score=values["score"], rank=values["rank"]
    )
    return Standing(candidate=candidate, margin=values["margin"], result=values["result"])


def _block(values: Values, listed: Mapping[str, Candidate], judged: Mapping[str, Candidate]) -> Block:
    detail = values["detail"]
    overlap = detail["overlap"]
    return Block(
        order=values["order"],
        candidate=(judged if values["by"] == "seat" else listed)[values["id"]],
        by=values["by"],
        outcome=values["outcome"],
        chars=values["chars"],
        line=values["line"],
        room_before=detail["room_before"],
        overlap=None if overlap is None else Overlap(**overlap),
        same_source=tuple(detail["same_source"]),
        because=detail["because"],
    )


def _brief(values: Values) -> Brief:
    return Brief(
        text=values["text"],
        chars=values["chars"],
        budget_chars=values["budget_chars"],
        carried=tuple(values["carried"]),
        says=values["says"],
    )


def _moment(text: str) -> datetime:
    return datetime.fromisoformat(text)
