"""ShareGPT and LLaMA-Factory: `{"from": ..., "value": ...}`, with calls as JSON text in a turn of their own."""

from __future__ import annotations

import json

from evalwright.chat.dialects.reading import Raw, Reading, assistant, clean_id, json_text, make_call, result_content
from evalwright.chat.spans import elements
from evalwright.chat.strict_json import JsonError
from evalwright.chat.text_calls import call_from_text
from evalwright.chat.types import ChatError
from evalwright.text import phrase

_ROLES = {
    "system": "system",
    "human": "user",
    "user": "user",
    "gpt": "assistant",
    "assistant": "assistant",
    "chatgpt": "assistant",
    "model": "assistant",
    "function_call": "call",
    "observation": "tool",
    "tool": "tool",
    "function_response": "tool",
}


def speaks(raw: Raw) -> bool:
    """Whether the element says who speaks with `from`."""
    return "from" in raw and "role" not in raw


def read(raw: Raw, path: str, reading: Reading) -> list[Raw]:
    """The canonical message for one turn."""
    reading.see("sharegpt")
    speaker, value = raw["from"], raw.get("value")
    role = _ROLES.get(speaker) if isinstance(speaker, str) else None
    if role is None:
        raise ChatError(f"{path}.from", phrase("chat.unknown_speaker"))
    kept = {key: inner for key, inner in raw.items() if key not in ("from", "value", "role", "content", "tool_calls")}
    if role == "call":
        text = value if isinstance(value, str) else json_text(value, f"{path}.value")
        return [assistant(None, _calls(text, path, reading), **kept)]
    if role == "tool":
        call_id = clean_id(kept.pop("tool_call_id", None))
        made = {**kept, "role": "tool", "content": result_content(value, f"{path}.value")}
        return [made if call_id is None else made | {"tool_call_id": call_id}]
    if value is not None and not isinstance(value, str):
        raise ChatError(f"{path}.value", phrase("chat.not_text"))
    return [{**kept, "role": role, "content": value or ""}]


def _calls(text: str, path: str, reading: Reading) -> list[Raw]:
    """One call, or a list of calls made in parallel."""
    try:
        bodies = elements(text)
    except JsonError:
        bodies = [text.strip()]
    return [_call(body, path, reading) for body in bodies or [text.strip()]]


def _call(body: str, path: str, reading: Reading) -> Raw:
    function = call_from_text(body)["function"]
    if function["name"] is None:
        reading.note("unreadable_calls")
    arguments = function["arguments"]
    if function["name"] is not None and arguments.startswith('"'):
        arguments = json.loads(arguments)  # arguments given as text, which is how OpenAI has them
    return make_call(None, function["name"], arguments, path)
