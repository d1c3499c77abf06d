"""What a result tells: its single values, each with a path, and the records that belong together.

A value is known by what it is (`order_id`), not by where it stood, so that what one tool returned can be given to
another. A path is written with `[]` for any place in a list.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from evalwright.chat import JsonObject

from .names import key_of, singular, words_of

_MAX_FOUND = 400
_MAX_DEPTH = 8
_MAX_TEXT = 200


class Found(NamedTuple):
    """One value of a result."""

    key: str
    value: Any
    path: str


Bundle = JsonObject
"""Values that belong together, by key: a person's name, address and id."""


def values_in(result: Any, about: str | None) -> list[Found]:
    """The single values of a result of a tool that is about such a thing."""
    found: list[Found] = []
    for each in _extract_values(result, "$", about, about, 0):
        found.append(each)
        if len(found) >= _MAX_FOUND:
            break
    return found


def _extract_values(value: Any, path: str, name: str | None, about: str | None, depth: int) -> Iterator[Found]:
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, Mapping):
        for key, inner in value.items():
            text = str(key)
            if name is not None and _is_value(text) and isinstance(inner, Mapping | str):
                # A table keyed by id, such as payment methods: the key is a value, the thing is named by the table.
                yield Found(f"{key_of(name)}_id", text, f"{path}.*")
                yield from _extract_values(inner, f"{path}.*", name, key_of(name), depth + 1)
            else:
                inside = key_of(text) if isinstance(inner, Mapping | list) else about
                yield from _extract_values(inner, f"{path}.{text}", text, inside, depth + 1)
    elif isinstance(value, list):
        for inner in value:
            yield from _extract_values(inner, f"{path}[]", name, about, depth + 1)
    elif _sayable(value) and name is not None:
        yield Found(_value_key(name, about, path), value, path)


def _value_key(name: str, about: str | None, path: str) -> str:
    """Of a list of bare values under `orders`, each is the id of one."""
    if path.endswith("[]"):
        words = words_of(name)
        bare = bool(words) and singular(words[-1]) != words[-1] and words[-1] not in ("ids", "numbers", "codes")
        return f"{key_of(name)}_id" if bare else key_of(name)
    return key_of(name, about)


@lru_cache(maxsize=8192)
def _is_value(text: str) -> bool:
    return sum(char.isdigit() for char in text) >= 3 and len(text) >= 4


def _sayable(value: Any) -> bool:
    if isinstance(value, bool) or value is None:
        return False
    if isinstance(value, str):
        return 0 < len(value) <= _MAX_TEXT and value.isprintable() and value == value.strip()
    return isinstance(value, int | float)


def bundles_in(result: Any, about: str | None) -> list[Bundle]:
    """The records of a result, each with the ids of what it stands in."""
    found: list[Bundle] = []
    _gather(result, about, {}, found, 0)
    return [bundle for bundle in found if bundle][:_MAX_FOUND]


def _gather(value: Any, about: str | None, outer: Bundle, found: list[Bundle], depth: int) -> None:
    if depth > _MAX_DEPTH or len(found) >= _MAX_FOUND:
        return
    if isinstance(value, list):
        for inner in value:
            _gather(inner, about, outer, found, depth + 1)
    elif isinstance(value, Mapping):
        own: Bundle = dict(outer)
        for each in _flat(value, about, 0):
            own.setdefault(each.key, each.value)
        found.append(own)
        ids = {key: each for key, each in own.items() if key.endswith("_id") or key == "email"}
        for key, inner in value.items():
            if isinstance(inner, list):
                _gather(inner, key_of(str(key)), ids, found, depth + 1)


def _flat(value: Mapping[str, Any], about: str | None, depth: int) -> Iterator[Found]:
    for key, inner in value.items():
        if isinstance(inner, Mapping) and depth < 3:
            yield from _flat(inner, about, depth + 1)
        elif _sayable(inner):
            yield Found(key_of(str(key), about), inner, "")
        elif isinstance(inner, list) and inner and _sayable(inner[0]):
            yield Found(_value_key(str(key), about, "[]"), inner[0], "")
