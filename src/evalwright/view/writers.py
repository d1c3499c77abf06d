"""Whether a run is being written right now, found out without touching its lock.

Trying the lock would tell as well, but a run that starts in that instant would find it taken. Linux lists all locks;
elsewhere nothing is known, and the age of the journal has to do.
"""

from __future__ import annotations

import os
from pathlib import Path

_LOCKS = Path("/proc/locks")


def is_locked(path: Path) -> bool:
    """Whether a process holds the lock file; no, where that cannot be known."""
    try:
        state = path.lstat()
        listed = _LOCKS.read_text("ascii", "replace").splitlines()
    except OSError:
        return False
    place = f"{os.major(state.st_dev):02x}:{os.minor(state.st_dev):02x}:{state.st_ino}"
    return any(place in line.split() and "->" not in line for line in listed)
