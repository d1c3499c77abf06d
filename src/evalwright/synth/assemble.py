"""From a plan to a conversation: moves become texts, calls become messages in OpenAI's shape."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from evalwright.chat import JsonObject, Message, ToolCall
from evalwright.data import dumps

from .plan import AsRight, Called, Draft, Plan, Said, Span, Worded
from .row_types import CallAlternatives, RowMetadata


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
            messages += call_messages(step, _call_id(calls))
    if plan.as_right:
        metadata["alternatives"] = _alternatives(plan)
    return Draft(row_id, messages, spans, metadata, plan.entities, plan.sought)


def _call_id(number: int) -> str:
    return f"call_{number:04d}"


def _alternatives(plan: Plan) -> dict[str, CallAlternatives]:
    """What the plan knows to be as right, by the id of the call."""
    calls = plan.calls()
    return {
        _call_id(number): _call_alternatives(calls[number - 1], as_right) for number, as_right in plan.as_right.items()
    }


def _call_alternatives(called: Called, as_right: AsRight) -> CallAlternatives:
    made: CallAlternatives = {"tool": called.name}
    others: list[JsonObject] = [
        {"tool_calls": [{"type": "function", "function": {"name": other.name, "arguments": _arguments(other)}}]}
        | {"why": as_right.why}
        for other in as_right.calls
    ]
    if as_right.in_words:
        others.append({"tool_calls": [], "why": "in-words"})
    if others:
        made["acceptable"] = others
    if as_right.rules:
        made["argument_rules"] = [as_right.rules]
    return made


def _arguments(called: Called) -> str:
    return dumps(called.arguments).decode()


def call_messages(called: Called, call_id: str) -> list[Message]:
    """A call and its result."""
    arguments = _arguments(called)
    call: ToolCall = {"id": call_id, "type": "function", "function": {"name": called.name, "arguments": arguments}}
    return [
        {"role": "assistant", "content": None, "tool_calls": [call]},
        {"role": "tool", "tool_call_id": call_id, "content": called.result.content},
    ]
