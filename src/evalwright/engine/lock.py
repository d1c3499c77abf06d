"""One writer per run: a kernel lock, so that a process that dies keeps nothing."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from evalwright.errors import RunLockedError, UsageError
from evalwright.text import localized, phrase, recognised


@contextmanager
def sole_writer(directory: Path) -> Iterator[None]:
    """Hold the directory for this process; RunLockedError where another one has it."""
    try:
        handle = os.open(directory / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise UsageError.named("engine.not_writable", directory=directory, strerror=error.strerror) from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 200).decode("utf-8", "replace").strip()
            told = recognised(holder, "lock") if holder else localized("cures.another_process")
            raise RunLockedError.named("engine.locked", directory=directory, holder=told) from None
        if not _is_still_there(handle, directory):
            raise UsageError.named("engine.removed", directory=directory)
        _sweep(directory)
        os.ftruncate(handle, 0)
        holder = phrase("lock.process", pid=os.getpid(), host=socket.gethostname())
        os.pwrite(handle, f"{holder}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


def _is_still_there(handle: int, directory: Path) -> bool:
    """Whether the locked file is the one that others will find: a run that fails at once is taken away again."""
    try:
        return os.path.samestat(os.fstat(handle), (directory / ".lock").stat())
    except FileNotFoundError:
        return False


def _sweep(directory: Path) -> None:
    """Remove the half-written files of a process that was killed (see `data.write_atomic`): nobody else writes now."""
    for leftover in directory.rglob(".*.tmp"):
        with suppress(OSError):
            leftover.unlink()
