"""Which executor does the work: by a number of workers and a name, or one that is given."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager

from evalwright.errors import UsageError
from evalwright.plugins import EXECUTORS

from .local import LocalExecutor
from .protocol import Executor

Workers = int | str | Executor
"""How many processes work (`all`: one for each core of this machine), or who does."""

ALL = "all"
_PROCESSES = "processes"


@contextmanager
def open_executor(
    workers: Workers = 1, name: str | None = None, options: Mapping[str, str] | None = None
) -> Iterator[Executor]:
    """Somebody who does the work while the block lasts; one worker that nobody named is this process.

    An executor that is given is used as it is, and left to whoever made it.
    """
    if not isinstance(workers, int | str):
        yield workers
        return
    count = workers_of(workers)
    executor: Executor = LocalExecutor()
    if name is not None or count > 1:
        executor = EXECUTORS.call(name or _PROCESSES, count, dict(options or {}))
    try:
        yield executor
    finally:
        executor.close()


def workers_of(workers: int | str) -> int:
    """A number of workers; UsageError where it is none."""
    if workers == ALL:
        return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
    try:
        count = int(workers)
    except ValueError:
        count = 0
    if isinstance(workers, bool) or count < 1:
        raise UsageError.named("executor.workers", given=repr(workers)[:60])
    return count
