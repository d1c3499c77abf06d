"""One metric over some of the reviews: its score, what it rests on, and its interval.

The columns of a metric and the places of the reviews flow in, a `Score` flows out. Here, and only here, the kind of
a metric decides how it is summed up; the report, its subsets and its breakdowns all ask in the same way.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from .clusters import Clusters
from .confidence_intervals import Interval, mean_interval, rate_interval, ratio_interval
from .review_table import Columns, Values


@dataclass(frozen=True, slots=True)
class Score:
    """A metric's value."""

    num: int
    """Items that take part."""
    value: float | None
    """None where no item takes part."""
    conversations: int
    """Those that the value rests on; for a ratio the ones with a denominator."""
    interval: Interval | None = None
    """None for a count, and where the value rests on nothing."""
    denominator: float | None = None
    """Of a ratio."""

    def if_wrong(self, kind: str, errors: int) -> float | None:
        """The value if so many more items had been answered wrongly.

        None for a ratio, since whether a wrong answer would have stood in its denominator cannot be known, and for
        numbers, since what a wrong answer would have got is not known.
        """
        if kind in ("ratio", "number") or (self.value is None and not errors):
            return None
        if self.value is None or kind == "count":
            return self.value or 0
        return self.value * self.num / (self.num + errors)


def score(columns: Columns, values: Values, rows: Sequence[int]) -> Score:
    """The metric of these values over these rows, which must come conversation by conversation."""
    kind = values.metric.kind
    if kind == "ratio":
        return _ratio(columns, values, rows)
    if kind == "count":
        return _count_score(columns, values, rows)
    if kind == "number":
        return _number(columns, values, rows)
    data = Clusters((num, total, num, times) for num, total, times in values.kinds(rows, columns.ends(rows)))
    found = rate_interval(data) if kind == "rate" else mean_interval(data, values.squares(rows))
    return Score(found.n, found.score, found.clusters, found) if found else Score(0, None, 0)


def _number(columns: Columns, values: Values, rows: Sequence[int]) -> Score:
    """The mean of values that may be any: from 0 to 1 a mean like others, else on the range that was seen."""
    low, high = min(values.present(rows), default=0.0), max(values.present(rows), default=1.0)
    low, width = (0.0, 1.0) if low >= 0 and high <= 1 else (low, (high - low) or 1.0)
    sums = [(num, (total - num * low) / width) for num, total in values.sums(rows, columns.keys)]
    squares = math.fsum(((value - low) / width) ** 2 for value in values.present(rows))
    found = mean_interval(sums, squares)
    if found is None:
        return Score(0, None, 0)
    score, lower, upper = (low + width * each for each in (found.score, found.low, found.high))
    return Score(found.n, score, found.clusters, replace(found, score=score, low=lower, high=upper))


def _count_score(columns: Columns, values: Values, rows: Sequence[int]) -> Score:
    num = conversations = total = 0
    for items, subtotal, times in values.kinds(rows, columns.ends(rows)):
        num, conversations, total = num + items * times, conversations + times, total + int(subtotal) * times
    return Score(num, total if num else None, conversations)


def _ratio(columns: Columns, values: Values, rows: Sequence[int]) -> Score:
    """None where items take part and none has a denominator: nothing was counted, and nothing is not 0."""
    num = values.num(rows)
    found = ratio_interval(values.parts(rows, columns.keys), values.moments(rows))
    if found is None:
        return Score(num, None, 0, denominator=0)
    return Score(num, found.score, found.clusters, found, found.weight)
