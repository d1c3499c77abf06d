"""From a plan to a conversation: moves become texts, calls become messages in OpenAI's shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from evalwright.chat import Message, ToolCall
from evalwright.data import dumps

from .plan import Called, Draft, Plan, Said, Span, Worded
from .row_types import RowMetadata


class Speaker(Protocol):
    """Who has the words."""

    def say(self, said: Said) -> Worded:
        """The text of one message."""
        ...


def assemble(plan: Plan, speaker: Speaker, system: str, metadata: RowMetadata, row_id: str) -> Draft:
    """The conversation that a plan stands for, told by this speaker."""
    messages: list[Message] = [{"role": "system", "content": system}]
    spans: dict[int, Sequence[Span]] = {}
    calls = 0
    for step in plan.steps:
        if isinstance(step, Said):
            worded = speaker.say(step)
            spans[len(messages)] = worded.spans
            messages.append({"role": step.role, "content": worded.text})
        else:
            calls += 1
            messages += call_messages(step, f"call_{calls:04d}")
    return Draft(row_id, messages, spans, metadata, plan.entities)


def call_messages(called: Called, call_id: str) -> list[Message]:
    """A call and its result."""
    arguments = dumps(called.arguments).decode()
    call: ToolCall = {"id": call_id, "type": "function", "function": {"name": called.name, "arguments": arguments}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call_id, "content": called.result.content},
    ]
