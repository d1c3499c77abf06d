"""Columns that grow wider when they must, and lose nothing."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from evalwright.report.compact_column import LARGEST, Numbers


def column(numbers: list[float]) -> Numbers:
    made = Numbers()
    for number in numbers:
        made.append(number)
    return made


@given(st.lists(st.one_of(st.integers(-1, 3), st.integers(-1, LARGEST), st.floats(0, LARGEST))))
def test_what_goes_in_comes_out(numbers: list[float]) -> None:
    assert list(column(numbers).column) == numbers


def test_each_takes_as_few_bytes_as_the_largest_needs() -> None:
    assert [column([-1, 1, top]).column.itemsize for top in (1, 127, 128, 40_000, 2**40)] == [1, 1, 2, 4, 8]
    assert column([0, 1.0, 2.0]).column.itemsize == 1
    assert column([1, 0.5]).column.typecode == "d"
