"""Taking values out of a record: first all of it is searched, in every spelling, then each value found is replaced
wherever in the record it stands: in texts, keys, numbers, tool definitions, escaped in whatever way.
"""

from __future__ import annotations

import re
import secrets
from collections import Counter
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import open_binary
from evalwright.errors import UsageError
from evalwright.secrecy import Unescaped, unescaped

from .listed_values import ListedValues
from .personal_values import Found, fits_field, kind_of_field, values_in
from .stand_ins import StandIns, canonical_of

_LAYERS = 3
_DEEPEST = 60
_SEPARATORS = r"[ \-.()/]{0,3}"
_SCHEMA_VALUES = ("default", "example", "examples", "enum", "const")
_DIGIT_KINDS = ("phone", "card", "national_id")
_REGROUPED = (*_DIGIT_KINDS, "iban", "address")
"""Kinds whose letters and digits count, whatever stands between them."""
_SHORTEST_KEY = 16
_SHORT, _MOST_SHORT = 60, 50_000


_Unit = tuple[int, int, str | None]
"""A character of a value: where it begins and ends in the text, and the other one that is to stand there."""


class _Known(NamedTuple):
    """A value that is to be replaced."""

    kind: str
    canonical: str


def new_redaction_key() -> bytes:
    """A key that nobody knows, and that is gone with the process."""
    return secrets.token_bytes(32)


def read_redaction_key(path: str | Path) -> bytes:
    """The key in a file."""
    with open_binary(path) as stream:
        key = stream.read(4096).strip()
    if len(key) < _SHORTEST_KEY:
        raise UsageError.named("redact.key", path=path, least=_SHORTEST_KEY)
    return key


def read_value_list(path: str | Path) -> list[str]:
    """The names or addresses of a file, one a line."""
    with open_binary(path) as stream:
        lines = stream.read().decode("utf-8-sig", "replace").splitlines()
    return [line.strip() for line in lines if len(line.strip()) > 1]


class Redactor:
    """Replaces values in records, all with one key."""

    def __init__(self, key: bytes, names: Iterable[str] = (), addresses: Iterable[str] = ()) -> None:
        self._stand_ins = StandIns(key)
        self._listed = ListedValues(names, addresses)
        self._short: dict[str, tuple[Found, ...]] = {}
        self.replaced: Counter[str] = Counter()
        """How many values were replaced, by kind."""

    def redact(self, record: JsonObject) -> JsonObject:
        """The record with stand-ins; the same object where it holds nothing to replace."""
        known: dict[str, _Known] = {}
        for found in self._search(record, None, 0):
            kind, value = found
            canonical = canonical_of(kind, value)
            known.setdefault(_form_of(kind, value), _Known(kind, canonical))
        if not known:
            return record
        made: JsonObject = _Replacing(self._stand_ins, known, self.replaced).replaced(record, 0)
        return made

    def _search(self, value: Any, field: str | None, depth: int) -> Iterator[Found]:
        """Every value to replace; `field`: the kind that the field's name says."""
        if depth > _DEEPEST:
            return
        if isinstance(value, dict):
            for key, inner in value.items():
                yield from self._in_text(key)
                own = field if key in _SCHEMA_VALUES else kind_of_field(key)
                inherited = kind_of_field(key) if isinstance(inner, dict) and "type" in inner else None
                yield from self._search(inner, own or inherited, depth + 1)
                if inherited is not None and isinstance(inner, dict):
                    yield from (
                        found
                        for name in _SCHEMA_VALUES
                        if name in inner
                        for found in self._search(inner[name], inherited, depth + 1)
                    )
        elif isinstance(value, list):
            for inner in value:
                yield from self._search(inner, field, depth + 1)
        elif isinstance(value, str):
            if field is not None and fits_field(field, value):
                yield Found(field, value)
            yield from self._in_text(value)
            yield from self._in_json_text(value, depth)
        elif isinstance(value, int | float) and not isinstance(value, bool):
            digits = _digits_of_number(value)
            if field in _DIGIT_KINDS and fits_field(field, digits):
                yield Found(field, digits)
            elif len(digits) > 10:
                yield from values_in(digits)

    def _in_json_text(self, text: str, depth: int) -> Iterator[Found]:
        if text.lstrip()[:1] in ("{", "["):
            try:
                value = loads(text)
            except JsonError:
                return
            yield from self._search(value, None, depth + 1)

    def _in_text(self, text: str) -> Iterable[Found]:
        """What a text holds; short ones, the keys and words that all records share, are looked at once."""
        if len(text) > _SHORT:
            return self._look_into(text)
        found = self._short.get(text)
        if found is None:
            found = tuple(self._look_into(text))
            if len(self._short) < _MOST_SHORT:
                self._short[text] = found
        return found

    def _look_into(self, text: str) -> Iterator[Found]:
        for layer in _layers(text):
            yield from values_in(layer)
            yield from self._listed.find(layer)


class _Replacing:
    """The replacing in one record."""

    def __init__(self, stand_ins: StandIns, known: dict[str, _Known], counted: Counter[str]) -> None:
        self.stand_ins = stand_ins
        self.counted = counted
        forms = sorted(known, key=len, reverse=True)
        groups = (f"(?P<v{number}>{_pattern_of(known[form].kind, form)})" for number, form in enumerate(forms))
        self.pattern = re.compile("|".join(groups), re.IGNORECASE)
        self.kinds = [known[form] for form in forms]

    def replaced(self, value: Any, depth: int) -> Any:
        if isinstance(value, str):
            return self._text(value)
        if depth > _DEEPEST:
            return value
        if isinstance(value, dict):
            return {self._text(key): self.replaced(inner, depth + 1) for key, inner in value.items()}
        if isinstance(value, list):
            return [self.replaced(inner, depth + 1) for inner in value]
        if isinstance(value, int | float) and not isinstance(value, bool):
            return self._redacted_number(value)
        return value

    def _redacted_number(self, value: int | float) -> int | float:
        digits = _digits_of_number(value)
        match = self.pattern.fullmatch(digits) if len(digits) > 5 else None
        if match is None:
            return value
        made = int(self._written(match))
        return float(made) if isinstance(value, float) else made

    def _text(self, text: str) -> str:
        """The text with stand-ins, whether a value stands there plainly or under escapes."""
        undone: list[Unescaped] = []
        found: list[list[_Unit]] = []
        current = text
        while True:
            found += [self._units(match, undone) for match in self.pattern.finditer(current)]
            layer = unescaped(current) if len(undone) < _LAYERS and _has_marks(current) else None
            if layer is None:
                return _with_units(text, found) if found else text
            undone.append(layer)
            current = layer.text

    def _units(self, match: re.Match[str], undone: list[Unescaped]) -> list[_Unit]:
        """For each character of a match: where it stands in the original, and what stands there then, if another."""
        made = self._written(match)
        units = []
        for offset, (before, after) in enumerate(zip(match[0], made, strict=True)):
            start, end = match.start() + offset, match.start() + offset + 1
            for layer in reversed(undone):
                start, end = layer.original(start, end)
            units.append((start, end, None if before == after else after))
        return units

    def _written(self, match: re.Match[str]) -> str:
        """The stand-in in the spelling of a match."""
        known = self.kinds[int((match.lastgroup or "v0")[1:])]
        self.counted[known.kind] += 1
        plain = iter(self._stand_in(known))
        alone = known.kind in _REGROUPED
        made = []
        skipped = sum(char.isalnum() for char in match[0]) - len(known.canonical) if alone else 0
        for char in match[0]:
            if alone and not char.isalnum():
                made.append(char)
            elif skipped > 0:
                made.append(char)
                skipped -= 1
            else:
                other = next(plain)
                made.append(other.upper() if char.isupper() else other)
        return "".join(made)

    def _stand_in(self, known: _Known) -> str:
        return self.stand_ins.of(known.kind, known.canonical)


def _form_of(kind: str, value: str) -> str:
    """What is looked for: letters and digits alone where grouping plays no part, else the value."""
    if kind in _REGROUPED:
        return canonical_of(kind, value)
    return value.lower() if kind in ("email", "name") else value


def _pattern_of(kind: str, form: str) -> str:
    if kind in _DIGIT_KINDS:
        inner = _SEPARATORS.join(map(re.escape, form))
        prefix = rf"(?:\+?\d{{1,3}}{_SEPARATORS})?" if kind == "phone" else ""
        return rf"(?<!\d){prefix}\(?{inner}(?!\d)"
    if kind in ("iban", "address"):
        inner = r"[\W_]{0,3}".join(map(re.escape, form))
        return rf"(?<![A-Za-z0-9]){inner}(?![A-Za-z0-9])"
    if kind == "name":
        return rf"(?<![A-Za-z]){re.escape(form)}(?![A-Za-z])" if form.isascii() else re.escape(form)
    return rf"(?<!\w){re.escape(form)}(?!\w)" if len(form) < 8 else re.escape(form)


def _with_units(text: str, found: list[list[_Unit]]) -> str:
    """The text with other characters in some places; of values that overlap, the longer one is meant."""
    taken: dict[int, _Unit] = {}
    claimed: set[int] = set()
    for units in sorted(found, key=lambda units: units[0][0] - units[-1][1]):
        places = set(range(units[0][0], units[-1][1]))
        if not places & claimed:
            claimed |= places
            taken.update({unit[0]: unit for unit in units if unit[2] is not None})
    parts, done = [], 0
    for start, end, char in sorted(taken.values()):
        parts += [text[done:start], char or ""]
        done = end
    return "".join([*parts, text[done:]])


def _layers(text: str) -> Iterator[str]:
    """The text, and what it is once escapes are undone, one layer after the other."""
    yield text
    for _ in range(_LAYERS):
        layer = unescaped(text) if _has_marks(text) else None
        if layer is None:
            return
        text = layer.text
        yield text


def _has_marks(text: str) -> bool:
    """Whether there may be escapes in a text."""
    return "\\" in text or "%" in text or "&" in text


def _digits_of_number(value: int | float) -> str:
    if isinstance(value, float):
        return str(int(value)) if value.is_integer() and abs(value) < 1e18 else ""
    return str(value)
