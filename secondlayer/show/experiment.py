"""Paper 001's experiment as a table and in one sentence."""

from collections.abc import Sequence

import pandas as pd  # type: ignore[import-untyped]

from secondlayer.benches.empty_reads import WANTED, Table
from secondlayer.show.wording import score


def experiment_table(tables: Sequence[Table]) -> pd.DataFrame:
    """One row an arm and build: how many of ten came back, how many reads were empty, and the share of the true ten."""
    return pd.DataFrame(
        [
            {
                "vectors": table.vectors,
                "probes": table.probes,
                "arm": arm.arm,
                "least": arm.least,
                "mean": f"{arm.mean:.2f} of {WANTED}",
                "most": arm.most,
                "empty reads": f"{arm.empty} of {arm.probes}",
                f"of the true {WANTED}": score(arm.recall),
            }
            for table in tables
            for arm in table.arms
        ]
    )


def experiment_sentence(tables: Sequence[Table]) -> str:
    """What the first table shows, and how far it goes."""
    default, repaired = tables[0].arms[:2]
    share = "none" if repaired.empty == 0 else str(repaired.empty)
    says = (
        f"As pgvector comes, {default.empty} of {default.probes} reads brought back nothing, and on average "
        f"{default.mean:.2f} of {WANTED} came back from a scope that holds 2% of the rows; with the repair's three settings "
        f"{share} did, and {repaired.mean:.2f} came back."
    )
    if len(tables) > 1:
        says += " On clustered vectors the rate differs in either direction: it shows the mechanism, not a rate."
    return says
