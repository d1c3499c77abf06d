"""The tables of docs/grading.md are what the grader does."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest

from evalwright.scoring import MatchRules, grade_tool_calls

from .scoring_help import text_call

PAGE = (Path(__file__).parents[2] / "docs" / "grading.md").read_text(encoding="utf-8")
TOOL = json.loads(re.search(r"```json\n(.*?)```", PAGE, re.DOTALL)[1])  # type: ignore[index]
CALLS = {name: text_call(json.dumps({"id": name}), "get_order") for name in "ABC"} | {"L": text_call("{}", "list")}


def rows(heading: str) -> list[list[str]]:
    table = PAGE.split(heading)[1].split("\n\n")[0].splitlines()[2:]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in table]


def check(expected: Any, given: Any, scores: list[str]) -> None:
    for mode, score in zip(("schema", "exact", "foundry"), scores, strict=True):
        review = grade_tool_calls(expected, given, [TOOL], rules=MatchRules(mode=mode))  # type: ignore[arg-type]
        assert (mode, review.score) == (mode, float(score))


def as_call(cell: str) -> Any:
    return text_call("" if cell == "(empty)" else cell.strip("`"), "get_order")


@pytest.mark.parametrize("row", rows("| expected arguments |"), ids=lambda row: f"{row[0]} {row[1]}")
def test_arguments(row: list[str]) -> None:
    check([as_call(row[0])], [as_call(row[1])], row[2:])


@pytest.mark.parametrize("row", rows("| expected calls |"), ids=lambda row: f"{row[0]} to {row[1]}")
def test_calls(row: list[str]) -> None:
    expected, given = ([CALLS[name] for name in cell.split(", ")] for cell in row[:2])
    check(expected, given, row[2:])


def test_the_tables_are_there() -> None:
    assert len(rows("| expected arguments |")) == 13
    assert len(rows("| expected calls |")) == 6
