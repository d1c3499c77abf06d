"""At most so many requests a minute, evenly spaced: a burst at the start of every minute is what servers refuse."""

from __future__ import annotations

import asyncio
import time
from contextlib import suppress


class Pace:
    """When the next request may be sent."""

    def __init__(self, per_minute: float | None = None, *, shared: bool = False) -> None:
        """`shared`: one that died a moment ago may have sent in our place, so that the first waits as well."""
        self._seconds = 60 / per_minute if per_minute else 0.0
        self._next = time.monotonic() + (self._seconds if shared else 0.0)

    async def turn(self, stopping: asyncio.Event) -> None:
        """Wait for the next place in time, or until the run stops."""
        if not self._seconds:
            return
        now = time.monotonic()
        at = max(self._next, now)
        self._next = at + self._seconds
        with suppress(TimeoutError):
            if at > now:
                await asyncio.wait_for(stopping.wait(), at - now)
