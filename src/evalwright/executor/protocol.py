"""What every executor is: one function over many pieces, the results in order."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Protocol, TypeVar, runtime_checkable

Piece = TypeVar("Piece")
Result = TypeVar("Result")


@runtime_checkable
class Executor(Protocol):
    """Whoever does pieces of work: this process, others of this machine, or a cluster."""

    @property
    def workers(self) -> int:
        """How many pieces are done at once."""
        ...

    def map_in_order(self, fn: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results of the pieces, in their order; a piece is taken from `pieces` when a worker is near it."""
        ...

    def close(self) -> None:
        """End all workers."""
        ...
