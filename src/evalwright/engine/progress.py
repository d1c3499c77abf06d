"""What a person sees while a run goes on: done, rate, time left; then score so far, tokens, errors, retries.

On a terminal one line that fits it and is drawn again a few times a second; elsewhere (a file, CI) a plain line every
ten seconds. The display only reads numbers that the runner keeps anyway: it is never in the way. What an answer is
worth no engine can know; whoever can tell hands in a function that is asked as often as the line is drawn.
"""

from __future__ import annotations

import asyncio
import time
from collections import deque
from collections.abc import Callable, Mapping
from typing import TextIO

from evalwright.models import Sample
from evalwright.text import StatusLine, cut, fitted_facts, localized, rate_text, time_left

from .concurrency import Gate

_RATE_WINDOW = 10.0
_RATE_RESULTS = 48
"""A rate is told from so many results at least: some models answer dozens at once, and then none for long."""
_LABEL_COLUMNS = 24


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
        self.tokens = 0
        self.score: Callable[[], float | None] | None = None
        """Says what the answers so far are worth on average, where somebody can tell."""
        self._status = StatusLine(stream)
        self._show = show
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

    def answered(self, sample: Sample) -> None:
        """An answer has come, which cost what its usage says."""
        usage = sample.get("usage")
        tokens = usage.get("total_tokens") if isinstance(usage, Mapping) else None
        if isinstance(tokens, int) and tokens > 0:
            self.tokens += tokens

    def say(self, text: str) -> None:
        """A line of its own."""
        if self._show:
            self._status.say(text)

    def end(self) -> None:
        """The last result is in."""
        if self._drawing is not None:
            self._drawing.cancel()
            self._drawing = None
        self.score = None  # an estimate is for those who wait; now the table comes
        if self._show and self._gate is not None:
            columns = self._status.columns
            self._status.say(self.line() if columns is None else self._last_line(columns))

    def line(self) -> str:
        """The state in one line of whatever length."""
        return "  ".join([f"{self.label}: {self._done_of_total()}", *self._pace(), *self._more(noughts=True)])

    async def _draw_regularly(self) -> None:
        while True:
            await asyncio.sleep(self.seconds)
            self.draw()

    @property
    def seconds(self) -> float:
        """How often it is good to draw."""
        return self._status.seconds

    def draw(self) -> None:
        """Show how far things are."""
        share = min(1.0, self.done / self.total) if self.total else 0.0
        self._status.draw(share, self._progress_facts() if self._status.terminal else [self.line()])

    def _progress_facts(self) -> list[str]:
        """The state in pieces, the most wanted first."""
        label, more = cut(self.label, _LABEL_COLUMNS), self._more()
        return [self._done_of_total(), *self._pace(), *more[:2], *([label] if label else []), *more[2:]]

    def _last_line(self, columns: int) -> str:
        """The state in one line that stays on the terminal, with its label first as in a list."""
        counted = self._done_of_total()
        label = cut(self.label, min(_LABEL_COLUMNS, columns - len(counted) - 2))
        return fitted_facts([f"{label}: {counted}" if label else counted, *self._pace(), *self._more()], columns)

    def _done_of_total(self) -> str:
        return f"{self.done}/{self.total}"

    def _pace(self) -> list[str]:
        rate, left = self._rate(), self.total - self.done
        return [rate_text(rate), *([time_left(left / rate)] if left > 0 and rate > 0 else [])]

    def _more(self, *, noughts: bool = False) -> list[str]:
        """What else there is to know; `noughts` tells of errors and retries also where there are none."""
        score = self.score() if self.score is not None else None
        found = [localized("progress.score", score=f"{score:.2f}")] if score is not None else []
        if self.errors or noughts:
            found.append(localized("progress.errors", errors=self.errors))
        if self.tokens:
            found.append(localized("progress.tokens", tokens=_short(self.tokens)))
        if self.retries or noughts:
            found.append(localized("progress.retries", retries=self.retries))
        if self._gate is not None:
            found.append(localized("progress.in_flight", now=self._gate.in_flight, limit=self._gate.limit))
        return found

    def _rate(self) -> float:
        """Results a second over the last ten seconds, or as long as it takes for enough of them."""
        now, marks = time.monotonic(), self._marks
        if self.done != marks[-1][1]:
            marks.append((now, self.done))
        while len(marks) > 1 and now - marks[0][0] > _RATE_WINDOW and self.done - marks[1][1] >= _RATE_RESULTS:
            marks.popleft()
        then, before = marks[0]
        return (self.done - before) / (now - then) if now > then else 0.0


def _short(count: int) -> str:
    """A count in at most five characters."""
    for size, letter in ((10**9, "G"), (10**6, "M"), (10**3, "k")):
        if count >= size:
            return f"{count / size:.1f}{letter}" if count < 100 * size else f"{count // size}{letter}"
    return str(count)
