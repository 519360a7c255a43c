"""Small random stores, requests and settings, and a store in memory that reads them as the real one does."""

from collections.abc import Sequence
from dataclasses import dataclass

from hypothesis import strategies as st
from making import memory, request, scan

from secondlayer.engine import ReadResult
from secondlayer.engine.pools import limit_of
from secondlayer.engine.rare import asked_words
from secondlayer.engine.scopes import combined_plan, organisation_plan
from secondlayer.engine.tokens import tokens
from secondlayer.records import LAYERS, Found, Request, ScopePlan, Word
from secondlayer.settings import PRODUCT, Settings

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
_CHOICES = {
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
chosen = st.fixed_dictionaries(_CHOICES).map(lambda values: PRODUCT.replace(**values))
#: with what makes pools small, and words rare
narrow = st.fixed_dictionaries(
    _CHOICES
    | {
        "pool": st.integers(1, 60),
        "arm": st.sampled_from(["auto", "exact"]),
        "pool_by": st.sampled_from(["meaning", "meaning_and_words"]),
        "rare_limit": st.integers(1, 12),
        "rare_tokens": st.integers(1, 4),
        "seats": st.integers(0, 2),
        "repeat_ratio": st.sampled_from([0.3, 0.6, 0.8]),
        "cap_by": st.sampled_from(["section", "file"]),
        "min_tokens": st.sampled_from([0, 3]),
    }
).map(lambda values: PRODUCT.replace(**values))
requests = st.builds(
    lambda prompt, team, budget: request(prompt, team=team, budget_chars=budget),
    texts,
    st.sampled_from([None, "web"]),
    st.integers(200, 3000),
)
anywhere = st.builds(
    lambda prompt, repo, team, path, budget: request(prompt, repo=repo, team=team, path=path, budget_chars=budget),
    texts,
    st.sampled_from(["acme/app", "acme/app", "acme/app", None]),
    st.sampled_from([None, "web"]),
    st.sampled_from([None, "docs/x.py", "src/docs/"]),
    st.integers(200, 2000),
)


@dataclass(frozen=True)
class Shelf:
    """Memories with their nearness to one request, read as a store reads: the nearest, and the holders of rare words."""

    found: Sequence[Found]
    request: Request

    def made(self, settings: Settings, more: int = 0) -> tuple[ReadResult, ...]:
        plans = [("organisation", organisation_plan())]
        if self.request.repo is not None or self.request.team is not None:
            plans = [("combined", combined_plan(self.request, ())), *plans]
        return tuple(
            self._read(name, plan, settings, limit_of(settings, first=at == 0) + more) for at, (name, plan) in enumerate(plans)
        )

    def nearer(self, plan: ScopePlan, cosine: float) -> int:
        return sum(one.memory.scope in plan.scopes and one.cosine > cosine for one in self.found)

    def _read(self, name: str, plan: ScopePlan, settings: Settings, limit: int) -> ReadResult:
        held = [one for one in self.found if one.memory.scope in plan.scopes]
        ranked = sorted(held, key=lambda one: (-one.cosine, one.memory.id))
        words: tuple[Word, ...] = ()
        brought: list[Found] = []
        if settings.arm == "auto" and settings.pool_by == "meaning_and_words":
            words = self._words(held, settings)
            taken = [set(word.word.split()) for word in words if word.taken]
            brought = [
                Found(memory=one.memory, cosine=one.cosine, by="words")
                for one in ranked[limit:]
                if any(word <= tokens(one.memory.passage) for word in taken)
            ]
        looked = scan(len(held), joined=len(brought), words=words, plan="exact" if held else "none")
        return ReadResult(name=name, plan=plan, found=(*ranked[:limit], *brought), scan=looked)

    def _words(self, held: Sequence[Found], settings: Settings) -> tuple[Word, ...]:
        counted = []
        for word in asked_words(self.request.prompt):
            holders = sum(set(word.split()) <= tokens(one.memory.passage) for one in held)
            counted.append((min(holders, settings.rare_limit + 1), word))
        words, total, used = [], 0, 0
        for holders, word in sorted(counted):
            total, used = total + holders, used + (holders > 0)
            taken = holders > 0 and total <= settings.rare_limit and used <= settings.rare_tokens
            words.append(Word(word=word, held=holders if holders <= settings.rare_limit else None, taken=taken))
        return tuple(words)
