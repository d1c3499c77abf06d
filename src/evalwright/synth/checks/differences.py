"""The first place where two JSON values differ, as a path: what a replay says about a result that changed."""

from __future__ import annotations

import re
from typing import Any, NamedTuple

from evalwright.chat import JsonObject

_NAME = re.compile(r"[A-Za-z_]\w*")
_MAX_DEPTH = 200


class Difference(NamedTuple):
    """One place and what stands there on either side; `...` stands for nothing at all."""

    path: str
    one: Any
    other: Any


def first_difference(one: Any, other: Any, path: str = "$", depth: int = 0) -> Difference | None:
    """Where the values differ first; None where they are the same JSON. 1 and 1.0 are the same number."""
    if depth > _MAX_DEPTH:
        return None if one == other else Difference(path, one, other)
    if isinstance(one, dict) and isinstance(other, dict):
        return _in_objects(one, other, path, depth)
    if isinstance(one, list) and isinstance(other, list):
        return _in_lists(one, other, path, depth)
    return None if _same_json_value(one, other) else Difference(path, one, other)


def _in_objects(one: JsonObject, other: JsonObject, path: str, depth: int) -> Difference | None:
    for key in (*one, *(key for key in other if key not in one)):
        found = first_difference(one.get(key, ...), other.get(key, ...), _child(path, key), depth + 1)
        if found is not None:
            return found
    return None


def _in_lists(one: list[Any], other: list[Any], path: str, depth: int) -> Difference | None:
    for index in range(max(len(one), len(other))):
        left, right = (side[index] if index < len(side) else ... for side in (one, other))
        found = first_difference(left, right, f"{path}[{index}]", depth + 1)
        if found is not None:
            return found
    return None


def _same_json_value(one: Any, other: Any) -> bool:
    if isinstance(one, bool) or isinstance(other, bool) or isinstance(one, str) or isinstance(other, str):
        return type(one) is type(other) and bool(one == other)
    return bool(one == other)


def _child(path: str, key: str) -> str:
    return f"{path}.{key}" if _NAME.fullmatch(key) else f'{path}["{key}"]'
