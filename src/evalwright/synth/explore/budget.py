"""What exploring may cost: calls, bytes and seconds, counted down as they are spent.

Calls and bytes decide what is looked at, and the same way each time. Seconds decide nothing: a world for which they did
not suffice says so, and nothing is made of it.
"""

from __future__ import annotations

import time

from ..explore_limits import Limits


class OutOfTimeError(Exception):
    """The limit in seconds was hit."""


class Budget:
    """What is left."""

    def __init__(self, limits: Limits, tools: int) -> None:
        self.limits = limits
        self._calls = self.calls = limits.calls_for(tools)
        self._bytes = limits.bytes
        self._until = time.monotonic() + limits.seconds
        self._looks = 0
        self.kept = 0
        """Calls that are put aside for what comes last."""

    def has_call(self, *, last: bool = False) -> bool:
        """Whether one more call may be made, `last`: even of those put aside; OutOfTimeError once it is too late."""
        if time.monotonic() > self._until:
            raise OutOfTimeError
        return self.calls > (0 if last else self.kept) and self._bytes > 0

    def spend(self, size: int = 0) -> None:
        """Count a call and the bytes of its result."""
        self.calls -= 1
        self._bytes -= size

    def count_looks(self, total: int) -> None:
        """Count the calls by which a state was looked at, of which there were so many by now."""
        self.calls -= total - self._looks
        self._looks = total

    def wait_until(self, moment: float) -> None:
        """Let time pass, as far as there is any."""
        time.sleep(max(min(moment, self._until) - time.monotonic(), 0))

    def spent(self) -> dict[str, int]:
        """The calls and bytes that were used."""
        return {"calls": self._calls - self.calls, "bytes": self.limits.bytes - self._bytes}
