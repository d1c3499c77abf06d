"""Carrying out thousands of requests: one task per item, a gate in front of the server, a journal behind it.

In flow jobs, from an iterator that is read only as fast as the server answers; out flow lines of the journal. One
bad item never costs the others: it ends as an error line. What ends the run early is a server that refuses
everybody (a key, an address), a disk that takes no more, or the user.
"""

from __future__ import annotations

import asyncio
import signal
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field

from evalwright.errors import EvalwrightError, RunStoppedError
from evalwright.models import AnswerError, Model, Request, Sample, one_line
from evalwright.text import in_words, localized, phrase, to_store

from .breaker import Breaker
from .budget import Budget
from .concurrency import Gate
from .descriptors import connections_at_most
from .journal import FailedAnswer, Journal, JournalRecord
from .pace import Pace
from .progress import Progress
from .retry import RetryPolicy

_AT_ONCE_AT_MOST = 2000
"""Items begun and not ended: those in flight and those that wait for another try."""
_LONGEST_TIMER = 1e8
_NO_CONNECTION = 2**31
"""A model in this process needs none: nothing bounds it but what it says itself."""


@dataclass(frozen=True, slots=True)
class Job:
    """One request that is owed."""

    position: int
    """The item's place in its data set."""
    request: Request
    prepared: bytes
    digest: str


@dataclass(slots=True)
class Outcome:
    """How a batch of jobs ended."""

    answered: int = 0
    failed: int = 0
    stopped: EvalwrightError | None = None
    """Why the run ended before all jobs were asked."""
    interrupted: bool = False


@dataclass(slots=True)
class Batch:
    """What a batch needs: who answers, where results go, and how hard to try."""

    model: Model
    journal: Journal
    policy: RetryPolicy = field(default_factory=RetryPolicy)
    concurrency: int | None = None
    progress: Progress = field(default_factory=Progress)
    on_result: Callable[[int, int, bool], None] = lambda position, offset, good: None
    """Hears of every line written: the item's position, the line's offset, and whether it is an answer."""
    budget: Budget = field(default_factory=Budget)
    breaker: Breaker = field(default_factory=Breaker)
    at_most: int | None = None
    """What an adaptive limit may grow to, where several processes share it."""
    pace: Pace = field(default_factory=Pace)


def run_batch(batch: Batch, jobs: Iterator[Job]) -> Outcome:
    """Carry out all jobs and return how it went. Blocks; owns the event loop."""
    runner = _Runner(batch, jobs)
    try:
        asyncio.get_running_loop()
    except RuntimeError:
        return asyncio.run(runner.run())
    # A notebook has a loop of its own in this thread: ours gets another one.
    from concurrent.futures import ThreadPoolExecutor

    with ThreadPoolExecutor(1) as pool:
        return pool.submit(lambda: asyncio.run(runner.run())).result()


class _Runner:
    def __init__(self, batch: Batch, jobs: Iterator[Job]) -> None:
        self.batch = batch
        self.jobs = jobs
        in_process = getattr(batch.model, "in_flight", None) is not None
        self.connections = _NO_CONNECTION if in_process else connections_at_most()
        self.gate = Gate(batch.concurrency, min(self.connections, batch.at_most or self.connections))
        self.outcome = Outcome()
        self.tasks: set[asyncio.Task[None]] = set()
        self.room = asyncio.Semaphore(_AT_ONCE_AT_MOST + (batch.concurrency or 0))
        self.stopping = asyncio.Event()
        self.parked: set[asyncio.Task[None]] = set()
        self.tripped = False
        """The breaker has opened: what waits has failed by itself."""

    async def run(self) -> Outcome:
        first = next(self.jobs, None)
        if first is None:
            return self.outcome
        await self.batch.model.open()
        self.batch.journal.start(self.batch.progress.committed)
        self.batch.progress.begin(self.gate)
        if (self.batch.concurrency or 0) > self.connections:
            self.batch.progress.say(localized("progress.few_files", n=self.connections))
        self._listen_to_signals()
        try:
            with self._timed():
                await self._pump(first)
        finally:
            await self._finish()
        return self.outcome

    @contextmanager
    def _timed(self) -> Iterator[None]:
        """Watch the budget's clock also while everybody waits."""
        seconds = self.batch.budget.seconds_left()
        timer = None
        if seconds < _LONGEST_TIMER:
            timer = asyncio.get_running_loop().call_later(max(0.0, seconds), self._within_budget)
        try:
            yield
        finally:
            if timer is not None:
                timer.cancel()

    async def _pump(self, first: Job) -> None:
        """Start one task per job, as fast as the gate lets them in."""
        job: Job | None = first
        while job is not None and not self.stopping.is_set():
            await self.room.acquire()
            await self.batch.pace.turn(self.stopping)
            await self.gate.enter()
            held = self._permit(job)
            if held is None:
                self.gate.leave()
                break
            task = asyncio.create_task(self._carry_out_job(job, held))
            self.tasks.add(task)
            task.add_done_callback(self._task_done)
            job = next(self.jobs, None)
        while self.tasks:
            await asyncio.wait(self.tasks)

    def _task_done(self, task: asyncio.Task[None]) -> None:
        self.tasks.discard(task)
        self.room.release()
        if not task.cancelled() and (error := task.exception()):
            self._stop(error if isinstance(error, EvalwrightError) else _unexpected(error))

    async def _finish(self) -> None:
        for task in self.tasks:
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.gate.close()
        await self.batch.journal.stop()
        if self.batch.journal.failure and not self.outcome.stopped:
            self.outcome.stopped = self.batch.journal.failure
        await self.batch.model.close()
        self.batch.progress.end()

    async def _carry_out_job(self, job: Job, held: int) -> None:
        """One item, until it is answered or given up. Begins with a place at the gate; ends without one."""
        deadline = time.monotonic() + self.batch.policy.deadline
        tried = 0
        while True:
            tried += 1
            epoch = self.gate.epoch
            try:
                sample = await self._attempt(job, deadline)
            except AnswerError as error:
                self.gate.leave()
                self.batch.budget.came_back(held, None)
                self._notice(error, epoch)
                delay = self.batch.policy.delay(tried, error)
                permit = None
                if self._worth_another_try(error, tried, delay, deadline):
                    permit = await self._park(job, delay, deadline)
                if permit is None:
                    return self._give_up(job, error, tried)
                held = permit
            except BaseException:
                self.gate.leave()
                raise
            else:
                self.gate.leave()
                self.gate.went_well()
                self.batch.budget.came_back(held, sample)
                self.batch.breaker.answered()
                self.batch.progress.answered(sample)
                return self._write_result(
                    job, {"id": job.request.id, "digest": job.digest, "sample": sample}, good=True
                )

    async def _attempt(self, job: Job, deadline: float) -> Sample:
        seconds = min(self.batch.policy.timeout, deadline - time.monotonic())
        try:
            async with asyncio.timeout(seconds):
                return await self.batch.model.answer(job.request, job.prepared)
        except TimeoutError:
            late = phrase("failures.reply.late", seconds=f"{seconds:.4g}")
            raise AnswerError("timeout", late, retry=True, slow_down=True) from None
        except (AnswerError, EvalwrightError):
            raise
        except Exception as error:  # a mistake of the model's code on this reply must not cost the other items
            raise AnswerError("unexpected", one_line(f"{type(error).__name__}: {error}")) from None

    def _notice(self, error: AnswerError, epoch: int) -> None:
        if error.slow_down:
            self.gate.was_too_much(epoch)
        self.gate.open_up()
        if error.stop:
            said = localized("failures.of_kind", what=in_words(error.message), kind=error.kind)
            self._stop(RunStoppedError(said, cure=error.stop).caused_by(error.kind))
        elif reason := self.batch.breaker.failed(error):
            self.tripped = True
            self._stop(reason)

    def _worth_another_try(self, error: AnswerError, tried: int, delay: float, deadline: float) -> bool:
        if not error.retry or error.stop or tried >= self.batch.policy.tries or self.stopping.is_set():
            return False
        return time.monotonic() + delay < deadline

    def _give_up(self, job: Job, error: AnswerError, tried: int) -> None:
        if error.stop or (self.stopping.is_set() and error.retry and not self.tripped):
            return  # the item is still owed: it failed because of the run, not by itself
        described: FailedAnswer = {
            "kind": error.kind,
            "message": error.message,
            "tries": tried,
            **to_store(message=error.message),
        }
        self._write_result(job, {"id": job.request.id, "digest": job.digest, "error": described}, good=False)
        if reason := self.batch.breaker.given_up(error, job.request.id):
            self._stop(reason)

    async def _park(self, job: Job, delay: float, deadline: float) -> int | None:
        """Wait without holding a place, then get one again before those who were never sent.

        Returns the permit; None, and no place, where the run stops or the item's deadline passes first.
        """
        self.batch.progress.retries += 1
        task = asyncio.current_task()
        assert task is not None
        self.parked.add(task)
        try:
            with suppress(TimeoutError):
                await asyncio.wait_for(self.stopping.wait(), delay)
            async with asyncio.timeout(deadline - time.monotonic()):
                await self.batch.pace.turn(self.stopping)
                await self.gate.enter(first=True)
        except TimeoutError:
            return None
        finally:
            self.parked.discard(task)
        permit = self._permit(job)
        if permit is None:
            self.gate.leave()
        return permit

    def _permit(self, job: Job) -> int | None:
        """Leave to send: the tokens that the budget holds back for it; None where nothing more is sent."""
        if self.stopping.is_set() or not self._within_budget():
            return None
        return self.batch.budget.sending(job.prepared)

    def _within_budget(self) -> bool:
        """Whether the budget lasts; where it does not, what is in flight still comes home."""
        reason = self.batch.budget.spent()
        if reason is None:
            return True
        if self.outcome.stopped is None:
            self.outcome.stopped = reason
        self._send_nothing_more()
        return False

    def _write_result(self, job: Job, record: JournalRecord, *, good: bool) -> None:
        offset = self.batch.journal.append(record)
        if good:
            self.outcome.answered += 1
        else:
            self.outcome.failed += 1
            self.batch.progress.errors += 1
        self.batch.on_result(job.position, offset, good)

    def _stop(self, reason: EvalwrightError | None) -> None:
        if self.outcome.stopped is None:
            self.outcome.stopped = reason
        self._send_nothing_more()
        if reason is not None:
            for task in self.tasks - self.parked:  # who is parked wakes up and goes home
                if task is not asyncio.current_task():
                    task.cancel()

    def _listen_to_signals(self) -> None:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            with suppress(ValueError, NotImplementedError, RuntimeError):  # of a thread or system without signals
                loop.add_signal_handler(number, self._interrupt)

    def _interrupt(self) -> None:
        """First: send nothing more and wait for what is in flight. Second: stop at once."""
        if self.outcome.interrupted:
            for task in self.tasks:
                task.cancel()
        self.outcome.interrupted = True
        self.batch.progress.say(localized("progress.stopping", n=len(self.tasks)))
        self._send_nothing_more()

    def _send_nothing_more(self) -> None:
        self.stopping.set()
        self.gate.stand_open()  # who waits there wakes up, sees the stop and goes home


def _unexpected(error: BaseException) -> EvalwrightError:
    return RunStoppedError.named("engine.unexpected", kind=type(error).__name__, error=error)
