"""The things that a choice may fall on: a list in a result, inside a thing, or the lines that fit a pattern.

A choice and what is known flow in, things flow out, those that its conditions let through. Conditions are data:
values are compared, as numbers where both are, and nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any

from evalwright.workbench import read_result_text

from .line_patterns import fitting_lines
from .model import Choice, Condition
from .scope import MISSING, Known, Scope, follow
from .spoken_values import spoken_parts

_MOST_THINGS = 5_000
_NUMBER = re.compile(r"[+-]?\d+(?:\.\d+)?")


def candidates(choice: Choice, step: str, scope: Scope) -> list[Any]:
    """Every thing that fits; none where the list is empty, or is not there."""
    things = things_to_choose(choice, scope.results.get(step), scope)[:_MOST_THINGS]
    return [thing for thing in things if all(_holds(each, thing, scope) for each in choice.where)]


def things_to_choose(choice: Choice, known: Known | None, scope: Scope) -> list[Any]:
    """Every thing of the list that a choice is made from, whether it fits or not."""
    if choice.inside is not None:
        return _listed(scope.of_assistant(choice.inside), choice)
    if known is None:
        return []
    if choice.pattern is not None:
        return fitting_lines(known.text, choice.pattern)
    found = known.follow(choice.path)
    if not choice.path and not isinstance(found, list):
        lines = known.lines
        found = lines if isinstance(lines, list) else found
    return _listed(found, choice)


def _listed(found: Any, choice: Choice) -> list[Any]:
    """A list as it is, the texts of several lines one by one, an object by its values; one thing is a list of one."""
    if isinstance(found, str) and choice.pattern is not None:
        return fitting_lines(found, choice.pattern)
    if isinstance(found, str):
        read = read_result_text(found).value
        return read if isinstance(read, list) else []
    if isinstance(found, list):
        return found
    if isinstance(found, Mapping) and found and all(isinstance(each, Mapping) for each in found.values()):
        return list(found.values())
    return [] if found is MISSING or found is None else [found]


def _holds(condition: Condition, thing: Any, scope: Scope) -> bool:
    found, wanted = follow(thing, condition.path), scope.argument(condition.value)
    if found is MISSING or wanted is MISSING:
        return False
    if isinstance(found, list):
        return any(_compare(condition.comparison, each, wanted, scope.lang) for each in found)
    return _compare(condition.comparison, found, wanted, scope.lang)


def _compare(comparison: str, found: Any, wanted: Any, lang: str) -> bool:
    if comparison in ("=", "!="):
        return _same(found, wanted) is (comparison == "=")
    one, other = _number_of(found), _number_of(wanted)
    if one is not None and other is not None and comparison in _ORDERED:
        return _ORDERED[comparison](one, other)
    first, second = _text(found, lang), _text(wanted, lang)
    if comparison in _ORDERED:
        return _ORDERED[comparison](first, second)
    return _TEXTUAL[comparison](first.casefold(), second.casefold())


def _same(found: Any, wanted: Any) -> bool:
    if isinstance(found, bool) or isinstance(wanted, bool):
        return str(found).casefold() == str(wanted).casefold()
    one, other = _number_of(found), _number_of(wanted)
    if one is not None and other is not None and not (isinstance(found, str) and isinstance(wanted, str)):
        return one == other
    return bool(found == wanted) or str(found) == str(wanted)


_ORDERED: dict[str, Callable[[Any, Any], bool]] = {
    "<": lambda one, other: bool(one < other),
    "<=": lambda one, other: bool(one <= other),
    ">": lambda one, other: bool(one > other),
    ">=": lambda one, other: bool(one >= other),
}
_TEXTUAL: dict[str, Callable[[str, str], bool]] = {
    "contains": lambda one, other: other in one,
    "starts": str.startswith,
    "ends": str.endswith,
}


def _number_of(value: Any) -> float | None:
    if isinstance(value, bool):
        return None
    if isinstance(value, int | float):
        return float(value)
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value.strip()) else None


def _text(value: Any, lang: str) -> str:
    parts: Sequence[str] = spoken_parts(value, lang)
    return ", ".join(parts)
