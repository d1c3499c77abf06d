"""Searching the raw bytes of a JSONL file for a text, without regard to case, a slice of time at a time.

A text and an open file flow in, the numbers of the lines flow out. Parsing every line would take seconds where a
search in its bytes takes a tenth of one; so the text is looked for as JSON writes it, plain or escaped. What stands
in the name of a field is not a hit: else a search for "exact" would find every review.
"""

from __future__ import annotations

import json
import time
from array import array
from bisect import bisect_right
from collections.abc import Sequence
from typing import BinaryIO

_BLOCK = 1 << 22


class TextScan:
    """One search on its way."""

    def __init__(self, text: str) -> None:
        self.rows = array("q")
        self.searched = 0
        """Lines that were looked at."""
        self._needles = needles(text)

    def go_on(self, stream: BinaryIO, offsets: Sequence[int], end: int, deadline: float) -> None:
        """Search the lines not searched yet, until the deadline has passed."""
        while self.searched < len(offsets):
            first, last = self.searched, self._block_end(offsets)
            begin = offsets[first]
            stop = offsets[last] if last < len(offsets) else end
            stream.seek(begin)
            self._search(stream.read(stop - begin).lower(), begin, offsets, first, last)
            self.searched = last
            if time.monotonic() > deadline:
                return

    def _block_end(self, offsets: Sequence[int]) -> int:
        """The row after the last that begins within the next block."""
        limit = offsets[self.searched] + _BLOCK
        return bisect_right(offsets, limit, self.searched + 1, len(offsets))

    def _search(self, data: bytes, begin: int, offsets: Sequence[int], first: int, last: int) -> None:
        found: set[int] = set()
        for needle in self._needles:
            at = data.find(needle)
            while at >= 0:
                row = bisect_right(offsets, begin + at, first, last) - 1
                if _in_a_name(data, at + len(needle)):
                    at = data.find(needle, at + 1)
                    continue
                found.add(row)
                at = data.find(needle, offsets[row + 1] - begin) if row + 1 < last else -1
        self.rows.extend(sorted(found))


def needles(text: str) -> list[bytes]:
    """The ways in which a text can stand in a line whose ASCII letters were made small."""
    found: dict[bytes, None] = {}
    for form in (text.lower(), text, text.upper(), text.title()):
        for ascii_only in (False, True):
            written = json.dumps(form, ensure_ascii=ascii_only)[1:-1]
            found[written.encode("utf-8", "surrogatepass").lower()] = None
    return list(found)


def _in_a_name(data: bytes, end: int) -> bool:
    """Whether a hit that ends here stands in the name of a field: its closing quote is followed by a colon."""
    quote = data.find(b'"', end)
    if quote < 0 or data[quote - 1] == 0x5C:
        return False
    after = quote + 1
    while data[after : after + 1] == b" ":
        after += 1
    return data[after : after + 1] == b":" and b"\n" not in data[end:quote]
