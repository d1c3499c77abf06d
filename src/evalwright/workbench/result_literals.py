"""Lists and objects that stand in a text as a program prints them: JSON inside another value, or Python's own notation.

Servers that hand out `str(rows)` are common (`[{'name': 'books'}]`). Such a text is read here, token by token and
bounded, never evaluated; every value keeps the offset at which it stands.
"""

from __future__ import annotations

import re
from typing import Any, NamedTuple

MAX_TEXT = 200_000
_MAX_DEPTH = 20
_TOKEN = re.compile(
    r"\s*(?:(?P<sign>[\[\]{}(),:])|(?P<text>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<number>-?(?:\d{1,30}(?:\.\d{0,30})?|\.\d{1,30})(?:[eE][-+]?\d{1,3})?)|(?P<name>[A-Za-z]+))",
    re.S,
)
_NAMES = {"None": None, "null": None, "True": True, "true": True, "False": False, "false": False}
_ESCAPE = re.compile(r"\\(?:u([0-9a-fA-F]{4})|x([0-9a-fA-F]{2})|(.))", re.S)
_ESCAPED = {"n": "\n", "t": "\t", "r": "\r", "b": "\b", "f": "\f", "0": "\0"}
_CLOSING = {"[": "]", "(": ")", "{": "}"}


class Scalar(NamedTuple):
    """One value with its place."""

    name: str
    """Of the field that it is; empty in a list."""
    text: str
    start: int


class Literal(NamedTuple):
    """What a text stands for."""

    value: Any
    rows: list[list[Scalar]]
    """Its records: those of a list, or the one that it is."""


class _UnreadableError(Exception):
    """The text is no list and no object."""


def read_literal(text: str) -> Literal | None:
    """The list or object that a text is as a whole; None where it is none."""
    if text.strip()[:1] not in ("[", "{") or len(text) > MAX_TEXT:
        return None
    reader = _Reader(text)
    try:
        value = reader.value(0, reader.rows_below)
        return Literal(value, reader.rows) if reader.is_at_end() else None
    except (_UnreadableError, ValueError, OverflowError):
        return None


class _Reader:
    """Reads one text from left to right."""

    def __init__(self, text: str) -> None:
        self._text, self._at = text, 0
        self.rows: list[list[Scalar]] = []
        self.rows_below = 1 if text.lstrip()[:1] == "[" else 0
        """How deep the records lie."""

    def is_at_end(self) -> bool:
        """Whether nothing else follows."""
        return not self._text[self._at :].strip()

    def value(self, depth: int, rows_at: int, name: str = "") -> Any:
        """The next value; scalars of records are kept with their places."""
        token = self._next_token()
        if token["sign"] in ("[", "("):
            return self._list_items(token["sign"], depth + 1, rows_at)
        if token["sign"] == "{":
            if depth == rows_at:
                self.rows.append([])
            return self._object_fields(depth + 1, rows_at)
        if token["sign"]:
            raise _UnreadableError
        return self._scalar(token, depth, rows_at, name)

    def _next_token(self) -> re.Match[str]:
        found = _TOKEN.match(self._text, self._at)
        if found is None:
            raise _UnreadableError
        self._at = found.end()
        return found

    def _peek(self) -> str:
        found = _TOKEN.match(self._text, self._at)
        return (found["sign"] or "") if found is not None else ""

    def _list_items(self, opening: str, depth: int, rows_at: int) -> list[Any]:
        made: list[Any] = []
        while not self._closes(_CLOSING[opening], bool(made), depth):
            made.append(self.value(depth, rows_at))
        return made

    def _object_fields(self, depth: int, rows_at: int) -> dict[str, Any]:
        made: dict[str, Any] = {}
        while not self._closes("}", bool(made), depth):
            key = self._next_token()
            if key["text"] is None or self._next_token()["sign"] != ":":
                raise _UnreadableError
            name = _unquoted(key["text"])
            made[name] = self.value(depth, rows_at, name)
        return made

    def _closes(self, sign: str, begun: bool, depth: int) -> bool:
        """Whether the end is reached; passes the comma before a further value."""
        if depth > _MAX_DEPTH:
            raise _UnreadableError
        if begun and self._peek() == ",":
            self._next_token()
        elif begun and self._peek() != sign:
            raise _UnreadableError
        if self._peek() != sign:
            return False
        self._next_token()
        return True

    def _scalar(self, token: re.Match[str], depth: int, rows_at: int, name: str) -> Any:
        quoted = token["text"] is not None
        start = token.start("text") + 1 if quoted else max(token.start("number"), token.start("name"))
        value = _unquoted(token["text"]) if quoted else _plain_value(token)
        if value is not None and depth == rows_at + bool(name):
            row = [Scalar(name, value if isinstance(value, str) else token[0].strip(), start)]
            if name:
                self.rows[-1] += row
            else:
                self.rows.append(row)
        return value


def _plain_value(token: re.Match[str]) -> Any:
    if token["number"] is not None:
        text = token["number"]
        return int(text) if text.lstrip("-").isdigit() else float(text)
    if token["name"] not in _NAMES:
        raise _UnreadableError
    return _NAMES[token["name"]]


def _unquoted(text: str) -> str:
    return _ESCAPE.sub(_escaped_character, text[1:-1]) if "\\" in text else text[1:-1]


def _escaped_character(found: re.Match[str]) -> str:
    code = found[1] or found[2]
    return chr(int(code, 16)) if code else _ESCAPED.get(found[3], found[3])
