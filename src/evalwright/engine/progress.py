"""What a person sees while a run goes on: done, rate, in flight and limit, retries, errors, time left.

On a terminal one line that is drawn again a few times a second; elsewhere (a file, CI) a plain line every ten
seconds. The display only reads numbers that the runner keeps anyway: it is never in the way.
"""

from __future__ import annotations

import asyncio
import sys
import time
from collections import deque
from typing import TextIO

from .gate import Gate

_DRAW_SECONDS = 0.25
_PLAIN_SECONDS = 10.0
_RATE_WINDOW = 10.0
_RATE_RESULTS = 48
"""A rate is told from so many results at least: some models answer dozens at once, and then none for long."""


class Progress:
    """The numbers of a run, and how they are shown."""

    def __init__(
        self, label: str = "", total: int = 0, before: int = 0, *, stream: TextIO | None = None, show: bool = False
    ) -> None:
        self.label = label
        self.total = total
        self.done = before
        self.retries = 0
        self.errors = 0
        self._stream = stream or sys.stderr
        self._show = show
        self._terminal = show and self._stream.isatty()
        self._gate: Gate | None = None
        self._drawing: asyncio.Task[None] | None = None
        self._marks: deque[tuple[float, int]] = deque([(time.monotonic(), before)])
        """When so many were first seen to be done."""

    def begin(self, gate: Gate) -> None:
        """The first request is about to be sent."""
        self._gate = gate
        self._marks = deque([(time.monotonic(), self.done)])
        if self._show:
            self._drawing = asyncio.create_task(self._draw_regularly())

    def committed(self, count: int) -> None:
        """So many more results are safe on disk."""
        self.done += count

    def say(self, text: str) -> None:
        """A line of its own."""
        if self._show:
            self._clear()
            print(text, file=self._stream, flush=True)

    def end(self) -> None:
        """The last result is in."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        if self._show and self._gate is not None:
            self._clear()
            print(self.line(), file=self._stream, flush=True)

    def line(self) -> str:
        """The state in one line."""
        gate = self._gate
        rate = self._rate()
        parts = [f"{self.label}: {self.done}/{self.total}", f"{rate:,.0f}/s" if rate >= 100 else f"{rate:.2g}/s"]
        if gate is not None:
            parts.append(f"in flight {gate.in_flight} of {gate.limit}")
        parts += [f"retries {self.retries}", f"errors {self.errors}"]
        left = self.total - self.done
        if left > 0 and rate > 0:
            parts.append(f"left {_duration(left / rate)}")
        return "  ".join(parts)

    async def _draw_regularly(self) -> None:
        while True:
            await asyncio.sleep(_DRAW_SECONDS if self._terminal else _PLAIN_SECONDS)
            if self._terminal:
                print(f"\r\x1b[K{self._picture()}", end="", file=self._stream, flush=True)
            else:
                print(self.line(), file=self._stream, flush=True)

    def _picture(self) -> str:
        share = self.done / self.total if self.total else 0.0
        filled = round(share * 24)
        return f"{'━' * filled}{'╌' * (24 - filled)} {share:4.0%}  {self.line()}"

    def _clear(self) -> None:
        if self._terminal:
            print("\r\x1b[K", end="", file=self._stream)

    def _rate(self) -> float:
        """Results a second over the last ten seconds, or as long as it takes for enough of them."""
        now, marks = time.monotonic(), self._marks
        if self.done != marks[-1][1]:
            marks.append((now, self.done))
        while len(marks) > 1 and now - marks[0][0] > _RATE_WINDOW and self.done - marks[1][1] >= _RATE_RESULTS:
            marks.popleft()
        then, before = marks[0]
        return (self.done - before) / (now - then) if now > then else 0.0


def _duration(seconds: float) -> str:
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60:02d} s"
    return f"{whole // 3600} h {whole % 3600 // 60:02d} min"
