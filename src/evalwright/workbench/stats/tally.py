"""Counting in bounded memory: how often each thing occurs, and how numbers are distributed.

A data set can name as many tools as it has calls, so a tally takes only so many different keys and counts what it had
to leave out. Distributions are kept as counts of whole numbers: exact, and small however long the file is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable
from dataclasses import dataclass, field
from fractions import Fraction
from math import exp, log, sqrt
from typing import Generic, TypeVar

from evalwright.spill import SpilledTable

MAX_KEYS = 200_000
"""Different keys that one tally takes; beyond it new ones are only counted."""

Key = TypeVar("Key", bound=Hashable)


@dataclass(slots=True)
class Tally(Generic[Key]):
    """How often each key was met."""

    counts: Counter[Key] = field(default_factory=Counter)
    left_out: int = 0
    """Occurrences of keys that came when the tally was full."""
    limit: int = MAX_KEYS

    def add(self, key: Key, times: int = 1) -> int:
        """Count the key; the answer is how often it was met by now, 0 where it was left out."""
        if key not in self.counts and len(self.counts) >= self.limit:
            self.left_out += times
            return 0
        self.counts[key] += times
        return self.counts[key]

    def merge(self, later: Tally[Key]) -> None:
        """Count what was counted by another."""
        for key, times in later.counts.items():
            self.add(key, times)
        self.left_out += later.left_out

    @property
    def total(self) -> int:
        """All occurrences, left out or not."""
        return self.counts.total() + self.left_out

    def common(self, most: int | None = None) -> list[tuple[Key, int]]:
        """Keys with their counts, the most frequent first, equals by name, so that the order is always the same."""
        found = sorted(self.counts.items(), key=lambda entry: (-entry[1], str(entry[0])))
        return found if most is None else found[:most]

    def effective(self) -> float:
        """How many equally frequent keys would be as varied as these: exp of the entropy."""
        total = self.counts.total()
        if not total:
            return 0.0
        return exp(-sum(count / total * log(count / total) for count in self.counts.values()))


@dataclass(slots=True)
class MarkTally:
    """How often each fingerprint was met, of any number of them."""

    total: int = 0
    """All occurrences."""
    _counts: SpilledTable = field(default_factory=SpilledTable)

    def add(self, mark: int, times: int = 1) -> int:
        """Count a fingerprint; the answer is how often it was met by now."""
        self.total += times
        before = self._counts.put_new(mark, times)
        if before is None:
            return times
        self._counts.put(mark, before + times)
        return before + times

    def of(self, mark: int) -> int:
        """How often it was met."""
        return self._counts.get(mark) or 0

    @property
    def distinct(self) -> int:
        """How many different ones were met."""
        return len(self._counts)


@dataclass(frozen=True, slots=True)
class Describe:
    """Eight numbers about a distribution, the same that pandas' `describe` gives."""

    count: int
    mean: float | None
    std: float | None
    """Of the sample (n - 1); None for fewer than two."""
    min: int | None
    q25: float | None
    q50: float | None
    q75: float | None
    max: int | None

    def to_dict(self) -> dict[str, int | float | None]:
        """The numbers by their names in the table."""
        values = (self.count, self.mean, self.std, self.min, self.q25, self.q50, self.q75, self.max)
        return dict(zip(MEASURES, values, strict=True))


MEASURES = ("count", "mean", "std", "min", "25%", "50%", "75%", "max")


def describe(counts: Counter[int]) -> Describe:
    """The describe table's column for whole numbers given as counts."""
    total = counts.total()
    if not total:
        return Describe(0, None, None, None, None, None, None, None)
    ordered = sorted(counts.items())
    first = sum(value * times for value, times in ordered)
    second = sum(value * value * times for value, times in ordered)
    # Whole numbers up to the last step, so that no digit is lost however large they are.
    variance = Fraction(total * second - first * first, total * (total - 1)) if total > 1 else None
    return Describe(
        total,
        first / total,
        None if variance is None else sqrt(variance),
        ordered[0][0],
        _quantile(ordered, total, 1),
        _quantile(ordered, total, 2),
        _quantile(ordered, total, 3),
        ordered[-1][0],
    )


def _quantile(ordered: Iterable[tuple[int, int]], total: int, quarter: int) -> float:
    """The quartile by linear interpolation between the two nearest values."""
    place = Fraction((total - 1) * quarter, 4)
    below = int(place)
    low, high = _value_at_index(ordered, below), _value_at_index(ordered, min(below + 1, total - 1))
    return float(low + (high - low) * (place - below))


def _value_at_index(ordered: Iterable[tuple[int, int]], index: int) -> int:
    """The value at this index of the sorted values."""
    left = index
    for value, times in ordered:
        if left < times:
            return value
        left -= times
    raise IndexError(index)
