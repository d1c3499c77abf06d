"""Writing calls as each family writes them: what the readers read, so that prompts and tests agree with them.

In go calls in OpenAI's shape; out comes the text. Arguments keep their spelling. What a family cannot write without
changing its meaning (a value that holds the closing tag) is a ValueError.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalwright.text import phrase

from ..spans import members

Pair = tuple[str, str]
"""A tool's name and its arguments as JSON text."""

_QWEN_TAGS = ("<parameter=", "</parameter>", "<function=", "</function>", "<tool_call>", "</tool_call>")
_GLM_TAGS = ("<arg_key>", "</arg_key>", "<arg_value>", "</arg_value>", "<tool_call>", "</tool_call>")


def write_calls(family: str, calls: Sequence[Mapping[str, Any]]) -> str:
    """The text of the calls in a family's way of writing."""
    if family not in _WRITERS:
        raise ValueError(f"there is no family {family!r}")
    if not calls:
        return ""
    pairs = [(call["function"]["name"], call["function"]["arguments"] or "{}") for call in calls]
    return _WRITERS[family](pairs)


def _call_json(pair: Pair, key: str = "arguments") -> str:
    return f'{{"name": {_quoted(pair[0])}, "{key}": {pair[1]}}}'


def _hermes(pairs: list[Pair]) -> str:
    return "\n".join(f"<tool_call>\n{_call_json(pair)}\n</tool_call>" for pair in pairs)


def _llama(pairs: list[Pair]) -> str:
    return "<|python_tag|>" + "; ".join(_call_json(pair, "parameters") for pair in pairs)


def _mistral(pairs: list[Pair]) -> str:
    return f"[TOOL_CALLS] [{', '.join(map(_call_json, pairs))}]"


def _kimi(pairs: list[Pair]) -> str:
    inner = (
        f"<|tool_call_begin|>functions.{name}:{number}<|tool_call_argument_begin|>{arguments}<|tool_call_end|>"
        for number, (name, arguments) in enumerate(pairs)
    )
    return f"<|tool_calls_section_begin|>{''.join(inner)}<|tool_calls_section_end|>"


def _harmony(pairs: list[Pair]) -> str:
    return "<|start|>assistant".join(
        f"<|channel|>commentary to=functions.{name} <|constrain|>json<|message|>{arguments}<|call|>"
        for name, arguments in pairs
    )


def _qwen_xml(pairs: list[Pair]) -> str:
    return "\n".join(
        f"<tool_call>\n<function={name}>\n{_parameters(text)}</function>\n</tool_call>" for name, text in pairs
    )


def _parameters(arguments: str) -> str:
    values = _untyped(arguments, _QWEN_TAGS)
    return "".join(f"<parameter={key}>\n{value}\n</parameter>\n" for key, value in values)


def _glm(pairs: list[Pair]) -> str:
    return "\n".join(f"<tool_call>{name}\n{_arguments(text)}</tool_call>" for name, text in pairs)


def _arguments(arguments: str) -> str:
    values = _untyped(arguments, _GLM_TAGS)
    return "".join(f"<arg_key>{key}</arg_key>\n<arg_value>{value}</arg_value>\n" for key, value in values)


def _untyped(arguments: str, tags: Sequence[str]) -> list[Pair]:
    """Every argument as bare text; ValueError where a tag stands in it, or in a key."""
    found = []
    for key, value in members(arguments).items():
        text = json.loads(value) if value.startswith('"') else value
        if any(tag in part for part in (key, text) for tag in tags) or not key.strip() or set("<>\n") & set(key):
            raise ValueError(phrase("chat.own_tags"))
        found.append((key, text))
    return found


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False)


_WRITERS: dict[str, Callable[[list[Pair]], str]] = {
    "glm": _glm,
    "harmony": _harmony,
    "hermes": _hermes,
    "kimi": _kimi,
    "llama": _llama,
    "mistral": _mistral,
    "qwen_xml": _qwen_xml,
}
