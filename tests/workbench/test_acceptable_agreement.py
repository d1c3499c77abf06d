"""What is inferred from bare conversations of the shop beside what their plan knows, as they are and renamed."""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.acceptable import Agreement, Record, renamed, shop_rows

ROWS = 60


@pytest.fixture(scope="module", params=["en", "zh"])
def rows(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> list[Record]:
    return shop_rows(tmp_path_factory.mktemp("shop"), request.param, ROWS)


@pytest.mark.parametrize("change", [dict, renamed], ids=["as they are", "renamed"])
def test_inference_and_plan_agree_though_neither_knows_the_other(rows: list[Record], change, tmp_path: Path) -> None:
    found = Agreement(tmp_path, [change(record) for record in rows])
    counts = found.counts()
    assert counts["known_items"] >= ROWS // 3
    assert counts["both"] >= 0.98 * counts["inferred"], found.differences()
    assert counts["both"] >= 0.85 * counts["known"], found.differences()


def test_a_plan_that_is_made_up_is_told_from_the_right_one(rows: list[Record], tmp_path: Path) -> None:
    for record in rows:
        for told in record["metadata"].get("alternatives", {}).values():
            told.pop("acceptable", None)
    counts = Agreement(tmp_path, rows).counts()
    assert counts["both"] < 0.98 * counts["inferred"]
