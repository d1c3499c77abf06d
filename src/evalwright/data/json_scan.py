"""Finding where the values of a large JSON text begin and end, without reading them: how one array is cut.

In flows a stream of bytes, out flow the bytes of one element after another, in memory that does not grow with the text.
An element ends where its brackets do; strings are passed over whole. The usual file writes every element in the same
way, so the next end is looked for as text (`}, {"messages"`) and proved by the fast JSON reader; every other end is
found by a pattern, what is nested deeper than that pattern by counting, and is proved in the same way.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import BinaryIO

from evalwright.chat import parser_fault
from evalwright.text import phrase

MAX_VALUE_BYTES = 32 * 1024 * 1024
"""Longer elements are refused, as longer lines are."""

_CHUNK = 1024 * 1024
_STRING = rb'"[^"\\\n]*+(?:\\.[^"\\\n]*+)*+"'
_FLAT = rb'[^][{}"]++|' + _STRING
_LEVELS = 40
_WHITE = re.compile(rb"[ \t\r\n]*+")
_PIECE = re.compile(rb"[\[\]{}]|" + _STRING)
_SCALAR = re.compile(_STRING + rb'|[^][{},:" \t\r\n]++')
_FIRST_KEY = re.compile(rb"[ \t\r\n]*+,[ \t\r\n]*+\{[ \t\r\n]*+" + _STRING)
_FIRST_OBJECT = re.compile(rb"\[[ \t\r\n]*+\{")
_BEGINNING = 1000
"""Bytes within which an element begins with its first key."""
_TRIES = 3
"""Candidates of one element that may fail before its end is found the slower way."""


def _nested(levels: int) -> re.Pattern[bytes]:
    pattern = rb"[{\[](?:" + _FLAT + rb")*+[}\]]"
    for _ in range(levels):
        pattern = rb"[{\[](?:" + _FLAT + rb"|" + pattern + rb")*+[}\]]"
    return re.compile(pattern)


class BrokenJsonError(ValueError):
    """JSON that cannot be cut into elements any further: at which byte, and why."""

    def __init__(self, position: int, problem: str) -> None:
        super().__init__(phrase("json.broken_at", position=position, problem=problem))
        self.position = position


class JsonScanner:
    """A JSON text on its way."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._buffer = b""
        self._at = 0
        self._before = 0
        """Bytes of the text that the buffer no longer holds."""
        self._ended = False
        self._pattern: re.Pattern[bytes] | None = None
        self._held: int | None = None
        self._between = b""
        """What stands between two elements, from the closing bracket of one to the first key of the next."""

    @property
    def position(self) -> int:
        """The byte of the text that comes next."""
        return self._before + self._at

    def peek(self) -> bytes:
        """The next byte that is no white space; nothing at the end."""
        while True:
            found = _WHITE.match(self._buffer, self._at)
            self._at = found.end() if found else self._at
            if self._at < len(self._buffer):
                return self._buffer[self._at : self._at + 1]
            if not self._fill():
                return b""

    def take(self, byte: bytes) -> bool:
        """Pass over this byte, where it comes next."""
        if self.peek() != byte:
            return False
        self._at += 1
        return True

    def elements(self) -> Iterator[bytes]:
        """Every element of the array that begins here, which is passed over; BrokenJsonError where it cannot go on."""
        self._expect(b"[")
        if self.take(b"]"):
            return
        while True:
            yield self.value()
            if self.take(b"]"):
                return
            self._expect(b",")

    def values(self) -> Iterator[bytes]:
        """Every value up to the end of the text, one after another with nothing between them."""
        while self.peek():
            yield self.value()

    def key(self) -> str:
        """The key of an object that comes next, with its colon."""
        raw = self.value()
        self._expect(b":")
        return raw[1:-1].decode("utf-8", "replace")

    def at_list_of_objects(self) -> bool:
        """Whether a list comes next that begins with an object."""
        if self.peek() != b"[":
            return False
        while (found := _FIRST_OBJECT.match(self._buffer, self._at)) is None:
            if len(self._buffer) - self._at > _BEGINNING or not self._fill():
                return False
        return bool(found)

    def leave_object(self) -> None:
        """Pass over what is left of the object that was entered."""
        while self.take(b","):
            self.key()
            self.value()
        self._expect(b"}")

    def hold(self) -> None:
        """Remember this place, to come back to it."""
        self._held = self._at

    def release(self, *, back: bool) -> None:
        """Forget the place that was remembered, or go back to it; BrokenJsonError where it is too far away."""
        held, self._held = self._held, None
        if back and held is None:
            raise BrokenJsonError(self.position, phrase("bad_row.too_long", size=MAX_VALUE_BYTES // 2**20))
        self._at = held if back and held is not None else self._at

    def value(self) -> bytes:
        """The bytes of the value that comes next."""
        if self.peek() not in (b"{", b"["):
            return self._scalar_bytes()
        end = self._likely_end() or self._checked(self._bracket_end())
        value = self._buffer[self._at : end]
        self._at = end
        self._learn_between()
        return value

    def _expect(self, byte: bytes) -> None:
        if not self.take(byte):
            seen = self._buffer[self._at : self._at + 1].decode("latin-1")
            name = phrase("json.expected", wanted=byte.decode(), seen=seen) if seen else phrase("json.ended")
            raise BrokenJsonError(self.position, name)

    def _scalar_bytes(self) -> bytes:
        while True:
            found = _SCALAR.match(self._buffer, self._at)
            if found is not None and (found.end() < len(self._buffer) or self._ended):
                self._at = found.end()
                return found[0]
            if len(self._buffer) - self._at > MAX_VALUE_BYTES or not self._fill():
                if found is not None:
                    continue
                raise self._fault_here()

    def _likely_end(self) -> int:
        """The end of the element by what usually follows; 0 where that is not there, or was not the end."""
        if not self._between:
            return 0
        import orjson

        place = self._at
        for _ in range(_TRIES):
            place = self._find_between(place)
            if place < 0:
                return 0
            try:
                orjson.loads(memoryview(self._buffer)[self._at : place + 1])
            except orjson.JSONDecodeError:
                place += 1
                continue
            return place + 1
        return 0

    def _find_between(self, place: int) -> int:
        while True:
            found = self._buffer.find(self._between, place)
            if found >= 0 or len(self._buffer) - self._at > MAX_VALUE_BYTES:
                return found
            kept = max(len(self._buffer) - len(self._between), place) - self._at
            if not self._fill():
                return -1
            place = self._at + kept

    def _checked(self, end: int) -> int:
        """An end that was found by brackets alone; BrokenJsonError where what ends there is no JSON.

        A quote too few turns texts and brackets around, so that what follows cannot be believed either.
        """
        import orjson

        try:
            orjson.loads(memoryview(self._buffer)[self._at : end])
        except orjson.JSONDecodeError:
            text = self._buffer[self._at : end].decode("utf-8", "replace")
            try:
                json.loads(text)  # takes NaN and its like, which cost a row and not the file
            except json.JSONDecodeError as error:
                place = self.position + len(text[: error.pos].encode())
                raise BrokenJsonError(place, parser_fault(error.msg)) from None
            except RecursionError:
                pass  # the reader of rows says so
        return end

    def _bracket_end(self) -> int:
        if self._pattern is None:
            self._pattern = _nested(_LEVELS)
        while True:
            found = self._pattern.match(self._buffer, self._at)
            if found is not None:
                return found.end()
            if len(self._buffer) - self._at > MAX_VALUE_BYTES:
                raise self._fault_here()
            if not self._fill():
                return self._counted_end()

    def _counted_end(self) -> int:
        """The end of an element that is nested too deep for the pattern; BrokenJsonError where it has none."""
        depth = 0
        for piece in _PIECE.finditer(self._buffer, self._at):
            if piece[0] in (b"{", b"["):
                depth += 1
            elif piece[0] in (b"}", b"]"):
                depth -= 1
                if not depth:
                    return piece.end()
        raise self._fault_here()

    def _learn_between(self) -> None:
        """Remember how the next element begins, where it does not begin as the last ones did."""
        if self._between and self._buffer.startswith(self._between[1:], self._at):
            return
        found = _FIRST_KEY.match(self._buffer, self._at)
        if found is not None:
            self._between = b"}" + found[0]
        elif self._at + _BEGINNING < len(self._buffer):
            self._between = b""

    def _fill(self) -> bool:
        """Read on; whether there was anything."""
        if self._ended:
            return False
        if self._held is not None and len(self._buffer) - self._held > MAX_VALUE_BYTES:
            self._held = None
        start = self._at if self._held is None else self._held
        kept = self._buffer[start:]
        chunk = self._stream.read(max(_CHUNK, len(kept)))
        self._before += start
        self._at -= start
        self._held = None if self._held is None else 0
        self._buffer, self._ended = kept + chunk, not chunk
        return bool(chunk)

    def _fault_here(self) -> BrokenJsonError:
        """What is wrong with the value that comes next, by the standard library's reader of its beginning."""
        text = self._buffer[self._at : self._at + _CHUNK].decode("utf-8", "replace")
        try:
            json.JSONDecoder().raw_decode(text)
        except json.JSONDecodeError as error:
            if self._ended or error.pos < len(text) - _BEGINNING:
                return BrokenJsonError(self.position + len(text[: error.pos].encode()), parser_fault(error.msg))
        except RecursionError:
            return BrokenJsonError(self.position, phrase("chat.too_deep"))
        return BrokenJsonError(self.position, phrase("bad_row.too_long", size=MAX_VALUE_BYTES // 2**20))
