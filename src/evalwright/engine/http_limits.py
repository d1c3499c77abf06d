"""What one client of a local server may hold: so long, so many, so much. One set of limits for every server of ours.

The settings go to uvicorn, which has some of them itself; the rest (a deadline for every request's head and body, one
for a reader that does not read, a number of connections beyond which no more are taken) is in `impatient_http`.
"""

from __future__ import annotations

import asyncio
from dataclasses import dataclass
from typing import TypedDict

_AT_ONCE = 32


@dataclass(frozen=True, slots=True)
class HttpLimits:
    """Seconds, bytes and connections."""

    connections: int = 100
    """Beyond these (or half of the descriptors this process may have) a new one hears 503 and is closed."""
    head_seconds: float = 10.0
    """For the head of a request, the first or any later one, however its bytes drip in."""
    body_seconds: float = 30.0
    """For the body of a request."""
    idle_seconds: int = 15
    """Between requests."""
    unread_seconds: float = 30.0
    """For a client to read on when an answer waits to be sent."""
    head_bytes: int = 16 * 1024

    def places(self) -> int:
        """How many connections there may be, with the descriptors that there are."""
        import resource

        soft = resource.getrlimit(resource.RLIMIT_NOFILE)[0]
        return self.connections if soft == resource.RLIM_INFINITY else min(self.connections, max(8, soft // 2))


class HttpSettings(TypedDict):
    """Arguments of `uvicorn.Config`."""

    http: type[asyncio.Protocol]
    timeout_keep_alive: int
    h11_max_incomplete_event_size: int
    backlog: int


def http_settings(limits: HttpLimits) -> HttpSettings:
    """The limits as arguments of `uvicorn.Config`."""
    from .impatient_http import impatient_protocol

    return {
        "http": impatient_protocol(limits),
        "timeout_keep_alive": limits.idle_seconds,
        "h11_max_incomplete_event_size": limits.head_bytes,
        # So many are taken at once before the first of them is looked at.
        "backlog": _AT_ONCE,
    }
