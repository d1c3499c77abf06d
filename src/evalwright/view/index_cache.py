"""The indexes that are in use, each kept as long as its file is the one that was indexed."""

from __future__ import annotations

import threading
from collections import OrderedDict
from pathlib import Path

from .line_facts import ReadFacts
from .line_index import LineIndex

_KEPT = 24
PATIENCE = 0.12
"""Seconds that a request may spend on taking in more of a file; the client asks again until all is in."""
WHOLE = 60.0


class Shelf:
    """Finds or makes the index of a file."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._indexes: OrderedDict[tuple[Path, str], LineIndex] = OrderedDict()

    def index(self, path: Path, root: Path | None, kind: str, read: ReadFacts | None, *, seconds: float) -> LineIndex:
        """The index of a file, taken further for about this long. `root`: what the file must lie under.

        Whoever comes while another request takes the file in waits for that one, and does nothing of it twice.
        """
        key = (path, kind)
        with self._lock:
            index = self._indexes.get(key)
            if index is None or not index.is_current():
                index = self._indexes[key] = LineIndex(path, root, read)
            self._indexes.move_to_end(key)
            while len(self._indexes) > _KEPT:
                self._indexes.popitem(last=False)
        index.extend(seconds)
        return index
