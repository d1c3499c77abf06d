"""A file on its way to its name: it has no name while it is written, so that a kill leaves nothing behind.

Where the system offers it (Linux), the file is nameless until it is whole. Elsewhere, and for the moment in which a
name changes hands, it has a name of its own and a kernel lock; the next write in the same folder removes such a file
once its writer is gone. All is hashed on its way (`hashed_file`), so that what was written can be known again.
"""

from __future__ import annotations

import fcntl
import hashlib
import io
import os
import re
import secrets
import stat
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, BinaryIO, cast

from .hashed_file import HashedFile

_BUFFER = 1 << 18
"""Rows are often longer than the usual eight kilobytes, and would be written one by one."""
_NAME_BYTES = 150
_TEMPORARY = re.compile(r"\..+\.\d+-[0-9a-f]{8}\.tmp")
_REMEMBERED = 256
_TICK = 20_000_000
"""Nanoseconds after which a file that changes again has another date: clocks of file systems tick every few
milliseconds."""
FileState = tuple[int, int, int, int, int]
"""Device, inode, size and dates."""
_HASHES: dict[FileState, str] = {}
_swept: set[tuple[int, int]] = set()


class Replacement:
    """The new content of a file, and the way to its name."""

    def __init__(self, target: Path) -> None:
        self._target = target
        self._temporary: Path | None = None
        self.raw = HashedFile(self._open_temporary())
        self.stream = cast(BinaryIO, io.BufferedWriter(self.raw, _BUFFER))

    def settle(self) -> str:
        """Put the content on the disk; returns the digest of its blocks."""
        self.stream.flush()
        os.fsync(self.raw.fileno())
        return self.raw.digest()

    def publish(self) -> None:
        """Give it its name, in the place of what had it."""
        if self._temporary is None:
            self._temporary = _temporary_name(self._target)
            _link(self.raw.fileno(), self._temporary)
        self._temporary.replace(self._target)
        sync_directory(self._target.parent)

    def close(self) -> None:
        """Let go of it; what was not published is gone."""
        with suppress(OSError):
            self.stream.close()
        if self._temporary is not None:
            with suppress(OSError):
                self._temporary.unlink()

    def _open_temporary(self) -> int:
        handle = _nameless(self._target.parent)
        if handle is not None:
            return handle
        self._temporary = _temporary_name(self._target)
        return _locked(self._temporary)


@contextmanager
def folder_made(folder: Path) -> Iterator[None]:
    """The folder, made where it is missing; those made are taken away again where the block fails."""
    missing = [each for each in (folder, *folder.parents) if not each.exists()]
    folder.mkdir(parents=True, exist_ok=True)
    try:
        yield
    except BaseException:
        with suppress(OSError):
            for each in missing:
                each.rmdir()
        raise


def sha256_of(path: Path) -> str:
    """The hash of a file's bytes, remembered as long as the file stays what it is: a run asks for it several times."""
    with path.open("rb") as stream:
        state = settled_state(stream)
        known = _HASHES.get(state) if state is not None else None
        if known is None:
            known = hashlib.file_digest(stream, "sha256").hexdigest()
            if state is not None:
                if len(_HASHES) >= _REMEMBERED:
                    _HASHES.clear()
                _HASHES[state] = known
        return known


def settled_state(stream: BinaryIO) -> FileState | None:
    """Device, inode, size and dates of a file, which stay as long as it stays what it is; None where it is no regular
    file, or so young that it may change without another date."""
    state = os.fstat(stream.fileno())
    is_old = time.time_ns() - state.st_ctime_ns > _TICK
    if not is_old or not stat.S_ISREG(state.st_mode):
        return None
    return state.st_dev, state.st_ino, state.st_size, state.st_mtime_ns, state.st_ctime_ns


def sync_directory(path: Path) -> None:
    """Make a rename or a new file in this directory survive a power cut."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sweep(target: Path) -> None:
    """Remove what writers that were killed left in the target's folder; once in the life of a process is enough."""
    with suppress(OSError):
        known = target.parent.stat()
        if (known.st_dev, known.st_ino) in _swept:
            return
        _swept.add((known.st_dev, known.st_ino))
        for entry in os.scandir(target.parent):
            if entry.name.endswith(".tmp") and entry.is_file(follow_symlinks=False):
                _sweep_one(Path(entry.path), target)


def _sweep_one(path: Path, target: Path) -> None:
    with suppress(OSError):
        if _TEMPORARY.fullmatch(path.name):
            _remove_unlocked(path)
        elif earlier := re.fullmatch(rf"\.{re.escape(target.name[:100])}\.(\d+)\.tmp", path.name):
            _remove_of_dead(path, int(earlier[1]))


def _remove_of_dead(path: Path, process: int) -> None:
    """Remove a file of an earlier version, which has no lock but the number of its writer."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        path.unlink()


def _remove_unlocked(path: Path) -> None:
    """Remove a file whose writer is dead: nobody holds its lock."""
    handle = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
        path.unlink()
    finally:
        os.close(handle)


def _temporary_name(target: Path) -> Path:
    short = os.fsdecode(os.fsencode(target.name)[:_NAME_BYTES])
    return target.with_name(f".{short}.{os.getpid()}-{secrets.token_hex(4)}.tmp")


def _nameless(folder: Path) -> int | None:
    """A file without a name in this folder, or None where the system has none."""
    flag: Any = getattr(os, "O_TMPFILE", None)
    if flag is None:
        return None
    try:
        handle = os.open(folder, flag | os.O_RDWR | os.O_CLOEXEC, 0o666)
    except OSError:  # a file system without them; what is really wrong is said when a named file is tried
        return None
    if not os.path.exists(f"/proc/self/fd/{handle}"):  # noqa: PTH110 - the only way to give it a name
        os.close(handle)
        return None
    _lock(handle)
    return handle


def _link(handle: int, name: Path) -> None:
    """Give a nameless file a name."""
    folder = os.open(name.parent, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.link(f"/proc/self/fd/{handle}", name.name, dst_dir_fd=folder, follow_symlinks=True)
    finally:
        os.close(folder)


def _locked(path: Path) -> int:
    handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o666)
    _lock(handle)
    if not os.fstat(handle).st_nlink:  # swept away in the moment before the lock
        os.close(handle)
        return _locked(path)
    return handle


def _lock(handle: int) -> None:
    with suppress(OSError):  # a file system without locks: then nothing is swept there either
        fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
