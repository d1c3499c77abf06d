"""A table in any width: the grid where it fits, else a form that does."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from evalwright.text import render_grid
from evalwright.text.visible_text import width

CELL = st.text("abc_ 0.通义", max_size=40)


@given(
    st.integers(1, 7).flatmap(
        lambda count: st.tuples(
            st.lists(CELL, min_size=count, max_size=count),
            st.lists(st.lists(CELL, min_size=count, max_size=count), max_size=4),
            st.text("lr", min_size=count, max_size=count),
        )
    ),
    st.integers(20, 160),
)
def test_no_line_is_wider_than_told(table: tuple[list[str], list[list[str]], str], columns: int) -> None:
    headers, rows, align = table
    assert all(width(line) <= columns for line in render_grid(headers, rows, align, columns=columns).split("\n"))


def test_long_texts_are_cut_before_the_grid_is_given_up() -> None:
    rows = [["get_order", "Show an order: its status, items with options and prices"]]
    shown = render_grid(["Tool", "Description"], rows, columns=50)
    assert shown.split("\n")[3] == "| get_order | Show an order: its status, items…  |"


def test_numbers_are_never_cut() -> None:
    headers, rows = ["Metric", "A", "B", "95% CI"], [["next_call_exact", "0.1290", "0.4194", "[23.8, 34.2]"]]
    for columns in range(20, 80):
        shown = render_grid(headers, rows, "lrrr", columns=columns)
        assert all(number in " ".join(shown.split()) for number in rows[0][1:]), shown


@pytest.mark.parametrize(
    ("columns", "expected"),
    [
        (40, ["Metric               A           95% CI", "---------------  -----  ---------------"]),
        (24, ["Metric", "      A           95% CI"]),
        (20, ["next_call_exact", "  A: 0.129"]),
    ],
)
def test_the_forms_follow_one_another(columns: int, expected: list[str]) -> None:
    rows = [["next_call_exact", "0.129", "[0.129, 0.4194]"]]
    assert render_grid(["Metric", "A", "95% CI"], rows, "lrr", columns=columns).split("\n")[:2] == expected
