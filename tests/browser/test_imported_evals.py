"""A run imported from hosted evals, in the viewer and as a page: its old grades beside what was graded again."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from ..cli.test_import_evals import CRITERION, dashboard, run
from ..view.conftest import Served, running
from .test_viewer import assert_clean

ERRING = {**CRITERION, "id": "erring", "name": "erring", "reference": "{{item.nothing}}"}


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("imported")
    root = place / "root"
    assert run("import", "openai-evals", dashboard(place / "export.jsonl"), "-o", root / "old") == 0
    (rows,) = (root / "old" / "data").glob("*.jsonl")
    (place / "criteria.json").write_text(json.dumps([CRITERION, ERRING]), encoding="utf-8")
    run("eval", rows, "--criteria", place / "criteria.json", "-o", root / "new")
    return root


@pytest.fixture(scope="module")
def viewer(root: Path) -> Iterator[Served]:
    with running(root) as served:
        yield served


def test_old_grades_are_shown_and_new_ones_with_their_errors(page: Any, viewer: Served) -> None:
    page.goto(viewer.address)
    page.get_by_role("link", name="old", exact=True).click()
    page.locator("[data-row]").nth(5).wait_for()
    assert page.locator("[data-row] .badge.bad").count() == 4 and page.locator("[data-row] .badge.good").count() == 2
    page.locator("[data-row]").nth(3).get_by_role("link").click()
    told = page.locator("ul.criteria li")
    told.nth(1).wait_for()
    assert told.all_inner_texts() == ["failed exact 0.000 recorded", "passed closeness 0.750 recorded"]
    page.get_by_text("3 + 3?").first.wait_for()
    page.goto(viewer.address)
    page.get_by_role("link", name="new", exact=True).click()
    page.locator("[data-row]").first.get_by_role("link").click()
    told.nth(1).wait_for()
    assert told.nth(0).inner_text() == "passed exact 1.000 string_check"
    assert "invalid_variable_error: the row has no item.nothing" in told.nth(1).inner_text()
    assert_clean(page, viewer)


def test_the_report_of_an_imported_run_has_the_table_of_criteria(page: Any, root: Path) -> None:
    assert run("report", root / "old") == 0
    page.goto((root / "old" / "report.html").as_uri())
    rows = page.locator(".criteria tbody tr")
    assert rows.count() == 2 and rows.nth(1).locator("td").first.inner_text() == "closeness"
    page.set_viewport_size({"width": 360, "height": 800})
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    assert page.watched.problems == []
