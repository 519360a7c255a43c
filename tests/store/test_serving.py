"""Served briefs: opened again exactly as they were, without their words where that was asked, and pruned by age."""

import json
from collections.abc import Callable, Iterator
from dataclasses import replace
from datetime import timedelta

import pytest
from inspected import AS_OF, HOSTILE_PROMPT, HOSTILE_REPO, ORG, PROMPT, REPO, fill
from seeding import on_connection

from secondlayer.briefing import brief, request_of
from secondlayer.embedding import Encoder
from secondlayer.engine.reopened import trace_of
from secondlayer.engine.trace import trace_json
from secondlayer.errors import BadFile, WrongCall
from secondlayer.records import Trace
from secondlayer.serving import keep, reopen, settings_of
from secondlayer.settings import PAPER, PRODUCT, Settings
from secondlayer.store import Store, open_store


@pytest.fixture(scope="module")
def acme(clone: Callable[[str], str], encoder: Encoder) -> Iterator[Store]:
    dsn = clone("template1")
    fill(dsn, encoder)
    with open_store(ORG, dsn=dsn) as opened:
        yield opened


def asked(store: Store, encoder: Encoder, prompt: str = PROMPT, repo: str | None = REPO, settings: Settings = PRODUCT) -> Trace:
    request = request_of(ORG, prompt, repo=repo, path="docs/tables/1.md", budget_chars=1200, as_of=AS_OF)
    return brief(request, settings, store, encoder)


@pytest.mark.parametrize(
    ("prompt", "repo", "settings"),
    [
        (PROMPT, REPO, PRODUCT),
        (PROMPT, None, PAPER),
        (HOSTILE_PROMPT, HOSTILE_REPO, PRODUCT.replace(arm="paper", seating="combined", overlap="smaller")),
        ("qwxz \ud7ff 漢字 \x01", REPO, PRODUCT),
    ],
)
def test_a_trace_is_read_back_from_its_json_as_it_was(acme, encoder, prompt, repo, settings):
    trace = asked(acme, encoder, prompt, repo, settings)
    assert trace_of(json.loads(json.dumps(trace_json(trace)))) == trace


def test_a_served_brief_is_opened_again_figure_for_figure(acme, encoder):
    trace = asked(acme, encoder, settings=PAPER)
    keep(trace, PAPER, acme, door="cli", fingerprint="abc")
    served, again = reopen(acme, trace.brief_id)
    assert again == trace
    assert (served.repo, served.prompt, served.chars, served.whole) == (REPO, PROMPT, trace.brief.chars, True)
    assert served.carried == trace.brief.carried
    assert settings_of(again) == PAPER
    assert served in acme.served_briefs(repo=REPO, fingerprint="abc", memory=trace.brief.carried[0])
    assert acme.served_briefs(repo="acme/other") == ()
    assert acme.served_briefs(until=served.served_at - timedelta(seconds=1), fingerprint="abc") == ()


def test_without_text_no_word_of_the_prompt_or_of_a_memory_is_kept(acme, encoder):
    trace = asked(acme, encoder, HOSTILE_PROMPT, HOSTILE_REPO)
    keep(trace, PRODUCT, acme, door="cli", with_text=False)
    import zlib

    served, packed = acme.served_brief(trace.brief_id)
    kept = zlib.decompress(packed).decode().lower()
    assert served.prompt == ""
    assert "rotate" not in kept and "lamps" not in kept
    _, again = reopen(acme, trace.brief_id)
    assert again.brief.carried == trace.brief.carried
    # the sentences are looked up by their ids
    assert [block.candidate.memory.text for block in again.blocks] == [block.candidate.memory.text for block in trace.blocks]


def test_a_very_large_trace_is_kept_without_what_was_never_considered(acme, encoder):
    settings = PRODUCT.replace(served_kilobytes=1, fill=False, k_combined=2)
    trace = asked(acme, encoder, settings=settings)
    keep(trace, settings, acme, door="cli")
    served, again = reopen(acme, trace.brief_id)
    assert not served.whole
    assert again.blocks == trace.blocks and again.brief == trace.brief
    assert len(again.reads[0].rest) < len(trace.reads[0].rest)


def test_what_is_older_than_the_days_set_is_deleted(acme, encoder):
    trace = asked(acme, encoder, "An old question about tables")
    keep(trace, PRODUCT, acme, door="cli")
    on_connection(
        acme, lambda c: c.execute("UPDATE served_brief SET served_at = now() - interval '91 days' WHERE prompt LIKE 'An old%'")
    )
    keep(replace(trace, brief_id="b-another"), PRODUCT, acme, door="cli")
    assert acme.served_brief(trace.brief_id) is None
    assert acme.served_brief("b-another") is not None


def test_what_is_not_kept_is_said_in_a_sentence(acme):
    with pytest.raises(WrongCall, match="No served brief 'b0' is kept"):
        reopen(acme, "b0")
    with pytest.raises(BadFile, match="this is not one"):
        trace_of({"a": 1})
    with pytest.raises(BadFile, match="version 99"):
        trace_of({"trace_version": 99})
    with pytest.raises(BadFile, match="cannot be read back"):
        trace_of({"trace_version": 1, "reads": [{}]})
