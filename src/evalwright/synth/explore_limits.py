"""How much exploring may cost, as settings have it and as worlds keep it."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Limits:
    """How much exploring may cost. What is left undone for `calls` and `bytes` is the same each time."""

    calls: int | None = None
    """None: 200 for up to fifteen tools, ten more for each further one."""
    seconds: float = 300.0
    bytes: int = 10_000_000
    """Of all results together."""

    def calls_for(self, tools: int) -> int:
        """The calls that may be made to a server with so many tools."""
        return self.calls if self.calls is not None else 200 + 10 * max(tools - 15, 0)
