"""The verbs that read: brief, why, compare."""

import json
import sys
from collections.abc import Callable, Iterator
from pathlib import Path as File
from typing import Annotated, Any

import typer

from secondlayer.auditing import audit as run_audit
from secondlayer.briefing import brief as run_brief
from secondlayer.briefing import request_of
from secondlayer.doors import options
from secondlayer.doors.evidence import Html, write_html
from secondlayer.doors.served import keep_it
from secondlayer.embedding import load_encoder
from secondlayer.engine.repeats import overlap
from secondlayer.engine.tokens import tokens
from secondlayer.engine.trace import audit_json, trace_json, verdict_json
from secondlayer.errors import BadFile, SecondLayerError, StoreUnreachable, WrongCall
from secondlayer.explaining import explain
from secondlayer.opening import open_organisation
from secondlayer.records import Audit, Trace, Verdict
from secondlayer.serving import reopen, settings_of
from secondlayer.settings import CARDS, Settings
from secondlayer.store import Store

From = Annotated[
    File | None, typer.Option("--from", help="A file of requests, one JSON object a line; prints one JSON a line.")
]
Prompt = Annotated[str | None, typer.Argument(help="The task, in the words an agent would get.")]

#: fields a line of `--from` may have beside the settings' names
_LINE_FIELDS = (
    "id",
    "prompt",
    "repo",
    "team",
    "path",
    "budget",
    "budget_chars",
    "as_of",
    "arm",
    "preset",
    "set",
    "memory",
    "organisation",
)


def brief(
    prompt: Prompt = None,
    repo: options.Repo = None,
    team: options.Team = None,
    path: options.Path = None,
    budget: options.Budget = None,
    as_of: options.AsOf = None,
    arm: options.Arm = None,
    preset: options.Preset = "product",
    set_: options.Set = None,
    from_: From = None,
    organisation: options.Organisation = None,
    audit: Annotated[
        bool, typer.Option("--audit", help="Score every readable memory, and say what the reads missed; takes longer.")
    ] = False,
    keep: Annotated[
        bool, typer.Option("--keep/--no-keep", help="Keep the brief among those served, so that it can be asked about later.")
    ] = True,
    keep_text: Annotated[
        bool, typer.Option("--keep-text/--no-text", help="Keep it with its words, or with ids and figures only.")
    ] = True,
    callers_view: Annotated[
        bool,
        typer.Option(
            "--callers-view", help="With --json, only counts of the caller's own scopes, as a caller may be shown them."
        ),
    ] = False,
    html: Html = None,
    as_json: options.Json = False,
) -> None:
    """The brief for a task: what is known here, and what the organisation knows that bears on it."""
    if html is not None and callers_view:
        raise WrongCall("--html writes all that the reads looked at; leave it out with --callers-view.")
    if from_ is not None:
        _one_request(html)
        _each_line(from_, organisation, preset, arm, set_, _brief_line)
        return
    settings = options.settings_of(preset, arm, set_)
    with open_organisation(organisation, repo) as store:
        trace = _ask(store, settings, preset, prompt=prompt, repo=repo, team=team, path=path, budget=budget, as_of=as_of)
        audited = run_audit(trace, settings, store, load_encoder()) if audit else None
        if keep:
            keep_it(trace, settings, store, with_text=keep_text)
    if html is not None:
        write_html(html, trace)
    if as_json:
        options.print_json(
            trace_json(trace, whole_store=not callers_view) | ({"audit": audit_json(audited)} if audited else {})
        )
    else:
        print(trace.brief.text)
        _notes(trace)
        if audited:
            _print_audit(audited)
    if not trace.brief.carried:
        raise typer.Exit(1)


def why(
    prompt: Prompt = None,
    memory: Annotated[str | None, typer.Option("--memory", help="The memory's id, or its text.")] = None,
    repo: options.Repo = None,
    team: options.Team = None,
    path: options.Path = None,
    budget: options.Budget = None,
    as_of: options.AsOf = None,
    arm: options.Arm = None,
    preset: options.Preset = "product",
    set_: options.Set = None,
    from_: From = None,
    served: Annotated[
        str | None, typer.Option("--served", help="Ask about the brief served under this id, in place of a prompt.")
    ] = None,
    organisation: options.Organisation = None,
    html: Html = None,
    as_json: options.Json = False,
) -> None:
    """Why a memory is, or is not, in the brief for a task, or in one that was served."""
    if from_ is not None:
        _one_request(html)
        _each_line(from_, organisation, preset, arm, set_, _why_line)
        return
    if not memory:
        raise WrongCall("Say which memory with --memory: its id, or its text.")
    settings = options.settings_of(preset, arm, set_)
    with open_organisation(organisation, repo) as store:
        if served is not None:
            if prompt is not None:
                raise WrongCall("A served brief has its own prompt; give --served or a prompt, not both.")
            trace = reopen(store, served)[1]
            settings = settings_of(trace)
        else:
            trace = _ask(store, settings, preset, prompt=prompt, repo=repo, team=team, path=path, budget=budget, as_of=as_of)
        verdict = explain(trace, settings, memory, store, load_encoder())
    if html is not None:
        write_html(html, trace, verdict)
    if as_json:
        options.print_json(verdict_json(verdict))
    else:
        _print_verdict(verdict)
    if verdict.verdict not in ("carried", "seated"):
        raise typer.Exit(1)


def compare(
    carried: Annotated[str, typer.Argument(help="The sentence that stands in the brief already.")],
    candidate: Annotated[str, typer.Argument(help="The sentence that is considered after it.")],
    preset: options.Preset = "product",
    set_: options.Set = None,
    as_json: options.Json = False,
) -> None:
    """Whether the second sentence repeats the first: tokens, shared, larger, ratio, outcome."""
    test = overlap(candidate, carried, options.settings_of(preset, None, set_))
    outcome = "repeat" if test.repeat else "carried"
    if as_json:
        options.print_json(
            {
                "carried": carried,
                "candidate": candidate,
                "carried_tokens": sorted(tokens(carried)),
                "candidate_tokens": sorted(tokens(candidate)),
                "shared_tokens": sorted(tokens(carried) & tokens(candidate)),
                "shared": test.shared,
                "larger": test.larger,
                "smaller": test.smaller,
                "ratio": test.ratio,
                "one_sided_ratio": test.one_sided_ratio,
                "carried_negated": test.against_negated,
                "candidate_negated": test.negated,
                "outcome": outcome,
                "because": test.because,
            }
        )
        return
    for name, text in (("carried", carried), ("candidate", candidate)):
        held = sorted(tokens(text))
        print(f"{name:10} {' · '.join(held) or '(none)'}   {len(held)} tokens")
    print(f"{'shared':10} {test.shared}")
    print(f"{'÷ larger':10} {test.shared} ÷ {test.larger} = {test.shared / test.larger if test.larger else 0.0:.3f}")
    print(f"{'÷ smaller':10} {test.shared} ÷ {test.smaller} = {test.one_sided_ratio:.3f}")
    print(f"{'outcome':10} {outcome}: {test.because}")


def _one_request(html: File | None) -> None:
    if html is not None:
        raise WrongCall("--html writes the evidence of one request; leave it out with --from.")


def _ask(
    store: Store,
    settings: Settings,
    preset: str,
    *,
    prompt: str | None,
    repo: str | None,
    team: str | None,
    path: str | None,
    budget: int | None,
    as_of: str | None,
) -> Trace:
    """The trace of one request given in words."""
    request = request_of(
        store.org,
        prompt or "",
        repo=repo,
        team=team,
        path=path,
        budget_chars=settings.budget_chars if budget is None else budget,
        as_of=options.moment_of(as_of),
    )
    return run_brief(request, settings, store, load_encoder(), preset=preset)


def _print_audit(audited: Audit) -> None:
    print(f"\n{audited.sentence}")
    for one in audited.missed:
        where = f"rank {one.rank}" if one.rank else f"seat {one.place}"
        print(f"  missed at {where} ({one.score:.3f}): {one.memory.id} · {one.memory.scope}: {one.memory.text}")
    if not audited.agrees:
        print(f"\nThe brief would have been:\n{audited.would_be.text}")


def _notes(trace: Trace) -> None:
    """What a person should know beside the text, on standard error."""
    read, held = trace.prompt_pieces
    if held > read:
        print(f"note: the encoder read the first {read} of the prompt's {held:,} word pieces.", file=sys.stderr)
    for scope, names in trace.reads[0].plan.over_reach:
        print(f"note: memories under {scope} may belong to {' or '.join(names)}.", file=sys.stderr)
    for scope, because in trace.reads[0].plan.excluded:
        print(f"note: {scope} is left out: {because}.", file=sys.stderr)


def _print_verdict(verdict: Verdict) -> None:
    mark = "◆" if verdict.verdict == "seated" else "●" if verdict.verdict == "carried" else "✕"
    print(f"{mark} {verdict.verdict.replace('_', ' ').upper()}. {verdict.sentence}")
    if verdict.memory is not None:
        print(f"  {verdict.memory.id} · {verdict.memory.scope} · {verdict.memory.layer}: {verdict.memory.text}")
    for gate in verdict.gates:
        passed = {True: "passed", False: "no", None: "not met"}[gate.passed]
        figures = ", ".join(f"{name} {_figure(value)}" for name, value in gate.figures.items() if value is not None)
        print(f"  {gate.gate.replace('_', ' '):14} {passed:8} {figures}".rstrip())
    for heading, changes in (
        ("What would have carried it:", verdict.counterfactuals),
        ("What would not:", verdict.impossible),
        ("What would have left it out:", verdict.undoing),
    ):
        if changes:
            print(f"  {heading}")
        for change in changes:
            print(f"    {change.sentence}")


def _figure(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.3f}"
    if isinstance(value, list):
        return ", ".join(map(str, value)) or "none"
    return str(value)


def _brief_line(store: Store, settings: Settings, preset: str, line: dict[str, Any]) -> dict[str, Any]:
    return trace_json(_ask_line(store, settings, preset, line))


def _why_line(store: Store, settings: Settings, preset: str, line: dict[str, Any]) -> dict[str, Any]:
    memory = line.get("memory")
    if not isinstance(memory, str) or not memory.strip():
        raise WrongCall("the field `memory` is a memory's id or its text")
    return verdict_json(explain(_ask_line(store, settings, preset, line), settings, memory, store, load_encoder()))


def _ask_line(store: Store, settings: Settings, preset: str, line: dict[str, Any]) -> Trace:
    words = {}
    for name in ("prompt", "repo", "team", "path", "as_of"):
        value = line.get(name)
        if value is not None and not isinstance(value, str):
            raise WrongCall(f"the field `{name}` is a string, not {type(value).__name__}")
        words[name] = value
    budget = line.get("budget", line.get("budget_chars"))
    if budget is not None and type(budget) is not int:
        raise WrongCall(f"the field `budget` is a whole number, not {budget!r}")
    return _ask(store, settings, preset, budget=budget, **words)


def _each_line(
    file: File,
    organisation: str | None,
    preset: str,
    arm: str | None,
    changes: list[str] | None,
    answer: Callable[[Store, Settings, str, dict[str, Any]], dict[str, Any]],
) -> None:
    """One JSON a line for each request of the file, its `id` echoed; a bad line gets its error and the rest go on."""
    wrong = 0
    stores: dict[str, Store] = {}
    try:
        for number, raw in _lines(file):
            identity: Any = None
            try:
                line = json.loads(raw)
                if not isinstance(line, dict):
                    raise WrongCall("a JSON object was wanted")
                identity = line.get("id")
                name, settings, ignored = _line_settings(line, preset, arm, changes)
                key = f"{line.get('organisation') or organisation or ''}\0{line.get('repo') or ''}"
                if key not in stores:
                    stores[key] = open_organisation(line.get("organisation") or organisation, line.get("repo"))
                given = {"id": identity} if "id" in line else {}
                aside = {"ignored_fields": ignored} if ignored else {}
                options.print_json(given | answer(stores[key], settings, name, line) | aside, one_line=True)
            except StoreUnreachable:
                raise
            except (SecondLayerError, ValueError, RecursionError) as error:
                wrong += 1
                said = (
                    "a JSON object was wanted, and this is not one" if isinstance(error, json.JSONDecodeError) else str(error)
                )
                options.print_json({"id": identity, "line": number, "error": said}, one_line=True)
    finally:
        for store in stores.values():
            store.close()
    if wrong:
        print(f"secondlayer: {wrong} of the lines could not be answered; each says why in `error`.", file=sys.stderr)
        raise typer.Exit(2)


def _line_settings(
    line: dict[str, Any], preset: str, arm: str | None, changes: list[str] | None
) -> tuple[str, Settings, list[str]]:
    """The preset's name, the settings, and the fields that are neither options nor settings and are left aside."""
    name = str(line.get("preset") or preset)
    given = line.get("set") or {}
    if not isinstance(given, dict):
        raise WrongCall("the field `set` is an object of settings by name")
    known = {card.name for card in CARDS}
    own = {key: value for key, value in line.items() if key in known and key not in _LINE_FIELDS}
    named = [f"{key}={value}" for key, value in (own | given).items()]
    settings = options.settings_of(name, line.get("arm") or arm, [*(changes or ()), *named])
    return name, settings, sorted(set(line) - set(_LINE_FIELDS) - known)


def _lines(file: File) -> Iterator[tuple[int, str]]:
    try:
        text = sys.stdin.read() if str(file) == "-" else file.read_text(encoding="utf-8-sig", errors="replace")
    except OSError as error:
        raise BadFile(f"{file} could not be read ({error.strerror or error}).") from error
    for number, raw in enumerate(text.splitlines(), start=1):
        if raw.strip():
            yield number, raw
