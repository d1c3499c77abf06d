"""Tools that no instrumentor wrote down, as far as calls show them: names, and the types of the arguments seen.

Nothing is required and nothing is described, since calls cannot say so. Tools are gathered over all conversations of
one service, because one conversation seldom uses all that it was offered.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonError, JsonObject, loads

_MOST_TOOLS, _MOST_PROPERTIES = 1000, 200
_TYPES: dict[type, str] = {
    str: "string",
    bool: "boolean",
    int: "integer",
    float: "number",
    list: "array",
    dict: "object",
    type(None): "null",
}


class SeenTools:
    """What calls have shown so far, by service."""

    def __init__(self) -> None:
        self._seen: dict[str, dict[str, dict[str, set[str]]]] = {}
        self._callers: set[tuple[str, int]] = set()
        """Services, with the prompts under which calls were made."""

    def see_names(self, service: str, names: list[str]) -> None:
        """Remember tools of which the name alone is known."""
        for name in names:
            self._properties(service, name)

    def see_calls(self, service: str, prompt: int, messages: list[JsonObject]) -> None:
        """Remember the calls of messages."""
        if any(message.get("tool_calls") for message in messages):
            self._callers.add((service, prompt))
        for message in messages:
            for call in message.get("tool_calls") or ():
                seen = self._properties(service, call["function"]["name"])
                for key, value in _inferred_arguments(call["function"]["arguments"]).items():
                    if key in seen or len(seen) < _MOST_PROPERTIES:
                        seen.setdefault(key, set()).add(_TYPES.get(type(value), "string"))

    def _properties(self, service: str, name: str) -> dict[str, set[str]]:
        tools = self._seen.setdefault(service, {})
        return tools.setdefault(name, {}) if name in tools or len(tools) < _MOST_TOOLS else {}

    def definitions(self, service: str, prompt: int) -> list[JsonObject]:
        """The tools of a service, in the order of their names; none under a prompt that was never seen to call any."""
        if (service, prompt) not in self._callers:
            return []
        return [_definition(name, seen) for name, seen in sorted(self._seen.get(service, {}).items())]


def prompt_number(messages: list[JsonObject]) -> int:
    """A number for the system prompt of a conversation; the same for all that have none."""
    system = messages[0].get("content") if messages and messages[0].get("role") in ("system", "developer") else None
    return hash(system) if isinstance(system, str | None) else 0


def _inferred_arguments(text: Any) -> JsonObject:
    try:
        value = loads(text) if isinstance(text, str) else text
    except JsonError:
        return {}
    return value if isinstance(value, dict) else {}


def _definition(name: str, seen: dict[str, set[str]]) -> JsonObject:
    properties = {key: {"type": _one_or_all(types)} for key, types in sorted(seen.items())}
    return {"type": "function", "function": {"name": name, "parameters": {"type": "object", "properties": properties}}}


def _one_or_all(types: set[str]) -> str | list[str]:
    kinds = sorted(types - {"integer"} if "number" in types else types)
    return kinds[0] if len(kinds) == 1 else kinds
