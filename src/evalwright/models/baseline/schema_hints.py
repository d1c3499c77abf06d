"""What a parameter takes, as far as copying needs to know: types, enum, and the members of a list.

This is no validator: it reads the few words of JSON Schema that decide whether a copied value can stand
there, and how to turn a value into the right type without changing what it says (`12345` and `"12345"`, `x`
and `[x]`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import JsonSchema

from .statistics import canonical

_INTEGER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})")
_NUMBER = re.compile(r"-?(?:0|[1-9][0-9]{0,18})(?:\.[0-9]{1,18})?")


@dataclass(frozen=True, slots=True)
class Accepts:
    """The types a parameter takes (none given: all) and the only values it takes (none given: all)."""

    types: frozenset[str] = frozenset()
    members: list[Any] = field(default_factory=list)
    each: Accepts | None = None
    """What a list holds."""

    @classmethod
    def of(cls, schema: Any) -> Accepts:
        """What this schema of a parameter takes."""
        if not isinstance(schema, dict):
            return cls()
        branches = [schema, *_branches(schema)]
        types = frozenset(name for branch in branches for name in _types(branch))
        enum: list[Any] = next((branch["enum"] for branch in branches if isinstance(branch.get("enum"), list)), [])
        items = next((branch["items"] for branch in branches if isinstance(branch.get("items"), dict)), None)
        return cls(types, [member for member in enum if member is not None], cls.of(items) if items else None)

    def fits(self, value: Any) -> bool:
        """Whether the value can stand there as it is."""
        if value is None or value in ("", [], {}):
            return False
        if self.members:
            return canonical(value) in {canonical(member) for member in self.members}
        if self.types and not self.types & _names_of(value):
            return False
        return not isinstance(value, list) or self.each is None or all(map(self.each.fits, value))

    def take(self, value: Any) -> Any:
        """The value as the parameter takes it, or None where it cannot be had without making something up."""
        if self.fits(value):
            return value
        if isinstance(value, list):
            return self._from_list(value)
        converted = self._as_list(value) if "array" in self.types else _converted(value)
        return converted if converted is not None and self.fits(converted) else None

    def _from_list(self, value: list[Any]) -> Any:
        """A list with every member turned into the right type; where no list is taken, its last member."""
        if "array" in self.types and self.each is not None:
            members = [self.each.take(member) for member in value]
            return members if members and all(member is not None for member in members) else None
        return self.take(value[-1]) if value and not isinstance(value[-1], list) else None

    def _as_list(self, value: Any) -> list[Any] | None:
        member = value if self.each is None else self.each.take(value)
        return None if member is None else [member]


def _branches(schema: JsonSchema) -> list[JsonSchema]:
    """The alternatives of a schema, one level deep, as in `anyOf: [{type: string}, {type: null}]`."""
    listed = [schema.get(word) for word in ("anyOf", "oneOf", "allOf")]
    return [
        branch for branches in listed if isinstance(branches, list) for branch in branches if isinstance(branch, dict)
    ]


def _types(schema: JsonSchema) -> list[str]:
    given = schema.get("type")
    names = given if isinstance(given, list) else [given]
    return [name for name in names if isinstance(name, str) and name != "null"]


def _names_of(value: Any) -> set[str]:
    """The names that JSON Schema has for the type of a value."""
    if isinstance(value, bool):
        return {"boolean"}
    if isinstance(value, int):
        return {"integer", "number"}
    if isinstance(value, float):
        return {"number", "integer"} if value.is_integer() else {"number"}
    return {"string"} if isinstance(value, str) else {"array"} if isinstance(value, list) else {"object"}


def _converted(value: Any) -> Any:
    """A whole number as its text, the text of a number as that number."""
    if isinstance(value, int) and not isinstance(value, bool):
        return str(value)
    if isinstance(value, str) and _INTEGER.fullmatch(value):
        return int(value)
    return float(value) if isinstance(value, str) and _NUMBER.fullmatch(value) else None
