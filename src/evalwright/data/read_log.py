"""What a command read: how the rows lay in each file, and in which dialects they were written, counted.

Readers note it as they go; whoever started the command asks for it at the end. Nothing is noted where nobody asked.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from typing import Generic, TypedDict, TypeVar

from evalwright.executor import Executor

Piece = TypeVar("Piece")
Result = TypeVar("Result")


class ReadDocument(TypedDict):
    """One file of `read` in the document of a verb."""

    file: str
    container: str
    dialects: dict[str, int]


@dataclass(slots=True)
class FileRead:
    """How one file was read."""

    container: str = "lines"
    dialects: Counter[str] = field(default_factory=Counter)
    """Rows by dialect; of a mixture all names, outermost first."""
    _again: Counter[str] = field(default_factory=Counter)
    """The same of the reading that goes on: a verb that reads its file twice has no more rows for it."""

    _rows_again: int = 0

    def begin(self, container: str) -> None:
        """It is read, perhaps not for the first time."""
        self.container, self._again, self._rows_again = container, Counter(), 0

    def add(self, dialect: str) -> None:
        """One row more of the reading that goes on; the one that came furthest counts."""
        self._again[dialect] += 1
        self._rows_again += 1
        if self.dialects is not self._again and self._rows_again > self.dialects.total():
            self.dialects = self._again

    @property
    def is_usual(self) -> bool:
        """Whether it is lines in OpenAI's shape, which needs no word."""
        return self.container == "lines" and self.dialects.keys() <= {"openai"}


ReadLog = dict[str, FileRead]

_log: ContextVar[ReadLog | None] = ContextVar("evalwright_read", default=None)


@contextmanager
def read_log() -> Iterator[ReadLog]:
    """Take notes of what is read in this block."""
    made: ReadLog = {}
    before = _log.set(made)
    try:
        yield made
    finally:
        _log.reset(before)


def note_container(label: str, container: str) -> None:
    """Say how the rows of a file lie in it, whenever it is opened."""
    log = _log.get()
    if log is not None:
        log.setdefault(label, FileRead()).begin(container)


def note_dialects(label: str, dialects: tuple[str, ...]) -> None:
    """Say in which dialects one row of a file is written."""
    log = _log.get()
    if log is not None:
        log.setdefault(label, FileRead()).add("+".join(dialects))


class _Logged(Generic[Piece, Result]):
    """A function of a worker, with what it reads."""

    def __init__(self, fn: Callable[[Piece], Result]) -> None:
        self._fn = fn

    def __call__(self, piece: Piece) -> tuple[Result, dict[str, Counter[str]]]:
        with read_log() as log:
            made = self._fn(piece)
        return made, {label: read.dialects for label, read in log.items() if read.dialects}


def map_logged(
    executor: Executor, fn: Callable[[Piece], Result], pieces: Iterable[Piece], *, again: bool = False
) -> Iterator[Result]:
    """The results of `map_in_order`; what workers read is noted here, unless it is read again."""
    log = None if again else _log.get()
    for made, dialects in executor.map_in_order(_Logged(fn), pieces):
        if log is not None:
            for label, counts in dialects.items():
                log.setdefault(label, FileRead()).dialects.update(counts)
        yield made


def read_documents() -> list[ReadDocument]:
    """What was read otherwise than as lines in OpenAI's shape, so far."""
    found = (_log.get() or {}).items()
    return [
        {"file": label, "container": read.container, "dialects": dict(read.dialects.most_common())}
        for label, read in found
        if not read.is_usual
    ]
