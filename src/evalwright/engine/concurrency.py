"""How many requests may be in flight: a fixed number, or a limit that feels its way.

The adaptive limit starts moderate, grows while all is well and the limit is what holds things back, and shrinks
when the server says it is asked too much. Both begin with a single request: until the first one came back (or a
second has passed) nothing else is sent, so that a wrong key or address costs one request and not a hundred.
"""

from __future__ import annotations

import asyncio
from collections import deque

_START = 16
CEILING = 256
"""What an adaptive limit grows to at most."""
_SHRINK = 0.6
_PROBE_SECONDS = 1.0


class Gate:
    """Admission to the server. `enter` and `leave` enclose every request."""

    def __init__(self, fixed: int | None = None, at_most: int = CEILING) -> None:
        self._ceiling = min(CEILING, at_most) if fixed is None else at_most
        self._target = min(fixed or _START, self._ceiling)
        self._adaptive = fixed is None
        self.limit = 1
        self.in_flight = 0
        self._probing = True
        self._stands_open = False
        self._good = 0
        self._epoch = 0
        self._waiting: deque[asyncio.Future[None]] = deque()
        self._timer: asyncio.TimerHandle | None = None

    @property
    def epoch(self) -> int:
        """Counts the shrinkings: trouble of a request sent before the last one says nothing new."""
        return self._epoch

    async def enter(self, *, first: bool = False) -> None:
        """Wait for a place; `first` goes before those who have not been sent yet (a retry)."""
        if self._probing and self._timer is None:
            self._timer = asyncio.get_running_loop().call_later(_PROBE_SECONDS, self.open_up)
        if self._has_room() and (first or not self._waiting):
            self.in_flight += 1
            return
        place: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        (self._waiting.appendleft if first else self._waiting.append)(place)
        try:
            await place
        except asyncio.CancelledError:
            if place.done() and not place.cancelled():
                self.leave()
            elif place in self._waiting:
                self._waiting.remove(place)
            raise

    def leave(self) -> None:
        """Give the place back."""
        self.in_flight -= 1
        self._admit()

    def went_well(self) -> None:
        """A request was answered."""
        if self._probing:
            self.open_up()
        self._good += 1
        if self._adaptive and self._good >= self.limit and self._waiting and self.limit < self._ceiling:
            self.limit = min(self._ceiling, self.limit + max(1, self.limit // 4))
            self._good = 0
            self._admit()

    def was_too_much(self, epoch: int) -> None:
        """The server said that it is asked too much, about a request sent in this epoch."""
        self._good = 0
        if self._adaptive and not self._probing and epoch == self._epoch:
            self.limit = max(1, int(self.limit * _SHRINK))
            self._epoch += 1

    def open_up(self) -> None:
        """The end of the probe: the first request came back, whatever it said, or took long."""
        if self._probing:
            self._probing = False
            self.limit = self._target
            self._admit()
        self.close()

    def stand_open(self) -> None:
        """The run stops: nobody needs to wait any more, since nobody is sent."""
        self._stands_open = True
        self._admit()
        self.close()

    def close(self) -> None:
        """Let go of the timer."""
        if self._timer is not None:
            self._timer.cancel()

    def _admit(self) -> None:
        while self._waiting and self._has_room():
            place = self._waiting.popleft()
            if not place.done():
                self.in_flight += 1
                place.set_result(None)

    def _has_room(self) -> bool:
        return self._stands_open or self.in_flight < self.limit
