"""Memory that is freed is kept for the next tensor, instead of being given back to the system.

Every generated token allocates and frees a few tensors of many megabytes per layer. The C library returns such large
blocks to the system at once, which then has to hand out and clear the pages again: on a CPU that takes as long as the
arithmetic. Measured with a model of 135 million parameters and 24 prompts of 500 tokens: 1.3 s a token before, 0.6 s
after.
"""

from __future__ import annotations

import ctypes
import sys

_TRIM_THRESHOLD, _MMAP_THRESHOLD = -1, -3
"""Names of settings in glibc's malloc.h."""
_LARGEST = 2**30
"""Larger blocks are rare, and giving them back is right; the settings are C integers."""


def keep_freed_memory() -> bool:
    """Tell the C library to keep what is freed; False where it is not glibc, which changes nothing but the speed."""
    if not sys.platform.startswith("linux"):
        return False
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return False
    return bool(mallopt(_MMAP_THRESHOLD, _LARGEST)) and bool(mallopt(_TRIM_THRESHOLD, _LARGEST))
