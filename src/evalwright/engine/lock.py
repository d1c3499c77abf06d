"""One writer per run: a kernel lock, so that a process that dies keeps nothing."""

from __future__ import annotations

import fcntl
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from evalwright.errors import RunLockedError, UsageError


@contextmanager
def sole_writer(directory: Path) -> Iterator[None]:
    """Hold the directory for this process; RunLockedError where another one has it."""
    try:
        handle = os.open(directory / ".lock", os.O_RDWR | os.O_CREAT, 0o644)
    except OSError as error:
        raise UsageError(f"{directory}: cannot be written ({error.strerror})") from None
    try:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            holder = os.read(handle, 200).decode("utf-8", "replace").strip() or "another process"
            raise RunLockedError(
                f"{directory} is being written by {holder}",
                cure="Wait for it to end, or give another directory with -o",
            ) from None
        os.ftruncate(handle, 0)
        os.pwrite(handle, f"process {os.getpid()} on {socket.gethostname()}\n".encode(), 0)
        yield
    finally:
        os.close(handle)
