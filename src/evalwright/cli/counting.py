"""A line on standard error for long work that is counted: done, rate, time left."""

from __future__ import annotations

import time


class Counting:
    """How far a verb has come. Nothing is drawn where the work is done before anybody would look."""

    def __init__(self, label: str, total: int) -> None:
        from evalwright.text import StatusLine

        self.label, self.total = label, total
        self._status = StatusLine()
        self._started = time.monotonic()
        self._due = self._started + self._status.seconds

    def tick(self, done: int, total: int | None = None) -> None:
        """So many are done."""
        now = time.monotonic()
        if now < self._due:
            return
        from evalwright.text import rate_text, time_left

        self.total = total or self.total
        self._due = now + self._status.seconds
        rate = done / (now - self._started)
        left = [time_left(max(self.total - done, 0) / rate)] if rate else []
        facts = [f"{self.label}: {done:,}/{self.total:,}", rate_text(rate), *left]
        self._status.draw(done / max(self.total, 1), facts)

    def end(self) -> None:
        """Take the line away."""
        self._status.clear()
