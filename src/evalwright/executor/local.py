"""The executor that is this process: one piece after another."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping

from .protocol import Piece, Result


class LocalExecutor:
    """Does every piece itself."""

    workers = 1

    def map_in_order(self, fn: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The result of each piece, made when it is asked for."""
        return map(fn, pieces)

    def close(self) -> None:
        """There is nothing to end."""


def make_local(workers: int, options: Mapping[str, str]) -> LocalExecutor:
    """The factory of the entry point `local`; the number of workers is one, whatever is wished."""
    return LocalExecutor()
