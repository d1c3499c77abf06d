"""A temporary file without a name, read and written at places; others read it through this process."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from pathlib import Path
from typing import IO

from evalwright.errors import StorageError

_by_value: ContextVar[bool] = ContextVar("evalwright_spill_by_value", default=False)


@contextmanager
def sent_by_value() -> Iterator[None]:
    """Files that are pickled in this block take their bytes along: for processes of other machines."""
    before = _by_value.set(True)
    try:
        yield
    finally:
        _by_value.reset(before)


class NamelessFile:
    """Bytes at places; what was never written is zero. Sent to another process, it is there to be read."""

    def __init__(self) -> None:
        import tempfile

        try:
            self._file: IO[bytes] = tempfile.TemporaryFile(buffering=0)  # noqa: SIM115 - it lives as long as this
            self._handle = self._file.fileno()
        except OSError as error:
            raise _no_room(error) from error

    def __getstate__(self) -> str | bytes:
        if not _by_value.get():
            return f"/proc/{os.getpid()}/fd/{self._handle}"
        size, step = os.fstat(self._handle).st_size, 1 << 24
        return b"".join([self.read(place, min(step, size - place)) for place in range(0, size, step)])

    def __setstate__(self, state: str | bytes) -> None:
        if isinstance(state, bytes):
            NamelessFile.__init__(self)
            self.write(0, state)
        else:
            self._file = Path(state).open("rb", buffering=0)  # noqa: SIM115 - see above
            self._handle = self._file.fileno()

    def __del__(self) -> None:
        if hasattr(self, "_file"):
            self._file.close()

    def read(self, place: int, length: int) -> bytes:
        """So many bytes from a place on; fewer where the file ends."""
        return os.pread(self._handle, length, place)

    def write(self, place: int, data: bytes | bytearray) -> None:
        """Put bytes at a place; StorageError where the disk does not take them."""
        try:
            if os.pwrite(self._handle, data, place) != len(data):
                self._write_rest(place, data)
        except OSError as error:
            raise _no_room(error) from error

    def _write_rest(self, place: int, data: bytes | bytearray) -> None:
        """Again from the beginning, piece by piece: a disk that is nearly full takes some bytes before it refuses."""
        left = memoryview(data)
        while left:
            written = os.pwrite(self._handle, left, place)
            left, place = left[written:], place + written


def _no_room(error: OSError) -> StorageError:
    import tempfile

    return StorageError.named("spill.no_room", path=tempfile.gettempdir(), strerror=error.strerror or str(error))
