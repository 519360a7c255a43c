"""Which scopes a read lists (DESIGN §3, paper 001 §3)."""

import pytest
from making import request

from secondlayer.engine.scopes import bare_name, check_repository, check_scope, combined_plan, organisation_plan, proximity
from secondlayer.errors import BadScope
from secondlayer.records import Repository


def ladder(plan):
    return [(rung.scopes, rung.proximity) for rung in plan.rungs]


@pytest.mark.parametrize(
    ("asked", "want"),
    [
        ({"repo": "acme/app"}, [(("acme/app", "app"), 1.0), (("org",), 0.0)]),
        ({"repo": "acme/app", "team": "web"}, [(("acme/app", "app"), 1.0), (("team:web",), 0.5), (("org",), 0.0)]),
        ({"repo": None, "team": "web"}, [(("team:web",), 1.0), (("org",), 0.0)]),
        ({"repo": None}, [(("org",), 1.0)]),
        ({"repo": "app"}, [(("app",), 1.0), (("org",), 0.0)]),
        ({"repo": "acme/org"}, [(("acme/org",), 1.0), (("org",), 0.0)]),
    ],
    ids=str,
)
def test_the_ladder(asked, want):
    assert ladder(combined_plan(request(**asked), ())) == want


def test_the_organisations_own_read_puts_it_nearest():
    assert proximity("org", organisation_plan()) == 1.0


def test_a_sensitive_repository_takes_its_bare_name_out_of_other_reads():
    known = [Repository(name="acme/vault", sensitive=True), Repository(name="other/vault")]
    outside = combined_plan(request(repo="other/vault"), known)
    assert outside.scopes == ("other/vault", "org")
    assert outside.excluded[0][0] == "vault"
    assert combined_plan(request(repo="acme/vault"), known).scopes == ("acme/vault", "vault", "org")


def test_a_bare_name_reads_nothing_of_a_sensitive_owner():
    plan = combined_plan(request(repo="vault"), [Repository(name="acme/vault", sensitive=True)])
    assert plan.scopes == ("org",) and plan.excluded[0][0] == "vault"


def test_a_bare_name_marked_sensitive_is_still_its_one_successors_history():
    known = [Repository(name="vault", sensitive=True), Repository(name="acme/vault")]
    assert combined_plan(request(repo="acme/vault"), known).scopes == ("acme/vault", "vault", "org")
    both = [*known, Repository(name="other/vault")]
    assert "vault" not in combined_plan(request(repo="other/vault"), both).scopes


def test_two_repositories_with_one_last_segment_are_flagged():
    known = [Repository(name="acme/app"), Repository(name="fork/app"), Repository(name="acme/web")]
    assert combined_plan(request(repo="acme/app"), known).over_reach == (("app", ("acme/app", "fork/app")),)
    assert combined_plan(request(repo="acme/web"), known).over_reach == ()


def test_a_renamed_repository_without_an_alias_no_longer_reads_the_bare_name():
    plan = combined_plan(request(repo="acme/app"), [Repository(name="acme/app", alias=False)])
    assert plan.scopes == ("acme/app", "org") and plan.excluded[0][0] == "app"


@pytest.mark.parametrize("scope", ["org", "team:web", "acme/app", "app", "a_me", "a%e", "acme-corp", "团队/仓库", "a.b/c.d"])
def test_well_formed_scopes(scope):
    assert check_scope(scope) == scope


@pytest.mark.parametrize(
    "scope", ["", "/", "a/", "/a", "a/b/c", "team:", "a b", "a\tb", "a\0b", "acme/team:x", "x:y", "a" * 121]
)
def test_malformed_scopes_are_refused_in_one_sentence(scope):
    with pytest.raises(BadScope, match="A scope is `org`"):
        check_scope(scope)


@pytest.mark.parametrize("name", ["org", "team:web"])
def test_a_repository_cannot_be_named_like_another_kind_of_scope(name):
    with pytest.raises(BadScope):
        check_repository(name)


def test_only_whole_last_segments_are_bare_names():
    assert bare_name("acme/app") == "app" and bare_name("acme-corp") is None
