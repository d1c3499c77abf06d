"""The one line that long work shows of itself: drawn again on a terminal, said now and then elsewhere.

Numbers flow in, most wanted first; what has no room on the terminal as it is at that moment is left out, so that the
line never wraps. Into a file or a pipe go whole lines, without a carriage return.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TextIO

from .spoken import localized
from .terminal import cut, terminal_columns, width

DRAW_SECONDS = 0.25
PLAIN_SECONDS = 10.0
_USUAL_COLUMNS = 80
_BAR_AT_LEAST, _BAR_AT_MOST = 4, 24
_GAP = "  "


class StatusLine:
    """A line of a stream that says how far some work has come."""

    def __init__(self, stream: TextIO | None = None) -> None:
        self._stream = stream or sys.stderr
        self.terminal = self._stream.isatty()
        self._drawn = False

    @property
    def seconds(self) -> float:
        """How long to wait before the line is drawn again."""
        return DRAW_SECONDS if self.terminal else PLAIN_SECONDS

    @property
    def columns(self) -> int | None:
        """The room there is; None where lines may have any length."""
        # The last column stays free: a terminal that has filled it is about to go to the next line.
        return (terminal_columns(self._stream) or _USUAL_COLUMNS) - 1 if self.terminal else None

    def draw(self, share: float, facts: Sequence[str]) -> None:
        """Show a bar and the facts in place of what was there; where there is no terminal, all facts in a new line."""
        columns = self.columns
        if columns is None:
            print(_GAP.join(facts), file=self._stream, flush=True)
            return
        print(f"\r\x1b[K{fitted_status(share, facts, columns)}", end="", file=self._stream, flush=True)
        self._drawn = True

    def say(self, text: str) -> None:
        """A line of its own, which stays."""
        self.clear()
        print(text, file=self._stream, flush=True)

    def clear(self) -> None:
        """Take away what was drawn."""
        if self._drawn:
            print("\r\x1b[K", end="", file=self._stream, flush=True)
            self._drawn = False


def fitted_status(share: float, facts: Sequence[str], columns: int) -> str:
    """A bar and as many of the facts, the first ones first, as fit into so many columns."""
    kept = fitted_facts(facts, columns)
    room = columns - width(kept) - 1
    if room < _BAR_AT_LEAST:
        return kept
    percent = f" {min(max(share, 0.0), 1.0):4.0%}"
    bar = min(room - len(percent), _BAR_AT_MOST)
    if bar < _BAR_AT_LEAST:
        bar, percent = min(room, _BAR_AT_MOST), ""
    filled = round(min(max(share, 0.0), 1.0) * bar)
    return f"{'━' * filled}{'╌' * (bar - filled)}{percent} {kept}"


def fitted_facts(facts: Sequence[str], columns: int) -> str:
    """The first facts that fit beside each other; a later and shorter one does not take the place of an earlier."""
    kept = cut(facts[0], columns) if facts else ""
    for fact in facts[1:]:
        longer = f"{kept}{_GAP}{fact}"
        if width(longer) + _BAR_AT_LEAST + 1 > columns:
            break
        kept = longer
    return kept


def rate_text(rate: float) -> str:
    """So many a second."""
    return f"{rate:,.0f}/s" if rate >= 100 else f"{rate:.2g}/s"


def time_left(seconds: float) -> str:
    """How long it will still take, in words."""
    whole = round(seconds)
    if whole < 60:
        return localized("progress.left.seconds", seconds=whole)
    if whole < 3600:
        return localized("progress.left.minutes", minutes=whole // 60, seconds=f"{whole % 60:02d}")
    return localized("progress.left.hours", hours=whole // 3600, minutes=f"{whole % 3600 // 60:02d}")
