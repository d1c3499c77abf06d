"""Places of conversations as numbers, so that tables of any size can hold them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

from .registry import Place

PLACE_BYTES = 12
_LINE_BITS = 64


@dataclass(slots=True)
class RowPlaces:
    """Where the rows of a piece stand."""

    files: list[tuple[int, str]] = field(default_factory=list)
    """The first row of each file, and its name; most pieces have one."""
    lines: list[int | None] = field(default_factory=list)
    names: list[str] = field(default_factory=list)
    """What conversations are called."""

    def __len__(self) -> int:
        return len(self.lines)

    def add(self, file: str, line: int | None, name: str) -> None:
        """One more row."""
        if not self.files or self.files[-1][1] != file:
            self.files.append((len(self.lines), file))
        self.lines.append(line)
        self.names.append(name)

    def file_of(self, row: int) -> str:
        """The file that a row stands in."""
        return next(file for first, file in reversed(self.files) if first <= row)

    def place_of(self, row: int) -> Place:
        """The place of a row."""
        file, line = self.file_of(row), self.lines[row]
        return Place(file, line, f"{file}:{line}" if line is not None else f"conversation {self.names[row]}")

    def ranges(self) -> Iterator[tuple[range, str]]:
        """The rows of each file."""
        ends = [first for first, _ in self.files[1:]] + [len(self.lines)]
        for (first, file), end in zip(self.files, ends, strict=True):
            yield range(first, end), file


class Places:
    """A number for each place, and back; files are remembered by their names, lines are not remembered at all."""

    def __init__(self) -> None:
        self._files: list[str] = []
        self._numbers: dict[str, int] = {}

    def number(self, file: str, line: int | None) -> int:
        """The number of a place."""
        known = self._numbers.get(file)
        if known is None:
            known = self._numbers[file] = len(self._files)
            self._files.append(file)
        return known << _LINE_BITS | (line or 0)

    def numbers(self, rows: RowPlaces) -> list[int]:
        """The numbers of many places."""
        made: list[int] = []
        for inside, file in rows.ranges():
            start = self.number(file, None)
            made += [start | (line or 0) for line in rows.lines[inside.start : inside.stop]]
        return made

    def number_of(self, place: Place) -> int:
        """The same of a place that may have no line: its words are remembered then."""
        return self.number(place.where if place.line is None else place.file, place.line)

    def where(self, number: int) -> str:
        """The place behind such a number."""
        return self.shown(number).removesuffix(":None")

    def shown(self, number: int) -> str:
        """The place behind a number, as sentences name it."""
        line = number & (1 << _LINE_BITS) - 1
        return f"{self._files[number >> _LINE_BITS]}:{line or None}"
