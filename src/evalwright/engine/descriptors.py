"""How many connections this process may have: every one is an open file, and the system allows so many."""

from __future__ import annotations

import os
import resource
from contextlib import suppress

_RESERVED = 8
"""For what is opened beside connections: names looked up, files written at the end."""
_USUALLY_OPEN = 16


def connections_at_most() -> int:
    """How many connections can be open at once under this process's limit of open files (`ulimit -n`)."""
    allowed, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    if allowed == resource.RLIM_INFINITY:
        return 2**31
    return max(1, allowed - _open_now() - _RESERVED)


def _open_now() -> int:
    for folder in ("/proc/self/fd", "/dev/fd"):
        with suppress(OSError):
            return len(os.listdir(folder))  # noqa: PTH208 - a count of entries, no paths
    return _USUALLY_OPEN
