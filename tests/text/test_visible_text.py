"""Text from data on a terminal."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.text.visible_text import pad, visible, width


@pytest.mark.parametrize(
    ("text", "columns"), [("abc", 3), ("中文", 4), ("ＡＢ", 4), ("e\u0301", 1), ("한글", 4), ("", 0)]
)
def test_width_is_counted_in_columns(text: str, columns: int) -> None:
    assert width(text) == columns


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("\x1b[31mred", "\\x1b[31mred"),
        ("a\nb\tc", "a\\x0ab\\x09c"),
        ("\u202eabc\u2066", "\\u202eabc\\u2066"),
        ("\x9b2J", "\\x9b2J"),
        ("line\u2028end", "line\\u2028end"),
        ("\ud800", "\\ud800"),
        ("\U000e0041", "\\U000e0041"),
        ("zero\u200bwidth", "zero\\u200bwidth"),
        ("می\u200cخواهم", "می\u200cخواهم"),
        ("模型", "模型"),
    ],
)
def test_what_could_change_the_screen_is_shown_by_its_code(text: str, shown: str) -> None:
    assert visible(text) == shown


@given(st.text())
def test_nothing_visible_is_a_control_or_direction_character(text: str) -> None:
    kinds = {unicodedata.category(each) for each in visible(text) if each not in "\u200c\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Zl", "Zp"}


@given(st.text(), st.integers(1, 20))
def test_cut_text_fits_its_columns(text: str, limit: int) -> None:
    shown = visible(text, limit)
    assert width(shown) <= limit
    assert len(shown) <= 2 * limit


def test_padding_is_by_columns() -> None:
    assert pad("中", 4) == "中  "
    assert pad("中", 4, right=True) == "  中"
