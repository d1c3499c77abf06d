"""How small a difference data can show, and how much data a difference needs.

The standard error of a paired difference flows in; what flows out is the difference that would be found with a
given power, or the number of conversations it takes. The two are each other's inverse: as many conversations as were
asked show just the detectable difference.
"""

from __future__ import annotations

import math

from .confidence_intervals import LEVEL
from .quantiles import t_quantile

POWER = 0.8
_MOST = 10**9


def detectable(error: float, conversations: int, power: float = POWER) -> float:
    """The smallest true difference that so many conversations show with this power."""
    return _reach(conversations, power) * error


def conversations_needed(error: float, conversations: int, delta: float, power: float = POWER) -> int | None:
    """How many conversations show `delta`, if so many have this standard error; None beyond all reason."""
    spread = error * math.sqrt(conversations)

    def enough(count: int) -> bool:
        # Half a millionth of slack, for what was rounded on the way here must not cost a conversation.
        return _reach(count, power) * spread / math.sqrt(count) <= delta * (1 + 5e-7)

    low, high = 1, 2
    while not enough(high):
        low, high = high, high * 2
        if high > _MOST:
            return None
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if enough(middle) else (middle, high)
    return high


def _reach(conversations: int, power: float) -> float:
    """Standard errors between no difference and one that is found with this power."""
    freedom = max(1, conversations - 1)
    return t_quantile((1 + LEVEL) / 2, freedom) + t_quantile(power, freedom)
