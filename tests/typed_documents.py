"""Whether a document is what its type says: every key known, none missing, every value of its kind."""

from __future__ import annotations

import types
import typing
from collections.abc import Iterator, Mapping
from typing import Any


def mismatches(value: Any, hint: Any, path: str = "$") -> list[str]:
    """Where a JSON value is not what a type hint says."""
    return list(_mismatches(value, hint, path))


def _mismatches(value: Any, hint: Any, path: str) -> Iterator[str]:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if hint is Any:
        return
    if origin in (typing.Required, typing.NotRequired):
        yield from _mismatches(value, inner[0], path)
    elif origin in (types.UnionType, typing.Union):
        if all(any(True for _ in _mismatches(value, each, path)) for each in inner):
            yield f"{path}: {value!r} is none of {hint}"
    elif typing.is_typeddict(hint):
        yield from _in_typed_dict(value, hint, path)
    elif origin in (list, typing.get_origin(typing.Sequence[int])):
        if not isinstance(value, list):
            yield f"{path}: {value!r} is no list"
            return
        for at, each in enumerate(value):
            yield from _mismatches(each, inner[0], f"{path}[{at}]")
    elif origin in (dict, Mapping):
        if not isinstance(value, dict):
            yield f"{path}: {value!r} is no object"
            return
        for key, each in value.items():
            yield from _mismatches(each, inner[1], f"{path}.{key}")
    elif hint is float:
        if isinstance(value, bool) or not isinstance(value, int | float):
            yield f"{path}: {value!r} is no number"
    elif hint is int and isinstance(value, bool):
        yield f"{path}: {value!r} is no whole number"
    elif not isinstance(value, hint):
        yield f"{path}: {value!r} is no {hint.__name__}"


def _in_typed_dict(value: Any, hint: Any, path: str) -> Iterator[str]:
    if not isinstance(value, dict):
        yield f"{path}: {value!r} is no object"
        return
    hints = typing.get_type_hints(hint, include_extras=True)
    for key, each in hints.items():
        if key in value:
            yield from _mismatches(value[key], each, f"{path}.{key}")
        elif key in hint.__required_keys__ and typing.get_origin(each) is not typing.NotRequired:
            yield f"{path}.{key} is missing"
    yield from (f"{path}.{key} is not in {hint.__name__}" for key in value.keys() - hints.keys())
