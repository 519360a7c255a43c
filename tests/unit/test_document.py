"""The evidence as one HTML file: whole, safe, offline by its own policy, and with the record inside it as it is."""

import json
from dataclasses import replace
from urllib.parse import parse_qsl, urlsplit

import pytest
from inspected import HOSTILE
from making import NOW, hostile, request, run, scoring
from parsed import ACTIVE, REACHING, parsed

from secondlayer.engine.trace import trace_json, verdict_json
from secondlayer.engine.why import Known, why
from secondlayer.records import Trace, Verdict
from secondlayer.settings import PAPER, PRODUCT, Settings
from secondlayer.show.address import Asked, read_address
from secondlayer.show.document import POLICY, document, link_to

ADDRESS = "http://127.0.0.1:8501/why"


def asked(trace: Trace) -> Verdict:
    return why(trace, PRODUCT, Known(memory=trace.blocks[-1].candidate.memory, cosine=0.5))


def test_the_policy_stands_before_anything_it_governs() -> None:
    page = document("Evidence", hostile())
    assert page.startswith('<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta http-equiv=')
    policy = page.index(POLICY.replace("'", "&#x27;"))
    assert policy < page.index("<title>") < page.index("<style>")
    assert "default-src 'none'" in POLICY and "script-src" not in POLICY and "http" not in POLICY


def test_nothing_in_the_file_runs_loads_or_links() -> None:
    trace = hostile()
    shown = parsed(document(HOSTILE[0], trace, asked(trace), address=ADDRESS))
    assert not ACTIVE & set(shown.elements)
    assert not [one for one in shown.attributes if one[1] in REACHING or one[1].startswith("on")]
    assert shown.elements.count("title") == 1 and HOSTILE[0] in shown.text


def test_verdict_reason_figures_evidence_come_in_this_order() -> None:
    trace = hostile()
    page = document("Evidence", trace, asked(trace))
    order = ["<h1>", "The request", "From the store", "Its six terms", "exactly as sent", "Candidates", "The record"]
    places = [page.index(one) for one in order]
    assert places == sorted(places)
    assert page.count("<h1>") == 1


def test_the_record_inside_is_the_json_of_the_trace_and_the_verdict() -> None:
    trace = hostile()
    verdict = asked(trace)
    held = json.loads(parsed(document("Evidence", trace, verdict)).by_id["record"])
    assert held == json.loads(json.dumps(trace_json(trace) | {"verdict": verdict_json(verdict)}))
    assert "verdict" not in json.loads(parsed(document("Evidence", trace)).by_id["record"])


def test_the_brief_is_shown_line_by_line_as_sent() -> None:
    trace = hostile()
    shown = parsed(document("Evidence", trace)).stored
    assert all(line in shown for line in trace.brief.text.split("\n"))


def test_the_same_record_makes_the_same_file() -> None:
    trace = hostile()
    assert document("Evidence", trace, asked(trace)) == document("Evidence", trace, asked(trace))


@pytest.mark.parametrize("settings", [PRODUCT, PRODUCT.replace(bar_ratio=0.7, fill=False), PAPER])
def test_the_link_leads_back_to_the_same_run(settings: Settings) -> None:
    trace = run([scoring(0.6, "r")], request("what & why? #1", team="web", path="a/b.py", budget_chars=900), settings)
    trace = replace(trace, preset="paper" if settings is PAPER else "product")
    link = link_to(trace, asked(trace), ADDRESS)
    assert link.startswith(f"{ADDRESS}?") and link in parsed(document("Evidence", trace, asked(trace), address=ADDRESS)).stored
    view, notes = read_address(dict(parse_qsl(urlsplit(link).query)))
    assert notes == ()
    assert (view.prompt, view.repo, view.team, view.path) == ("what & why? #1", "acme/app", "web", "a/b.py")
    assert (view.budget_chars, view.as_of, view.memory, view.org) == (900, NOW, "r", "acme")
    assert view.settings == settings


def test_a_view_of_a_page_is_linked_to_as_it_stands_there() -> None:
    view = Asked(memory="r", look={"served": "b123", "with": "o"})
    shown = parsed(document("Evidence", run([scoring(0.6, "r")]), address=ADDRESS, view=view)).stored
    assert f"{ADDRESS}?id=r&served=b123&with=o" in shown or f"{ADDRESS}?id=r&with=o&served=b123" in shown


def test_without_an_inspector_the_link_is_what_stands_after_its_address() -> None:
    shown = parsed(document("Evidence", run([scoring(0.6, "r")])))
    assert "after the address of your inspector" in shown.text
    assert any(one.startswith("?q=a%20task&") for one in shown.stored)


def test_a_prompt_too_long_for_an_address_gives_no_link() -> None:
    trace = run([scoring(0.6, "r")], request("word " * 5000))
    assert link_to(trace, None, ADDRESS) == ""
    assert "The same view" not in document("Evidence", trace, address=ADDRESS)


def test_a_brief_kept_without_its_text_still_has_its_figures() -> None:
    trace = run([scoring(0.6, "r")])
    trace = replace(trace, brief=replace(trace.brief, text=""), request=replace(trace.request, prompt=""))
    shown = parsed(document("Evidence", trace))
    assert "0.600" in shown.text
    assert "It was kept without its text." in shown.text and "The same view" not in shown.text


def test_a_verdict_on_a_text_that_was_never_written_has_no_memory_and_no_terms() -> None:
    trace = run([scoring(0.6, "r")])
    shown = parsed(document("Evidence", trace, why(trace, PRODUCT, Known(memory=None))))
    assert "✕ Never written" in shown.text and "Its six terms" not in shown.text
