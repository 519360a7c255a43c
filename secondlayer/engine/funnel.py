"""How many memories of a whole run passed each gate, from the store to the brief (DESIGN §5)."""

from secondlayer.records import Passing, Trace


def funnel(trace: Trace, *, stored: int | None = None, current: int | None = None) -> tuple[Passing, ...]:
    """The gates in order with their counts: what passed, of how many that met it.

    `stored` counts all memories of the organisation, the retired too, and `current` those that are not retired, both from
    the store; everything else is the trace's own record. Examined are those in scope that the first read looked at, and
    cleared the bar are those judged there. None where the server, or the run, cannot tell.
    """
    first = trace.reads[0]
    scored = len(first.candidates) + len(first.rest)
    judged, cleared = None, None
    if trace.bar is not None:
        judged = len(trace.standings)
        cleared = sum(standing.result != "below_bar" for standing in trace.standings)
    considered = len(trace.blocks)
    new = sum(block.outcome != "repeat" for block in trace.blocks)
    under = sum(block.outcome in ("no_room", "carried") for block in trace.blocks)
    fitting = sum(block.outcome == "carried" for block in trace.blocks)
    steps = (
        ("stored", stored, stored),
        ("current", current, stored),
        ("readable", first.scan.in_scope, current),
        ("reached", first.scan.matched, first.scan.in_scope),
        ("listed", len(first.candidates), scored),
        ("bar", cleared, judged),
        ("not_a_repeat", new, considered),
        ("under_the_cap", under, new),
        ("fits", fitting, under),
        ("carried", len(trace.brief.carried), considered),
    )
    return tuple(Passing(gate=gate, count=count, of=of) for gate, count, of in steps)
