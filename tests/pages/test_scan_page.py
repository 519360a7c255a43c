"""The Scan page over a real store: the arms side by side, and paper 001's experiment on demand."""

import time

import pytest
from inspected import AS_OF, HOSTILE, HOSTILE_PROMPT, HOSTILE_REPO, ORG, PROMPT, REPO

from secondlayer.briefing import request_of
from secondlayer.scanning import ARMS, scan_arms
from secondlayer.settings import PRODUCT
from secondlayer.show import arms as shown
from secondlayer.show.on_screen import experiment
from secondlayer.store import open_store

ADDRESS = {"q": PROMPT, "repo": REPO, "as_of": "2026-11-30T12:00:00Z"}


def arms_table(app):
    return next(frame.value for frame in app.dataframe if "ceilings in force" in frame.value.columns).set_index("arm")


def texts(app) -> str:
    return "\n".join(element.value for element in app.text)


@pytest.mark.parametrize("read", ["combined", "organisation"])
def test_the_table_holds_what_each_arm_read(page, filled, encoder, read):
    app = page({**ADDRESS, "read": read}, "scan")
    assert not app.exception
    request = request_of(ORG, PROMPT, repo=REPO, budget_chars=4000, as_of=AS_OF)
    with open_store(ORG, dsn=filled) as store:
        found = scan_arms(request, PRODUCT, store, encoder, read=read)
    assert app.header[0].value == shown.verdict(found)
    table = arms_table(app)
    assert list(table.index) == list(ARMS)
    for one in found:
        scan = one.read.scan
        row = table.loc[one.arm]
        assert (row["in scope"], row["examined"], row["matched"]) == tuple(
            f"{count:,}" for count in (scan.in_scope, scan.examined, scan.matched)
        )
        assert row["of the exact list"].startswith(f"{one.shared:,} of {one.exact:,}")
        assert row["brought"] == f"{one.brought:,} of {one.wanted:,}"
        assert shown.because(one) in texts(app)
    assert "walked no index" in texts(app)


def test_the_read_is_chosen_and_the_address_follows(page):
    app = page(ADDRESS, "scan")
    before = arms_table(app).loc["exact", "in scope"]
    app.radio(key="scan.read").set_value("organisation").run()
    assert not app.exception
    assert app.query_params["read"] in ("organisation", ["organisation"])
    assert arms_table(app).loc["exact", "in scope"] != before


def test_auto_is_made_to_walk_and_taken_back(page):
    app = page(ADDRESS, "scan")
    next(button for button in app.button if button.label == "Let auto walk too").click().run()
    assert not app.exception
    assert arms_table(app).loc["auto", "plan"] == "walk of the index"
    assert app.query_params["exact_cutoff"] in ("0", ["0"])
    again = page({**ADDRESS, "exact_cutoff": "0"}, "scan")
    assert arms_table(again).loc["auto", "plan"] == "walk of the index"
    next(button for button in app.button if "compare up to 100,000" in button.label).click().run()
    assert arms_table(app).loc["auto", "plan"] == "all compared"
    assert "exact_cutoff" not in app.query_params


def test_a_lower_ceiling_shows_in_what_a_walk_came_to(page):
    app = page({**ADDRESS, "ef_search": "5", "max_scan_tuples": "5"}, "scan")
    row = arms_table(app).loc["paper"]
    assert row["ceilings in force"].startswith("a list of 5, relaxed_order, 5 entries")
    assert row["stop"] == "it came to the ceiling on rows"
    assert app.number_input(key="scan.ef_search").value == 5


def test_the_statement_and_its_plan_are_one_click_away(page):
    app = page(ADDRESS, "scan")
    assert not app.code
    app.radio(key="scan.show").set_value("paper").run()
    assert not app.exception
    statement, plan = (block.value for block in app.code)
    assert "ORDER BY embedding <=> %(vector)b" in statement
    assert "Index Scan using memory_vector_" in plan and "[… 384 numbers]" in plan
    assert page({**ADDRESS, "show": "exact"}, "scan").code[0].value.startswith("WITH compared AS MATERIALIZED")


def test_looking_closer_reads_nothing_again(page, monkeypatch):
    from secondlayer.show.on_screen import arms

    app = page(ADDRESS, "scan")
    monkeypatch.setattr(arms, "scan_arms", lambda *_, **__: pytest.fail("the arms were read again"))
    app.radio(key="scan.show").set_value("default").run()
    assert not app.exception and app.code


def test_one_read_at_the_organisations_level_has_no_choice_of_reads(page):
    app = page({"q": PROMPT, "as_of": "2026-11-30"}, "scan")
    assert not app.exception
    assert [control.key for control in app.radio] == ["scan.show"]


def test_hostile_text_that_an_arm_missed_is_data(page):
    app = page({"q": HOSTILE_PROMPT, "repo": HOSTILE_REPO, "as_of": "2026-11-30", "pool": "2", "k_combined": "2"}, "scan")
    assert not app.exception
    said = "\n".join(str(element.value) for kind in (app.markdown, app.header, app.subheader) for element in kind)
    assert not any(text in said for text in HOSTILE)


def test_a_repository_that_holds_nothing_and_an_empty_prompt_have_their_states(page):
    app = page({}, "scan")
    assert not app.exception and not app.dataframe
    assert any("Paper 001's experiment" in element.value for element in app.subheader)
    app = page({"q": "x", "repo": "a b c", "as_of": "2026-11-30"}, "scan")
    assert any("A scope is" in element.value for element in app.container("state-call").text)


def test_the_experiment_runs_on_demand_and_tells_its_table_in_a_sentence(page, monkeypatch):
    monkeypatch.setattr(experiment, "_SIZES", {2_000: "2,000, for a test"})
    monkeypatch.setattr(experiment, "_PROBES", 3)
    app = page({}, "scan")
    app.button(key="scan.run-it").click().run()
    assert not app.exception
    until = time.monotonic() + 60
    while app.session_state["scan.run"].running and time.monotonic() < until:
        time.sleep(0.2)
    app.run()
    assert not app.exception
    table = next(frame.value for frame in app.dataframe if "empty reads" in frame.value.columns)
    assert [row.split()[0] for row in table["arm"]] == ["default", "iterative,", "exact"]
    assert table["mean"].iloc[2] == "10.00 of 10" and table["empty reads"].iloc[2] == "0 of 3"
    assert "As pgvector comes," in texts(app) and "The plan of every read was checked" in texts(app)
