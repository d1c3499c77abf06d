"""The reviews of one data set, held in columns.

Reviews stream in one at a time and are gone again; what stays of each is a key of its conversation, numbers
for its subset, tool, verdict and position, and its values: about 30 bytes, so that a run of any usual size
is summed up in a few megabytes. Values are kept as whole numbers (billionths), whose sums are exact in any
order.
"""

from __future__ import annotations

import hashlib
from array import array
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from evalwright.errors import UsageError
from evalwright.scoring import Metric

_BILLION = 10**9
_ABSENT = -1


class Values:
    """One metric's value of every review."""

    def __init__(self, metric: Metric) -> None:
        self.metric = metric
        self._scale = 1 if metric.kind == "rate" else _BILLION
        self._column = array("b" if metric.kind == "rate" else "i")

    def append(self, value: Any, review: Mapping[str, Any]) -> None:
        """Take in a value; None is absent."""
        self._column.append(_ABSENT if value is None else self._whole(value, review))

    def sums(self, rows: Iterable[int], keys: Sequence[int]) -> Iterator[tuple[int, float]]:
        """Items and sum of values per conversation; `rows` must come conversation by conversation."""
        count = total = 0
        current = -1
        for row in rows:
            value = self._column[row]
            if value < 0:
                continue
            if keys[row] != current:
                if count:
                    yield count, total / self._scale
                current, count, total = keys[row], 0, 0
            count += 1
            total += value
        if count:
            yield count, total / self._scale

    def squares(self, rows: Iterable[int]) -> float:
        """The sum of the squared values."""
        values = (self._column[row] for row in rows)
        return sum(value * value for value in values if value >= 0) / self._scale**2

    def _whole(self, value: Any, review: Mapping[str, Any]) -> int:
        known = isinstance(value, (int, float)) and 0 <= value <= 1
        if not known or (self.metric.kind == "rate" and value not in (0, 1)):
            wanted = "0 or 1" if self.metric.kind == "rate" else "a number from 0 to 1"
            raise UsageError(
                f"the review {str(review.get('id'))[:80]!r} gives {self.metric.name} the value "
                f"{value!r:.40}, not {wanted}",
                cure="Grade the answers again",
            )
        whole: int = round(value * self._scale)
        return whole


class Names:
    """A column of names, each kept once; the number of a name is its place in order of appearance."""

    def __init__(self, known: Sequence[str] = ()) -> None:
        self.names = list(dict.fromkeys(known))
        self._numbers = {name: number for number, name in enumerate(self.names)}
        self.column = array("i")

    def append(self, name: Any) -> None:
        """Take in a name; what is not text is absent."""
        self.column.append(self.number(name) if isinstance(name, str) else _ABSENT)

    def number(self, name: str) -> int:
        """The number of a name, which is known from now on."""
        if name not in self._numbers:
            self._numbers[name] = len(self.names)
            self.names.append(name)
        return self._numbers[name]


class Columns:
    """All reviews of one data set."""

    def __init__(self, metrics: Sequence[Metric], subsets: Sequence[str]) -> None:
        self.keys = array("Q")
        self.values = [Values(metric) for metric in metrics]
        self.subsets, self.tools, self.verdicts = Names(subsets), Names(), Names()
        self.positions = array("i")
        self.in_conversations = False
        self._usual_subset = subsets[0] if len(subsets) == 1 else "default"

    def __len__(self) -> int:
        return len(self.keys)

    def append(self, review: Mapping[str, Any]) -> None:
        """Take in one review."""
        subset = review.get("subset")
        subset = subset if isinstance(subset, str) else self._usual_subset
        self.keys.append(self._key(subset, review.get("conversation_id")))
        self.subsets.append(subset)
        self.tools.append(review.get("tool"))
        self.verdicts.append(review.get("verdict"))
        self.positions.append(_position(review.get("call_index")))
        score = review.get("score")
        score = score if isinstance(score, Mapping) else {}
        for values in self.values:
            values.append(score.get(values.metric.name), review)

    def rows(self) -> Sequence[int]:
        """The places of all reviews, conversation by conversation."""
        if not self.in_conversations:
            return range(len(self))
        # Key and place in one number: sorting those takes half the memory of sorting places by key.
        packed = sorted(key << 32 | place for place, key in enumerate(self.keys))
        return array("I", (number & 0xFFFFFFFF for number in packed))

    def conversations(self, rows: Iterable[int]) -> int:
        """How many conversations these rows come from; they must come conversation by conversation."""
        count, current = 0, -1
        for row in rows:
            if self.keys[row] != current:
                count, current = count + 1, self.keys[row]
        return count

    def _key(self, subset: str, conversation: Any) -> int:
        """What tells conversations apart: 64 bits of a hash, or the record's own place.

        The subset is part of it, for ids that are mere positions begin at 0 in every file.
        """
        if conversation is None:
            return len(self.keys)
        self.in_conversations = True
        text = f"{subset}\0{conversation}".encode(errors="surrogatepass")
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
