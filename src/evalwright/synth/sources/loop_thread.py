"""An event loop in a thread of its own, for code that is not asynchronous itself."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable
from typing import TypeVar

_T = TypeVar("_T")
_STUCK_SECONDS = 10.0


class LoopThread:
    """Runs coroutines elsewhere and waits for them, never longer than told."""

    def __init__(self, name: str) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name=name, daemon=True)
        self._thread.start()

    def run(self, work: Awaitable[_T], seconds: float) -> _T:
        """The result of the work, or TimeoutError. A loop that is itself stuck is waited for a little longer."""

        async def limited() -> _T:
            return await asyncio.wait_for(work, seconds)

        waiting = asyncio.run_coroutine_threadsafe(limited(), self._loop)
        try:
            return waiting.result(seconds + _STUCK_SECONDS)
        except TimeoutError:
            waiting.cancel()
            raise

    def close(self) -> None:
        """End the loop and its thread."""
        if self._loop.is_closed():
            return
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join(_STUCK_SECONDS)
        if not self._thread.is_alive():
            self._loop.close()
