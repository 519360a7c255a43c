"""Memories, prompts and settings as hypothesis draws them: small words in few scopes, so that much collides."""

from hypothesis import strategies as st
from making import memory, request

from secondlayer.records import LAYERS, Found
from secondlayer.settings import PRODUCT

WORDS = ["deploy", "never", "migration", "postgres", "run", "boot", "api", "not", "box", "stop", "the", "on", "42", "数据库"]
SCOPES = ["acme/app", "app", "team:web", "org", "other/app", "acme/application", "acme"]

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=9).map(" ".join)
found_lists = st.lists(
    st.tuples(
        texts,
        st.sampled_from(SCOPES),
        st.floats(-1, 1),
        st.sampled_from(LAYERS),
        st.floats(0, 2000),
        st.sampled_from(["", "docs/a.md", "docs/b.md"]),
    ),
    max_size=60,
).map(
    lambda rows: [
        Found(memory=memory(f"m{n:02}", text, scope=scope, layer=layer, days=days, source_path=path), cosine=cosine)
        for n, (text, scope, cosine, layer, days, path) in enumerate(rows)
    ]
)
chosen = st.fixed_dictionaries(
    {
        "seating": st.sampled_from(["two_reads", "combined"]),
        "overlap": st.sampled_from(["larger", "smaller"]),
        "repeat_rule": st.sampled_from(["paper", "guarded"]),
        "fill": st.booleans(),
        "bar_ratio": st.floats(0, 1),
        "k_combined": st.integers(1, 40),
        "k_organisation": st.integers(1, 8),
        "cap_per_source": st.integers(1, 3),
        "match_floor": st.sampled_from([0.0, 0.2]),
    }
).map(lambda values: PRODUCT.replace(**values))
requests = st.builds(
    lambda prompt, team, budget: request(prompt, team=team, budget_chars=budget),
    texts,
    st.sampled_from([None, "web"]),
    st.integers(200, 3000),
)
