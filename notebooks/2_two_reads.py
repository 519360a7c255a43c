# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 2 · The organisation needs its own read
#
# Paper 002 claims: ranked in **one** read by nearness of scope, a large repository takes every place, and the rule of the
# organisation that governs the task is never considered. A second read puts the organisation on the same footing, and a bar
# keeps the seat from being guaranteed.
#
# Numbers in capitals are there to be changed; the cells that begin with `# claim` fail when the lesson is no longer so.

# %%
# %load_ext secondlayer

# %%
import pandas as pd

from secondlayer.notebook import again, ask, ask_example, why
from secondlayer.records import ORG_SCOPE
from secondlayer.show.tables import standings_table

# %% [markdown]
# ## Nearness of scope is a sound rule, and a greedy one
#
# Every memory is scored on six terms, with fixed weights:
#
#     score = 0.55 meaning + 0.17 words + 0.06 recency + 0.05 layer + 0.09 scope + 0.08 path
#
# In a read of repository and organisation the repository's memories have the whole scope term and the organisation's none of
# it: 0.09 is a lead given to one population over another. The task below is squarely inside the organisation's rules on APIs.

# %%
crowded = ask_example("crowded-out")
crowded.reads[0]

# %% [markdown]
# ## The defect: a seat offered inside a list that cannot be entered
#
# The first repair moved the organisation's two best hits *of the list* to places 2 and 4. The list holds none.

# %%
first_repair = again(crowded, seating="combined", budget_chars=1500)
first_repair.brief

# %%
# claim: the combined list is the repository's alone, and the first repair seats nobody
listed = crowded.reads[0].candidates
assert len(listed) == 32 and all(one.memory.scope != ORG_SCOPE for one in listed)
assert first_repair.seats == ()

# %% [markdown]
# A longer list only moves the problem. It admits the organisation once it reaches far enough down, and what it admits is judged
# by the lower score that it has there.

# %%
LENGTHS = (16, 32, 64, 128, 200)

longer = {k: again(crowded, seating="combined", k_combined=k) for k in LENGTHS}
pd.DataFrame(
    [
        {
            "list of": k,
            "of them the organisation's": sum(
                one.memory.scope == ORG_SCOPE for one in trace.reads[0].candidates
            ),
            "seats": len(trace.seats),
        }
        for k, trace in longer.items()
    ]
)

# %%
# claim: even a list of 200 seats nobody under the first repair
assert again(crowded, seating="combined", k_combined=200).seats == ()

# %% [markdown]
# ## The repair: a second read, on the repository's footing
#
# The same prompt is read once more over the organisation alone, four deep, at the same time. Every term is a function of the
# prompt and the one memory, none is scaled against the other results, so scores of the two reads compare. In its own read the
# organisation is the nearest scope, and earns the 0.09 that the repository earns in the other.

# %%
crowded.reads[1]

# %%
crowded

# %%
# claim: the second read seats two rules at places 2 and 4
assert [seat.place for seat in crowded.seats] == [2, 4]
assert all(
    seat.candidate.memory.scope == ORG_SCOPE and seat.margin >= 0
    for seat in crowded.seats
)
assert {seat.candidate.memory.id for seat in crowded.seats} <= set(
    crowded.brief.carried
)
# … and the two footings differ by the weight of the scope term, to the last bit that a float holds
combined = {
    one.memory.id: one.score
    for one in (*crowded.reads[0].candidates, *crowded.reads[0].rest)
}
both = [
    (one.candidate.score, combined[one.candidate.memory.id])
    for one in crowded.standings
    if one.candidate.memory.id in combined
]
assert both and all(abs(own - there - 0.09) < 1e-9 for own, there in both)

# %% [markdown]
# ## The bar is what stops the seat being guaranteed
#
# An organisation's memory must reach 0.85 of the best score. Here one falls a few thousandths short.

# %%
RATIO = 0.85

near = again(ask_example("near-miss"), bar_ratio=RATIO)
why(near, near.standings[0].candidate.memory.id)

# %% [markdown]
# How the seats of three prompts change hands as the ratio goes from 0.5 to 1:

# %%
RATIOS = (0.5, 0.7, 0.8, 0.83, 0.85, 0.9, 1.0)
prompts = {
    name: ask_example(name) for name in ("crowded-out", "narrow-win", "near-miss")
}


def places(trace, ratio):
    """The places that seats take under that ratio, as they are written in a table."""
    return (
        ", ".join(str(seat.place) for seat in again(trace, bar_ratio=ratio).seats)
        or "none"
    )


pd.DataFrame(
    {
        "ratio": RATIOS,
        **{
            name: [places(trace, ratio) for ratio in RATIOS]
            for name, trace in prompts.items()
        },
    }
)

# %%
# claim: at 0.85 one rule clears the bar by less than 0.01 and another misses it by less; a lower bar would seat that one too
won, missed = prompts["narrow-win"], prompts["near-miss"]
assert [seat.place for seat in won.seats] == [2] and won.seats[0].margin < 0.01
assert missed.seats == () and -0.01 < missed.standings[0].margin < 0
assert again(missed, bar_ratio=0.8).seats

# %% [markdown]
# The seat rests on the third decimal. The same task in other words:

# %%
WORDS = "set a timeout on the call to the fares ledger"  # without the word "quote"

reworded = ask(WORDS, repo="skerryline/booking-api", as_of="2026-11-30T12:00:00Z")
standings_table(reworded)

# %%
# claim: a slightly different wording turns the near miss into a seat
said_again = ask(
    "set a timeout on the call to the fares ledger",
    repo="skerryline/booking-api",
    as_of="2026-11-30T12:00:00Z",
)
assert missed.standings[0].candidate.memory.id in {
    seat.candidate.memory.id for seat in said_again.seats
}

# %% [markdown]
# ## What a seat cannot judge
#
# **A seat is taken by whatever is filed at the organisation's level.** A template pack that nobody here wrote takes both, and the
# organisation's own rule on post-mortems, which cleared the bar, gets no seat; where it ranks by itself no room is left for it.

# %%
sample = ask_example("sample-text")
own = next(
    one
    for one in sample.standings
    if one.result == "lost_seat" and one.candidate.memory.origin != "imported"
)
why(sample, own.candidate.memory.id)

# %%
# claim: both seats are held by imported text; a rule of the organisation's own cleared the bar and is not in the brief
assert [seat.candidate.memory.origin for seat in sample.seats] == [
    "imported",
    "imported",
]
assert own.margin > 0 and own.candidate.memory.id not in sample.brief.carried

# %% [markdown]
# **The bar is relative.** Eighty-five percent of a weak top is a low bar: where a repository holds nothing close, a line gets in
# that is merely less beside the point than the rest.

# %%
ODD = "buy a new coffee machine for the office"

weak = ask(ODD, repo="skerryline/quayside", as_of="2026-11-30T12:00:00Z")
standings_table(weak)

# %%
# claim: a weak top makes a low bar
assert (
    ask(
        "buy a new coffee machine for the office",
        repo="skerryline/quayside",
        as_of="2026-11-30T12:00:00Z",
    ).bar.value
    < 0.3
)
assert crowded.bar.value > 0.35

# %% [markdown]
# **A team has no read of its own.** It stands half-way up the ladder and gives up 0.045 on every candidate.

# %%
team = ask_example("team")
pd.DataFrame(
    [
        {
            "scope": one.memory.scope,
            "rank": one.rank,
            "scope term": one.term("scope").points,
            "score": one.score,
        }
        for one in (*team.reads[0].candidates, *team.reads[0].rest)
        if one.memory.scope.startswith("team:")
    ]
)

# %%
# claim: two reads, and neither is the team's
assert [read.name for read in team.reads] == ["combined", "organisation"]
assert {
    one.term("scope").value
    for one in team.reads[0].candidates
    if one.memory.scope == "team:payments"
} == {0.5}

# %% [markdown]
# And **a read cannot find what was never written**: strategy and decisions reach an agent only when a person has stated them at
# the organisation's level.
