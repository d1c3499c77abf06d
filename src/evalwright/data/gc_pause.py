"""Letting Python look for cyclic garbage less often while a file streams past."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

_OBJECTS = 50_000
_frozen = False
"""Whether what was there before is frozen: by a pause, or for good by somebody else."""


@contextmanager
def paused_gc() -> Iterator[None]:
    """Begin the search for cycles after 50,000 new objects instead of 700.

    A record is a tree of hundreds of objects that are freed without it; looking through them at every second record
    took a tenth of the processor time.
    """
    before = gc.get_threshold()
    if before[0]:  # zero is a collector that somebody turned off
        gc.set_threshold(max(before[0], _OBJECTS), *before[1:])
    global _frozen
    if not _frozen and gc.get_freeze_count():  # which goes through all that is frozen, so it is asked once
        _frozen = True
    lasting = not _frozen
    if lasting:
        gc.freeze()  # what is there already stays, and need not be looked through again and again
        _frozen = True
    try:
        yield
    finally:
        if lasting:
            gc.unfreeze()
            _frozen = False
        gc.set_threshold(*before)
