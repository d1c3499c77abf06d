"""The executor of a Ray cluster (extra `ray`): the same pieces, the same order, on however many nodes.

At most as many pieces are with Ray at once as there are workers, so that whoever shares a limit among workers is right.
A piece whose worker or node is lost is done again; an error of the work itself never is. Nodes need evalwright of the
same version, and see the same files under the same paths.
"""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from typing import Any

from evalwright._version import __version__
from evalwright.errors import UsageError
from evalwright.spill import sent_by_value
from evalwright.text import spoken_language, use_language

from .errors import WorkerLostError
from .frames import packed, unpacked
from .protocol import Piece, Result

LOSSES = 8
"""Workers that one piece may cost: nodes are lost for reasons that are none of its own."""
_LOOPBACK = "127."
_functions: dict[str, Any] = {}
"""In a worker: the function that it was sent last, with what it keeps in itself."""


def do_piece(fn: list[Any], language: str, version: str, piece: bytes) -> tuple[bool, bytes]:
    """In a worker: the result of a piece, or the error that it ended with."""
    try:
        if version != __version__:
            raise UsageError.named("executor.ray_version", driver=version, worker=__version__)
        with use_language(language):
            return False, packed(_function_of(fn[0])(unpacked(piece)))
    except Exception as error:  # it is raised in the driver
        return True, packed(error)


def _function_of(reference: Any) -> Any:
    """The function behind a reference, made once in each worker."""
    import ray

    name = reference.hex()
    if name not in _functions:
        _functions.clear()
        _functions[name] = unpacked(ray.get(reference))
    return _functions[name]


class RayExecutor:
    """Workers of a cluster."""

    def __init__(self, workers: int, address: str | None) -> None:
        self.workers = workers
        self._ray = _connected(address)
        self._task = self._ray.remote(do_piece).options(max_retries=0, num_cpus=1, scheduling_strategy="SPREAD")

    def map_in_order(self, fn: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results in order; see the room for what is promised."""
        with sent_by_value():
            sent = packed(fn)
        if b"/proc/%d/fd/" % os.getpid() in sent:
            raise UsageError.named("executor.ray_spool")
        work = _ClusterWork(self._ray, self._task, self._ray.put(sent), self.workers)
        try:
            yield from work.results(iter(pieces))
        finally:
            work.cancel()

    def close(self) -> None:
        """Leave the cluster; what still works for us there is ended by Ray."""
        with suppress(Exception):
            self._ray.shutdown()


class _ClusterWork:
    """One function over its pieces, on the way."""

    def __init__(self, ray: Any, task: Any, fn: Any, workers: int) -> None:
        self._ray, self._task, self._fn, self._workers = ray, task, fn, workers
        self._under_way: dict[Any, int] = {}
        """By reference: the number of the piece."""
        self._bodies: dict[int, bytes] = {}
        self._again: deque[int] = deque()
        self._losses: dict[int, int] = {}
        self._done: dict[int, tuple[bool, bytes]] = {}
        self._begun = self._taken = 0

    def results(self, pieces: Iterator[Any]) -> Iterator[Any]:
        """Results in order, as long as there are pieces."""
        while True:
            self._hand_out(pieces)
            if self._taken in self._done:
                failed, body = self._done.pop(self._taken)
                self._taken += 1
                if failed:
                    raise unpacked(body)
                yield unpacked(body)
            elif self._under_way:
                self._await_piece()
            else:
                return

    def cancel(self) -> None:
        """Nobody waits for what is still being done."""
        for reference in self._under_way:
            with suppress(Exception):
                self._ray.cancel(reference, force=True)
        self._under_way.clear()

    def _hand_out(self, pieces: Iterator[Any]) -> None:
        while len(self._under_way) < self._workers:
            if self._again:
                self._submit(self._again.popleft())
                continue
            if self._begun - self._taken >= 4 * self._workers:
                return
            piece = next(pieces, self)
            if piece is self:
                return
            self._bodies[self._begun] = packed(piece)
            self._submit(self._begun)
            self._begun += 1

    def _submit(self, number: int) -> None:
        reference = self._task.remote([self._fn], spoken_language(), __version__, self._bodies[number])
        self._under_way[reference] = number

    def _await_piece(self) -> None:
        """Wait for one piece; where its worker was lost, it is for another."""
        (reference,), _ = self._ray.wait(list(self._under_way), num_returns=1)
        number = self._under_way.pop(reference)
        try:
            self._done[number] = self._ray.get(reference)
            del self._bodies[number]
        except self._ray.exceptions.RayTaskError as error:  # not the work: the worker could not even begin
            raise UsageError.named("executor.ray_environment", error=str(error.cause)[:200]) from None
        except self._ray.exceptions.RayError as error:
            self._losses[number] = self._losses.get(number, 0) + 1
            if self._losses[number] >= LOSSES:
                how = type(error).__name__
                raise WorkerLostError.named("executor.lost", number=number + 1, tries=LOSSES, how=how) from None
            self._again.append(number)


def _connected(address: str | None) -> Any:
    """Ray, connected to the cluster at an address, to one that it finds itself, or to one of this machine alone."""
    try:
        import ray
    except ImportError:
        raise UsageError.named("executor.no_ray") from None
    if ray.is_initialized():
        return ray
    given: dict[str, Any] = {"address": address} if address else {}
    if address and address.startswith(_LOOPBACK):  # Ray would take another address of this machine
        given["_node_ip_address"] = address.partition(":")[0]
    try:
        ray.init(log_to_driver=False, logging_level="ERROR", **given)
    except (ConnectionError, RuntimeError, ValueError, OSError) as error:
        raise UsageError.named("executor.ray_address", address=address or "", error=str(error)[:200]) from None
    return ray


def make_ray(workers: int, options: Mapping[str, str]) -> RayExecutor:
    """The factory of the entry point `ray`."""
    return RayExecutor(workers, options.get("address") or None)
