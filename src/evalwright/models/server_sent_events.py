"""Server-sent events, read as the specification says: bytes go in, however they are cut, and whole events come out.

A line ends with LF, CR or CRLF, a blank line ends an event, several `data` lines of one event are joined, a line that
begins with a colon is a comment, and one byte-order mark at the beginning is none of the text.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

_BOM = b"\xef\xbb\xbf"
_LINE_END = re.compile(rb"\r\n|\n|\r")


@dataclass(frozen=True, slots=True)
class ServerEvent:
    """One event: its name (empty where it has none) and the lines of its data."""

    name: str
    lines: tuple[bytes, ...]

    @property
    def data(self) -> bytes:
        """The data as one text."""
        return b"\n".join(self.lines)


@dataclass(slots=True)
class EventReader:
    """A stream under way."""

    _pending: bytes = b""
    _name: str = ""
    _lines: list[bytes] = field(default_factory=list)
    _begun: bool = False
    _after_cr: bool = False
    """The last chunk ended in CR, whose LF may be the first byte of the next."""

    def feed(self, chunk: bytes) -> Iterator[ServerEvent]:
        """The events that these bytes complete."""
        if not chunk:
            return
        self._pending += chunk.removeprefix(b"\n") if self._after_cr else chunk
        self._after_cr = chunk.endswith(b"\r")
        if not self._past_bom():
            return
        *lines, self._pending = _LINE_END.split(self._pending)
        for line in lines:
            yield from self._take_event_line(line)

    def rest(self) -> Iterator[ServerEvent]:
        """What is left at the end of the stream: servers forget the last blank line."""
        if self._pending:
            yield from self._take_event_line(self._pending)
        yield from self._dispatch()

    def _past_bom(self) -> bool:
        """Whether the beginning is known to be behind; a mark may come byte by byte."""
        if self._begun:
            return True
        if len(self._pending) < len(_BOM) and _BOM.startswith(self._pending):
            return False
        self._begun = True
        self._pending = self._pending.removeprefix(_BOM)
        return True

    def _take_event_line(self, line: bytes) -> Iterator[ServerEvent]:
        if not line:
            yield from self._dispatch()
            return
        name, _, value = line.partition(b":")
        value = value.removeprefix(b" ")
        if name == b"event":
            self._name = value.decode("utf-8", "replace")
        elif name == b"data":
            self._lines.append(value)
            if value.strip() == b"[DONE]":  # no JSON has such a line: nothing comes after it, not even a blank one
                yield from self._dispatch()

    def _dispatch(self) -> Iterator[ServerEvent]:
        name, lines = self._name, tuple(self._lines)
        self._name, self._lines = "", []
        if lines:
            yield ServerEvent(name, lines)
