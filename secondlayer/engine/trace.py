"""The trace as JSON: the contract that tools outside the project read (DESIGN §7)."""

from datetime import UTC, datetime
from typing import Any

from secondlayer.records import (
    Audit,
    Block,
    Brief,
    Candidate,
    Counterfactual,
    Memory,
    Overlap,
    Read,
    Scan,
    Standing,
    Trace,
    Verdict,
)

TRACE_VERSION = 1


def trace_json(trace: Trace, *, whole_store: bool = True) -> dict[str, Any]:
    """The trace as plain values, with the names of the contract; fields beyond it are additions.

    A caller who may not read the whole store gets it with `whole_store` off: what a scan looked at outside the caller's
    scopes, and how long that took, tell of memories of others, and are None (DESIGN §4).
    """
    request = trace.request
    return {
        "trace_version": TRACE_VERSION,
        "brief_id": trace.brief_id,
        "request": {
            "org": request.org,
            "prompt": request.prompt,
            "repo": request.repo,
            "team": request.team,
            "path": request.path,
            "scopes": list(trace.scopes),
            "budget_chars": request.budget_chars,
            "as_of": moment(request.as_of),
        },
        "preset": trace.preset,
        "settings": dict(trace.settings),
        "encoder": trace.encoder,
        "prompt_pieces": {"read": trace.prompt_pieces[0], "held": trace.prompt_pieces[1]},
        "reads": [_read(read, whole_store) for read in trace.reads],
        "bar": None if trace.bar is None else {"top": trace.bar.top, "ratio": trace.bar.ratio, "value": trace.bar.value},
        "seats": [
            {
                "place": seat.place,
                "id": seat.candidate.memory.id,
                "score": seat.candidate.score,
                "margin": seat.margin,
            }
            for seat in trace.seats
        ],
        "standings": [_standing(standing) for standing in trace.standings],
        "blocks": [_block(block) for block in trace.blocks],
        "brief": _brief(trace.brief),
        "timings_ms": dict(trace.timings) if whole_store else {},
    }


def verdict_json(verdict: Verdict) -> dict[str, Any]:
    """The verdict as plain values, with the names of the contract."""
    return {
        "memory": None if verdict.memory is None else memory_json(verdict.memory),
        "verdict": verdict.verdict,
        "sentence": verdict.sentence,
        "gates": [{"gate": gate.gate, "passed": gate.passed, "figures": dict(gate.figures)} for gate in verdict.gates],
        "counterfactuals": [_counterfactual(one) for one in verdict.counterfactuals],
        "impossible": [_counterfactual(one) for one in verdict.impossible],
        "undoing": [_counterfactual(one) for one in verdict.undoing],
        "brief_id": verdict.brief_id,
    }


def audit_json(audit: Audit) -> dict[str, Any]:
    """The audit as plain values."""
    return {
        "brief_id": audit.brief_id,
        "scored": audit.scored,
        "agrees": audit.agrees,
        "recall": audit.recall,
        "sentence": audit.sentence,
        "missed": [
            {"memory": memory_json(one.memory), "rank": one.rank, "place": one.place, "score": one.score}
            for one in audit.missed
        ],
        "would_be": _brief(audit.would_be),
    }


def memory_json(memory: Memory) -> dict[str, Any]:
    """The memory as plain values, in the words of the exchange format (DESIGN §7)."""
    return {
        "id": memory.id,
        "scope": memory.scope,
        "text": memory.text,
        "subject": memory.subject,
        "layer": memory.layer,
        "origin": memory.origin,
        "source": memory.source,
        "source_repo": memory.source_repo,
        "lines": list(memory.lines) if memory.lines else None,
        "commit": memory.commit,
        "author": memory.author,
        "written_at": moment(memory.written_at),
        "dated": memory.dated,
        "confirmed_at": moment(memory.confirmed_at),
        "retired_at": moment(memory.retired_at),
        "superseded_by": memory.superseded_by,
        "pieces": {"read": memory.read_pieces, "held": memory.all_pieces},
    }


def moment(at: datetime | None) -> str | None:
    """The time in UTC as ISO 8601 with a Z; None stays None."""
    return None if at is None else at.astimezone(UTC).isoformat().replace("+00:00", "Z")


def _counterfactual(one: Counterfactual) -> dict[str, Any]:
    return {
        "change": dict(one.change),
        "sentence": one.sentence,
        "carried": one.carried,
        "gained": list(one.gained),
        "lost": list(one.lost),
    }


def _brief(brief: Brief) -> dict[str, Any]:
    return {
        "text": brief.text,
        "chars": brief.chars,
        "budget_chars": brief.budget_chars,
        "carried": list(brief.carried),
        "says": brief.says,
    }


def _read(read: Read, whole_store: bool) -> dict[str, Any]:
    return {
        "name": read.name,
        "scopes": list(read.plan.scopes),
        "ladder": [{"scopes": list(rung.scopes), "proximity": rung.proximity} for rung in read.plan.rungs],
        "excluded": [{"scope": scope, "because": because} for scope, because in read.plan.excluded],
        "over_reach": [{"scope": scope, "repositories": list(names)} for scope, names in read.plan.over_reach],
        "k": read.k,
        "scan": scan_json(read.scan, whole_store=whole_store),
        "candidates": [_candidate(candidate) for candidate in read.candidates],
        "rest": [_candidate(candidate) for candidate in read.rest],
        "unmatched": read.unmatched,
        "farthest": read.farthest,
        "last_kept": read.last_kept,
        "bound": read.bound,
        "bound_says": read.bound_says,
    }


def scan_json(scan: Scan, *, whole_store: bool = True) -> dict[str, Any]:
    """What a read looked at, as plain values; for a caller who may not read the whole store, of its own scopes alone."""
    ceilings = scan.ceilings
    # an exact read looks at its own scopes alone
    shown = whole_store or scan.plan != "hnsw"
    return {
        "arm": scan.arm,
        "plan": scan.plan,
        "in_scope": scan.in_scope,
        "examined": scan.examined if shown else None,
        "dead": scan.dead if shown else None,
        "matched": scan.matched,
        "kept": scan.kept,
        "stop": scan.stop,
        "ms": scan.ms if shown else None,
        "because": scan.because if whole_store else "",
        "ceilings": {
            "ef_search": ceilings.ef_search,
            "max_scan_tuples": ceilings.max_scan_tuples,
            "scan_memory_bytes": ceilings.scan_memory_bytes,
            "iterative_scan": ceilings.iterative_scan,
            "statement_timeout_ms": ceilings.statement_timeout_ms,
        },
        "statement": scan.statement,
        "outside": scan.outside,
        "joined": scan.joined,
        "words": [{"word": word.word, "held": word.held, "taken": word.taken} for word in scan.words],
    }


def _candidate(candidate: Candidate) -> dict[str, Any]:
    memory = candidate.memory
    return {
        "id": memory.id,
        "rank": candidate.rank,
        "score": candidate.score,
        "scope": memory.scope,
        "layer": memory.layer,
        "source": memory.source,
        "text": memory.text,
        "subject": memory.subject,
        "source_repo": memory.source_repo,
        "heading": memory.source_heading,
        "lines": list(memory.lines) if memory.lines else None,
        "commit": memory.commit,
        "origin": memory.origin,
        "author": memory.author,
        "written_at": moment(memory.written_at),
        "dated": memory.dated,
        "confirmed_at": moment(memory.confirmed_at),
        "pieces": {"read": memory.read_pieces, "held": memory.all_pieces},
        "over_reach": list(candidate.over_reach),
        "terms": _terms(candidate),
    }


def _terms(candidate: Candidate) -> dict[str, Any]:
    return {term.name: {"value": term.value, "weight": term.weight, "points": term.points} for term in candidate.terms}


def _standing(standing: Standing) -> dict[str, Any]:
    return {
        "id": standing.candidate.memory.id,
        "rank": standing.candidate.rank,
        "score": standing.candidate.score,
        "margin": standing.margin,
        "result": standing.result,
        "terms": _terms(standing.candidate),
    }


def _block(block: Block) -> dict[str, Any]:
    return {
        "order": block.order,
        "id": block.candidate.memory.id,
        "outcome": block.outcome,
        "chars": block.chars,
        "by": block.by,
        "score": block.candidate.score,
        "line": block.line,
        "detail": {
            "because": block.because,
            "room_before": block.room_before,
            "same_source": list(block.same_source),
            "overlap": None if block.overlap is None else _overlap(block.overlap),
        },
    }


def _overlap(overlap: Overlap) -> dict[str, Any]:
    return {
        "against": overlap.against,
        "shared": overlap.shared,
        "larger": overlap.larger,
        "smaller": overlap.smaller,
        "ratio": overlap.ratio,
        "one_sided_ratio": overlap.one_sided_ratio,
        "negated": overlap.negated,
        "against_negated": overlap.against_negated,
        "repeat": overlap.repeat,
        "because": overlap.because,
    }
