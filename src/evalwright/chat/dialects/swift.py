"""Calls as messages of a role of their own (`tool_call`, `function_call`), their content the JSON text of a call.

ms-swift writes them so, and LLaMA-Factory where roles are named by `role`. Calls that follow one another, or follow
what the assistant said, are one turn.
"""

from __future__ import annotations

from evalwright.text import phrase

from ..strict_json import JsonError, loads
from ..types import ChatError
from .reading import Raw, Reading, make_call, open_call

_ROLES = frozenset({"tool_call", "tool-call", "function_call", "function-call"})


def speaks(raw: Raw) -> bool:
    """Whether a message is nothing but calls."""
    role = raw.get("role")
    return isinstance(role, str) and role in _ROLES and "tool_calls" not in raw


def read(raw: Raw, path: str, reading: Reading, made: list[Raw]) -> list[Raw]:
    """The assistant message that calls; a call that joins the turn before it changes `made` and gives none."""
    reading.see("swift")
    kept = {key: value for key, value in raw.items() if key not in ("role", "content")}
    turns: list[Raw] = []
    for call in call_values(raw.get("content"), f"{path}.content"):
        turns += open_call(call, reading, turns or made)
    if kept and turns:
        turns[0].update({key: value for key, value in kept.items() if key not in turns[0]})
    return turns


def call_values(content: object, path: str) -> list[Raw]:
    """The calls that a JSON text or an object stands for: one, or a list of them."""
    value = content
    if isinstance(content, str):
        try:
            value = loads(content)
        except JsonError as error:
            raise ChatError(path, phrase("chat.text_not_json", error=error.problem)) from None
    calls = value if isinstance(value, list) else [value]
    if not calls:
        raise ChatError(path, phrase("chat.missing_name"))
    return [_swift_call(call, path) for call in calls]


def _swift_call(call: object, path: str) -> Raw:
    function = call.get("function", call) if isinstance(call, dict) else None
    name = function.get("name") if isinstance(function, dict) else None
    if not isinstance(call, dict) or not isinstance(function, dict) or not isinstance(name, str) or not name:
        raise ChatError(path, phrase("chat.missing_name"))
    arguments = function.get("arguments", function.get("parameters"))
    return make_call(call.get("id"), name, arguments, path)
