"""What the dialects share: the state of one reading, and the few steps that every one of them needs.

A dialect makes messages whose calls may still have no id (None) and whose results may not say what they answer;
`links` settles both once the whole list is read.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from evalwright.text import phrase

from ..types import ChatError, JsonObject

Raw = JsonObject
"""A message on its way to the canonical form."""


@dataclass(slots=True)
class Reading:
    """What has been seen so far in one conversation; dictionaries, because the order counts."""

    dialects: dict[str, None] = field(default_factory=dict)
    notes: dict[str, None] = field(default_factory=dict)
    open_turn: Raw | None = None
    """The assistant message that takes further Responses calls, while it is the last one."""
    reasoning: str | None = None
    """Responses reasoning that belongs to the next assistant message."""
    tools: list[Raw] = field(default_factory=list)
    """The definitions that stand beside the messages; calls written without types get them from here."""
    text_call_names: set[str] = field(default_factory=set)
    """Names called in the last message that held calls as text."""

    def see(self, dialect: str) -> None:
        self.dialects[dialect] = None

    def note(self, name: str) -> None:
        self.notes[name] = None


def json_text(value: object, path: str) -> str:
    """A value as JSON text, or ChatError where it cannot be written (endless, too deep, too many digits)."""
    try:
        return json.dumps(value, ensure_ascii=False, default=_decimal_to_number)
    except (ValueError, TypeError, RecursionError):
        raise ChatError(path, phrase("chat.not_writable")) from None


def make_call(call_id: object, name: object, arguments: object, path: str) -> Raw:
    """A canonical call. A name that is no text becomes empty, which marks the call as unreadable."""
    text = arguments if isinstance(arguments, str) else "" if arguments is None else json_text(arguments, path)
    function = {"name": name if isinstance(name, str) else "", "arguments": text}
    return {"id": clean_id(call_id), "type": "function", "function": function}


def named_call(call_id: object, name: object, arguments: object, path: str) -> Raw:
    """The same of a call that must have a name: one without is a fault of its row."""
    if not isinstance(name, str) or not name:
        raise ChatError(path, phrase("chat.missing_name"))
    return make_call(call_id, name, arguments, path)


def open_call(call: Raw, reading: Reading, made: list[Raw]) -> list[Raw]:
    """The turn that a call opens; one that joins the turn before it changes `made` and gives none."""
    if made and made[-1] is reading.open_turn:
        made[-1]["tool_calls"].append(call)
        return []
    turn: Raw = {"role": "assistant", "content": None, "tool_calls": [call]}
    if made and made[-1]["role"] == "assistant":
        before = made.pop()
        turn = {**before, "content": before["content"] or None, "tool_calls": [*before.get("tool_calls", ()), call]}
    if reading.reasoning:
        turn["reasoning_content"], reading.reasoning = reading.reasoning, None
    reading.open_turn = turn
    return [turn]


def clean_id(value: object) -> str | None:
    """An id as text, or None where there is none to speak of."""
    if isinstance(value, str):
        return value or None
    if isinstance(value, int) and not isinstance(value, bool) and value.bit_length() <= 64:
        return str(value)
    return None


def assistant(content: object, calls: list[Raw], reasoning: str | None = None, /, **kept: Any) -> Raw:
    """A canonical assistant message; saying nothing while calling is None."""
    made: Raw = {"role": "assistant", "content": content or None if calls else content, **kept}
    if calls:
        made["tool_calls"] = calls
    if reasoning:
        made["reasoning_content"] = reasoning
    return made


def joined(parts: list[Any], types: frozenset[str], glue: str) -> str | None:
    """The text of content parts that are all text of the given types; None where one is something else."""
    texts: list[str] = []
    for part in parts:
        kind, text = (part.get("type", "text"), part.get("text")) if isinstance(part, dict) else (None, None)
        if not isinstance(kind, str) or kind not in types or not isinstance(text, str):
            return None
        texts.append(text)
    return glue.join(texts)


def result_content(value: object, path: str) -> str | list[Any]:
    """What a tool gave back, as message content: text and content parts stay, other values become JSON text."""
    if isinstance(value, str):
        return value
    if value is None:
        return ""
    if isinstance(value, list) and all(isinstance(part, dict) and isinstance(part.get("type"), str) for part in value):
        text = joined(value, frozenset({"text", "input_text", "output_text"}), "\n")
        return value if text is None else text
    return json_text(value, path)


def _decimal_to_number(value: object) -> int | float:
    """Exact readers give Decimal, which the JSON writer does not know."""
    if not isinstance(value, Decimal):
        raise TypeError
    return int(value) if value == value.to_integral_value() and value.adjusted() < 4000 else float(value)
