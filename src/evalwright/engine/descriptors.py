"""How many connections this process may have: every one is an open file, and the system allows so many."""

from __future__ import annotations

import os
import resource
from contextlib import suppress

_RESERVED = 8
"""For what is opened beside connections: names looked up, files written at the end."""
_USUALLY_OPEN = 16
REQUESTS_AT_ONCE = "EVALWRIGHT_REQUESTS_AT_ONCE"
"""The variable of the environment by which whoever starts several runs shares out one limit among them."""


def connections_at_most() -> int:
    """How many connections can be open at once: what this process was told, under its limit of open files."""
    told = os.environ.get(REQUESTS_AT_ONCE, "")
    return min(_openable(), max(1, int(told))) if told.isascii() and told.isdigit() else _openable()


def _openable() -> int:
    """How many files can still be opened (`ulimit -n`)."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return 2**31
    return max(1, allowed - _open_now() - _RESERVED)


def _open_now() -> int:
    for folder in ("/proc/self/fd", "/dev/fd"):
        with suppress(OSError):
            return len(os.listdir(folder))  # noqa: PTH208 - a count of entries, no paths
    return _USUALLY_OPEN
