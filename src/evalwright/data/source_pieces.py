"""A source of conversations in pieces for workers: the splits of a file, or so many of those that were given.

In flows what verbs are called with, out flow pieces that can be sent to workers, and the conversations of each.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from evalwright.executor import Split

from .conversation_rows import ConversationRow, RowSource, label_of_source, read_conversations
from .rows import BadRow, Row
from .shared_tools import SharedTools
from .splits import SplitFile, split_file

_GIVEN_AT_ONCE = 100


@dataclass(frozen=True, slots=True)
class GivenRows:
    """Conversations that were given, and the position of the first."""

    first: int
    values: list[Any]


SourcePiece = Split | GivenRows


class SourcePieces:
    """A source in pieces; what is sent to workers holds none of its conversations."""

    def __init__(self, source: RowSource, label: str | None = None) -> None:
        self.label = label or label_of_source(source)
        self._file = split_file(source) if isinstance(source, str | Path) else None
        self._given: Iterable[Any] = () if isinstance(source, str | Path) else source

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_given": ()}

    @property
    def rows(self) -> int:
        """How many rows there are; 0 where that is not known."""
        return 0 if self._file is None else sum(split.rows for split in self._file.splits)

    def __iter__(self) -> Iterator[SourcePiece]:
        if self._file is not None:
            yield from self._file.splits
            return
        given, first = iter(self._given), 0
        while values := list(islice(given, _GIVEN_AT_ONCE)):
            yield GivenRows(first, values)
            first += len(values)

    def scan(self, piece: SourcePiece, loads: Callable[[bytes], Any] | None = None) -> Iterator[Row | BadRow]:
        """The rows of a piece; their tools may be shared, so nobody changes them."""
        if isinstance(piece, GivenRows):
            return (Row(number, value) for number, value in enumerate(piece.values, piece.first + 1))
        return self.split_file.scan(piece, loads or SharedTools().loads)

    @property
    def split_file(self) -> SplitFile:
        """The file that is read."""
        assert self._file is not None
        return self._file

    def conversations(
        self, piece: SourcePiece, bad_rows: list[BadRow], *, skip_bad_rows: bool
    ) -> Iterator[ConversationRow]:
        """The conversations of a piece; the first bad row is an InputError, or all go to `bad_rows`."""
        first = position_of(piece)
        return read_conversations(self.scan(piece), self.label, bad_rows, skip_bad_rows=skip_bad_rows, first=first)


def position_of(piece: SourcePiece) -> int:
    """The position of the first row of a piece, from 0, bad rows included."""
    return piece.first_row if isinstance(piece, Split) else piece.first
