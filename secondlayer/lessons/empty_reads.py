"""Paper 001: an empty answer describes the read, and nothing about the store."""

from secondlayer.asking import Opened, ask, ask_example, scan
from secondlayer.benches.empty_reads import empty_reads
from secondlayer.lessons.step import Claim, Control, Figures, Lesson, Shown, Step, Told
from secondlayer.records import Scan

TASK = "how is vehicle deck space sold and when is a sailing full"
REPO = "skerryline/quayside"
AS_OF = "2026-11-30"
_ARMS = ("default", "paper", "exact", "auto")
_HEAD = ("arm", "plan", "in scope", "examined", "matched", "stop")
NEW, BARE = "skerryline/fares-ledger", "fares-ledger"


def the_scope_is_asked_last(on: Opened, arm: str, _told: Told) -> Shown:
    """One arm's read of a scope whose memories lie far from the prompt."""
    trace = ask(TASK, repo=REPO, as_of=AS_OF, arm=arm, on=on)
    looked = trace.reads[0].scan
    found = len(trace.brief.carried)
    return Shown(
        says=f"The {arm} read examined {looked.examined or 0:,} memories, matched {looked.matched or 0:,} of the "
        f"{looked.in_scope or 0:,} in scope, and the brief carries {found:,}.",
        claims=(
            Claim(
                says="The read comes back empty although the scope holds an answer.",
                holds=looked.matched == 0 and (looked.in_scope or 0) > 0 and found == 0,
            ),
            Claim(
                says="The brief says how far the read looked, and does not say that nothing is known.",
                holds="nothing is known" not in trace.brief.text.lower() and bool(trace.brief.says),
            ),
        ),
        figures=(Figures(title="The read of this repository and the organisation", head=_HEAD, rows=(_row(arm, looked),)),),
        lines=tuple(("", line) for line in trace.brief.text.split("\n")[:5] if line),
    )


def every_arm(on: Opened, ceiling: str, _told: Told) -> Shown:
    """The same read under each arm, with another ceiling for the iterative scan."""
    asked = ask(TASK, repo=REPO, as_of=AS_OF, max_scan_tuples=int(ceiling), on=on)
    looked = {arm: scan(asked, arm, on=on)[0].scan for arm in _ARMS}
    matched = {arm: one.matched or 0 for arm, one in looked.items()}
    return Shown(
        says=f"With a ceiling of {int(ceiling):,} rows the iterative scan matched {matched['paper']:,}, and the product's own "
        f"arm {matched['auto']:,} of {looked['auto'].in_scope or 0:,}.",
        claims=(
            Claim(says="The iterative scan finds what the default one missed.", holds=matched["paper"] > matched["default"]),
            Claim(
                says="The product's own arm compares all in scope here, and misses none.",
                holds=looked["auto"].plan == "exact" and matched["auto"] == looked["auto"].in_scope,
            ),
        ),
        figures=(
            Figures(
                title="One question under four arms",
                head=_HEAD,
                rows=tuple(_row(arm, one) for arm, one in looked.items()),
                drawn="matched",
                unit="memories matched in scope",
            ),
        ),
    )


def the_papers_table(_on: Opened, rows: str, told: Told) -> Shown:
    """Paper 001 §2 on a scratch table: random vectors, 2% in scope, twenty probes for ten each."""
    tables = empty_reads(int(rows), 32, 20, ("uniform",), 1, lambda doing, done, of: told(doing, done, of))
    default, iterative, exact = tables[0].arms
    return Shown(
        says=f"At the defaults {default.empty} of {default.probes} reads came back empty; with an iterative scan "
        f"{iterative.empty} did.",
        claims=(
            Claim(says="At the defaults some reads of a populated scope are empty.", holds=default.empty > 0),
            Claim(
                says="With an iterative scan none is, and all ten come back.",
                holds=iterative.empty == 0 and iterative.mean == exact.mean == 10,
            ),
        ),
        figures=(
            Figures(
                title="Measured here, beside the paper's own figures on 100,000 rows",
                head=("arm", "least", "mean of 10", "most", "empty of 20", "the paper: mean", "the paper: empty"),
                rows=tuple(
                    (one.arm, one.least, one.mean, one.most, one.empty, *paper)
                    for one, paper in zip(
                        tables[0].arms, (("0.80 to 0.95", "7 or 8"), ("10.00", "0"), ("10.00", "0")), strict=True
                    )
                ),
                drawn="mean of 10",
                unit="of the ten asked for, mean over 20 reads",
            ),
        ),
    )


def a_renamed_history(on: Opened, lists: str, _told: Told) -> Shown:
    """A read with and without the alias to the bare name."""
    trace = ask_example("renamed", on=on)
    counts = on.store.scope_counts()
    alias = lists == "the full name and the bare one"
    carried = [block.candidate for block in trace.blocks if block.outcome == "carried"]
    history = [one for one in carried if one.memory.scope == BARE] if alias else []
    return Shown(
        says=f"A read that lists {lists} {'carries' if alias else 'would carry'} {len(history)} of the "
        f"{counts.get(BARE, 0):,} memories filed under the bare name.",
        claims=(
            Claim(says="The alias brings the history back.", holds=bool(history)),
            Claim(
                says="On the same rung: it has the whole of the term for nearness of scope, not a neighbour's share.",
                holds=bool(history) and all(one.term("scope").value == 1.0 for one in history),
            ),
        ),
        figures=(
            Figures(
                title="What is filed under each name",
                head=("scope", "memories", "read"),
                rows=(
                    (NEW, counts.get(NEW, 0), "yes"),
                    (BARE, counts.get(BARE, 0), "yes, on the same rung" if alias else "no"),
                ),
                drawn="memories",
                unit="memories",
            ),
        ),
        lines=tuple(("●", one.memory.text) for one in history[:4]),
    )


def what_stays_open(on: Opened, ceiling: str, _told: Told) -> Shown:
    """The limits the paper admits: a bounded scan, an alias that over-reaches."""
    cut = scan(ask_example("stale", on=on), "paper", on=on, max_scan_tuples=int(ceiling))[-1].scan
    fork = ask_example("fork", on=on)
    doubtful = [block.candidate for block in fork.blocks if block.outcome == "carried" and block.candidate.over_reach]
    closed = ask_example("sensitive", on=on)
    return Shown(
        says=f"Under a ceiling of {int(ceiling):,} rows the walk stopped with {cut.matched or 0:,} of {cut.in_scope or 0:,} in "
        f"scope, and says so: {cut.stop}.",
        claims=(
            Claim(
                says="The iterative scan is bounded; a read that stopped at its ceiling says so.",
                holds=cut.stop == "ceiling" and (cut.matched or 0) < (cut.in_scope or 0),
            ),
            Claim(
                says="The alias over-reaches: what a fork may have written is flagged with both names.", holds=bool(doubtful)
            ),
            Claim(
                says="A sensitive repository's bare name is read by nobody else.",
                holds=[scope for scope, _ in closed.reads[0].plan.excluded] == ["crew-rota"],
            ),
        ),
        lines=tuple(
            ("!", f"{one.memory.text} (filed under {one.memory.scope}, by {' or '.join(one.over_reach)})") for one in doubtful
        ),
    )


def _row(arm: str, looked: Scan) -> tuple[str | int, ...]:
    return (arm, looked.plan, looked.in_scope or 0, looked.examined or 0, looked.matched or 0, looked.stop)


_CEILING = "rows the walk may look at before it stops; the paper's is 40,000"

EMPTY_READS = Lesson(
    name="empty-reads",
    number="001",
    title="An empty answer is not ignorance",
    claim="A read that brings back nothing says something about the read, and nothing about the store.",
    steps=(
        Step(
            title="The scope is asked about last",
            says=(
                "An HNSW index walks to the 40 entries nearest to the prompt. Only then are those of other scopes dropped.",
                "Somebody in quayside asks about something that another repository knows much better.",
            ),
            run=the_scope_is_asked_last,
            control=Control(label="Arm", choices=_ARMS, own="default", says="how the read scans; the defect is the default's"),
        ),
        Step(
            title="The repair: look further, and count",
            says=(
                "The paper's arm walks on until it has enough, up to a ceiling. The product's own counts the scope first.",
                "Where comparing everything is cheap, it does just that.",
            ),
            run=every_arm,
            control=Control(label="Ceiling", choices=("50", "200", "1000", "40000"), own="40000", says=_CEILING),
        ),
        Step(
            title="The paper's own table",
            says=(
                "Random vectors, 2% of them in one scope, twenty probes that ask for ten each.",
                "It runs here on a scratch table of the same server. Each build of the graph differs a little.",
            ),
            run=the_papers_table,
            control=Control(
                label="Rows",
                choices=("2000", "5000", "20000"),
                own="5000",
                says="rows of the scratch table; the paper has 100,000",
            ),
            on_demand=True,
        ),
        Step(
            title="A history under a name since changed",
            says=(
                "In September 2026 repositories began to be named owner/name, and nothing was rewritten.",
                "A read of the new name alone starts the ledger's life on the day of its renaming.",
            ),
            run=a_renamed_history,
            control=Control(
                label="The read lists",
                choices=("the full name alone", "the full name and the bare one"),
                own="the full name and the bare one",
                says="the repair is on the side of the read",
            ),
        ),
        Step(
            title="What it still cannot do",
            says=(
                "An iterative scan is bounded, and may stop before it has seen the scope.",
                "And two repositories with one last name share a bare one.",
            ),
            run=what_stays_open,
            control=Control(label="Ceiling", choices=("100", "300", "40000"), own="100", says=_CEILING),
        ),
    ),
)
