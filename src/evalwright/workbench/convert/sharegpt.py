"""ShareGPT as LLaMA-Factory takes it: turns with `from` and `value`, calls and results as turns of their own."""

from __future__ import annotations

import json
from collections.abc import Iterator

from evalwright.chat import Conversation, Message, calls_of

from .parts import Record, call_text, head, text_of_content

_SPEAKERS = {"system": "system", "user": "human", "assistant": "gpt", "tool": "observation"}
NOT_ALTERNATING = "turns-do-not-alternate"
"""LLaMA-Factory passes over a row in which a person or a tool does not take turns with the model."""


def write_sharegpt(conversation: Conversation) -> Record:
    """The record; the first system message stands beside the turns."""
    messages, made = conversation.messages, head(conversation)
    first = messages[0]
    if first["role"] == "system" and isinstance(first.get("content"), str) and first["content"]:
        made["system"], messages = first["content"], messages[1:]
    made["conversations"] = [turn for message in messages for turn in _turns(message)]
    if conversation.tools:
        made["tools"] = json.dumps([tool.to_dict() for tool in conversation.tools], ensure_ascii=False)
    return made


def _turns(message: Message) -> Iterator[Record]:
    calls, text = calls_of(message), text_of_content(message.get("content"))
    if text or not calls:
        yield {"from": _SPEAKERS[message["role"]], "value": text}
    if calls:
        texts = [call_text(call) for call in calls]
        yield {"from": "function_call", "value": texts[0] if len(texts) == 1 else f"[{', '.join(texts)}]"}


def turns_alternate(record: Record) -> bool:
    """Whether the others (human, observation) and the model (gpt, function_call) take turns."""
    model = [turn["from"] in ("gpt", "function_call") for turn in record["conversations"]]
    return all(speaks == bool(index % 2) for index, speaks in enumerate(model)) and len(model) % 2 == 0
