"""One writer per run: a kernel lock, so that a process that dies keeps nothing."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from evalwright.errors import RunLockedError, UsageError
from evalwright.text import localized, phrase, recognised


@contextmanager
def sole_writer(directory: Path, waiting: Callable[[str], None] | None = None) -> Iterator[None]:
    """Hold the directory for this process; RunLockedError where another one has it.

    `waiting`: wait for the other one to end, however long, and tell who it is. No clock says that it has ended: the
    kernel does, when its last descriptor is gone.
    """
    handle = _open_lock(directory)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 200).decode("utf-8", "replace").strip()
            told = recognised(holder, "lock") if holder else localized("cures.another_process")
            if waiting is None:
                raise RunLockedError.named("engine.locked", directory=directory, holder=told) from None
            waiting(told)
            fcntl.flock(handle, fcntl.LOCK_EX)
        if not _is_still_there(handle, directory):
            raise UsageError.named("engine.removed", directory=directory)
        _sweep(directory)
        os.ftruncate(handle, 0)
        holder = phrase("lock.process", pid=os.getpid(), host=socket.gethostname())
        os.pwrite(handle, f"{holder}\n".encode(), 0)
        yield
    finally:
        os.close(handle)


@contextmanager
def fellow_writer(directory: Path) -> Iterator[None]:
    """Keep a directory from those who want it for themselves (`sole_writer`), together with others who do the same."""
    handle = _open_lock(directory, make=True)
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
        except BlockingIOError:
            told = localized("cures.another_process")
            raise RunLockedError.named("engine.locked", directory=directory, holder=told) from None
        yield
    finally:
        os.close(handle)


def _open_lock(directory: Path, *, make: bool = False) -> int:
    """The lock file of a directory, which is made where it is not there and `make` says so."""
    try:
        if make:
            directory.mkdir(parents=True, exist_ok=True)
        return os.open(directory / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise UsageError.named("engine.not_writable", directory=directory, strerror=error.strerror) from None


def is_held(directory: Path) -> bool:
    """Whether a process, here or on another machine, has the directory for itself."""
    try:
        handle = os.open(directory / ".lock", os.O_RDWR)
    except OSError:
        return False
    try:
        fcntl.flock(handle, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    finally:
        os.close(handle)
    return False


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
