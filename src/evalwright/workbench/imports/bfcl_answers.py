"""The possible answers of BFCL as one call with rules: for every parameter a list of right values, and `""` in it where
the parameter may be left out.

The first value is what the call expects, the others stand in `any_of`. How BFCL's checker compares is written out as
rules: `bfcl` for texts and for what was left out, `number_type` where it tells 5.0 from 5. What the checker can never
accept is said.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import islice, product
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import dumps
from evalwright.text import phrase

_PYTHON_TYPES: dict[str, type] = {
    "integer": int,
    "float": float,
    "number": float,
    "double": float,
    "boolean": bool,
    "bool": bool,
    "array": list,
    "list": list,
    "tuple": list,
    "dict": dict,
    "object": dict,
}
_MOST_VARIANTS = 200
"""As many values as a rule takes."""
_ABSENT = object()


@dataclass(slots=True)
class AnswerRules:
    """One expected call, and what else is as right."""

    name: str
    arguments: JsonObject = field(default_factory=dict)
    rules: dict[str, list[Any]] = field(default_factory=dict)
    never_right: str | None = None
    """Why BFCL's own checker refuses every answer."""

    def arguments_text(self) -> str:
        return dumps(self.arguments).decode()


def read_possible_answer(name: str, parameters: JsonObject, values: dict[str, list[Any]]) -> AnswerRules:
    """The call of one function: `parameters` is its document, `values` the right values by parameter."""
    made = AnswerRules(name)
    required = parameters.get("required")
    required = required if isinstance(required, list) else []
    for param, listed in values.items():
        declared = parameters["properties"].get(param)
        if declared is not None:
            _add_parameter(made, param, declared, listed, required=param in required)
        elif "" not in listed:
            made.arguments[param] = listed[0] if listed else None
            made.never_right = phrase("import.bfcl.undeclared", param=param[:80])
    for param in parameters["properties"]:
        made.rules.setdefault(param, ["bfcl"])
    if unanswered := [param for param in required if param not in values]:
        made.never_right = phrase("import.bfcl.unanswered", param=str(unanswered[0])[:80])
    return made


def _add_parameter(made: AnswerRules, param: str, declared: JsonObject, listed: list[Any], *, required: bool) -> None:
    """What is expected of one parameter."""
    kind = _PYTHON_TYPES.get(declared.get("type", "string"), str)
    right = [value for value in listed if value != ""]
    may_be_blank = "" in listed
    lenient = kind in (str, list, dict) and (not right or type(right[0]) is kind)
    rule: list[Any] = ["number_type"] if _tells_numbers_apart(declared, right) else []
    if lenient and kind is dict:
        right = _of_object(made, param, right)
    elif lenient and kind is list:
        right = [each for value in right for each in _lists_of(value, declared)]
        right += [[]] if may_be_blank and [] not in right else []
    elif kind is str and may_be_blank:
        right.append("")
    _expect_first(made, param, right[:_MOST_VARIANTS], optional=may_be_blank and not required, rule=rule)
    if not right and (required or not may_be_blank):
        made.never_right = phrase("import.bfcl.no_value", param=param[:80])


def _tells_numbers_apart(declared: JsonObject, right: list[Any]) -> bool:
    """Whether 5.0 is wrong for 5, or 5 for 5.0: in lists, and for whole numbers, of the type that the document says."""
    items = declared.get("items")
    kind = _PYTHON_TYPES.get(declared.get("type", "string"), str)
    if kind is int:
        return all(type(value) is int for value in right)
    inner = _PYTHON_TYPES.get(items.get("type", ""), str) if isinstance(items, dict) else str
    if kind is not list or inner not in (int, float):
        return False
    return all(type(each) is inner for value in right if isinstance(value, list) for each in value)


def _expect_first(made: AnswerRules, param: str, right: list[Any], *, optional: bool, rule: list[Any]) -> None:
    """Expect the first value; the others are rules. A value that only stands for "left out" is not expected."""
    blank = not right or (right[0] in ("", []) and optional)
    if not blank:
        made.arguments[param] = right[0]
    others = right if blank else right[1:]
    made.rules[param] = ["bfcl", *rule]
    if others:
        made.rules[param].append({"any_of": others})
    if optional and right:
        made.rules[param].append({"optional": True})


def _of_object(made: AnswerRules, param: str, right: list[Any]) -> list[Any]:
    """The objects that are right. Of one alone every field has a rule of its own; several are written out."""
    objects = [value for value in right if isinstance(value, dict)]
    if len(objects) != 1:
        return [variant for each in objects for variant in _variants(each)]
    expected: JsonObject = {}
    for key, listed in objects[0].items():
        field_of = AnswerRules("")
        values = _field_values(listed)
        given = [value for value in values if value is not _ABSENT]
        _expect_first(field_of, key, given, optional=len(given) < len(values), rule=[])
        expected |= field_of.arguments
        made.rules[f"{param}.{key}"] = field_of.rules[key]
    return [expected]


def _lists_of(value: object, declared: JsonObject) -> Iterator[Any]:
    """The lists that one right value stands for: of objects, all that can be made of the values of their fields."""
    items = declared.get("items")
    of_objects = isinstance(items, dict) and _PYTHON_TYPES.get(items.get("type", "")) is dict
    if of_objects and isinstance(value, list) and all(isinstance(each, dict) for each in value):
        elements = [list(_variants(each)) for each in value]
        yield from (list(each) for each in islice(product(*elements), _MOST_VARIANTS))
    else:
        yield value


def _variants(value: JsonObject) -> Iterator[JsonObject]:
    """Every object that can be made of the right values of its fields."""
    values = [_field_values(listed) for listed in value.values()]
    for chosen in islice(product(*values), _MOST_VARIANTS):
        yield {key: each for key, each in zip(value, chosen, strict=True) if each is not _ABSENT}


def _field_values(listed: object) -> list[Any]:
    """The right values of a field, the blank one last, and that it may be left out where a blank stands among them."""
    values = listed if isinstance(listed, list) else [listed]
    given = [value for value in values if value != ""]
    return given if len(given) == len(values) else [*given, "", _ABSENT]
