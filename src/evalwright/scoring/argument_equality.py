"""When two argument objects are the same, and where they are not.

In flow two objects of exact values and the tool's schema; out come the differences, each with its path, and
the names of the rules that made unequal spellings equal. Values are compared as JSON values: nothing is
guessed from a text. What is present on one side only may still be equal, by the schema's default or as null
for nothing; this is decided pair by pair, never in two steps, so that null and a default do not become equal
by way of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal
from unicodedata import normalize

from evalwright.chat import Arguments, plain
from evalwright.text import SaidAgain

from .rules import MatchRules
from .schema import NO_DEFAULT, children, default_of, elements, is_required

MAX_DIFFERENCES = 100
"""Differences listed for one call; a reply of a megabyte may have any number."""

_TYPES = {
    str: "text",
    int: "number",
    Decimal: "number",
    float: "number",
    bool: "boolean",
    type(None): "null",
    list: "list",
    dict: "object",
}


DifferenceKind = Literal["different", "missing", "extra", "type"]


class _DifferingValues(SaidAgain):
    path: str
    """Where in the arguments, such as `address.lines[0]`."""
    kind: DifferenceKind
    expected: Any
    given: Any


class Difference(_DifferingValues, total=False):
    """One place where two argument objects differ, as reviews store it."""

    expected_source: str
    """Where in the conversation the value stands; absent where nobody asked, or it has no value."""
    given_source: str


@dataclass(frozen=True, slots=True)
class Comparison:
    """What came of comparing two argument objects."""

    differences: list[Difference]
    """None if all is the same."""
    rules: set[str]
    """The named rules that fired."""


def compare(
    expected: Arguments,
    given: Arguments,
    schema: object,
    rules: MatchRules,
    tool: str,
    limit: int = MAX_DIFFERENCES,
) -> Comparison:
    """Compare the arguments of two calls of one tool; stop at `limit` differences."""
    comparing = _Comparing(schema, rules, tool, limit)
    comparing.objects(expected, given, [schema], "", "", False)
    return Comparison(comparing.found, comparing.fired)


def type_name(value: object) -> str:
    """The JSON type of a value in a word."""
    return _TYPES.get(type(value), "unknown")


def identical(one: object, other: object) -> bool:
    """Whether two JSON values are the same with no rule at all; a float is the decimal it is written as."""
    kind = type_name(one)
    if kind != type_name(other) or kind == "unknown":
        return False
    if kind == "number":
        return bool(_float_to_decimal(one) == _float_to_decimal(other))
    if isinstance(one, dict) and isinstance(other, dict):
        return one.keys() == other.keys() and all(identical(one[key], other[key]) for key in one)
    if isinstance(one, list) and isinstance(other, list):
        return len(one) == len(other) and all(map(identical, one, other))
    return bool(one == other)


def _float_to_decimal(value: Any) -> Any:
    return Decimal(repr(value)) if isinstance(value, float) else value


class _Comparing:
    """One comparison under way: walks both values side by side and notes what it finds."""

    __slots__ = ("casefold", "fired", "found", "ignore", "limit", "named", "root", "unordered")

    def __init__(self, root: object, rules: MatchRules, tool: str, limit: int) -> None:
        self.root = root
        self.named = rules.mode == "schema"
        self.ignore = self._freed(rules.ignore, tool)
        self.unordered = self._freed(rules.unordered, tool)
        self.casefold = self._freed(rules.casefold, tool)
        self.limit = limit
        self.found: list[Difference] = []
        self.fired: set[str] = set()

    def _freed(self, setting: Mapping[str, tuple[str, ...]], tool: str) -> tuple[str, ...]:
        return tuple(setting.get(tool, ())) if self.named and setting else ()

    def objects(
        self,
        expected: Arguments,
        given: Arguments,
        schemas: list[object],
        path: str,
        param: str,
        fold: bool,
    ) -> None:
        """`path` is what is shown; `param`, by which settings name it, is the same without list positions."""
        for key in [*expected, *(key for key in given if key not in expected)]:
            if len(self.found) >= self.limit:
                return
            here = f"{path}.{key}" if path else key
            name = f"{param}.{key}" if param else key
            if key not in given:
                self._one_sided(expected[key], "missing", schemas, key, here, name)
            elif key not in expected:
                self._one_sided(given[key], "extra", schemas, key, here, name)
            elif name in self.ignore:
                if not identical(expected[key], given[key]):
                    self.fired.add("ignore")
            else:
                inner = self._below(expected[key], schemas, key)
                self.values(expected[key], given[key], inner, here, name, fold or name in self.casefold)

    def _below(self, value: object, schemas: list[object], key: str) -> list[object]:
        """Only containers are looked into with a schema: one for every text would cost most of the time."""
        return children(schemas, self.root, key) if isinstance(value, (dict, list)) else []

    def _one_sided(
        self, value: object, kind: Literal["missing", "extra"], schemas: list[object], key: str, path: str, param: str
    ) -> None:
        if param in self.ignore:
            self.fired.add("ignore")
            return
        if self.named:
            declared = children(schemas, self.root, key)
            default = default_of(declared, self.root)
            if default is not NO_DEFAULT and identical(value, default):
                self.fired.add("schema_default")
                return
            if value is None and declared and not is_required(schemas, self.root, key):
                self.fired.add("null_is_absent")
                return
        if kind == "missing":
            self._note_difference(path, kind, value, None)
        else:
            self._note_difference(path, kind, None, value)

    def values(self, expected: object, given: object, schemas: list[object], path: str, param: str, fold: bool) -> None:
        if isinstance(expected, str) and isinstance(given, str):
            if expected != given and not self._same_text(expected, given, fold):
                self._note_difference(path, "different", expected, given)
        elif isinstance(expected, dict) and isinstance(given, dict):
            self.objects(expected, given, schemas, path, param, fold)
        elif isinstance(expected, list) and isinstance(given, list):
            self._lists(expected, given, schemas, path, param, fold)
        elif type_name(expected) != type_name(given):
            self._note_difference(path, "type", expected, given)
        elif expected != given:
            self._note_difference(path, "different", expected, given)

    def _same_text(self, expected: str, given: str, fold: bool) -> bool:
        if not self.named:
            return False
        one, other = normalize("NFC", expected), normalize("NFC", given)
        if one == other:
            self.fired.add("unicode_nfc")
            return True
        if fold and _folded(one) == _folded(other):
            self.fired.add("casefold")
            return True
        return False

    def _lists(
        self,
        expected: list[Any],
        given: list[Any],
        schemas: list[object],
        path: str,
        param: str,
        fold: bool,
    ) -> None:
        if param in self.unordered and not identical(expected, given) and self._same_bag(expected, given, fold):
            self.fired.add("unordered")
            return
        inner = elements(schemas, self.root)
        both = min(len(expected), len(given))
        for index in range(max(len(expected), len(given))):
            if len(self.found) >= self.limit:
                return
            here = f"{path}[{index}]"
            if index < both:
                self.values(expected[index], given[index], inner, here, param, fold)
            elif index < len(expected):
                self._note_difference(here, "missing", expected[index], None)
            else:
                self._note_difference(here, "extra", None, given[index])

    def _same_bag(self, expected: list[Any], given: list[Any], fold: bool) -> bool:
        """Whether both hold the same elements, each taken as a whole; names the rule their texts needed."""
        if len(expected) != len(given):
            return False
        for rule in ("", "unicode_nfc", "casefold")[: 3 if fold else 2]:
            if Counter(_hashable_key(one, rule) for one in expected) == Counter(
                _hashable_key(one, rule) for one in given
            ):
                self.fired.update({rule} - {""})
                return True
        return False

    def _note_difference(self, path: str, kind: DifferenceKind, expected: object, given: object) -> None:
        self.found.append({"path": path, "kind": kind, "expected": plain(expected), "given": plain(given)})


def _folded(text: str) -> str:
    return normalize("NFC", normalize("NFC", text).casefold())


def _hashable_key(value: Any, rule: str) -> Hashable:
    """A hashable stand-in for a value: equal for equal values, by way of the rule where they are texts."""
    if isinstance(value, str):
        changed = _folded(value) if rule == "casefold" else normalize("NFC", value) if rule else value
        return ("text", changed)
    if isinstance(value, dict):
        return ("object", frozenset((key, _hashable_key(inner, rule)) for key, inner in value.items()))
    if isinstance(value, list):
        return ("list", tuple(_hashable_key(inner, rule) for inner in value))
    return (type_name(value), value)
