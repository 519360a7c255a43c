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
# # 5 · Debug a brief of your own
#
# "A rule of ours did not reach my agent; why?" Fill in the four values below. Without a change they ask about the demonstration
# organisation. For your own store set `SECONDLAYER_DSN` before the notebook starts, or distil into the embedded one, and name
# your organisation.

# %%
# %load_ext secondlayer

# %%
from secondlayer.auditing import audit
from secondlayer.engine.near import near_misses
from secondlayer.engine.pairs import above, judged_at_the_bar, rival
from secondlayer.notebook import again, ask, opened, scan, why
from secondlayer.serving import settings_of
from secondlayer.show.comparisons import moved_table, near_table
from secondlayer.show.document import document

# %%
ORGANISATION = ""  # empty: the demonstration's
PROMPT = "set a timeout on the quote call to the fares ledger"
REPO = "skerryline/booking-api"
MEMORY = "Every call over the network has a timeout, and the timeout is shorter than the caller's own."  # an id, or a text
AS_OF = "2026-11-30T12:00:00Z"  # None: now

# %%
place = opened(ORGANISATION)
trace = ask(PROMPT, repo=REPO, as_of=AS_OF, on=place)
trace

# %% [markdown]
# ## Why is the memory in it, or not?
#
# One verdict, the gate that decided, by how much, and the single changes that would have carried it.

# %%
verdict = why(trace, MEMORY, on=place)
verdict

# %%
# claim: verdict and brief never contradict each other, for any candidate of the run
for block in trace.blocks[:12]:
    memory = block.candidate.memory
    said = why(trace, memory.id, on=place).verdict
    assert (said in ("carried", "seated")) == (memory.id in trace.brief.carried), (
        memory.id
    )

# %% [markdown]
# What it is best seen beside, and the term that decides between the two:

# %%
beside = rival(trace, verdict) if verdict.memory else None
at_the_bar = judged_at_the_bar(verdict)
above(
    trace, verdict.memory.id, beside, at_the_bar=at_the_bar
) if beside else "nothing to compare it with"

# %% [markdown]
# What else came close:

# %%
near_table(near_misses(trace), trace).drop(columns="id").round(3)

# %% [markdown]
# ## Was anything missed before the ranking?
#
# The same read under another arm, and an audit that scores every readable memory.

# %%
scan(trace, "default", on=place)[0]

# %%
audited = audit(trace, settings_of(trace), place.store, place.encoder)
audited.sentence

# %%
# claim: a score is the sum of its six terms, in order, and nothing else
for read in trace.reads:
    for candidate in read.candidates:
        assert (
            abs(sum(term.points for term in candidate.terms) - candidate.score) < 1e-12
        )

# %% [markdown]
# ## What if?
#
# Any setting by its name; `secondlayer doctor --settings` lists them. Nothing is written.

# %%
CHANGES = {"bar_ratio": 0.8}

changed = again(trace, on=place, **CHANGES)
moved_table(changed, trace).drop(columns="id")

# %%
why(changed, MEMORY, on=place)

# %%
# claim: with no change, the same brief
assert again(trace, on=place).brief == trace.brief

# %% [markdown]
# ## Send it to somebody
#
# The evidence as one HTML file: it opens without a network, and holds the record itself.

# %%
page = document(f"Evidence of brief {trace.brief_id}", trace, verdict)
# from pathlib import Path; Path("evidence.html").write_text(page, encoding="utf-8")
f"{len(page):,} characters of HTML"
