"""What a store needs to add up the scores of the memories it compares: the six terms as points (DESIGN §3, §4)."""

from secondlayer.engine.terms import folders
from secondlayer.engine.tokens import tokens
from secondlayer.records import LAYERS, ORG_SCOPE, Request, ScopePlan, Worth
from secondlayer.settings import Settings

_SECONDS_A_DAY = 86_400.0
#: words of a prompt that the store counts, the longest first: a whole document given as a prompt has thousands
MOST_WORDS = 512


def worth_of(request: Request, plan: ScopePlan, settings: Settings) -> Worth:
    """The worth of everything a memory may have, so that meaning × cosine and the rest add up to engine.terms.score."""
    asked_words = tokens(request.prompt)
    asked = folders(request.path or "") if request.repo is not None else ()
    return Worth(
        meaning=settings.weight_meaning,
        word=settings.weight_words / len(asked_words) if asked_words else 0.0,
        words=tuple(sorted(asked_words, key=lambda word: (-len(word), word))[:MOST_WORDS]),
        recency=settings.weight_recency,
        half_life_seconds=settings.half_life_days * _SECONDS_A_DAY,
        as_of=request.as_of,
        layers=tuple((layer, settings.weight_layer * float(getattr(settings, f"standing_{layer}"))) for layer in LAYERS),
        scopes=tuple((scope, settings.weight_scope * rung.proximity) for rung in plan.rungs for scope in rung.scopes),
        folder=settings.weight_path / len(asked) if asked else 0.0,
        folders=tuple("/" + "/".join(asked[:depth]) for depth in range(1, len(asked) + 1)),
        own=tuple(scope for scope in plan.rungs[0].scopes if scope != ORG_SCOPE),
        floor=settings.match_floor,
    )


def uncounted(request: Request, settings: Settings) -> float:
    """The points that the words of a long prompt which are left out of its worth could add to a score."""
    asked_words = len(tokens(request.prompt))
    return settings.weight_words * (asked_words - MOST_WORDS) / asked_words if asked_words > MOST_WORDS else 0.0
