"""Briefs as they were served: kept with their trace, and opened again (DESIGN §5)."""

import json
import zlib
from collections.abc import Mapping
from typing import Any

from secondlayer.engine.reopened import trace_of
from secondlayer.engine.trace import trace_json
from secondlayer.errors import BadFile, WrongCall
from secondlayer.records import Served, Trace
from secondlayer.settings import CARDS, Settings, preset, presets
from secondlayer.store import Store

#: what holds words of a memory or of the prompt, wherever it stands in a trace
_TEXTS = frozenset({"text", "subject", "line", "prompt", "word"})


def keep(trace: Trace, settings: Settings, store: Store, *, door: str, fingerprint: str = "", with_text: bool = True) -> None:
    """The brief is kept as served now through that door. Raises StoreUnreachable.

    Without text neither the prompt nor any sentence is kept, only ids and figures. A trace larger than
    settings.served_kilobytes is kept without the candidates that were never considered.
    """
    values = trace_json(trace)
    packed, whole = _pack(values, with_text), True
    if len(packed) > settings.served_kilobytes * 1000:
        considered = {block["id"] for block in values["blocks"]}
        for read in values["reads"]:
            read["rest"] = [candidate for candidate in read["rest"] if candidate["id"] in considered]
        packed, whole = _pack(values, with_text), False
    carried = set(trace.brief.carried)
    store.keep_served(
        {
            "brief_id": trace.brief_id,
            "door": door,
            "fingerprint": fingerprint,
            "repo": trace.request.repo or "",
            "team": trace.request.team or "",
            "prompt": trace.request.prompt.replace("\0", "") if with_text else "",
            "chars": trace.brief.chars,
            "carried": list(trace.brief.carried),
            "seated": [seat.candidate.memory.id for seat in trace.seats if seat.candidate.memory.id in carried],
            "with_text": with_text,
            "whole": whole,
            "trace": packed,
        },
        settings.served_days,
    )


def reopen(store: Store, brief_id: str) -> tuple[Served, Trace]:
    """(what was served, its trace as it was) of the last brief served under that id.

    Where its text was left out, the sentences are looked up by their ids; the prompt and the brief's own text stay empty.
    Raises WrongCall when none of that id is kept, BadFile when its trace cannot be read back, StoreUnreachable.
    """
    kept = store.served_brief(brief_id)
    if kept is None:
        raise WrongCall(
            f"No served brief {brief_id[:80]!r} is kept; `secondlayer served` lists those that are. A brief is kept for "
            "as many days as the setting served_days says."
        )
    served, packed = kept
    try:
        values = json.loads(zlib.decompress(packed))
    except (zlib.error, ValueError) as error:
        raise BadFile(f"The trace of the served brief {brief_id} is damaged ({error}).") from error
    if not served.with_text:
        _fill_in(values, store)
    return served, trace_of(values)


def settings_of(trace: Trace) -> Settings:
    """The settings the trace was made with; any that are new since then stand at their preset's value. Raises BadSetting."""
    known = {card.name for card in CARDS}
    return preset(trace.preset if trace.preset in presets() else "product").replace(
        **{name: value for name, value in trace.settings.items() if name in known}
    )


def _pack(values: Mapping[str, Any], with_text: bool) -> bytes:
    kept = values if with_text else _without_text(values)
    return zlib.compress(json.dumps(kept, ensure_ascii=False, separators=(",", ":")).encode("utf-8", "surrogatepass"), 6)


def _without_text(values: Any) -> Any:
    if isinstance(values, Mapping):
        return {name: "" if name in _TEXTS and isinstance(one, str) else _without_text(one) for name, one in values.items()}
    if isinstance(values, (list, tuple)):
        return [_without_text(one) for one in values]
    return values


def _fill_in(values: Mapping[str, Any], store: Store) -> None:
    for read in values["reads"]:
        for candidate in (*read["candidates"], *read["rest"]):
            memory = store.memory(candidate["id"])
            if memory is not None:
                candidate["text"], candidate["subject"] = memory.text, memory.subject
