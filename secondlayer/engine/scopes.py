"""Which scopes a read lists, nearest first, and what is kept out (DESIGN §3, paper 001 §3)."""

import re
from collections.abc import Sequence

from secondlayer.errors import BadScope
from secondlayer.records import ORG_SCOPE, TEAM_PREFIX, Repository, Request, Rung, ScopePlan

_NAME = re.compile(r"[^\s:/\x00-\x1f\x7f]{1,120}")
_WANTED = "A scope is `org`, `team:<name>`, `owner/name`, or a bare `name` of up to 120 characters without spaces or colons"


def check_scope(scope: str) -> str:
    """The scope, unchanged, when it is well formed; raises BadScope otherwise."""
    if scope == ORG_SCOPE:
        return scope
    if scope.startswith(TEAM_PREFIX):
        if _NAME.fullmatch(scope.removeprefix(TEAM_PREFIX)):
            return scope
    else:
        segments = scope.split("/")
        if len(segments) <= 2 and all(_NAME.fullmatch(segment) for segment in segments):
            return scope
    raise BadScope(f"{_WANTED}; got {scope[:80]!r}.")


def check_repository(name: str) -> str:
    """The repository's name, unchanged; raises BadScope when it is no `owner/name` or bare `name`."""
    if name == ORG_SCOPE or name.startswith(TEAM_PREFIX):
        raise BadScope(f"A repository is `owner/name` or a bare `name`; {name[:80]!r} names another kind of scope.")
    return check_scope(name)


def bare_name(repo: str) -> str | None:
    """The name a repository's history may be filed under from before the renaming, or None when it has none.

    The last segment; `acme/org` has none, since `org` is the organisation's own scope.

    >>> bare_name("acme/app"), bare_name("app"), bare_name("acme/org")
    ('app', None, None)
    """
    _owner, slash, name = repo.partition("/")
    return name if slash and name != ORG_SCOPE else None


def combined_plan(request: Request, repositories: Sequence[Repository]) -> ScopePlan:
    """The scopes of the first read: repository with its bare name, team when named, organisation.

    The ladder gives rung i of n the proximity 1 - i/(n-1), and 1.0 when n is 1 (paper 002 §1). Raises BadScope.
    """
    levels: list[tuple[str, ...]] = []
    excluded: list[tuple[str, str]] = []
    if request.repo is not None:
        own, excluded = _own_scopes(check_repository(request.repo), repositories)
        levels.append(own)
    if request.team is not None:
        levels.append((check_scope(TEAM_PREFIX + request.team),))
    levels.append((ORG_SCOPE,))
    last = len(levels) - 1
    rungs = tuple(Rung(scopes=level, proximity=1.0 - position / last if last else 1.0) for position, level in enumerate(levels))
    shared = [(scope, _writers(scope, repositories)) for rung in rungs for scope in rung.scopes]
    return ScopePlan(
        rungs=rungs,
        excluded=tuple(excluded),
        over_reach=tuple((scope, writers) for scope, writers in shared if len(writers) > 1),
    )


def organisation_plan() -> ScopePlan:
    """The scopes of the second read: the organisation alone, and so the nearest (paper 002 §3)."""
    return ScopePlan(rungs=(Rung(scopes=(ORG_SCOPE,), proximity=1.0),))


def proximity(scope: str, plan: ScopePlan) -> float | None:
    """How near a scope is in that plan, 0.0 to 1.0; None when the plan does not list it."""
    for rung in plan.rungs:
        if scope in rung.scopes:
            return rung.proximity
    return None


def _own_scopes(repo: str, repositories: Sequence[Repository]) -> tuple[tuple[str, ...], list[tuple[str, str]]]:
    """The repository's own rung, and what was left off it. An alias shares the rung: it is not one more."""
    known = {repository.name: repository for repository in repositories}
    if "/" not in repo:
        owner = _sensitive_owner(repo, repositories)
        if owner:
            return (), [(repo, f"it may hold the history of {owner}, which is sensitive and read only from inside it")]
        return (repo,), []
    bare = bare_name(repo)
    if bare is None:
        return (repo,), []
    if repo in known and not known[repo].alias:
        return (repo,), [(bare, f"the history of {repo} was rewritten to its full name")]
    owner = _sensitive_owner(bare, repositories, asking=repo)
    if owner:
        return (repo,), [(bare, f"it may hold the history of {owner}, which is sensitive and read only from inside it")]
    return (repo, bare), []


def _sensitive_owner(bare: str, repositories: Sequence[Repository], asking: str = "") -> str | None:
    """A sensitive repository, other than the one asking, whose history may be filed under that bare name."""
    for repository in repositories:
        same = repository.name == bare or bare_name(repository.name) == bare
        if not (same and repository.sensitive and repository.name != asking):
            continue
        # A bare name marked sensitive is still its one successor's own history.
        if repository.name == bare and set(_writers(bare, repositories)) <= {asking} and asking:
            continue
        return repository.name
    return None


def _writers(bare: str, repositories: Sequence[Repository]) -> tuple[str, ...]:
    """The repositories `owner/name` whose history may be filed under that bare name, in order of name."""
    return tuple(sorted(r.name for r in repositories if bare_name(r.name) == bare and r.alias))
