"""Tokens and latency, from the predictions of a run.

Of tokens, sums are kept. A predictions file may begin with good answers to earlier settings; the answers that were
reviewed are the last ones. Latency differs between equal runs, so it is read only when asked for.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonError, JsonObject
from evalwright.data import loads_sealed

from .safe import mapping
from .tally import Tally

_LARGEST = 2**53


@dataclass(slots=True)
class Total:
    """How many numbers there are, and their sum."""

    num: int = 0
    sum: float = 0.0

    def add(self, value: Any) -> None:
        """Take in what may be a number that can be believed."""
        if _is_usable(value):
            self.num += 1
            self.sum += value


@dataclass(slots=True)
class Usage:
    """What one model used on all data sets."""

    prompt: Total = field(default_factory=Total)
    completion: Total = field(default_factory=Total)
    latency: array[float] = field(default_factory=lambda: array("d"))


def read_usage(tallies: Sequence[Tally], *, latency: bool) -> dict[int, Usage]:
    """The usage of every model, by its place."""
    found: dict[int, Usage] = {}
    for tally in tallies:
        usage = found.setdefault(tally.model, Usage())
        for part in tally.parts:
            for sample in _last_samples(part.predictions, tally.reviewed[part.subset]):
                tokens = mapping(sample.get("usage"))
                usage.prompt.add(tokens.get("prompt_tokens"))
                usage.completion.add(tokens.get("completion_tokens"))
                if latency and _is_usable(sample.get("latency_ms")):
                    usage.latency.append(sample["latency_ms"])
    return found


def quantile(ordered: Sequence[float], share: float) -> float:
    """The smallest number that this share of all does not exceed."""
    return ordered[min(len(ordered) - 1, max(0, -int(-share * len(ordered) // 1) - 1))]


def _last_samples(path: Path, count: int) -> Iterator[JsonObject]:
    """The last so many samples; none where there are no predictions, since answers were captured elsewhere."""
    try:
        with path.open("rb") as stream:
            earlier = 0
            if sum(b'"sample"' in line for line in stream) > count:
                earlier = sum(1 for _ in _samples_in(stream)) - count
            yield from islice(_samples_in(stream), max(0, earlier), None)
    except OSError:
        return


def _samples_in(stream: BinaryIO) -> Iterator[JsonObject]:
    stream.seek(0)
    return filter(None, map(_sample_in, stream))


def _sample_in(line: bytes) -> JsonObject:
    """The sample of a line; nothing where it has none, or is damaged."""
    if b'"sample"' not in line:
        return {}
    try:
        return mapping(mapping(loads_sealed(line)).get("sample"))
    except (JsonError, UnicodeDecodeError):
        return {}


def _is_usable(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and 0 <= value <= _LARGEST
