"""JUnit XML: valid whatever the data holds, and failing only for what is wrong, or shown to be worse."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from evalwright.report.compare import compare_models
from evalwright.report.junit import _Suite, comparison_junit, run_junit
from evalwright.report.model_pairs import matches
from evalwright.report.runs import open_run

from .run_help import review, write_run


def test_a_test_case_per_item_in_a_suite_per_tool(tmp_path: Path) -> None:
    reviews = [review("c#0", 1.0), review("c#1", 0.5, tool="cancel"), review("c#2", 0.0)]
    run = open_run(write_run(tmp_path / "r", {"base": reviews}, errors={"base": ["c#3"]}))
    root = ET.fromstring(run_junit(run))
    suites = {suite.get("name"): suite for suite in root}
    assert list(suites) == [f"base / next_call / {name}" for name in ("find_order", "cancel", "(no answer)")]
    found = suites["base / next_call / find_order"]
    assert (found.get("tests"), found.get("failures"), found.get("errors")) == ("2", "1", "0")
    assert [case.get("name") for case in found] == ["c#0", "c#2"]
    failure = found[1][0]
    assert (failure.tag, failure.get("type"), failure.get("message")) == ("failure", "wrong_tool", "because of c#2")
    assert suites["base / next_call / (no answer)"][0][0].get("type") == "timeout"


def test_an_answer_without_a_score_is_skipped(tmp_path: Path) -> None:
    run = open_run(write_run(tmp_path / "r", {"base": [review("c#0", 1.0) | {"score": {}}]}))
    assert ET.fromstring(run_junit(run))[0][0][0].tag == "skipped"


def test_items_that_break_by_chance_fail_no_build_and_a_shown_regression_does(tmp_path: Path) -> None:
    right = [review(f"c{c}#0", 1.0) for c in range(20)]
    one = [review(f"c{c}#0", float(c != 3)) for c in range(20)]
    most = [review(f"c{c}#0", float(c < 5)) for c in range(20)]
    run = open_run(write_run(tmp_path / "r", {"base": right, "one": one, "most": most}))
    root = ET.fromstring(comparison_junit(compare_models(matches([run]))))
    assert [suite.get("failures") for suite in root] == ["0", "2"]
    assert "c3#0" in (root[0].findtext("system-out") or "")


@given(st.text(max_size=50), st.text(max_size=50))
def test_any_text_makes_valid_xml(name: str, message: str) -> None:
    suite = _Suite()
    suite.add(name, name, "failure", message, name)
    root = ET.fromstring(suite.write(name, message + "]]>\x00\ufffe\ud800"))
    assert root[0][0].tag == "failure"
