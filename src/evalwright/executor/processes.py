"""The executor of several processes on this machine.

Each worker is a fresh interpreter at the other end of a socket: nothing of the driver is copied into it, so threads,
event loops and open connections of the driver do no harm, and it starts in a tenth of a second. It has a process group
of its own, so that Ctrl-C reaches the driver alone, which then ends it.
"""

from __future__ import annotations

import select
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from itertools import islice
from typing import Any

from evalwright.text import spoken_language

from .errors import WorkerLostError
from .frames import FUNCTION, Frame, packed, read_frame, unpacked, write_frame
from .held import Placing, placed_by
from .protocol import Piece, Result

AHEAD = 2
"""Pieces that a worker has before it, the one it is at included."""
WINDOW = 4
"""Pieces for each worker that may be begun and not yet taken: what bounds the memory."""
TRIES = 3
"""Workers that one piece may cost."""
_SOCKET_BYTES = 1 << 20
_PATIENCE = 1.0
"""Seconds that a worker gets to end by itself once its socket is closed."""
_START = "import sys; sys.path[:] = sys.argv[2:]; from evalwright.executor.worker import main; main(int(sys.argv[1]))"


class _Worker:
    """One process, and what it has before it."""

    def __init__(self) -> None:
        ours, theirs = socket.socketpair()
        for end in (ours, theirs):
            end.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, _SOCKET_BYTES)
        with theirs:
            self._process = subprocess.Popen(
                [sys.executable, "-c", _START, str(theirs.fileno()), *sys.path],
                pass_fds=[theirs.fileno()],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                process_group=0,
            )
        self.line = ours
        self.pieces: deque[int] = deque()
        self.seconds = 0.0
        write_frame(ours, Frame(FUNCTION, packed(spoken_language())))

    @property
    def pid(self) -> int:
        return self._process.pid

    def end(self, patience: float = 0.0) -> int:
        """End the process, if it still lives: how it ended. One that is gone already is given a moment to say so."""
        self.line.close()
        with suppress(subprocess.TimeoutExpired):
            return self._process.wait(patience)
        self._process.kill()
        return self._process.wait()


class ProcessExecutor:
    """Processes of this machine, started when the first piece comes."""

    def __init__(self, workers: int) -> None:
        self.workers = workers
        self._crew: list[_Worker] = []
        self._ended_seconds: list[float] = []

    def map_in_order(self, fn: Callable[[Piece], Result], pieces: Iterable[Piece]) -> Iterator[Result]:
        """The results in order; see the room for what is promised."""
        work = _Work(self, packed(fn), iter(pieces))
        try:
            yield from work.results()
        finally:
            if work.is_unfinished:  # somebody has stopped: what is still being done is of no use
                self.close()

    def close(self) -> None:
        """End all workers, whatever they are doing."""
        while self._crew:
            self.dismiss(self._crew[-1])

    @property
    def worker_seconds(self) -> list[float]:
        """Processor time of each worker that ever was, the ended ones included."""
        return [*self._ended_seconds, *(worker.seconds for worker in self._crew)]

    @property
    def worker_pids(self) -> list[int]:
        """The processes that work now."""
        return [worker.pid for worker in self._crew]

    def crew(self, wanted: int = 0) -> list[_Worker]:
        """The workers there are, and new ones where fewer than wanted are left."""
        while len(self._crew) < min(self.workers, wanted):
            self._crew.append(_Worker())
        return self._crew

    def dismiss(self, worker: _Worker, patience: float = 0.0) -> int:
        """Let a worker go; how it ended."""
        self._crew.remove(worker)
        self._ended_seconds.append(worker.seconds)
        return worker.end(patience)


class _Work:
    """One function over its pieces, on the way."""

    def __init__(self, executor: ProcessExecutor, fn: bytes, pieces: Iterator[Any]) -> None:
        self._executor, self._fn, self._pieces = executor, fn, pieces
        self._told: set[_Worker] = set()
        """The workers that know the function."""
        self._bodies: dict[int, bytes] = {}
        """The pieces that are not done, pickled; one whose lines stay with its worker is done when they are written."""
        self._queue: deque[int] = deque()
        """Those that no worker has."""
        self._tries: dict[int, int] = {}
        self._done: dict[int, Frame] = {}
        self._holders: dict[int, _Worker] = {}
        """Who has the lines of a piece."""
        self._placed: dict[int, Placing] = {}
        """Where the lines of pieces that were taken belong."""
        self._begun = self._taken = 0

    @property
    def is_unfinished(self) -> bool:
        return bool(self._bodies)

    def results(self) -> Iterator[Any]:
        while True:
            self._hand_out()
            if self._taken in self._done:
                number, placing = self._taken, Placing()
                frame = self._done.pop(number)
                self._taken += 1
                with placed_by(placing):
                    found = _result_in(frame)
                yield found
                if placing.lengths:
                    self._placed[number] = placing
                    self._place(number)
            elif self._bodies:
                self._receive()
            else:
                return

    def _hand_out(self) -> None:
        """Give every worker something to do, as long as the window is not full."""
        room = WINDOW * self._executor.workers - (self._begun - self._taken)
        for piece in islice(self._pieces, max(room, 0)):
            self._bodies[self._begun] = packed(piece)
            self._queue.append(self._begun)
            self._begun += 1
        while self._queue:
            crew = self._executor.crew(len(self._bodies))
            # Of those that have as little before them, the one that has worked least: short rounds are shared, too.
            worker = min(crew, key=lambda each: (len(each.pieces), each.seconds))
            if len(worker.pieces) >= AHEAD:
                return
            self._send(worker, self._queue.popleft())

    def _send(self, worker: _Worker, number: int) -> None:
        worker.pieces.append(number)
        try:
            if worker not in self._told:
                write_frame(worker.line, Frame(FUNCTION, self._fn))
                self._told.add(worker)
            write_frame(worker.line, Frame(number, self._bodies[number]))
        except OSError:
            self._lost(worker)

    def _receive(self) -> None:
        """Wait for at least one result, or for the end of a worker."""
        lines = {worker.line: worker for worker in self._executor.crew()}
        for line in select.select(list(lines), [], [])[0]:
            worker, frame = lines[line], read_frame(line)
            if frame is None:
                self._lost(worker)
                continue
            worker.seconds = frame.seconds
            if frame.number in worker.pieces:
                worker.pieces.remove(frame.number)
                self._take_in(frame, worker)
            else:
                self._end_placing(frame)

    def _take_in(self, frame: Frame, worker: _Worker) -> None:
        """A piece was done, perhaps again because its lines were lost on their way."""
        number = frame.number
        if number not in self._bodies:
            return
        if frame.holds:
            self._holders[number] = worker
        if number in self._placed:
            self._place(number, frame)
            return
        self._done[number] = frame
        if not frame.holds:
            del self._bodies[number]

    def _place(self, number: int, again: Frame | None = None) -> None:
        """Tell who has the lines of a piece where they belong."""
        placing = self._placed[number]
        if again is not None:
            made = Placing()
            with placed_by(made):
                _result_in(again)
            if made.lengths != placing.lengths:
                raise RuntimeError(f"piece {number + 1} did not give the same again")
        worker = self._holders.get(number)
        if worker is None:  # gone, while its result was looked at
            return
        try:
            write_frame(worker.line, Frame(number, packed(placing.writes), holds=True, files=placing.files))
        except OSError:
            self._lost(worker)

    def _end_placing(self, frame: Frame) -> None:
        """The lines of a piece are in their files."""
        told = _result_in(frame)
        del self._holders[frame.number], self._bodies[frame.number]
        self._placed.pop(frame.number).done(told)

    def _lost(self, worker: _Worker) -> None:
        """A worker is gone: its pieces are for others; what it was at is not tried for ever."""
        ended = self._executor.dismiss(worker, _PATIENCE)
        lost = sorted(number for number, holder in self._holders.items() if holder is worker)
        for number in lost:
            del self._holders[number]
            self._done.pop(number, None)
        again = [*lost, *worker.pieces]
        if again:
            at = worker.pieces[0] if worker.pieces else lost[0]
            self._tries[at] = self._tries.get(at, 0) + 1
            if self._tries[at] >= TRIES:
                raise WorkerLostError.named("executor.lost", number=at + 1, tries=TRIES, how=_ending(ended))
        self._queue.extendleft(reversed(again))


def _result_in(frame: Frame) -> Any:
    found = unpacked(frame.body, frame.apart)
    if frame.failed:
        raise found
    return found


def _ending(code: int) -> str:
    """How a process ended, in a word: the signal's name, or its exit code."""
    import signal

    with suppress(ValueError):
        return signal.Signals(-code).name
    return str(code)


def make_processes(workers: int, options: Mapping[str, str]) -> ProcessExecutor:
    """The factory of the entry point `processes`."""
    return ProcessExecutor(workers)
