"""Between the engine, which asks one request at a time, and a model that is fastest on several at once.

Requests wait in a queue; one worker thread takes the one that waits longest and those most like it in length, and
hands them to the model together. Whatever goes wrong with a batch is found out one by one, so that one item never
costs the others.
"""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from queue import SimpleQueue
from typing import Generic, TypeVar

from ..protocol import AnswerError, Request, Sample

Work = TypeVar("Work")


@dataclass(slots=True)
class _Waiting(Generic[Work]):
    """One request on its way."""

    request: Request
    prepared: bytes
    loop: asyncio.AbstractEventLoop
    future: asyncio.Future[Sample]
    work: Work | None = None
    length: int = 0

    def give(self, sample: Sample) -> None:
        self._settle(lambda: self.future.set_result(sample))

    def fail(self, error: BaseException) -> None:
        self._settle(lambda: self.future.set_exception(error))

    def _settle(self, act: Callable[[], None]) -> None:
        def settle() -> None:
            if not self.future.done():
                act()

        if not self.loop.is_closed():
            self.loop.call_soon_threadsafe(settle)


@dataclass(slots=True)
class Batcher(Generic[Work]):
    """A queue and the thread that works it off."""

    get_ready: Callable[[Request, bytes], tuple[Work, int]]
    """Makes the work of a request, and says how long it is; AnswerError where it cannot be done."""
    carry_out: Callable[[Sequence[Work]], Sequence[Sample]]
    """Does several pieces of work at once."""
    size: int = 8
    stopping: threading.Event = field(default_factory=threading.Event)
    _queue: SimpleQueue[_Waiting[Work] | None] = field(default_factory=SimpleQueue)
    _thread: threading.Thread | None = None

    def start(self) -> None:
        """Begin to work."""
        self.stopping.clear()
        self._queue = SimpleQueue()  # the mark that ended the last thread may still lie in the old one
        self._thread = threading.Thread(target=self._run_batches, name="local model", daemon=True)
        self._thread.start()

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        """The answer, once its batch is through."""
        loop = asyncio.get_running_loop()
        waiting: _Waiting[Work] = _Waiting(request, prepared, loop, loop.create_future())
        self._queue.put(waiting)
        return await waiting.future

    async def stop(self) -> None:
        """End the thread; what is being generated is given up."""
        if self._thread is not None:
            self.stopping.set()
            self._queue.put(None)
            await asyncio.to_thread(self._thread.join)
            self._thread = None

    def _run_batches(self) -> None:
        ready: list[_Waiting[Work]] = []
        while not self.stopping.is_set():
            if not self._receive(ready):
                return
            ready = [waiting for waiting in ready if not waiting.future.done()]
            batch = _most_alike(ready, self.size)
            chosen = set(map(id, batch))
            ready = [waiting for waiting in ready if id(waiting) not in chosen]
            if batch:
                self._carry_out_batch(batch)

    def _receive(self, ready: list[_Waiting[Work]]) -> bool:
        """Take in all that has come, waiting only where there is nothing to do. False: the end."""
        while not ready or not self._queue.empty():
            waiting = self._queue.get()
            if waiting is None:
                return False
            try:
                waiting.work, waiting.length = self.get_ready(waiting.request, waiting.prepared)
            except Exception as error:
                waiting.fail(_as_answer(error))
            else:
                ready.append(waiting)
        return True

    def _carry_out_batch(self, batch: list[_Waiting[Work]]) -> None:
        try:
            samples = self.carry_out([waiting.work for waiting in batch if waiting.work is not None])
        except Exception as error:
            if len(batch) == 1 or self.stopping.is_set():
                for waiting in batch:
                    waiting.fail(_as_answer(error))
                return
            for waiting in batch:
                self._carry_out_batch([waiting])
            return
        for waiting, sample in zip(batch, samples, strict=True):
            waiting.give(sample)


def _most_alike(ready: list[_Waiting[Work]], size: int) -> list[_Waiting[Work]]:
    """The one that waits longest and those nearest to it in length."""
    if not ready:
        return []
    oldest = ready[0]
    return sorted(ready, key=lambda waiting: (waiting is not oldest, abs(waiting.length - oldest.length)))[:size]


def _as_answer(error: Exception) -> Exception:
    from ..failures import one_line

    if isinstance(error, AnswerError):
        return error
    return AnswerError("local_model", one_line(f"{type(error).__name__}: {error}"))
