"""What came of a request that was answered: a call, words, or something that looks like an answer and is none.

A sample flows in, one of `ANSWER_KINDS` flows out. All of them are graded, and a truncated or refused answer is mostly
wrong; but then it is a limit or a filter that was measured, and not the model. So they are counted apart.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from evalwright.scoring import early_end, without_thoughts

WHOLE_ANSWERS = ("stop", "tool_calls")
"""What an answer should be: words, or calls."""
ANSWER_KINDS = (*WHOLE_ANSWERS, "length", "content_filter", "refusal", "reasoning_only", "empty", "other")

_EARLY_ENDS = {"cut_off": "length", "filtered": "content_filter"}
_ENDED_WELL = frozenset({"stop", "tool_calls", "function_call", "tool_use", "end_turn", "stop_sequence", "eos"})


def answer_kind(sample: Mapping[str, Any]) -> str:
    """What this answer is: its finish reason where that tells, else what stands in it."""
    reason = str(sample.get("finish_reason") or "").lower()
    if (ended := early_end(reason)) is not None:
        return _EARLY_ENDS[ended]
    if reason == "refusal" or "refusal" in (sample.get("notes") or ()):
        return "refusal"
    if sample.get("output_tools"):
        return "tool_calls"
    said = sample.get("output_text") or ""
    if not without_thoughts(said).strip():
        return "reasoning_only" if said.strip() or sample.get("reasoning") else "empty"
    return "stop" if not reason or reason in _ENDED_WELL else "other"
