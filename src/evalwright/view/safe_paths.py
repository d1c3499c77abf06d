"""Opening files so that nothing outside the shown directory is ever read.

A path flows in that was found under the root (never one that a client sent); an open file flows out, or nothing.
Whoever wrote the directory may have put symbolic links, pipes or devices there: none of them is followed or opened.
"""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import BinaryIO


def is_inside(path: Path, root: Path) -> bool:
    """Whether a path lies under the root without a symbolic link on the way. The root itself is resolved already."""
    try:
        return path.resolve(strict=True) == path and path.is_relative_to(root)
    except (OSError, ValueError, RuntimeError):
        return False


def open_regular(path: Path, root: Path) -> BinaryIO | None:
    """A plain file under the root, open for reading; None for anything else."""
    if not is_inside(path, root):
        return None
    return open_plain(path)


def open_plain(path: Path) -> BinaryIO | None:
    """A plain file; None for anything else. Opening a pipe does not wait for its other end."""
    try:
        handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK | os.O_CLOEXEC)
    except (OSError, ValueError):
        return None
    if not stat.S_ISREG(os.fstat(handle).st_mode):
        os.close(handle)
        return None
    return os.fdopen(handle, "rb")
