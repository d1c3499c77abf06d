"""Reading a file of items whose lines repeat their tools, which are often three quarters of each line.

Tools that stand in a line byte for byte as in the line before are not read again: the text around them is, and the
record gets the tools of the line before. Records then share their tools, so this is for those who only look at them.
"""

from __future__ import annotations

import json
import secrets
from collections.abc import Iterator
from typing import Any

from evalwright.chat import JsonObject, loads_line

from .encode import dumps

_BEGINNING = len(b'"tools": [')
_WORTH_IT = 1000
"""Bytes of tools below which reading them again costs no more than looking for them."""


_PATIENCE, _REST = 4, 200


class SharedTools:
    """The reader of one file's lines."""

    def __init__(self) -> None:
        self._part = b""
        """The tools as they stand in a line, with their key; empty while there are none to look for."""
        self._tools: Any = None
        self._misses = self._rest = 0
        """Lines one after another with other tools than the line before; and lines until it is tried again."""
        # Nobody can have written this text into the data: where it comes back, the tools stood.
        self._mark = secrets.token_hex(16)
        self._gap = dumps({"tools": self._mark})[1:-1]

    def loads(self, line: bytes) -> Any:
        """The value of a line, as `loads_line` gives it."""
        if self._part:
            # Looking for the short beginning and comparing there is ten times as fast as looking for all of it.
            start = line.find(self._part[:_BEGINNING])
            if start >= 0 and line.startswith(self._part, start):
                record = self._restore_tools(line[:start] + self._gap + line[start + len(self._part) :])
                if record is not None:
                    self._misses = 0
                    return record
            self._misses += 1
        value = loads_line(line)
        if self._misses >= _PATIENCE:  # here, every line has tools of its own
            self._part, self._misses, self._rest = b"", 0, _REST
        if self._rest:
            self._rest -= 1
        else:
            self._remember(line, value)
        return value

    def _restore_tools(self, line: bytes) -> JsonObject | None:
        """The record with its tools put back; None where the gap is not the record's own `tools`."""
        try:
            record = loads_line(line)
        except ValueError:
            return None  # the line itself is read next, and what is wrong with it is said
        if type(record) is not dict or record.get("tools") != self._mark:
            return None
        record["tools"] = self._tools
        return record

    def _remember(self, line: bytes, value: Any) -> None:
        tools = value.get("tools") if type(value) is dict and len(line) > _WORTH_IT else None
        if type(tools) is list and len(dumps(tools)) <= _WORTH_IT:
            tools = None
        part = next((part for part in _spellings(tools) if part in line), b"") if type(tools) is list else b""
        self._part, self._tools = (part, tools) if len(part) > _WORTH_IT else (b"", None)


def _spellings(tools: list[Any]) -> Iterator[bytes]:
    """The tools with their key, as the usual writers of JSON spell them."""
    yield b'"tools":' + dumps(tools)
    for ascii_only in (True, False):
        yield b'"tools": ' + json.dumps(tools, ensure_ascii=ascii_only).encode("utf-8")
