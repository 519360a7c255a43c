"""Verdicts and repeat tests as pieces of HTML."""

from collections.abc import Sequence

from secondlayer.records import Counterfactual, Gate, Overlap, Verdict
from secondlayer.show import drawing
from secondlayer.show.markup import Markup, element, joined, stored
from secondlayer.show.pieces import heading, memory, table
from secondlayer.show.wording import VERDICTS, figures, listed, score


def ruling(shown: Verdict) -> Markup:
    """One verdict: mark, word and sentence, and the memory it is about."""
    return joined(
        element("p", f"{word(shown)} ", stored(shown.sentence), class_="says"),
        memory(shown.memory),
    )


def word(shown: Verdict) -> str:
    """`┄ Below the bar.`"""
    said = shown.verdict.replace("_", " ").replace("below ", "below the ").replace("lost ", "lost the ")
    return f"{VERDICTS[shown.verdict][0]} {said.capitalize()}."


def gates(shown: Verdict) -> Markup:
    """The gates in order as a strip, and as a table with their figures."""
    told = [(gate.gate.replace("_", " "), *went(gate, shown), figures(gate.figures)) for gate in shown.gates]
    return joined(
        strip([(mark, name, "") for name, mark, _, _ in told]),
        table(["gate", "went", "figures"], [[n, f"{m} {s}", f] for n, m, s, f in told], "The gates in order"),
    )


def strip(steps: Sequence[tuple[str, str, str]]) -> Markup:
    """Gates side by side, (mark, name, count) each; the one that stopped it stands out by its frame as well."""
    kinds = {"✕": "stopped", "·": "unmet"}
    drawn = [element("li", " ".join(filter(None, (mark, name, count))), class_=kinds.get(mark)) for mark, name, count in steps]
    return element("ol", *drawn, class_="gates")


def went(gate: Gate, shown: Verdict) -> tuple[str, str]:
    """(mark, words): passed, stopped here, not met, or not passed without being what stopped it."""
    if gate.gate == VERDICTS[shown.verdict][1]:
        return "✕", "stopped here"
    if gate.passed:
        return "✓", "passed"
    return ("·", "not met") if gate.passed is None else ("·", "not passed")


def changes(shown: Verdict) -> Markup:
    """The single changes that would have carried the memory, and those that were tried and cannot."""
    parts = []
    for title, tried in (
        ("Single changes that would have carried it", shown.counterfactuals),
        ("Single changes that cannot carry it", shown.impossible),
    ):
        if tried:
            parts += [heading(title), element("ul", *(_change(one) for one in tried))]
    return joined(*parts)


def overlap(shown: Overlap) -> Markup:
    """The repeat test between two sentences, with both ratios drawn from 0 to 1."""
    lines: list[list[str]] = []
    for name, size in (("larger", shown.larger), ("smaller", shown.smaller)):
        ratio = shown.shared / size if size else 0.0
        drawn = drawing.share(ratio, 1.0, f"{score(ratio)} of the {name} set")
        lines.append([f"÷ {name}", f"{shown.shared} ÷ {size} = {score(ratio)}", drawn])
    said = "≈ A repeat." if shown.repeat else "● Not a repeat."
    return joined(
        element("p", f"{said} ", stored(shown.because.rstrip(".") + "."), class_="says"),
        table(["shared tokens", "ratio", "0 to 1"], lines, "Both ratios", numbers=(1,)),
    )


def _change(one: Counterfactual) -> Markup:
    moved = []
    if one.gained:
        moved.append(f"comes in beside it: {listed(list(one.gained))}")
    if one.lost:
        moved.append(f"loses its line: {listed(list(one.lost))}")
    tail = [element("span", stored(f" ({'; '.join(moved)})"), class_="muted")] if moved else []
    return element("li", stored(one.sentence), *tail)
