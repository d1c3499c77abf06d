"""ShareGPT and LLaMA-Factory: `{"from": ..., "value": ...}`, with calls as JSON text in a turn of their own."""

from __future__ import annotations

import json

from evalwright.text import phrase

from ..spans import elements
from ..strict_json import JsonError
from ..text_calls import call_from_text
from ..types import ChatError
from .reading import Raw, Reading, assistant, clean_id, json_text, make_call, result_content

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
    "tool_call": "call",
    "tool_response": "tool",
    "observations": "tool",
    "bot": "assistant",
    "bing": "assistant",
}
_PAIRS = (("human", "user"), ("assistant", "gpt", "bot"))


def speaks_in_pairs(raw: Raw) -> bool:
    """Whether the element is a turn of both: `{"human": ..., "assistant": ...}`."""
    return "role" not in raw and "from" not in raw and all(any(key in raw for key in keys) for keys in _PAIRS)


def read_pair(raw: Raw, path: str, reading: Reading) -> list[Raw]:
    """What a person said and what the model answered."""
    reading.see("sharegpt")
    made: list[Raw] = []
    for role, keys in zip(("user", "assistant"), _PAIRS, strict=True):
        key = next(key for key in keys if key in raw)
        if not isinstance(raw[key], str):
            raise ChatError(f"{path}.{key}", phrase("chat.not_text"))
        made.append({"role": role, "content": raw[key]})
    return made


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
        return [assistant(None, _parse_function_calls(text, path, reading), **kept)]
    if role == "tool":
        call_id = clean_id(kept.pop("tool_call_id", None))
        made = {**kept, "role": "tool", "content": result_content(value, f"{path}.value")}
        return [made if call_id is None else made | {"tool_call_id": call_id}]
    if not isinstance(value, str):
        raise ChatError(f"{path}.value", phrase("chat.not_text"))
    return [{**kept, "role": role, "content": value}]


def share_results(messages: list[Raw], reading: Reading) -> list[Raw]:
    """One result for every call: in this dialect one turn answers a whole turn of calls made in parallel.

    A JSON list with as many elements as there are calls holds a result for each. Whatever else it is stands for all of
    them together, and is therefore the result of each.
    """
    made: list[Raw] = []
    for index, message in enumerate(messages):
        before, after = messages[index - 1] if index else {}, messages[index + 1 : index + 2]
        calls = before.get("tool_calls") or [] if before.get("role") == "assistant" else []
        alone = message["role"] == "tool" and "tool_call_id" not in message and "name" not in message
        if len(calls) < 2 or not alone or (after and after[0]["role"] == "tool"):
            made.append(message)
            continue
        reading.note("shared_results")
        made += [{**message, "content": part} for part in _split_observations(message["content"], len(calls))]
    return made


def _split_observations(content: object, count: int) -> list[object]:
    try:
        bodies = elements(content) if isinstance(content, str) and content.lstrip().startswith("[") else []
    except JsonError:
        bodies = []
    if len(bodies) != count:
        return [content] * count
    return [json.loads(body) if body.startswith('"') else body for body in bodies]


def _parse_function_calls(text: str, path: str, reading: Reading) -> list[Raw]:
    """One call, or a list of calls made in parallel."""
    try:
        bodies = elements(text)
    except JsonError:
        bodies = [text.strip()]
    return [_parse_function_call(body, path, reading) for body in bodies or [text.strip()]]


def _parse_function_call(body: str, path: str, reading: Reading) -> Raw:
    function = call_from_text(body)["function"]
    if function["name"] is None:
        raise ChatError(f"{path}.value", phrase("chat.missing_name"))
    arguments = function["arguments"]
    if function["name"] is not None and arguments.startswith('"'):
        arguments = json.loads(arguments)  # arguments given as text, which is how OpenAI has them
    return make_call(None, function["name"], arguments, path)
