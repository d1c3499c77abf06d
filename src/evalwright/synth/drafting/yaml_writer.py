"""Scenario data written as YAML that a person reads and edits: one thing a line, short mappings in braces."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_PLAIN = re.compile(r"[A-Za-z$][\w$./-]*(?: [A-Za-z][\w.-]*)*")
_WIDTH = 110
_WORDS = frozenset({"true", "false", "null", "yes", "no", "on", "off", "y", "n", "~"})


def written(data: Mapping[str, Any]) -> str:
    """The data as YAML."""
    return "\n".join(_mapping_lines(data, 0)) + "\n"


def _mapping_lines(data: Mapping[str, Any], depth: int) -> Iterator[str]:
    for key, value in data.items():
        yield from _entry(f"{'  ' * depth}{_scalar(key)}:", value, depth)


def _entry(lead: str, value: Any, depth: int) -> Iterator[str]:
    flat = _in_braces(value)
    if not isinstance(value, Mapping | list) or not value or (len(lead) + len(flat) < _WIDTH and _is_small(value)):
        yield f"{lead} {flat}"
    elif isinstance(value, Mapping):
        yield lead
        yield from _mapping_lines(value, depth + 1)
    else:
        yield lead
        for item in value:
            yield from _item(item, depth + 1)


def _item(value: Any, depth: int) -> Iterator[str]:
    lead = f"{'  ' * depth}- "
    if not isinstance(value, Mapping) or not value:
        yield f"{lead}{_in_braces(value)}"
        return
    for number, line in enumerate(_mapping_lines(value, depth + 1)):
        yield line if number else f"{lead}{line.lstrip()}"


def _is_small(value: Any) -> bool:
    inner = list(value.values()) if isinstance(value, Mapping) else value
    return not any(isinstance(each, Mapping) and each for each in inner) if isinstance(inner, Sequence) else True


def _in_braces(value: Any) -> str:
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{_scalar(key)}: {_in_braces(each)}" for key, each in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(_in_braces, value)) + "]"
    return _scalar(value)


def _scalar(value: Any) -> str:
    if isinstance(value, str) and _PLAIN.fullmatch(value) and value.lower() not in _WORDS:
        return value
    return json.dumps(value, ensure_ascii=False)
