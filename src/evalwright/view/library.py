"""What there is to see under a directory: runs and files of conversations, each under an opaque id.

A directory flows in, entries flow out. Clients name things by id alone, and an id is looked up among what was found:
no path ever comes from a request. Symbolic links are not followed, and the walk is bounded, so that a home directory
given by mistake is not searched for minutes.
"""

from __future__ import annotations

import hashlib
import os
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from evalwright.data import MARKS_FILE
from evalwright.errors import UsageError
from evalwright.text import phrase

from .http_errors import not_found

MAX_DEPTH = 6
MAX_ENTRIES = 50_000
_FRESH_SECONDS = 1.0
_LOOKS_APART = 4
"""What is not found is looked for again at once, but looking takes at most one part in so many of the time."""
_SKIPPED = frozenset({"node_modules", "__pycache__"})


@dataclass(frozen=True, slots=True)
class Entry:
    """A run or a data file."""

    id: str
    kind: Literal["run", "file"]
    name: str
    """Its path from the root, for people."""
    path: Path
    changed: float


class Library:
    """All that may be shown. Looks again, at most once a second, so that new runs appear."""

    def __init__(self, path: Path, *, may_be_empty: bool = False) -> None:
        if not path.exists():
            raise UsageError.named("view.not_there", path=path, cure=_CURE)
        if path.is_file() and not path.stat().st_size:
            raise UsageError.named("view.empty", path=path, cure=_CURE)
        self.only = path.resolve() if path.is_file() else None
        self.root = self.only.parent if self.only is not None else path.resolve()
        self.title = (self.only or self.root).name or str(self.root)
        self._lock = threading.Lock()
        self._found: dict[str, Entry] = {}
        self._looked, self._took = float("-inf"), 0.0
        if not self.entries() and not may_be_empty:
            raise UsageError.named("view.nothing", path=path, cure=_CURE)

    def entries(self) -> list[Entry]:
        """Everything that is there now."""
        return list(self._entries_within(_FRESH_SECONDS).values())

    def entry(self, identifier: str, kind: Literal["run", "file"]) -> Entry:
        """What has this id, also where it has only just come; RefusedError where nothing has."""
        entry = self._found.get(identifier) or self._entries_within(_LOOKS_APART * self._took).get(identifier)
        if entry is None or entry.kind != kind:
            raise not_found(kind)
        return entry

    def _entries_within(self, seconds: float) -> dict[str, Entry]:
        """Everything by its id, as it was at most so long ago."""
        with self._lock:
            begun = time.monotonic()
            if begun - self._looked > seconds:
                self._found = {entry.id: entry for entry in self._look()}
                self._looked = time.monotonic()
                self._took = self._looked - begun
            return self._found

    def _look(self) -> Iterator[Entry]:
        if self.only is not None:
            yield self._library_entry("file", self.only)
            return
        yield from self._walk(self.root, 0, [MAX_ENTRIES])

    def _walk(self, folder: Path, depth: int, left: list[int]) -> Iterator[Entry]:
        try:
            with os.scandir(folder) as listing:
                inside = sorted(listing, key=lambda entry: entry.name)
        except OSError:
            return
        left[0] -= len(inside)
        kinds = {entry.name: entry for entry in inside}
        if _is_run(kinds):
            yield self._library_entry("run", folder)
            return
        for entry in inside:
            if left[0] < 0 or entry.name.startswith(".") or entry.name in _SKIPPED:
                continue
            if entry.is_dir(follow_symlinks=False) and depth < MAX_DEPTH:
                yield from self._walk(folder / entry.name, depth + 1, left)
            elif entry.name.endswith(".jsonl") and entry.name != MARKS_FILE and entry.is_file(follow_symlinks=False):
                yield self._library_entry("file", folder / entry.name)

    def _library_entry(self, kind: Literal["run", "file"], path: Path) -> Entry:
        name = "." if path == self.root else str(path.relative_to(self.root))
        return Entry(
            entry_id(kind, name),
            kind,
            _sendable_name(self.root.name if name == "." else name),
            path,
            _changed(path, kind),
        )


_CURE = phrase("cures.name_run")


def entry_id(kind: str, name: str) -> str:
    """The id of what has this path from the root, in addresses."""
    return hashlib.blake2b(f"{kind} {name}".encode("utf-8", "surrogateescape"), digest_size=8).hexdigest()


def _is_run(inside: dict[str, os.DirEntry[str]]) -> bool:
    config, predictions = inside.get("config.json"), inside.get("predictions")
    if config is None or predictions is None:
        return False
    return config.is_file(follow_symlinks=False) and predictions.is_dir(follow_symlinks=False)


def _changed(path: Path, kind: str) -> float:
    try:
        return (path / "config.json" if kind == "run" else path).lstat().st_mtime
    except OSError:
        return 0.0


def _sendable_name(name: str) -> str:
    """A file name as text that can be sent: bytes that are no UTF-8 become marks."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "replace")
