"""When two argument objects are the same, and where they are not.

In flow two objects of exact values and the tool's schema; out come the differences, each with its path, and
the names of the rules that made unequal spellings equal. Values are compared as JSON values: nothing is
guessed from a text. What is present on one side only may still be equal, by the schema's default or as null
for nothing; this is decided pair by pair, never in two steps, so that null and a default do not become equal
by way of each other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, Literal
from unicodedata import normalize

from evalwright.chat import Arguments, plain
from evalwright.text import SaidAgain

from .argument_rules import (
    NO_ARGUMENT_RULES,
    NO_RULE,
    ArgumentRule,
    ArgumentRules,
    bfcl_text,
    joined_rule,
    normalised_text,
)
from .expressions import expression_value
from .rules import MatchRules, rules_for
from .schema import NO_DEFAULT, allows_null, children, default_of, elements, is_required

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


_NO_FLAGS: frozenset[str] = frozenset()
_INHERITED = frozenset({"casefold", "whitespace", "punctuation", "bfcl"})
"""Normalisers of an object hold for all that it holds."""
_OF_LISTS = frozenset({"unordered"})
_SPELLINGS = tuple(
    frozenset(needed)
    for needed in (
        ("casefold",),
        ("whitespace",),
        ("punctuation",),
        ("casefold", "whitespace"),
        ("casefold", "punctuation"),
        ("whitespace", "punctuation"),
        ("casefold", "whitespace", "punctuation"),
    )
)
"""Combinations of normalisers, the fewest first: a review names those that were needed."""

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
    own: ArgumentRules = NO_ARGUMENT_RULES,
) -> Comparison:
    """Compare the arguments of two calls of one tool; stop at `limit` differences. `own`: the rules of this call."""
    comparing = _Comparing(schema, rules, tool, limit, own)
    comparing.objects(expected, given, [schema], "", "", _NO_FLAGS)
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

    __slots__ = ("fired", "found", "limit", "named", "root", "rules")

    def __init__(self, root: object, rules: MatchRules, tool: str, limit: int, own: ArgumentRules) -> None:
        self.root = root
        self.named = rules.mode == "schema"
        self.rules = rules_for(rules, tool, own) if self.named else NO_ARGUMENT_RULES
        self.limit = limit
        self.found: list[Difference] = []
        self.fired: set[str] = set()

    def objects(
        self,
        expected: Arguments,
        given: Arguments,
        schemas: list[object],
        path: str,
        param: str,
        flags: frozenset[str],
    ) -> None:
        """`path` is what is shown; `param`, by which rules name it, is the same without list positions."""
        settled = self._permuted(expected, given, param, flags) if self.rules else ()
        for key in [*expected, *(key for key in given if key not in expected)]:
            if len(self.found) >= self.limit:
                return
            here = f"{path}.{key}" if path else key
            name = f"{param}.{key}" if param else key
            if name in settled:
                continue
            if key not in given:
                self._one_sided(expected[key], "missing", schemas, key, here, name)
            elif key not in expected:
                self._one_sided(given[key], "extra", schemas, key, here, name)
            else:
                inner = self._below(expected[key], schemas, key)
                self._argument(expected[key], given[key], inner, here, name, flags)

    def _argument(
        self, expected: object, given: object, schemas: list[object], path: str, param: str, flags: frozenset[str]
    ) -> None:
        """One parameter that both sides have, by the rule that holds for it."""
        rule = self._rule_of(param) if self.rules else NO_RULE
        if rule is NO_RULE:
            self.values(expected, given, schemas, path, param, flags)
            return
        if "ignore" in rule.flags:
            if not identical(expected, given):
                self.fired.add("ignore")
            return
        within = flags | rule.flags
        found = self._found_between(expected, given, schemas, path, param, within)
        if found and self._accepted(given, rule, schemas, path, param, within):
            return
        self.found += found[: self.limit - len(self.found)]

    def _rule_of(self, param: str) -> ArgumentRule:
        """What holds for a parameter: its own rule, and that of all."""
        own, everywhere = self.rules.get(param, NO_RULE), self.rules.get("*", NO_RULE)
        return own if everywhere is NO_RULE else everywhere if own is NO_RULE else joined_rule(own, everywhere)

    def _found_between(
        self, expected: object, given: object, schemas: list[object], path: str, param: str, flags: frozenset[str]
    ) -> list[Difference]:
        """The differences of two values, not noted yet; rules count as used only where there are none."""
        noted, fired = self.found, self.fired
        self.found, self.fired = [], set()
        try:
            self.values(expected, given, schemas, path, param, flags)
            if not self.found:
                fired |= self.fired
            return self.found
        finally:
            self.found, self.fired = noted, fired

    def _accepted(
        self, given: object, rule: ArgumentRule, schemas: list[object], path: str, param: str, flags: frozenset[str]
    ) -> bool:
        """Whether one of the other values that the rule lists was given."""
        for other in rule.any_of:
            if not self._found_between(other, given, schemas, path, param, flags):
                self.fired.add("any_of")
                return True
        return False

    def _permuted(self, expected: Arguments, given: Arguments, param: str, flags: frozenset[str]) -> set[str]:
        """Parameters of this object whose lists hold the same pairs in another order."""
        settled: set[str] = set()
        for together in {rule.together for rule in self.rules.values() if rule.together}:
            keys = [name.rpartition(".")[2] for name in together if name.rpartition(".")[0] == param]
            if len(keys) < len(together) or settled & set(together):
                continue
            ours, theirs = (_rows_of([side.get(key) for key in keys]) for side in (expected, given))
            if ours and theirs and ours != theirs and self._same_bag(ours, theirs, flags):
                self.fired.add("permute_together")
                settled |= set(together)
        return settled

    def _below(self, value: object, schemas: list[object], key: str) -> list[object]:
        """Only containers are looked into with a schema: one for every text would cost most of the time."""
        return children(schemas, self.root, key) if isinstance(value, (dict, list)) else []

    def _one_sided(
        self, value: object, kind: Literal["missing", "extra"], schemas: list[object], key: str, path: str, param: str
    ) -> None:
        rule = self._rule_of(param)
        if "ignore" in rule.flags:
            self.fired.add("ignore")
            return
        if self.named and "bfcl" not in rule.flags and not is_required(schemas, self.root, key):
            declared = children(schemas, self.root, key)
            default = default_of(declared, self.root)
            if default is not NO_DEFAULT and identical(value, default):
                self.fired.add("schema_default")
                return
            if value is None and declared and allows_null(declared, self.root):
                self.fired.add("null_is_absent")
                return
        if "optional" in rule.flags and (kind == "missing" or self._may_be_given(value, rule, path, param)):
            self.fired.add("optional")
            return
        if kind == "missing":
            self._note_difference(path, kind, value, None)
        else:
            self._note_difference(path, kind, None, value)

    def _may_be_given(self, value: object, rule: ArgumentRule, path: str, param: str) -> bool:
        """Whether a value that nobody expected is fine: one of those listed, or any where none are."""
        return not rule.any_of or self._accepted(value, rule, [], path, param, rule.flags)

    def values(
        self, expected: object, given: object, schemas: list[object], path: str, param: str, flags: frozenset[str]
    ) -> None:
        if isinstance(expected, str) and isinstance(given, str):
            if expected != given and not self._same_text(expected, given, flags):
                self._note_difference(path, "different", expected, given)
        elif isinstance(expected, dict) and isinstance(given, dict):
            self.objects(expected, given, schemas, path, param, flags & _INHERITED)
        elif isinstance(expected, list) and isinstance(given, list):
            self._lists(expected, given, schemas, path, param, flags)
        elif "number_type" in flags and isinstance(expected, Decimal) != isinstance(given, Decimal):
            self._note_difference(path, "type", expected, given)
        elif flags and self._same_number(expected, given, param, flags):
            return
        elif type_name(expected) != type_name(given):
            self._note_difference(path, "type", expected, given)
        elif expected != given and not (self.rules and self._same_number(expected, given, param, flags)):
            self._note_difference(path, "different", expected, given)

    def _same_text(self, expected: str, given: str, flags: frozenset[str]) -> bool:
        if not self.named:
            return False
        one, other = normalize("NFC", expected), normalize("NFC", given)
        if one == other:
            self.fired.add("unicode_nfc")
            return True
        return bool(flags) and self._same_by_rules(one, other, flags)

    def _same_by_rules(self, expected: str, given: str, flags: frozenset[str]) -> bool:
        """Whether two texts are the same by the normalisers and acceptors that hold here; notes which were needed."""
        for needed in _SPELLINGS:
            if flags.issuperset(needed) and _spelt(expected, needed) == _spelt(given, needed):
                self.fired.update(needed)
                return True
        if "bfcl" in flags and bfcl_text(expected) == bfcl_text(given):
            self.fired.add("bfcl")
            return True
        if "free_text" in flags and given.strip():
            self.fired.add("free_text")
            return True
        if "expression" in flags and expression_value(expected) == expression_value(given) is not None:
            self.fired.add("expression")
            return True
        return False

    def _same_number(self, expected: object, given: object, param: str, flags: frozenset[str]) -> bool:
        """Whether two values are near enough, or one is the value of the other's calculation."""
        if type_name(expected) == type_name(given) == "number":
            tolerance = self._rule_of(param).tolerance
            near = tolerance is not None and abs(_decimal(expected) - _decimal(given)) <= tolerance
            self.fired.update({"tolerance"} if near and expected != given else ())
            return near
        if "expression" in flags and {type_name(expected), type_name(given)} == {"number", "text"}:
            same = expression_value(str(expected)) == expression_value(str(given)) is not None
            self.fired.update({"expression"} if same else ())
            return same
        return False

    def _lists(
        self,
        expected: list[Any],
        given: list[Any],
        schemas: list[object],
        path: str,
        param: str,
        flags: frozenset[str],
    ) -> None:
        if "unordered" in flags and not identical(expected, given) and self._same_bag(expected, given, flags):
            self.fired.add("unordered")
            return
        inner = elements(schemas, self.root)
        both = min(len(expected), len(given))
        for index in range(max(len(expected), len(given))):
            if len(self.found) >= self.limit:
                return
            here = f"{path}[{index}]"
            if index < both:
                self.values(expected[index], given[index], inner, here, param, flags - _OF_LISTS)
            elif index < len(expected):
                self._note_difference(here, "missing", expected[index], None)
            else:
                self._note_difference(here, "extra", None, given[index])

    def _same_bag(self, expected: list[Any], given: list[Any], flags: frozenset[str]) -> bool:
        """Whether both hold the same elements, each taken as a whole; names the rules their texts needed."""
        if len(expected) != len(given):
            return False
        for needed in (None, frozenset[str](), *_SPELLINGS):
            if needed is not None and not flags.issuperset(needed):
                continue
            if Counter(_hashable_key(one, needed) for one in expected) == Counter(
                _hashable_key(one, needed) for one in given
            ):
                self.fired.update({"unicode_nfc"} if needed == frozenset() else needed or ())
                return True
        return False

    def _note_difference(self, path: str, kind: DifferenceKind, expected: object, given: object) -> None:
        self.found.append({"path": path, "kind": kind, "expected": plain(expected), "given": plain(given)})


def _rows_of(lists: list[Any]) -> list[Any]:
    """Lists of one length as rows; empty where they are none."""
    if not all(isinstance(each, list) for each in lists) or len({len(each) for each in lists}) != 1:
        return []
    return [list(row) for row in zip(*lists, strict=True)]


def _decimal(value: Any) -> Decimal:
    return Decimal(repr(value)) if isinstance(value, float) else Decimal(value)


def _folded(text: str) -> str:
    return normalize("NFC", normalize("NFC", text).casefold())


def _spelt(text: str, needed: frozenset[str]) -> str:
    """A text in the spelling that these rules compare."""
    text = normalised_text(normalize("NFC", text), needed)
    return _folded(text) if "casefold" in needed else text


def _hashable_key(value: Any, needed: frozenset[str] | None) -> Hashable:
    """A hashable stand-in for a value: equal for equal values, by way of the rules where they are texts."""
    if isinstance(value, str):
        return ("text", value if needed is None else _spelt(value, needed))
    if isinstance(value, dict):
        return ("object", frozenset((key, _hashable_key(inner, needed)) for key, inner in value.items()))
    if isinstance(value, list):
        return ("list", tuple(_hashable_key(inner, needed) for inner in value))
    return (type_name(value), value)
