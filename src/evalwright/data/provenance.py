"""Where a value stands in a conversation: the result of a tool, a user's words, the system prompt, or nowhere.

A review uses this to say not only that an argument is wrong but where the model may have taken it from. Values are
looked for as whole tokens: "1" is not found in "10", and "#E48210" is found in Chinese text that has no spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal
from typing import Any

from evalwright.chat import JsonError, Message, loads, plain

NOWHERE = "nowhere"

_SPEAKERS = (("user", "user message"), ("system", "system prompt"), ("assistant", "assistant message"))


class Provenance:
    """The places of one conversation, searched on demand."""

    def __init__(self, messages: Sequence[Message]) -> None:
        self._messages = messages
        self._results: list[tuple[int, str, Any]] | None = None

    def source(self, value: object) -> str:
        """The place where the value stands, in words; `nowhere` if it does not."""
        shown = plain(value)
        if isinstance(shown, list | dict):
            return self._source_of_all(shown)
        if shown is None or shown == "":
            return NOWHERE
        return self._in_results(shown) or self._in_texts(shown) or NOWHERE

    def _source_of_all(self, value: list[Any] | dict[str, Any]) -> str:
        """A list or an object stands where its parts do; one part from nowhere makes it come from nowhere."""
        parts = value.values() if isinstance(value, dict) else value
        places = list(dict.fromkeys(self.source(part) for part in parts))
        if not places or NOWHERE in places:
            return NOWHERE
        return " and ".join(places)

    def _in_results(self, value: Any) -> str | None:
        for index, tool, content in reversed(self._tool_results()):
            for path, leaf in _leaves(content):
                if _same_leaf(leaf, value):
                    return f"the result of {tool} (message {index}, {path})"
        return None

    def _in_texts(self, value: Any) -> str | None:
        pattern = _token(str(value))
        for index, tool, content in reversed(self._tool_results()):
            if any(isinstance(leaf, str) and pattern.search(leaf) for _, leaf in _leaves(content)):
                return f"the result of {tool} (message {index})"
        for role, called in _SPEAKERS:
            for index in range(len(self._messages) - 1, -1, -1):
                message = self._messages[index]
                if message["role"] == role and pattern.search(_text(message)):
                    return f"the {called}" if role == "system" else f"{called} {index}"
        return None

    def _tool_results(self) -> list[tuple[int, str, Any]]:
        if self._results is None:
            self._results = list(_read_results(self._messages))
        return self._results


def _read_results(messages: Sequence[Message]) -> Iterator[tuple[int, str, Any]]:
    names: dict[str, str] = {}
    for index, message in enumerate(messages):
        for call in message.get("tool_calls") or ():
            names[call["id"]] = str(call["function"]["name"])
        if message["role"] == "tool":
            text = _text(message)
            try:
                content = loads(text)
            except JsonError:
                content = text
            yield index, names.get(message.get("tool_call_id") or "", "a tool"), content


def _text(message: Message) -> str:
    content = message.get("content")
    if isinstance(content, list):
        return "\n".join(str(part.get("text", "")) for part in content if isinstance(part, dict))
    return content or ""


def _leaves(value: Any, path: str = "$") -> Iterator[tuple[str, Any]]:
    """Every value inside, with its JSON path; keys count as leaves too, for tables keyed by id."""
    if isinstance(value, dict):
        for key, inner in value.items():
            yield f"{path}.{key}", key
            yield from _leaves(inner, f"{path}.{key}")
    elif isinstance(value, list):
        for index, inner in enumerate(value):
            yield from _leaves(inner, f"{path}[{index}]")
    else:
        yield path, value


def _same_leaf(leaf: Any, value: Any) -> bool:
    if isinstance(leaf, bool) or isinstance(value, bool):
        return leaf is value
    if isinstance(leaf, float) and isinstance(value, int | float):
        return Decimal(repr(leaf)) == Decimal(repr(value))
    return type(leaf) is type(value) and bool(leaf == value)


def _token(text: str) -> re.Pattern[str]:
    """The text as a whole token: not inside a longer run of ASCII letters, digits or underscores."""
    before = r"(?<![0-9A-Za-z_])" if re.match(r"[0-9A-Za-z_]", text) else ""
    after = r"(?![0-9A-Za-z_])" if re.search(r"[0-9A-Za-z_]\Z", text) else ""
    return re.compile(before + re.escape(text) + after)
