"""A fixed place for what a server works on: the same on every machine, so that paths in results are the same too.

What the user named is copied there, the server is started on the copy, and the copy is put back before each
conversation; the original is never touched. One process at a time uses a place. Whatever is there is taken away at the
end, and what a process that was killed left behind by the next one.
"""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import stat
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from evalwright.errors import RunLockedError, UsageError

from .state_copy import copy_tree, restore_tree, signatures, walk
from .state_digest import state_digest

ROOT = Path("/tmp/evalwright")
"""Made for its owner alone, and looked at before it is used."""
_PATIENCE = 120.0
"""Seconds to wait for another process that uses the place."""
_MOST_BYTES, _MOST_FILES = 2_000_000_000, 100_000
_UNSAFE = re.compile(r"[^\w.-]+")


@dataclass(frozen=True, slots=True)
class StatePart:
    """One file or folder that a server works on."""

    original: Path
    name: str
    """What it is called at the fixed place, whatever it is called here."""

    @property
    def folder(self) -> Path:
        """What is copied and put back as a whole: the folder itself, or one around a file."""
        return ROOT / (self.name if self.original.is_dir() else f"{self.name}.d")

    @property
    def place(self) -> Path:
        """Where the server finds it."""
        return self.folder if self.original.is_dir() else self.folder / self.name


def state_parts(paths: Sequence[str], names: Sequence[str] = ()) -> list[StatePart]:
    """What the user named, each with a name of its own; `names`: those that were given before, on another machine."""
    parts: list[StatePart] = []
    for at, text in enumerate(paths):
        original = Path(text)
        if not original.exists():
            raise UsageError.named("state.missing", path=text)
        wanted = names[at] if at < len(names) else original.resolve().name
        name = base = _UNSAFE.sub("-", wanted).strip(".-") or "state"
        number = 2
        while any(part.name == name for part in parts):
            name, number = f"{number}-{base}", number + 1
        parts.append(StatePart(original, name))
    return parts


class FixedPlace:
    """Copies of what the user named, at their places."""

    def __init__(self, parts: Sequence[StatePart]) -> None:
        """Take the places and copy; UsageError where that cannot be done."""
        self.parts = parts
        self._locks: list[int] = []
        for part in parts:
            _expect_size(part.original)
        try:
            _make_root()
            self._locks = [_lock(ROOT / f".{name}.lock") for name in sorted(part.name for part in parts)]
            for part in parts:
                _clear(_kept(part))
                copy_tree(part.original, _kept(part), part.name)
            self.copy_all()
        except OSError as error:
            self.close()
            raise UsageError.named("state.not_copied", path=error.filename, strerror=error.strerror) from None
        except BaseException:
            self.close()
            raise

    def digests(self) -> dict[str, str]:
        """The digest of each part as it was copied, by name."""
        return {part.name: state_digest(_kept(part)) for part in self.parts}

    def copy_all(self) -> None:
        """Copy everything anew."""
        for part in self.parts:
            _clear(part.folder)
            copy_tree(_kept(part), part.folder)
        self._before = {part.name: signatures(part.folder) for part in self.parts}

    def put_back(self) -> bool:
        """Make the copies what they were; whether anything had changed."""
        changed = False
        for part in self.parts:
            if not part.folder.is_dir():
                copy_tree(_kept(part), part.folder)
                restored = True
            else:
                restored = restore_tree(_kept(part), part.folder, self._before[part.name])
            if restored:
                self._before[part.name] = signatures(part.folder)
            changed = changed or restored
        return changed

    def is_changed(self) -> bool:
        """Whether the copies hold something else than in the beginning."""
        return any(state_digest(part.folder) != state_digest(_kept(part)) for part in self.parts)

    def close(self) -> None:
        """Take the copies away and let others use the places."""
        if self._locks:
            for part in self.parts:
                _clear(part.folder)
                _clear(_kept(part))
        for handle in self._locks:
            os.close(handle)
        self._locks = []


def _kept(part: StatePart) -> Path:
    """The copy that nobody works on."""
    return ROOT / f".{part.name}.kept"


def _clear(folder: Path) -> None:
    if folder.is_symlink() or folder.is_file():
        folder.unlink()
        return
    if folder.exists():
        for path in walk(folder):
            if path.is_dir() and not path.is_symlink():
                with suppress(OSError):
                    path.chmod(stat.S_IRWXU)
        shutil.rmtree(folder)


def _make_root() -> None:
    """The folder of all places, for its owner alone; UsageError where somebody else has it."""
    with suppress(FileExistsError):
        ROOT.mkdir(mode=0o700)
    found = ROOT.lstat()
    if not stat.S_ISDIR(found.st_mode) or found.st_uid != os.getuid() or found.st_mode & 0o077:
        raise UsageError.named("state.place", place=ROOT)


def _lock(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600)
    until = time.monotonic() + _PATIENCE
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return handle
        except BlockingIOError:
            if time.monotonic() > until:
                os.close(handle)
                place = path.parent / path.name[1:].removesuffix(".lock")
                raise RunLockedError.named("state.locked", place=place) from None
            time.sleep(0.1)


def _expect_size(original: Path) -> None:
    """UsageError for what is too large to be copied for every conversation."""
    size = 0
    for files, path in enumerate(walk(original) if original.is_dir() else [original], 1):
        size += path.lstat().st_size
        if files > _MOST_FILES or size > _MOST_BYTES:
            raise UsageError.named("state.too_large", path=original)
