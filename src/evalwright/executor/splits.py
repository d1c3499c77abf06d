"""Cutting a stream of lines into splits: the same ones for every number of workers, found without reading the rows.

A split ends at the first line end at or behind each multiple of `SPLIT_BYTES`, so that it is known from the bytes
alone. The lines and rows before it are counted on the way, which costs a look at every byte and no parsing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import BinaryIO

SPLIT_BYTES = 1 << 20
"""A constant: another size gives other splits. A second of work at most, and small enough for the last to end soon."""
_BLOCK = 1 << 20
_SAMPLE, _MANY = 1 << 16, 64
"""Bytes at the beginning of a block, and the lines in them from which on lines are short."""
_BOM = b"\xef\xbb\xbf"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")


@dataclass(frozen=True, slots=True)
class Split:
    """Lines of one file that are one piece of work."""

    file: str
    number: int
    start: int
    end: int
    first_row: int
    """How many lines that are not blank stand before it."""
    first_line: int = 0
    """How many lines stand before it."""
    rows: int = 0
    """How many of its lines are not blank."""


def cut_lines(stream: BinaryIO, file: str, size: int = SPLIT_BYTES) -> Iterator[Split]:
    """The splits of a stream, which is read from its beginning; a file in UTF-16 is one split, for it has no lines."""
    number = start = lines = rows = 0
    head = stream.read(2)
    if head in _UTF16:
        yield Split(file, 0, 0, stream.seek(0, 2), 0, rows=1)
        return
    stream.seek(0)
    while block := stream.read(size - start % size):
        rest, is_blank = (0, True) if block.endswith(b"\n") else _line_end(stream)
        end = start + len(block) + rest
        met = _count_lines(block.removeprefix(_BOM) if start == 0 else block, rest_is_blank=is_blank)
        yield Split(file, number, start, end, rows, lines, met[1])
        number, start, lines, rows = number + 1, end, lines + met[0], rows + met[1]


def _line_end(stream: BinaryIO) -> tuple[int, bool]:
    """Go to the end of a line, however long: how many bytes that is, and whether they are blank."""
    passed, is_blank = 0, True
    while piece := stream.readline(_BLOCK):
        passed += len(piece)
        is_blank = is_blank and piece.isspace()
        if piece.endswith(b"\n"):
            break
    return passed, is_blank


def _count_lines(block: bytes, *, rest_is_blank: bool) -> tuple[int, int]:
    """The lines of a block, and those that are not blank."""
    is_open = not block.endswith(b"\n")
    if block.count(b"\n", 0, _SAMPLE) > _MANY:
        ends, rows = block.count(b"\n"), sum(line != b"" and not line.isspace() for line in block.split(b"\n"))
    else:
        ends, rows = _count_long_lines(block)
    last = block[block.rfind(b"\n") + 1 :]
    return ends + is_open, rows + (not rest_is_blank and (not last or last.isspace()))


def _count_long_lines(block: bytes) -> tuple[int, int]:
    """The ends of lines in a block, and the lines that are not blank: going from end to end, none is copied."""
    ends = rows = start = 0
    while (end := block.find(b"\n", start)) >= 0:
        is_text = not block[start : start + 1].isspace()  # most lines begin with what they hold
        rows += is_text or (end > start and not block[start:end].isspace())
        ends, start = ends + 1, end + 1
    last = block[start:]
    return ends, rows + (last != b"" and not last.isspace())
