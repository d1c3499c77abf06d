"""The table of docs/reliability.md: every case stands there once, and every test that it names is there."""

from __future__ import annotations

import ast
import re
from functools import cache

import pytest

from .conftest import ROOT

SECTIONS = {"A": 20, "B": 14, "C": 12, "D": 24, "E": 16, "F": 10, "G": 9, "H": 9, "I": 14}
CASES = [f"{letter}{number}" for letter, count in SECTIONS.items() for number in range(1, count + 1)]
_TEST = re.compile(r"`(tests/[\w/]+\.py)::(test_\w+)`")


def rows() -> list[list[str]]:
    """The cells of every row that begins with a case."""
    text = (ROOT / "docs" / "reliability.md").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if re.match(r"\| [A-I]\d+ \|", line)]
    return [[cell.strip() for cell in line.strip("|").split(" | ")] for line in lines]


@cache
def functions(path: str) -> frozenset[str]:
    """The names of the functions of a test file."""
    tree = ast.parse((ROOT / path).read_text(encoding="utf-8"))
    return frozenset(node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef))


def test_every_case_stands_there_once() -> None:
    assert [row[0] for row in rows()] == CASES
    assert len(CASES) == 128


@pytest.mark.parametrize("row", rows(), ids=lambda row: row[0])
def test_a_case_says_what_happens_and_which_test_holds_it(row: list[str]) -> None:
    assert len(row) == 4 and all(row), "case, fault, what happens, test"
    named = _TEST.findall(row[3])
    assert named, "no test"
    assert _TEST.sub("", row[3]).replace(", ", "") == "", "nothing but tests stands there"
    assert len(set(named)) == len(named), "each once"
    for path, name in named:
        assert (ROOT / path).is_file(), path
        assert name in functions(path), f"{path} has no {name}"
