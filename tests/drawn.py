"""Small random stores, requests and settings, and a store in memory that reads them as the real one does."""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random

from hypothesis import strategies as st
from making import memory, request, scan

from secondlayer.engine import ReadResult
from secondlayer.engine.pools import limit_of
from secondlayer.engine.ranking import rank
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
        "pool_by": st.sampled_from(["score", "score", "meaning", "meaning_and_words"]),
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


def crowded(draw: Random) -> tuple[list[Found], Request, Settings]:
    """A store of up to ninety memories with subjects and sections, half of the time with many that are exactly as near."""
    said = [*WORDS, "cache", "queue", "token", "release", "schema", "audit", "key9", "err_42", "retry", "budget"]
    coarse = draw.random() < 0.3
    found = []
    for number in range(draw.choice([5, 15, 40, 90])):
        cosine = draw.uniform(-0.2, 0.9)
        text = " ".join(draw.choice(said) for _ in range(draw.randint(1, 9))) + " x" * draw.choice([0, 0, 30, 100])
        one = memory(
            f"m{number:02}",
            text,
            scope=draw.choices(SCOPES, [6, 1, 2, 6, 1, 1, 1])[0],
            layer=draw.choice(LAYERS),
            days=draw.choice([0, 1, 30, 90, 400]) if coarse else draw.uniform(0, 1500),
            source_path=draw.choice(["", "docs/a.md", "docs/b.md", "src/docs/c.md"]),
            source_heading=draw.choice(["", "h1", "h2"]),
            subject=draw.choice(["", "", "Deploys at night", "Token cache"]),
        )
        found.append(Found(memory=one, cosine=round(cosine, 1) if coarse else cosine))
    asked = request(
        " ".join(draw.choice(said) for _ in range(draw.randint(1, 8))),
        repo=draw.choice(["acme/app"] * 5 + [None]),
        team=draw.choice([None, None, "web"]),
        path=draw.choice([None, "docs/x.py", "src/docs/"]),
        budget_chars=draw.choice([200, 300, 500, 900, 1500, 3000]),
    )
    settings = PRODUCT.replace(
        seating=draw.choices(["two_reads", "combined"], [4, 1])[0],
        overlap=draw.choice(["larger", "smaller"]),
        repeat_rule=draw.choice(["paper", "guarded"]),
        fill=draw.random() < 0.5,
        bar_ratio=draw.choice([0.85, 0.85, 1.0, 0.95, draw.random()]),
        k_combined=draw.choice([1, 2, 3, 4, 5, 8, 16, 32]),
        k_organisation=draw.choice([1, 2, 4, 8]),
        cap_per_source=draw.choice([1, 2, 2, 3]),
        match_floor=draw.choice([0.0, 0.15, 0.3]),
        pool=draw.choice([1, 3, 8, 20, 40, 200]),
        arm=draw.choice(["auto", "auto", "exact"]),
        pool_by=draw.choice(["score", "score", "meaning", "meaning_and_words"]),
        rare_limit=draw.choice([1, 4, 12, 64]),
        rare_tokens=draw.choice([1, 2, 8]),
        seats=draw.choice([2, 2, 1, 0]),
        repeat_ratio=draw.choice([0.6, 0.6, 0.3, 0.45, 0.8]),
        cap_by=draw.choice(["section", "file"]),
        min_tokens=draw.choice([0, 3, 3]),
    )
    return found, asked, settings


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
        if settings.pool_by == "score":
            return self._best(name, plan, settings, limit, held)
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

    def _best(self, name: str, plan: ScopePlan, settings: Settings, limit: int, held: Sequence[Found]) -> ReadResult:
        """The best by score, and behind them what does not match."""
        ranked, _ = rank(held, self.request, plan, settings)
        places = {one.memory.id: place for place, one in enumerate(ranked)}
        ordered = sorted(held, key=lambda one: (places.get(one.memory.id, len(ranked)), one.memory.id))
        found = [Found(memory=one.memory, cosine=one.cosine, by="score") for one in ordered[:limit]]
        outside = ranked[limit].score if len(ranked) > limit else 0.0
        looked = scan(len(held), plan="exact" if held else "none", outside=outside if held else None)
        return ReadResult(name=name, plan=plan, found=tuple(found), scan=looked)

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
