"""Verdicts and repeat tests as pieces of HTML."""

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
    strip, lines = [], []
    for gate in shown.gates:
        mark, said, kind = went(gate, shown)
        name = gate.gate.replace("_", " ")
        strip.append(element("li", f"{mark} {name}", class_=kind))
        lines.append([name, f"{mark} {said}", figures(gate.figures)])
    return joined(
        element("ol", *strip, class_="gates"),
        table(["gate", "went", "figures"], lines, "The gates in order"),
    )


def went(gate: Gate, shown: Verdict) -> tuple[str, str, str | None]:
    """(mark, words, class): passed, stopped here, not met, or not passed without being what stopped it."""
    if gate.gate == VERDICTS[shown.verdict][1]:
        return "✕", "stopped here", "stopped"
    if gate.passed:
        return "✓", "passed", None
    return ("·", "not met", "unmet") if gate.passed is None else ("·", "not passed", "unmet")


def changes(shown: Verdict, level: str = "div") -> Markup:
    """The single changes that would have carried the memory, and those that were tried and cannot."""
    parts = []
    for title, tried in (
        ("Single changes that would have carried it", shown.counterfactuals),
        ("Single changes that cannot carry it", shown.impossible),
    ):
        if tried:
            parts += [heading(title, level), element("ul", *(_change(one) for one in tried))]
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
