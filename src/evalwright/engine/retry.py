"""The one retry policy: how often an item is tried, how long to wait between tries, and when it is given up.

An item has a budget in tries and one deadline for everything: waiting, sending, slow bodies. A server's Retry-After
is honoured however long it is, as long as the deadline leaves room for it; where it does not, the item is given up
at once (resuming the run owes it again) rather than asked too early.
"""

from __future__ import annotations

import random
from dataclasses import dataclass

from evalwright.models import AnswerError

_JITTER = random.Random()


@dataclass(frozen=True, slots=True)
class RetryPolicy:
    """How hard to try."""

    tries: int = 5
    """Requests that one item may cost."""
    timeout: float = 300.0
    """Seconds that one request may take, from sending to the last byte."""
    deadline: float = 3600.0
    """Seconds that one item may take in all."""
    wait: float = 0.5
    """Seconds before the second try; doubles with every further one."""
    longest_wait: float = 60.0
    """Where the doubling ends. A server's Retry-After may be longer."""

    def delay(self, tried: int, error: AnswerError) -> float:
        """Seconds to wait after this many tries: exponential, never earlier than the server asked."""
        backoff: float = min(self.longest_wait, self.wait * 2.0 ** min(tried - 1, 100))
        jittered = backoff * _JITTER.uniform(0.75, 1.25)
        if error.retry_after is None:
            return jittered
        return max(error.retry_after * _JITTER.uniform(1.0, 1.1), error.retry_after + 0.01)
