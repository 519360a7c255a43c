"""What the organisation's memory answers, as sentences and tables: paths link by link, what held and what changed."""

from collections.abc import Sequence
from datetime import datetime

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.organisation.backends import Change, DatedFact, OrgFact
from secondlayer.organisation.backends.answering import Answer
from secondlayer.organisation.backends.knowledge_graph import Path
from secondlayer.organisation.backends.timeline import day
from secondlayer.show.wording import counted, score, sentence

_LINKED = "→"


def verdict(graph: Answer, time: Answer) -> str:
    """One sentence on the whole: how far the facts lie, and whether what is said has changed."""
    if not (graph.facts or time.facts or time.then or time.changes):
        return "Nothing the organisation holds matches the question."
    far = max((path.hops for path in graph.paths), default=0)
    facts = counted(len(graph.facts), "fact hangs", "facts hang") if far else counted(len(graph.facts), "fact", "facts")
    reach = f", the farthest {counted(far, 'link', 'links')} away" if far else ""
    changed = f"; {counted(len(time.changes), 'change', 'changes')} of what is said" if time.changes else ""
    return sentence(f"{facts} {'together with' if far else 'on'} the question{reach}{changed}")


def reason(graph: Answer) -> str:
    """Where the walk through the graph started."""
    if not graph.paths:
        return "No path leads from the question to a policy, decision, procedure or convention."
    if any(path.steps[0].link.startswith("nearest") for path in graph.paths):
        return "The question names nothing that leads to a fact, so the paths start from what is nearest to it in meaning."
    return f"The question names {', '.join(graph.named)}; the paths start there."


def path_lines(path: Path) -> list[tuple[str, str]]:
    """The path as marked lines: the words of each link, then the memory it leads to."""
    lines = []
    for number, step in enumerate(path.steps):
        lines += [(_LINKED, sentence(step.link)), (str(number + 1), step.memory.text)]
    return lines


def paths_table(graph: Answer) -> pd.DataFrame:
    """One row a fact, shortest path first: links, score, layer, scope, source."""
    return pd.DataFrame(
        [
            {
                "links": str(path.hops),
                "score": score(points),
                "fact": path.memory.text,
                "layer": path.memory.layer,
                "scope": path.memory.scope,
                "source": " ".join(part for part in (path.memory.source_repo, path.memory.source) if part),
            }
            for path, points in zip(graph.paths, graph.scores, strict=True)
        ],
        columns=["links", "score", "fact", "layer", "scope", "source"],
    )


def facts_table(facts: Sequence[OrgFact]) -> pd.DataFrame:
    """One row a fact, in their order: category, the fact, since when, by whom."""
    return pd.DataFrame(
        [
            {
                "kind": str(fact.category).replace("_", " "),
                "fact": fact.content,
                "since": f"{fact.created_at:%Y-%m-%d}",
                "by": fact.author.name or fact.author.agent_id or "",
            }
            for fact in facts
        ],
        columns=["kind", "fact", "since", "by"],
    )


def current_lines(facts: Sequence[OrgFact]) -> list[tuple[str, str]]:
    """Each fact that holds, exactly as stored, with since when."""
    return [line for fact in facts for line in (("●", fact.content), ("", f"since {day(fact.created_at)}"))]


def dated_lines(then: Sequence[DatedFact]) -> list[tuple[str, str]]:
    """Each fact that held at a moment, exactly as stored, with from when until when; marked when it holds no longer."""
    lines = []
    for dated in then:
        until = f"until {day(dated.until)}" if dated.until else "and still"
        lines += [("±" if dated.until else "●", dated.fact.content), ("", f"from {day(dated.since)} {until}")]
    return lines


def change_lines(changes: Sequence[Change]) -> list[tuple[str, str]]:
    """Each change in words, exactly as stored inside its quotation marks."""
    return [("±", change.says) for change in changes]


def then_title(time: Answer, as_of: datetime) -> str:
    """The heading over what held at a moment."""
    return f"What held on {day(as_of)}" if time.then else f"Nothing that matches had been said on {day(as_of)}"
