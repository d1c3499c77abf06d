"""A file that knows the digest of what it holds when it is written, whoever wrote it.

The digest is that of the digests of its blocks, so that several workers can make it, each of what it wrote. Blocks that
nobody wrote whole are read again at the end. `digest_of_blocks` gives the same of a file that lies there.
"""

from __future__ import annotations

import hashlib
import io
import os
from pathlib import Path
from typing import TYPE_CHECKING

from evalwright.executor import BLOCK_BYTES

if TYPE_CHECKING:
    from _typeshed import ReadableBuffer

_DIGEST_BYTES = 32


class HashedFile(io.FileIO):
    """Bytes hashed as they are written; what is overwritten is hashed again."""

    def __init__(self, handle: int) -> None:
        super().__init__(handle, "rb+")
        self._place = 0
        self._begin_blocks()

    def _begin_blocks(self) -> None:
        self._blocks: dict[int, bytes] = {}
        """Digests by the number of the block."""
        self._last, self._hashed = hashlib.sha256(), 0
        """Of the block that is being written: what is hashed of it, and up to where in the file."""
        self._waiting: set[tuple[int, int]] = set()
        """Places that others will fill."""

    def write(self, data: ReadableBuffer, /) -> int:
        written = super().write(data)
        self._hash(memoryview(data).cast("B")[:written])
        self._place += written
        return written

    def _hash(self, data: memoryview) -> None:
        start, place = 0, self._place
        self._forget(place, place + len(data))
        if place != self._hashed:
            start = -place % BLOCK_BYTES
            self._last, self._hashed = hashlib.sha256(), place + start
        while start < len(data):
            end = min(len(data), start + BLOCK_BYTES - self._hashed % BLOCK_BYTES)
            self._last.update(data[start:end])
            self._hashed += end - start
            if self._hashed % BLOCK_BYTES == 0:
                self._blocks[self._hashed // BLOCK_BYTES - 1] = self._last.digest()
                self._last = hashlib.sha256()
            start = end

    def _forget(self, start: int, end: int) -> None:
        """Blocks that change are hashed again."""
        if self._blocks:
            for number in range(start // BLOCK_BYTES, -(-end // BLOCK_BYTES)):
                self._blocks.pop(number, None)

    def seek(self, offset: int, whence: int = 0, /) -> int:
        self._place = super().seek(offset, whence)
        return self._place

    def truncate(self, size: int | None = None, /) -> int:
        self._begin_blocks()
        self._hashed = -1  # what is left of it was hashed, and is not known any more
        return super().truncate(size)

    def reserve(self, start: int, end: int) -> None:
        """Another process will write these bytes."""
        self._waiting.add((start, end))

    def fill(self, start: int, end: int, digests: bytes) -> None:
        """It has; the digests of the blocks that lie wholly in them."""
        self._waiting.discard((start, end))
        self._forget(start, end)
        first = -(-start // BLOCK_BYTES)
        for number, at in enumerate(range(0, len(digests), _DIGEST_BYTES), first):
            self._blocks[number] = digests[at : at + _DIGEST_BYTES]

    def digest(self) -> str:
        """The digest of all that the file holds."""
        if self._waiting:
            raise RuntimeError(f"{len(self._waiting)} pieces of a file were never written")
        return _digest_of(self.fileno(), self._blocks)


def digest_of_blocks(path: Path) -> str:
    """The digest of a file's bytes."""
    with path.open("rb") as stream:
        return _digest_of(stream.fileno(), {})


def _digest_of(handle: int, known: dict[int, bytes]) -> str:
    whole = hashlib.sha256()
    for number in range(-(-os.fstat(handle).st_size // BLOCK_BYTES)):
        block = known.get(number)
        if block is None:
            block = hashlib.sha256(os.pread(handle, BLOCK_BYTES, number * BLOCK_BYTES)).digest()
        whole.update(block)
    return whole.hexdigest()
