"""How much one server takes: bytes of a body, a file, everything; how many evals, runs that wait, graders at once.

A client on this machine may be anybody's script: what is over a quota is answered with 413 or 429, and the server goes
on for the others.
"""

from __future__ import annotations

import shutil
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from .api_errors import refused

_MB = 1024 * 1024


@dataclass(frozen=True, slots=True)
class Quotas:
    """What is taken at most."""

    body_bytes: int = 64 * _MB
    """Of one request that is JSON."""
    bodies_bytes: int = 192 * _MB
    """Of all JSON requests that are being read at once."""
    file_bytes: int = 512 * _MB
    dir_bytes: int = 20_000 * _MB
    free_bytes: int = 200 * _MB
    """What must stay free on the disk."""
    evals: int = 10_000
    runs: int = 20_000
    files: int = 20_000
    queued_runs: int = 200
    runs_at_once: int = 2
    graders_at_once: int = 4
    requests_at_once: int = 64
    """To one address of models, over all runs."""
    echo_bytes: int = _MB
    """Of a data source that is echoed; a larger one is kept as a file and echoed as its id."""


class BodyBudget:
    """How many bytes of bodies may be in memory at once, over all clients."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._taken = 0
        self._lock = threading.Lock()

    def take(self, size: int) -> None:
        """Count so many more bytes; ApiError where there are too many."""
        with self._lock:
            if self._taken + size > self._most:
                raise refused("busy_bodies", 429)
            self._taken += size

    def give_back(self, size: int) -> None:
        """They are gone."""
        with self._lock:
            self._taken -= size


class Places:
    """A number of things that may go on at once; one more is refused, not kept waiting."""

    def __init__(self, most: int, name: str) -> None:
        self._free = threading.BoundedSemaphore(most)
        self._name = name

    @contextmanager
    def place(self) -> Iterator[None]:
        """One of them; ApiError where all are taken."""
        if not self._free.acquire(blocking=False):
            raise refused(self._name, 429)
        try:
            yield
        finally:
            self._free.release()


def check_room(root: Path, used: int, more: int, quotas: Quotas) -> None:
    """ApiError where so many more bytes would fill the directory's quota or the disk."""
    if used + more > quotas.dir_bytes:
        raise refused("dir_full", 413, most=quotas.dir_bytes // _MB)
    if shutil.disk_usage(root).free - more < quotas.free_bytes:
        raise refused("disk_full", 413)
