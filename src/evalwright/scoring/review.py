"""What a grade is: a score, a verdict, one sentence, and the details behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Review:
    """The outcome of grading one item."""

    score: float | None
    """From 0 to 1; None for an item that cannot be graded."""
    verdict: str
    """exact, wrong_arguments, wrong_tool, no_call, malformed_call, unexpected_call, extra_call, missing_call
    or invalid_item."""
    reason: str
    """One sentence for a person."""
    details: dict[str, Any]
    """`expected`, `given`, `arguments`, `rules`, `schema_valid` (None where it cannot be known), and `said`, the reason
    for other languages."""
