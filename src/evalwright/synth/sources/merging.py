"""Several schemas that all hold, as one: what `allOf` means, written so that a person and a model can read it.

Merging never loosens: two keywords that cannot be said as one stay side by side in an `allOf`.
"""

from __future__ import annotations

from typing import Any

from evalwright.chat import JsonSchema

_WORDS = frozenset({"title", "description", "default", "examples", "deprecated"})
"""Keywords that explain and do not decide: the last word counts, since it stands nearest to the use."""
_LARGEST = frozenset({"minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties"})
_SMALLEST = frozenset({"maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties"})


def merge(parts: list[JsonSchema]) -> JsonSchema:
    """One schema that accepts what all the parts accept."""
    made: JsonSchema = {}
    beside: list[JsonSchema] = []
    for part in parts:
        for key, value in part.items():
            if key == "allOf" and isinstance(value, list):
                beside += [each for each in value if isinstance(each, dict)]
            elif key not in made:
                made[key] = value
            else:
                _join(made, key, value, beside)
    return {**made, "allOf": beside} if beside else made


def _join(made: JsonSchema, key: str, value: Any, beside: list[JsonSchema]) -> None:
    """Take a second value of a keyword into `made`, or put it beside."""
    held = made[key]
    if same(held, value):
        return
    if key in _WORDS:
        made[key] = value
    elif key == "properties" and isinstance(held, dict) and isinstance(value, dict):
        made[key] = {**held, **{name: _both(held, name, each) for name, each in value.items()}}
    elif key == "required" and isinstance(held, list) and isinstance(value, list):
        made[key] = [*held, *(name for name in value if name not in held)]
    elif key in _LARGEST | _SMALLEST and _are_numbers(held, value):
        made[key] = max(held, value) if key in _LARGEST else min(held, value)
    elif key == "enum" and isinstance(held, list) and isinstance(value, list):
        made[key] = [each for each in held if any(same(each, other) for other in value)]
    elif key == "additionalProperties" and (held is True or value is True):
        made[key] = value if held is True else held
    else:
        beside.append({key: value})


def _both(held: JsonSchema, name: str, value: Any) -> Any:
    first = held.get(name)
    return merge([first, value]) if isinstance(first, dict) and isinstance(value, dict) else value


def same(first: Any, second: Any) -> bool:
    """Whether two JSON values are equal; unlike in Python, true is not 1."""
    return type(first) is type(second) and bool(first == second)


def _are_numbers(first: Any, second: Any) -> bool:
    return all(isinstance(each, (int, float)) and not isinstance(each, bool) for each in (first, second))
