"""Writing files so that nothing partial is left behind that looks whole."""

from __future__ import annotations

import hashlib
import os
import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import BinaryIO

from evalwright.errors import StorageError, UsageError

_BUFFER = 1 << 18
"""Rows are often longer than the usual eight kilobytes, and would be written one by one."""


@contextmanager
def write_atomic(path: str | Path) -> Iterator[BinaryIO]:
    """A binary file that appears under its name only when the block ends well (`-`: standard output, likewise)."""
    if str(path) == "-":
        with tempfile.TemporaryFile() as spool:
            yield spool
            spool.seek(0)
            shutil.copyfileobj(spool, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.exists() and not target.is_file() and not target.is_dir():
        yield from _into_device(target)
        return
    temporary = _temporary_beside(target)
    try:
        with temporary.open("wb", buffering=_BUFFER) as stream:
            yield stream
            stream.flush()
            os.fsync(stream.fileno())
        temporary.replace(target)
        sync_directory(target.parent)
    except OSError as error:
        raise StorageError(f"{target}: cannot be written ({error.strerror})") from error
    finally:
        with suppress(OSError):
            temporary.unlink()


def _into_device(target: Path) -> Iterator[BinaryIO]:
    """A device or a pipe is written to: a file put in its place would take it away."""
    with tempfile.TemporaryFile() as spool:
        yield spool
        spool.seek(0)
        try:
            with target.open("wb") as stream:
                shutil.copyfileobj(spool, stream)
        except OSError as error:
            raise StorageError(f"{target}: cannot be written ({error.strerror})") from error


def _temporary_beside(target: Path) -> Path:
    if target.is_dir():
        raise UsageError(f"{target} is a directory", cure="Name a file to write to")
    try:
        target.parent.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise UsageError(f"{target.parent}: cannot be made ({error.strerror})") from None
    temporary = target.with_name(f".{target.name[:100]}.{os.getpid()}.tmp")
    try:
        temporary.touch()
    except OSError as error:
        raise UsageError(f"{target}: cannot be written ({error.strerror})") from None
    return temporary


def sync_directory(path: Path) -> None:
    """Make a rename or a new file in this directory survive a power cut."""
    handle = os.open(path, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(handle)
    finally:
        os.close(handle)


def sha256_of(path: Path) -> str:
    """The hash of a file's bytes."""
    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


@contextmanager
def as_file(path: str | Path) -> Iterator[Path]:
    """A path that can be read more than once: standard input (`-`) is first copied to a temporary file."""
    if str(path) != "-":
        yield Path(path)
        return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as spool:
        shutil.copyfileobj(sys.stdin.buffer, spool)
        spool.flush()
        yield Path(spool.name)
