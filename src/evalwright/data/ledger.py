"""What was written here before: a small file of digests in the user's state folder.

One line for every file that was written: a hash of its path and the digest of its blocks (`hashed_file`). A file whose
path and bytes stand there is ours and unchanged, and may be replaced without a question. Lines are only ever added;
when there are too many, the older half is dropped. Where the folder cannot be used nothing is known, and nothing fails.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from .atomic_write import Replacement

MAX_BYTES = 2_000_000
_NAME = "written"
_LOCK_SECONDS = 0.5


def state_folder() -> Path | None:
    """Where this user's state is kept: EVALWRIGHT_STATE, else under XDG_STATE_HOME, else ~/.local/state."""
    own = os.environ.get("EVALWRIGHT_STATE")
    if own:
        return Path(own)
    shared = os.environ.get("XDG_STATE_HOME")
    if shared and Path(shared).is_absolute():
        return Path(shared) / "evalwright"
    try:
        return Path.home() / ".local" / "state" / "evalwright"
    except RuntimeError:  # a user without a home
        return None


def note_written(path: Path, digest: str) -> None:
    """Remember that these bytes were written to this path."""
    folder = state_folder()
    if folder is None:
        return
    with suppress(OSError):
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        with _appending(folder / _NAME) as handle:
            size = os.fstat(handle).st_size
            torn = size and os.pread(handle, 1, size - 1) != b"\n"
            os.write(handle, (b"\n" if torn else b"") + _ledger_line(path, digest))
            if size > MAX_BYTES:
                _compact(folder / _NAME)


def was_written(path: Path, digest: str) -> bool:
    """Whether these bytes are what was written to this path."""
    folder = state_folder()
    try:
        return folder is not None and _ledger_line(path, digest) in (folder / _NAME).read_bytes()
    except OSError:
        return False


def _ledger_line(path: Path, digest: str) -> bytes:
    # The folder's links are followed, the file's own is not: it is the name that is replaced.
    place = os.path.join(os.path.realpath(path.parent), path.name)  # noqa: PTH118 - names that are not text
    return f"{hashlib.sha256(os.fsencode(place)).hexdigest()[:32]} {digest}\n".encode()


@contextmanager
def _appending(path: Path) -> Iterator[int]:
    """The file, open for adding to, and locked unless somebody holds it for long: a line may then be lost."""
    until = time.monotonic() + _LOCK_SECONDS
    while True:
        handle = os.open(path, os.O_RDWR | os.O_APPEND | os.O_CREAT | os.O_CLOEXEC, 0o600)
        try:
            locked = _lock_before(handle, until)
            # A file that was compacted in the meantime has lost its name: what is added to it is lost.
            if not locked or os.fstat(handle).st_nlink:
                yield handle
                return
        finally:
            os.close(handle)


def _lock_before(handle: int, until: float) -> bool:
    while True:
        try:
            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
            return True
        except BlockingIOError:
            if time.monotonic() > until:
                return False
            time.sleep(0.005)


def _compact(path: Path) -> None:
    """Keep the newest half, each line once."""
    lines = list(dict.fromkeys(reversed(path.read_bytes().splitlines(keepends=True))))
    kept, size = [], 0
    for line in lines:
        size += len(line)
        if size > MAX_BYTES // 2:
            break
        kept.append(line)
    made = Replacement(path)
    try:
        made.stream.write(b"".join(reversed(kept)))
        made.stream.flush()
        os.fchmod(made.raw.fileno(), 0o600)
        made.publish()
    finally:
        made.close()
