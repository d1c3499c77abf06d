"""A column of numbers that takes as few bytes for each as the largest of them needs.

Most columns of a report hold zeros and ones, a few names or small counts: one byte a review in place of four or
eight. A column grows wider when a number does not fit any more, which happens at most four times.
"""

from __future__ import annotations

from array import array
from typing import Any

_CODES = "bhiqd"
"""Whole numbers of 1, 2, 4 and 8 bytes, then floating point."""

LARGEST = 2**53
"""Up to here floating point holds every whole number."""


class Numbers:
    """Numbers of at most `LARGEST`, in the order they came."""

    def __init__(self) -> None:
        self.column: array[Any] = array(_CODES[0])
        """For reading; another object after the column has grown wider."""

    def append(self, number: float) -> None:
        """Take in a number; a whole one stays whole while no other is in the column."""
        try:
            self.column.append(number)
        except (OverflowError, TypeError):
            self._fit(number)

    def extend(self, later: Numbers) -> None:
        """Take in the numbers of another column, behind these."""
        widest = max(self.column.typecode, later.column.typecode, key=_CODES.index)
        if self.column.typecode != widest:
            self.column = array(widest, self.column)
        self.column.extend(later.column if later.column.typecode == widest else array(widest, later.column))

    def _fit(self, number: float) -> None:
        whole: Any = int(number) if number == int(number) else number
        while True:
            try:
                self.column.append(whole)
                return
            except (OverflowError, TypeError):
                self.column = array(_CODES[_CODES.index(self.column.typecode) + 1], self.column)
