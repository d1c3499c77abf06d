"""Why an answer ended, in the words of every service: cut off at a limit, or taken away by a filter."""

from __future__ import annotations

from typing import Literal

_CUT_OFF_REASONS = frozenset({"length", "max_tokens", "model_length", "max_output_tokens"})
_FILTERED_REASONS = frozenset({"content_filter", "safety", "blocklist", "prohibited_content", "recitation"})


def early_end(reason: object) -> Literal["cut_off", "filtered"] | None:
    """How an answer with this finish reason ended before it was whole; None where it did not."""
    word = str(reason or "").lower()
    return "cut_off" if word in _CUT_OFF_REASONS else "filtered" if word in _FILTERED_REASONS else None
