"""Calls of both sides of a data set: valid may repeat only a small part of what train calls.

A call counts where it was made with something that somebody said or a call gave; listing everything is the same on
both sides and says nothing.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from .sides import TRAIN, VALID
from .transcript import CallKey

_MOST_SHARED = 0.08
"""The share of valid's calls that may stand in train; what is measured is a tenth."""


class CallLedger:
    """What each side has called."""

    def __init__(self) -> None:
        self._calls: dict[str, Counter[CallKey]] = {TRAIN: Counter(), VALID: Counter()}
        self._shared = 0

    def takes(self, calls: Iterable[CallKey], side: str) -> bool:
        """Whether a conversation with these calls leaves the sides apart."""
        new = Counter(calls)
        total = self._calls[VALID].total() + (new.total() if side == VALID else 0)
        more = self._more_shared(new, side)
        return not more or self._shared + more <= _MOST_SHARED * total

    def add(self, calls: Iterable[CallKey], side: str) -> None:
        """Remember the calls of a conversation that was accepted."""
        new = Counter(calls)
        self._shared += self._more_shared(new, side)
        self._calls[side].update(new)

    def _more_shared(self, new: Counter[CallKey], side: str) -> int:
        """By how many the calls of valid that stand in train would become more."""
        train, valid = self._calls[TRAIN], self._calls[VALID]
        if side == VALID:
            return sum(count for key, count in new.items() if key in train)
        return sum(valid[key] for key in new if key not in train)
