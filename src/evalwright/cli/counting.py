"""A line on standard error for long work that is counted: done, rate, time left; drawn again on a terminal."""

from __future__ import annotations

import sys
import time

_DRAW_SECONDS, _PLAIN_SECONDS = 0.25, 10.0
_WIDTH = 24


class Counting:
    """How far a verb has come. Nothing is drawn where the work is done before anybody would look."""

    def __init__(self, label: str, total: int) -> None:
        self.label, self.total = label, total
        self._started = time.monotonic()
        self._terminal = sys.stderr.isatty()
        self._due = self._started + (_DRAW_SECONDS if self._terminal else _PLAIN_SECONDS)
        self._drawn = False

    def tick(self, done: int, total: int | None = None) -> None:
        """So many are done."""
        now = time.monotonic()
        if now < self._due:
            return
        self.total = total or self.total
        self._due = now + (_DRAW_SECONDS if self._terminal else _PLAIN_SECONDS)
        self._drawn = True
        rate = done / (now - self._started)
        left = f"  left {max(self.total - done, 0) / rate:.0f} s" if rate else ""
        line = f"{self.label}: {done:,}/{self.total:,}  {rate:,.0f}/s{left}"
        if self._terminal:
            filled = round(min(done / max(self.total, 1), 1.0) * _WIDTH)
            print(f"\r\x1b[K{'━' * filled}{'╌' * (_WIDTH - filled)}  {line}", end="", file=sys.stderr, flush=True)
        else:
            print(line, file=sys.stderr, flush=True)

    def end(self) -> None:
        """Take the line away."""
        if self._drawn and self._terminal:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
