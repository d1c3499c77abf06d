"""From the text that a local model generated to a sample, by the one reader of calls in text."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalwright.chat import calls_in_text

from ..protocol import Sample


def cut_at_stop(text: str, stops: Sequence[str]) -> str | None:
    """The text before the first of the stop strings, or None where none stands in it."""
    found = [at for stop in stops if (at := text.find(stop)) >= 0]
    return text[: min(found)] if found else None


def to_sample(
    text: str, tools: Sequence[Any], family: str | None, *, prompt: int, generated: int, cut: bool, milliseconds: float
) -> Sample:
    """The sample; `cut`: the answer reached its limit before its end."""
    read = calls_in_text(text, tools, family) if tools else calls_in_text(text)
    calls = [{"id": f"call_{number}", **call} for number, call in enumerate(read.calls)]
    sample: Sample = {
        "output_text": read.text or (None if calls else ""),
        "output_tools": calls or None,
        "finish_reason": "length" if cut else "tool_calls" if calls else "stop",
        "usage": {"prompt_tokens": prompt, "completion_tokens": generated, "total_tokens": prompt + generated},
        "latency_ms": round(milliseconds, 1),
    }
    if read.reasoning:
        sample["reasoning"] = read.reasoning
    return sample
