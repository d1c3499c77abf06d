"""Tokens and latency, from the predictions of a run.

One number per answer is kept, in arrays. A predictions file may begin with good answers to earlier settings; the
answers that were reviewed are the last ones. Latency differs between equal runs, so it is read only when asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.data import Row, loads_sealed, scan_rows
from evalwright.errors import InputError

from .safe import mapping
from .tally import Tally

_ABSENT = -1.0
_LARGEST = 2**53


@dataclass(slots=True)
class Usage:
    """What one model used on all data sets."""

    prompt: array[float] = field(default_factory=lambda: array("d"))
    completion: array[float] = field(default_factory=lambda: array("d"))
    latency: array[float] = field(default_factory=lambda: array("d"))


def read_usage(tallies: Sequence[Tally]) -> dict[int, Usage]:
    """The usage of every model, by its place."""
    found: dict[int, Usage] = {}
    for tally in tallies:
        usage = found.setdefault(tally.model, Usage())
        for part in tally.parts:
            one = _read_usage(part.predictions)
            count = tally.reviewed[part.subset]
            for name in ("prompt", "completion", "latency"):
                numbers = getattr(one, name)
                used = numbers[max(0, len(numbers) - count) :]
                getattr(usage, name).extend(number for number in used if number != _ABSENT)
    return found


def quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest number that this share of all does not exceed."""
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def _read_usage(path: Any) -> Usage:
    usage = Usage()
    try:
        for row in scan_rows(path, loads_sealed):
            sample = mapping(mapping(row.value if isinstance(row, Row) else None).get("sample"))
            if sample:
                tokens = mapping(sample.get("usage"))
                usage.prompt.append(_number_or_absent(tokens.get("prompt_tokens")))
                usage.completion.append(_number_or_absent(tokens.get("completion_tokens")))
                usage.latency.append(_number_or_absent(sample.get("latency_ms")))
    except InputError:
        pass  # no predictions: reviews of answers that were captured elsewhere
    return usage


def _number_or_absent(value: Any) -> float:
    usable = isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST
    return float(value) if usable else _ABSENT
