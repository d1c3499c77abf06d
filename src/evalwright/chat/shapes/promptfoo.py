"""A result of promptfoo: the prompt as it was sent (a text, or a chat as JSON) and what the provider gave back."""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..dialects.reading import Raw
from ..types import ChatError
from .fields import answer, parsed_if_json, user, without

_RESPONSES = ("response", "providerResponse")


def result(record: Raw) -> Raw | None:
    """The conversation of one test."""
    prompt = record.get("prompt")
    if not isinstance(prompt, dict) or "raw" not in prompt:
        return None
    key = next((key for key in _RESPONSES if isinstance(record.get(key), dict)), None)
    response: Any = record[key] if key is not None else {}
    messages = [*_asked(prompt["raw"]), _answered(response, record)]
    return {"messages": messages, **without(record, *_RESPONSES), "prompt": without(prompt, "raw")}


def _asked(raw: Any) -> list[Any]:
    """A prompt that is a chat in JSON is that chat; any other is what a person says."""
    if not isinstance(raw, str) or not raw.strip():
        raise ChatError("prompt.raw", phrase("chat.not_text"))
    chat = parsed_if_json(raw)
    chat = chat.get("messages") if isinstance(chat, dict) else chat
    if isinstance(chat, list) and chat and all(isinstance(each, dict) and "role" in each for each in chat):
        return chat
    return [user(raw)]


def _answered(response: Any, record: Raw) -> Raw:
    output = response.get("output")
    if output is None or output == "":
        why = response.get("error") or record.get("error")
        told = phrase("chat.no_answer_error", error=str(why)[:200]) if why else phrase("chat.no_answer")
        raise ChatError("response.output", told)
    calls = output if isinstance(output, list) else [output]
    if all(isinstance(each, dict) and isinstance(each.get("function"), dict) for each in calls):
        return {"role": "assistant", "content": None, "tool_calls": calls}
    if isinstance(output, str):
        return answer(output)
    from ..dialects.reading import json_text

    return answer(json_text(output, "response.output"))
