"""CSV: nothing in it starts a formula, numbers stay numbers, and the text can be had back."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.report.csv_export import safe_cell, write_csv
from evalwright.report.runs import open_run

from .run_help import review, write_run

FORMULAS = ["=1+1", "+1+1", "-1+1", "@SUM(A1)", "\t=1", "\r=1", "\n=1", "＝1+1", "＋1", "－1+1", "＠x", "﹦1", "﹣cmd"]
PREFIXES = ["", " ", "\u200b", "\ufeff", "\u3000", "\xa0", "\u2060", "\x00", " \u200b ", "\u202e"]


@pytest.mark.parametrize("formula", [*FORMULAS, "=cmd|' /C calc'!A0", "-2+3+cmd|' /C calc'!A0"])
@pytest.mark.parametrize("prefix", PREFIXES, ids=ascii)
def test_a_formula_gets_an_apostrophe(prefix: str, formula: str) -> None:
    assert safe_cell(prefix + formula) == "'" + prefix + formula


@pytest.mark.parametrize("number", [-1, 0.5, -2.5e-3, 7])
def test_numbers_stay_numbers(number: float) -> None:
    assert safe_cell(number) is number
    assert safe_cell(str(number)) == str(number)


@pytest.mark.parametrize("text", ["", "find_order", "c-1#0", "a=b", "订单 +1", "-"])
def test_harmless_text_stays_as_it_is(text: str) -> None:
    assert safe_cell(text) == (text if text != "-" else "'-")


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=20))
def test_one_apostrophe_less_is_the_text_again(text: str) -> None:
    cell = safe_cell(text)
    assert cell in (text, f"'{text}")
    assert cell.removeprefix("'") == text


@given(st.text("＝=+-@\t\r\n\u200b \xa0x1", max_size=8))
def test_what_is_left_as_it_is_starts_no_formula(text: str) -> None:
    if safe_cell(text) == text and not re.fullmatch(r"[+-]?\d+", text):
        assert text.lstrip("\u200b \xa0\t\r\n")[:1] not in tuple("＝=+-@")


def test_a_run_as_rows_with_failed_requests_and_risky_headers(tmp_path: Path) -> None:
    wrong = review("c#1", 0.0, reason='=HYPERLINK("http://x")', tool="@tool")
    wrong["score"]["=1+1"] = 1.0
    run = open_run(write_run(tmp_path / "r", {"base": [review("c#0", 1.0), wrong]}, errors={"base": ["c#2"]}))
    out = io.BytesIO()
    assert write_csv(run, out) == 3
    text = out.getvalue().decode()
    header, first, second, failed = csv.reader(io.StringIO(text))
    assert header[:8] == ["model", "dataset", "subset", "id", "conversation_id", "call_index", "repeat", "tool"]
    assert "'=1+1" in header
    assert dict(zip(header, first, strict=True))["next_call_exact"] == "1.0"
    row = dict(zip(header, second, strict=True))
    assert (row["tool"], row["reason"]) == ("'@tool", '\'=HYPERLINK("http://x")')
    assert (failed[3], failed[-2], failed[-1]) == ("c#2", "error", "timeout: too late")
    assert ",1.0," in text and '"1.0"' not in text
