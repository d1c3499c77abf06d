"""The scores of the public reference grader for hosted tool-use evaluations, reproduced with its known
faults.

It is here for one purpose: comparing with scores that were computed by it. Every text is read as JSON and
then as a number where possible, so "01234" equals "1234"; an expected call that was matched exactly may earn
half a point once more; calls are looked at only as far as its search goes, which decides whether an
unreadable one is noticed. Where it would raise, the score is 0.0 and `raised` says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from dataclasses import dataclass
from math import isfinite
from typing import Any

_ABSENT = object()


@dataclass(frozen=True, slots=True)
class FoundryScore:
    """The reference's score."""

    score: float
    raised: bool
    """Whether the reference has no score here, only an exception."""


def foundry_score(expected: Any, given: Any) -> FoundryScore:
    """The reference's score for two lists of raw calls."""
    try:
        return FoundryScore(_score(expected, given), False)
    except Exception:  # whatever the reference raises for a hostile value, this mode answers with no points
        return FoundryScore(0.0, True)


def foundry_name(call: object) -> str | None:
    """The tool name that the reference sees in a raw call: None for the shapes that it cannot read."""
    try:
        name = _function_part(call).get("name")
    except Exception:  # the same hostile values as above
        return None
    return name if isinstance(name, str) and name else None


def foundry_equal(one: object, other: object) -> bool:
    """Whether the reference takes two argument values for the same."""
    try:
        return bool(_normal(one) == _normal(other))
    except Exception:  # the same hostile values as above
        return False


def _score(expected: Any, given: Any) -> float:
    if not expected or not given:
        return 1.0 if not expected and not given else 0.0
    search = _Search(given)
    exact = search.use_up(expected, 1.0)
    same_name = search.use_up(expected, 0.5)
    credit = exact + 0.5 * same_name
    precision, recall = credit / len(given), credit / len(expected)
    if precision + recall == 0:
        return 0.0
    return round(2 * precision * recall / (precision + recall), 6)


class _Search:
    """The calls made that are not used up yet; each is read when first looked at, as in the reference."""

    def __init__(self, given: Any) -> None:
        self._given = given
        self._unused = list(range(len(given)))
        self._read: dict[int, tuple[Any, Any]] = {}

    def use_up(self, expected: Iterable[Any], similarity: float) -> int:
        """For each expected call use up the first call of exactly that similarity; how many there were."""
        used = 0
        for call in expected:
            wanted: tuple[Any, Any] | None = None
            for index in self._unused:
                made = self._given_call(index)
                wanted = wanted or _name_and_arguments(call)
                if _similarity(made, wanted) == similarity:
                    self._unused.remove(index)
                    used += 1
                    break
        return used

    def _given_call(self, index: int) -> tuple[Any, Any]:
        if index not in self._read:
            self._read[index] = _name_and_arguments(self._given[index])
        return self._read[index]


def _similarity(made: tuple[Any, Any], wanted: tuple[Any, Any]) -> float:
    if not made[0] or not wanted[0] or made[0] != wanted[0]:
        return 0.0
    return 1.0 if made[1] == wanted[1] else 0.5


def _function_part(call: Any) -> Any:
    """What stands under `function`, be it null; under `tool` only if there is no such key."""
    part = call.get("function", _ABSENT)
    return call.get("tool", {}) if part is _ABSENT else part


def _name_and_arguments(call: Any) -> tuple[Any, Any]:
    part = _function_part(call)
    return part.get("name"), _normal(part.get("arguments", {}))


def _normal(value: Any) -> Any:
    """The reference's idea of a value: texts are opened as JSON or read as numbers, at every depth."""
    if isinstance(value, str):
        value = _parsed_or_text(value)
    if isinstance(value, dict):
        return {key: _normal(value[key]) for key in sorted(value)}
    if isinstance(value, list):
        return [_normal(inner) for inner in value]
    return _number_in(value.strip()) if isinstance(value, str) else value


def _parsed_or_text(text: str) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError:
        return text


def _number_in(text: str) -> int | float | str:
    if text.removeprefix("-").isdigit():
        try:
            return int(text)
        except ValueError:  # too many digits, or a digit such as ² that no integer is made of
            pass
    try:
        number = float(text)
    except ValueError:
        return text
    return number if isfinite(number) else text
