"""What an assistant said in one message: its words, its calls however they are written, its reasoning.

Replies of servers and answers captured elsewhere are understood by this one reader. Calls are taken from
`tool_calls`, else from the older `function_call`, else from a Responses item, else from the text in the way of any
family of models; what had to be understood is noted, nothing is repaired.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, NotRequired, TypedDict

from .call_marks import may_hold_calls
from .types import JsonObject

_REASONING_FIELDS = ("reasoning_content", "reasoning")


NO_SAMPLE = "no_sample"
"""The note in a sample that stands for none: the row had no answer, and criteria may look at the item alone."""


class Usage(TypedDict, total=False):
    """The tokens that a request and its answer took, as far as the server says so."""

    prompt_tokens: int
    completion_tokens: int
    total_tokens: int


class Sample(TypedDict):
    """What a model answered; the shape of a line in a samples file."""

    output_text: str | None
    output_tools: list[Any] | None
    """OpenAI tool calls in the order they were made, unreadable ones included; None where nothing was called."""
    finish_reason: str | None
    usage: Usage | JsonObject | None
    """Counts that can be believed; whatever object a captured answer brings."""
    latency_ms: float | None
    reasoning: NotRequired[str]
    notes: NotRequired[list[str]]
    """What had to be understood on the way: `calls_in_text`, `function_call`, `lone_surrogate_replaced`, ..."""
    choices: NotRequired[list[Any]]
    served_model: NotRequired[str]
    """What the server calls its model, where that is not the name it was asked for by."""


@dataclass(slots=True)
class Said:
    """What was said."""

    text: str | None = None
    calls: list[Any] | None = None
    """OpenAI tool calls, unreadable ones included; None where nothing was called."""
    reasoning: str | None = None
    notes: list[str] = field(default_factory=list)


def read_said(message: Mapping[str, Any], tools: Iterable[Any] = ()) -> Said:
    """What an assistant message, or an item of a Responses output, says; `tools` are those that were offered."""
    said = Said()
    said.text = _assistant_text(message, said.notes)
    said.calls = _assistant_calls(message, said.notes)
    said.reasoning = next((message[name] for name in _REASONING_FIELDS if isinstance(message.get(name), str)), None)
    if said.calls is None:
        find_calls(said, tools)
    return said


def first_choice(choices: Any) -> Mapping[str, Any] | None:
    """The choice that counts as the answer: the one with the lowest `index`, wherever it stands in the list.

    A choice without an index has that of its place. None where there is no choice that can be read.
    """
    listed = choices if isinstance(choices, list) else ()
    if len(listed) == 1:
        return listed[0] if isinstance(listed[0], dict) else None
    numbered = [
        (choice["index"] if isinstance(choice.get("index"), int) else place, place, choice)
        for place, choice in enumerate(listed)
        if isinstance(choice, dict)
    ]
    return min(numbered, key=lambda each: each[:2])[2] if numbered else None


def find_calls(said: Said, tools: Iterable[Any] = ()) -> None:
    """Take calls that are written into the text out of it."""
    if not said.text or not may_hold_calls(said.text):
        return
    from .text_calls import calls_in_text  # late: nearly every reply has none

    found = calls_in_text(said.text, tools)
    if found.calls:
        said.notes.append("calls_in_text")
        said.calls, said.text = found.calls, found.text or None
        said.reasoning = said.reasoning or found.reasoning


def _assistant_text(message: Mapping[str, Any], notes: list[str]) -> str | None:
    content = message.get("content")
    if type(content) is str and content:
        return content
    refusal = _refusal(message)
    refused = isinstance(refusal, str) and bool(refusal)
    if isinstance(content, str) and (content or not refused):
        return content
    if isinstance(content, list):
        parts = (part.get("text") for part in content if isinstance(part, dict))
        said = "".join(part for part in parts if isinstance(part, str))
        if said or not refused:
            return said or None
    if refused:
        notes.append("refusal")
    return refusal if refused else None


def _refusal(message: Mapping[str, Any]) -> Any:
    """Why the model refuses: in a field of its own, or as the only part of the content."""
    content = message.get("content")
    parts = [part for part in content if isinstance(part, dict)] if isinstance(content, list) else []
    said = next((part.get("refusal") for part in parts if part.get("type") == "refusal"), None)
    return message.get("refusal") or said


def _assistant_calls(message: Mapping[str, Any], notes: list[str]) -> list[Any] | None:
    calls = message.get("tool_calls")
    if calls:
        return calls if isinstance(calls, list) else [calls]
    older = message.get("function_call")
    if older:
        notes.append("function_call")
        return [{"type": "function", "function": older}]
    if message.get("type") == "function_call":
        function = {"name": message.get("name"), "arguments": message.get("arguments")}
        return [{"id": message.get("call_id"), "type": "function", "function": function}]
    return None
