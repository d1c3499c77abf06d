"""The reviews of one data set, held in columns.

Reviews stream in one at a time and are gone again; what stays of each is a key of its conversation, numbers
for its subset, tool, verdict and position, and what it adds to every metric: a few dozen bytes, so that a run of
any usual size is summed up in a few megabytes. The values of a mean are kept as whole numbers (billionths), whose
sums are exact in any order.
"""

from __future__ import annotations

import hashlib
import math
from array import array
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, compress, groupby, islice
from operator import ne, sub
from typing import Any

from evalwright.errors import UsageError
from evalwright.scoring import Metric
from evalwright.tasks import ReviewLine
from evalwright.text import phrase

from .compact_column import LARGEST, Numbers

_BILLION = 10**9
_ABSENT = -1
_BUCKETS = 64
_BLOCK = 256
"""Conversations that are summed at once."""
_ITEMS = 1 << 32
"""One more than the items that a conversation can have: a sum and a count in one whole number."""
_ROUNDING = 1e-9
"""So far a computed value may lie above what it can be at most."""


class Values:
    """What every review adds to one metric: a numerator, and for a ratio a denominator."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._scale = _BILLION if metric.kind == "mean" else 1
        self._tops, self._bottoms = Numbers(), Numbers()
        self._numbers = array("d")
        """The values of a `number`, which may be any; absent ones are not a number."""

    def append(self, facts: Mapping[str, Any], review: ReviewLine) -> None:
        """Take in the facts of a review."""
        if self.metric.kind == "number":
            part = self._checked_metric_part(facts, review)
            self._numbers.append(math.nan if part is None else part[0])
            return
        top, bottom = self._checked_metric_part(facts, review) or (_ABSENT, 0)
        if self.metric.kind == "ratio":
            self._bottoms.append(bottom)
            top = min(top, bottom)
        elif self.metric.kind == "mean":
            top = round(min(top, bottom) * self._scale)
        self._tops.append(top)

    def merge(self, later: Values) -> None:
        """Take in what the next reviews add."""
        self._tops.extend(later._tops)
        self._bottoms.extend(later._bottoms)
        self._numbers.extend(later._numbers)

    def num(self, rows: Iterable[int]) -> int:
        """How many of these reviews take part."""
        tops = self._tops.column
        return sum(tops[row] >= 0 for row in rows)

    def kinds(self, rows: Sequence[int], ends: Sequence[int]) -> Iterator[tuple[int, float, int]]:
        """Items and sum of values of conversations, and how many are like that; they end at these places of `rows`."""
        tops, begin = self._tops.column, 0
        for first in range(0, len(ends), _BLOCK):
            block = ends[first : first + _BLOCK]
            packed = [tops[row] * _ITEMS + 1 if tops[row] >= 0 else 0 for row in rows[begin : block[-1]]]
            so_far = [*accumulate(packed, initial=0)]
            at = [so_far[end - begin] for end in block]
            found = Counter(map(sub, at, chain((0,), at)))
            begin = block[-1]
            for whole, times in found.items():
                total, count = divmod(whole, _ITEMS)
                if count:
                    yield count, total / self._scale, times

    def sums(self, rows: Iterable[int], keys: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Items and sum of a `number` per conversation; `rows` must come conversation by conversation."""
        for _, group in groupby(rows, keys.__getitem__):
            found = [self._numbers[row] for row in group if not math.isnan(self._numbers[row])]
            if found:
                yield len(found), math.fsum(found)

    def present(self, rows: Iterable[int]) -> Iterator[float]:
        """The values of a `number` in these reviews."""
        return (self._numbers[row] for row in rows if not math.isnan(self._numbers[row]))

    def squares(self, rows: Iterable[int]) -> float:
        """The sum of the squared values."""
        values = (self._tops.column[row] for row in rows)
        whole: int = sum(value * value for value in values if value >= 0)
        return whole / self._scale**2

    def parts(self, rows: Iterable[int], keys: Sequence[int]) -> Iterator[tuple[int, float, float]]:
        """Items with a denominator, sums of numerators and denominators per conversation (rows as for `sums`)."""
        tops, bottoms = self._tops.column, self._bottoms.column
        for _, group in groupby(rows, keys.__getitem__):
            counted = [row for row in group if bottoms[row] > 0]
            if counted:
                top = math.fsum(tops[row] for row in counted)
                yield len(counted), top, math.fsum(bottoms[row] for row in counted)

    def moments(self, rows: Sequence[int]) -> tuple[float, float, float]:
        """Sums over items: numerator squared, numerator times denominator, denominator squared."""
        tops, bottoms = self._tops.column, self._bottoms.column
        counted = array("I", (row for row in rows if bottoms[row] > 0))
        return (
            math.fsum(tops[row] ** 2 for row in counted),
            math.fsum(tops[row] * bottoms[row] for row in counted),
            math.fsum(bottoms[row] ** 2 for row in counted),
        )

    def _checked_metric_part(self, facts: Mapping[str, Any], review: ReviewLine) -> tuple[float, float] | None:
        """What the facts give, once it is known to be numbers that this kind of metric can have."""
        try:
            part = self.metric.of(facts)
        except (TypeError, ValueError, ArithmeticError):
            part = (math.nan, 1)  # a fact is no number
        if part is None or _possible(part, self.metric.kind):
            return part
        shown = part if self.metric.kind == "ratio" or part[1] != 1 else part[0]
        raise UsageError.named(
            "summary.impossible",
            id=repr(str(review.get("id"))[:80]),
            metric=self.metric.name,
            value=repr(shown)[:40],
            wanted=phrase(f"report.wanted.{self.metric.kind}"),
        )


def _possible(part: tuple[float, float], kind: str) -> bool:
    top, bottom = part
    if kind == "number":
        return isinstance(top, (int, float)) and abs(top) <= LARGEST and bottom == 1
    if not _is_usable_number(top) or not _is_usable_number(bottom):
        return False
    if kind == "ratio":
        return top <= bottom + _ROUNDING
    if kind == "count":
        return bottom == 1 and top == int(top)
    return bottom == 1 and (top <= 1 + _ROUNDING if kind == "mean" else top in (0, 1))


def _is_usable_number(value: Any) -> bool:
    return isinstance(value, (int, float)) and 0 <= value <= LARGEST


class Names:
    """A column of names, each kept once; the number of a name is its place in order of appearance."""

    def __init__(self, known: Sequence[str] = ()) -> None:
        self.names = list(dict.fromkeys(known))
        self._places = {name: number for number, name in enumerate(self.names)}
        self._numbers = Numbers()

    @property
    def column(self) -> Sequence[int]:
        """The number of every review's name."""
        return self._numbers.column

    def append(self, name: Any) -> None:
        """Take in a name; what is not text is absent."""
        self._numbers.append(self.number(name) if isinstance(name, str) else _ABSENT)

    def merge(self, later: Names) -> None:
        """Take in the names of the next reviews."""
        numbers, made = [*map(self.number, later.names), _ABSENT], Numbers()
        made.column = array("i", map(numbers.__getitem__, later.column))
        self._numbers.extend(made)

    def number(self, name: str) -> int:
        """The number of a name, which is known from now on."""
        if name not in self._places:
            self._places[name] = len(self.names)
            self.names.append(name)
        return self._places[name]

    def count(self, name: str) -> int:
        """How many reviews have this name."""
        place = self._places.get(name)
        return sum(number == place for number in self.column)


class Columns:
    """All reviews of one data set."""

    def __init__(self, metrics: Sequence[Metric], subsets: Sequence[str]) -> None:
        self.keys = array("Q")
        self.values = [Values(metric) for metric in metrics]
        self.subsets, self.tools, self.verdicts = Names(subsets), Names(), Names()
        self._positions = Numbers()
        self.in_conversations = False
        """Whether reviews were cut from conversations: records that are asked repeatedly are not."""
        self.group_by: str | None = None
        """The field whose values reviews are grouped by, where one was named."""
        self._grouped = False
        self._ended: tuple[Sequence[int], Sequence[int]] | None = None
        """Some rows, and where their conversations end."""
        self._usual_subset = subsets[0] if len(subsets) == 1 else "default"

    def __len__(self) -> int:
        return len(self.keys)

    @property
    def positions(self) -> Sequence[int]:
        """The place of every review's call in its conversation."""
        return self._positions.column

    def append(self, review: ReviewLine) -> None:
        """Take in one review."""
        subset = review.get("subset")
        subset = subset if isinstance(subset, str) else self._usual_subset
        self.keys.append(self._conversation_key(subset, review))
        self.subsets.append(subset)
        self.tools.append(review.get("tool"))
        self.verdicts.append(review.get("verdict"))
        self._positions.append(_position(review.get("call_index")))
        score = review.get("score")
        facts = score if isinstance(score, Mapping) else {}
        facts = {name: value for name, value in facts.items() if value is not None}
        for values in self.values:
            values.append(facts, review)

    def merge(self, later: Columns) -> None:
        """Take in the next reviews."""
        before = len(self.keys)
        # A key that is the place of its own review is that of a record that stands alone.
        self.keys.extend(key + before if key == place else key for place, key in enumerate(later.keys))
        for own, other in ((self.subsets, later.subsets), (self.tools, later.tools), (self.verdicts, later.verdicts)):
            own.merge(other)
        self._positions.extend(later._positions)
        for values, more in zip(self.values, later.values, strict=True):
            values.merge(more)
        self.in_conversations = self.in_conversations or later.in_conversations
        self.group_by = later.group_by or self.group_by
        self._grouped = self._grouped or later._grouped

    def rows(self) -> Sequence[int]:
        """The places of all reviews, conversation by conversation."""
        if not self._grouped:
            return range(len(self))
        # Sorted a bucket at a time, for a list of all places would take more memory than all columns.
        buckets = [array("I") for _ in range(_BUCKETS)]
        for place, key in enumerate(self.keys):
            buckets[key % _BUCKETS].append(place)
        made = array("I")
        for bucket in buckets:
            made.extend(sorted(bucket, key=self.keys.__getitem__))
        return made

    def conversations(self, rows: Sequence[int]) -> int:
        """How many conversations these rows come from; they must come conversation by conversation."""
        return len(self.ends(rows))

    def ends(self, rows: Sequence[int]) -> Sequence[int]:
        """Where among these rows each conversation ends. All metrics ask for the same rows, so it is remembered."""
        if self._ended is None or self._ended[0] is not rows:
            key = self.keys.__getitem__
            changes = map(ne, map(key, islice(rows, 1, None)), map(key, rows))
            made = array("I", compress(range(1, len(rows)), changes))
            if len(rows):
                made.append(len(rows))
            self._ended = rows, made
        return self._ended[1]

    def _conversation_key(self, subset: str, review: ReviewLine) -> int:
        """What tells conversations apart: 64 bits of a hash, or the record's own place.

        All answers to a record that is asked repeatedly belong together as those of a conversation do. The subset is
        part of the key, for ids that are mere positions begin at 0 in every file.
        """
        named = group_in(review)
        if named is not None:
            self.group_by = named[0]
            self._grouped = True
            return _cluster_key(subset, *named)
        record, conversation = review.get("id"), review.get("conversation_id")
        if conversation is None and review.get("repeat") is not None:
            conversation = record
        if conversation is None:
            return len(self.keys)
        self._grouped = True
        self.in_conversations = self.in_conversations or conversation != record
        return _cluster_key(subset, conversation)


def group_in(review: ReviewLine) -> tuple[str, str] | None:
    """The field that a review is grouped by, and its value."""
    named = review.get("group")
    if isinstance(named, Mapping) and len(named) == 1:
        ((field, value),) = named.items()
        return (field, value) if isinstance(value, str) else None
    return None


def _cluster_key(*names: Any) -> int:
    text = "\0".join(map(str, names)).encode(errors="surrogatepass")
    return int.from_bytes(hashlib.blake2b(text, digest_size=8).digest())


def split(rows: Iterable[int], column: Sequence[int]) -> dict[int, array[int]]:
    """The rows of each number of a column, in the order they came; absent ones are in none."""
    groups: dict[int, array[int]] = {}
    for row in rows:
        if column[row] >= 0:
            groups.setdefault(column[row], array("I")).append(row)
    return groups


def _position(index: Any) -> int:
    known = isinstance(index, int) and not isinstance(index, bool) and 0 <= index < 2**31
    return index if known else _ABSENT
