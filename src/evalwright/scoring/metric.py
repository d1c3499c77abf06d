"""What a metric is: a name, and what kind of number it is, which decides the interval that fits it."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal


@dataclass(frozen=True, slots=True)
class Metric:
    """One number that a task reports. Reviews carry a value of it per item, or leave it out where it has no meaning."""

    name: str
    kind: Literal["rate", "mean"]
    """`rate`: every value is 0 or 1. `mean`: any values from 0 to 1."""
