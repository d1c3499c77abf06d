"""OpenAI's chat messages, today's and yesterday's (`function_call`, role `function`), with what users get wrong.

`plain_message` is the road that nearly every message takes: it looks, and gives the same dictionary back.
`read` is the road for the rest: absent content, calls without ids, arguments as objects, results as objects.
"""

from __future__ import annotations

from typing import Any

from evalwright.text import phrase

from ..types import ChatError
from . import blocks
from .parts import checked_parts
from .reading import Raw, Reading, assistant, clean_id, joined, make_call, result_content

_ROLES = {
    "system": "system",
    "developer": "system",
    "user": "user",
    "assistant": "assistant",
    "tool": "tool",
    "function": "tool",
    "human": "user",
    "gpt": "assistant",
    "bot": "assistant",
    "model": "assistant",
    "tool_response": "tool",
    "tool-response": "tool",
    "function_response": "tool",
    "observation": "tool",
    "observations": "tool",
    "ipython": "tool",
}
_SWIFT = frozenset({"tool_response", "tool-response"})


def plain_message(raw: Raw) -> Raw | None:
    """The message itself where it is canonical (or wants just its `content: None`), else None."""
    role, content = raw.get("role"), raw.get("content")
    if role == "assistant":
        return _plain_assistant(raw, content)
    if type(content) is not str or "type" in raw:
        return None
    if role == "user" or role == "system":
        return None if "<tool_response>" in content else raw
    if role == "tool" and type(raw.get("tool_call_id")) is str and raw["tool_call_id"]:
        return raw
    return None


def are_plain(messages: list[Any]) -> bool:
    """Whether all messages are canonical as they are, and no two calls have one id."""
    ids: list[str] = []
    for raw in messages:
        if type(raw) is not dict or plain_message(raw) is not raw:
            return False
        if raw["role"] == "assistant" and "tool_calls" in raw:
            ids += [call["id"] for call in raw["tool_calls"]]
    return len(set(ids)) == len(ids)


def _plain_assistant(raw: Raw, content: object) -> Raw | None:
    if "function_call" in raw or "type" in raw:
        return None
    if "tool_calls" not in raw:
        return raw if type(content) is str and "<tool_call>" not in content else None
    calls = raw["tool_calls"]
    if type(calls) is not list or not calls:
        return None
    for call in calls:
        if type(call) is not dict or not _plain_call(call):
            return None
    if content is None:
        return raw if "content" in raw else {**raw, "content": None}
    return raw if content and type(content) is str else None


def _plain_call(call: Raw) -> bool:
    function, call_id = call.get("function"), call.get("id")
    return (
        type(function) is dict
        and type(call_id) is str
        and call_id != ""
        and call.get("type") == "function"
        and type(function.get("name")) is str
        and type(function.get("arguments")) is str
    )


def read(raw: Raw, path: str, reading: Reading) -> list[Raw]:
    """The canonical messages for one message with a role."""
    role = raw.get("role")
    known = _ROLES.get(role) if isinstance(role, str) else None
    if known is None:
        raise ChatError(f"{path}.role", phrase("chat.no_role", role=_quote_role(role)))
    if role == "developer":
        reading.note("developer_role")
    if role in _SWIFT:
        reading.see("swift")
    if blocks.speaks(raw):
        return blocks.read(raw, known, path, reading)
    kept = {key: value for key, value in raw.items() if key not in ("role", "content")}
    if known == "assistant":
        return [_read_assistant(kept, raw.get("content"), path, reading)]
    if known == "tool":
        return [_read_result(raw, kept, path, reading)]
    return [{"role": known, "content": _check_message_content(raw.get("content"), path, reading) or "", **kept}]


def _read_assistant(kept: Raw, content: object, path: str, reading: Reading) -> Raw:
    given, legacy = kept.pop("tool_calls", None), kept.pop("function_call", None)
    calls = [] if given is None else _read_tool_calls(given, f"{path}.tool_calls", reading)
    if legacy is not None and not calls:
        reading.see("legacy")
        calls = [_read_tool_call({"function": legacy}, f"{path}.function_call", reading)]
    thought = kept.get("reasoning_content")
    if isinstance(thought, list):
        kept["reasoning_content"] = joined(thought, frozenset({"text"}), "") or thought
    return assistant(_check_message_content(content, path, reading), calls, **kept)


def _read_tool_calls(given: object, path: str, reading: Reading) -> list[Raw]:
    if not isinstance(given, list):
        raise ChatError(path, phrase("chat.not_list"))
    return [_read_tool_call(call, f"{path}[{index}]", reading) for index, call in enumerate(given)]


def _read_tool_call(call: object, path: str, reading: Reading) -> Raw:
    function = call.get("function", call) if isinstance(call, dict) else None
    if not isinstance(call, dict) or not isinstance(function, dict) or not isinstance(function.get("name"), str):
        raise ChatError(path, phrase("chat.missing_name"))
    arguments = function.get("arguments")
    if isinstance(arguments, dict):
        reading.note("object_arguments")
    elif not isinstance(arguments, str):
        reading.note("empty_arguments" if arguments is None else "odd_arguments")
    made = make_call(call.get("id"), function["name"], arguments, f"{path}.function.arguments")
    if function is call:
        return made
    return {**call, **made, "function": {**function, **made["function"]}}


def _read_result(raw: Raw, kept: Raw, path: str, reading: Reading) -> Raw:
    if raw["role"] == "function":
        reading.see("legacy")
    content = raw.get("content")
    if content is not None and not isinstance(content, str | list):
        reading.note("object_content")
    call_id = clean_id(kept.pop("tool_call_id", None))
    made: Raw = {"role": "tool", "content": _tool_message_content(content, f"{path}.content", reading), **kept}
    return made if call_id is None else made | {"tool_call_id": call_id}


def _tool_message_content(content: object, path: str, reading: Reading) -> str | list[Any]:
    """Content parts stay parts here: whoever wrote OpenAI's shape gets it back."""
    if isinstance(content, list) and content and all(isinstance(part, dict) and "type" in part for part in content):
        return checked_parts(content, path, reading)
    return result_content(content, path)


def _check_message_content(content: object, path: str, reading: Reading) -> str | list[Any] | None:
    if content is None or isinstance(content, str):
        return content
    if not isinstance(content, list):
        raise ChatError(f"{path}.content", phrase("chat.not_text_or_parts"))
    return checked_parts(content, f"{path}.content", reading)


def _quote_role(role: object) -> str:
    return f'"{role[:40]}"' if isinstance(role, str) else phrase("chat.given_role")
