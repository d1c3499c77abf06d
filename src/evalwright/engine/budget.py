"""What a whole run may cost at most: requests, tokens, minutes. One budget serves all models and the judge.

It is asked before every request and told of every answer. Tokens are counted as servers tell them; where one does not,
they are estimated, and the sentence that ends the run says so.
"""

from __future__ import annotations

import time
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from evalwright.errors import RunPausedError
from evalwright.models import Sample, estimated_tokens
from evalwright.text import localized

_NEVER = float("inf")


@dataclass(slots=True)
class Budget:
    """The limits of a run, and what is spent of them."""

    max_requests: int | None = None
    max_tokens: int | None = None
    max_minutes: float | None = None
    requests: int = 0
    tokens: int = 0
    estimated: bool = False
    """Whether some of the tokens are."""
    _started: float = field(default_factory=time.monotonic)

    def spent(self) -> RunPausedError | None:
        """Why nothing more may be sent, where nothing may."""
        if self.max_requests is not None and self.requests >= self.max_requests:
            return _over("requests", f"--max-requests {self.max_requests}", self.requests)
        if self.max_tokens is not None and self.tokens >= self.max_tokens:
            name = "tokens_estimated" if self.estimated else "tokens"
            return _over(name, f"--max-tokens-total {self.max_tokens}", self.tokens)
        if self.seconds_left() <= 0:
            return _over("minutes", f"--max-minutes {self.max_minutes:g}", self.requests)
        return None

    def seconds_left(self) -> float:
        """How long requests may still be sent."""
        if self.max_minutes is None:
            return _NEVER
        return self._started + self.max_minutes * 60 - time.monotonic()

    def sending(self, prepared: bytes) -> int:
        """A request goes out; its tokens are held back until it is answered. Returns how many they are."""
        self.requests += 1
        held = estimated_tokens(prepared)
        self.tokens += held
        return held

    def came_back(self, held: int, sample: Sample | None) -> None:
        """A request was answered (`sample`) or failed, which costs no tokens."""
        self.tokens -= held
        if sample is None:
            return
        usage = sample.get("usage")
        told = _usage_tokens(usage) if isinstance(usage, Mapping) else None
        if told is None:
            self.estimated = True
            said = f"{sample.get('output_text') or ''}{sample.get('reasoning') or ''}{sample.get('output_tools') or ''}"
            told = held + estimated_tokens(said.encode("utf-8", "replace"))
        self.tokens += told


def _usage_tokens(usage: Mapping[str, Any]) -> int | None:
    """The tokens of a request and its answer, as the server counts them."""
    total = usage.get("total_tokens")
    if isinstance(total, int):
        return total
    parts = [usage.get("prompt_tokens"), usage.get("completion_tokens")]
    return sum(parts) if all(isinstance(part, int) for part in parts) else None  # type: ignore[arg-type]


def _over(name: str, option: str, spent: int) -> RunPausedError:
    return RunPausedError(localized(f"budget.{name}", option=option, n=spent), cure=localized("budget.cure"))
