# ---
# jupyter:
#   jupytext:
#     formats: ipynb,py:percent
#     text_representation:
#       extension: .py
#       format_name: percent
#       format_version: '1.3'
#       jupytext_version: 1.19.6
#   kernelspec:
#     display_name: Python 3
#     language: python
#     name: python3
# ---

# %% [markdown]
# # 4 · What a shared memory cannot know about its reader
#
# Paper 004 claims: **the memory decides what is served. It does not decide whether it is read, it cannot see which model read it,
# and it cannot tell a stale sentence from a true one.** The first two are limits that no ranking repairs; the third can be shown,
# and its repair is a person's act.
#
# Numbers in capitals are there to be changed; the cells that begin with `# claim` fail when the lesson is no longer so.

# %%
# %load_ext secondlayer

# %%
from dataclasses import fields
from datetime import UTC, datetime

import pandas as pd

from secondlayer.filing import file_memories
from secondlayer.notebook import Opened, again, ask, ask_example, opened, why
from secondlayer.records import Actor, Request, Served
from secondlayer.store import open_store
from secondlayer.store.scratch import scratch_database

# %% [markdown]
# ## One store, one set of rules, one brief
#
# What vendors' agents share is the store and the rules for reading it. A request says nothing of who asks:

# %%
[field.name for field in fields(Request)]

# %%
one = ask_example("stale")
another = ask_example("stale")
another.brief

# %%
# claim: the same question in the same repository at the same moment is served the same brief, whoever asks
assert one.brief == another.brief and one.brief_id == another.brief_id
assert not {"model", "vendor", "agent"} & {field.name for field in fields(Request)}

# %% [markdown]
# When a brief leaves by a door it is kept with what a credential can tell: the door, and the fingerprint of a key. A key names an
# organisation. Neither it nor the protocol attests which model stood behind it, or whether the brief was read at all.

# %%
[field.name for field in fields(Served)]

# %% [markdown]
# ## The defect: a stale sentence is served as it was written
#
# In November 2024 the handbook said that staging runs on four machines in the cellar. They were moved out in June 2026, which the
# infrastructure's repository knows. Somebody in the booking API asks:

# %%
one

# %% [markdown]
# The line comes first. The contradiction is in the store too, and this request may not read it:

# %%
why(one, "The cellar in Ardmoor was emptied on 30 June 2026.")

# %%
# claim: the first line is two years old, and what contradicts it is out of scope
stale = one.blocks[0].candidate
assert "cellar" in stale.memory.text and stale.memory.written_at < datetime(
    2025, 1, 1, tzinfo=UTC
)
assert stale.memory.id == one.brief.carried[0]
assert (
    why(one, "The cellar in Ardmoor was emptied on 30 June 2026.").verdict
    == "out_of_scope"
)

# %% [markdown]
# ## No weight repairs it
#
# Age counts by a small term, 0.06 at most, halved every 90 days. Raise it, and the line sinks among others of any truth; it is
# still served. The ranking orders sentences. It does not check them against the present.

# %%
WEIGHTS = (0.06, 0.2, 0.5, 1.0)


def place_of_the_stale_line(weight):
    """Where it is considered and what becomes of it, when recency weighs that much."""
    trace = again(one, weight_recency=weight)
    block = next(
        block for block in trace.blocks if block.candidate.memory.id == stale.memory.id
    )
    return {
        "weight of recency": weight,
        "place": block.order,
        "outcome": block.outcome,
        "first line": trace.brief.text.split("\n")[1],
    }


pd.DataFrame([place_of_the_stale_line(weight) for weight in WEIGHTS])

# %%
# claim: recency is worth next to nothing here, and a weight eight times as large still lets the line be served
assert stale.term("recency").points < 0.001
assert place_of_the_stale_line(0.06)["place"] == 1
assert place_of_the_stale_line(0.5)["outcome"] == "carried"

# %% [markdown]
# ## The repair: somebody retires it
#
# Retiring is a deliberate act, with a name and a reason. It is shown on a copy of the organisation's memories in a scratch
# database, which is gone afterwards; the store you are looking at is not changed.

# %%
BY, REASON = "Ines", "staging moved north in June 2026"

place = opened()
own = tuple(place.store.all_memories("org"))
with scratch_database() as dsn, open_store(place.store.org, dsn=dsn) as store:
    copy = Opened(store=store, encoder=place.encoder)
    file_memories(store, place.encoder, own)
    before = ask(one.request.prompt, as_of=one.request.as_of, on=copy)
    store.retire(
        stale.memory.id,
        at=datetime(2026, 11, 1, tzinfo=UTC),
        by=Actor(name=BY),
        reason=REASON,
    )
    after = ask(one.request.prompt, as_of=one.request.as_of, on=copy)
    verdict = why(after, stale.memory.id, on=copy)

verdict

# %%
pd.DataFrame(
    {
        "before": before.brief.text.split("\n")[:5],
        "after": after.brief.text.split("\n")[:5],
    }
)

# %%
# claim: once retired it is served no more, and the verdict says by what; the store itself is as it was
assert (
    stale.memory.id in before.brief.carried
    and stale.memory.id not in after.brief.carried
)
assert verdict.verdict == "retired"
assert again(one).brief == one.brief

# %% [markdown]
# ## What stays open
#
# | open in the paper | here |
# |---|---|
# | an empty read reported as ignorance | settled: every read counts what it examined beside what it matched (lesson 1) |
# | history under a renamed key | bridged by the alias, which over-reaches (lesson 1) |
# | paraphrase, and reversals without a negation | the guarded rule narrows it; a person who retires the old sentence closes it (lesson 3) |
# | stale statements served as current | the line prints its age, and a confirmation counts anew; somebody has to own retiring |
# | whether an agent consults the memory | the harness decides: a hook can fetch a brief before the first turn, where there is one |
# | which model read or wrote a memory | open. A claimed name is only a claim |
