"""Writing files so that nothing partial is left behind that looks whole."""

from __future__ import annotations

import shutil
import sys
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import IO, BinaryIO

from evalwright.errors import StorageError, UsageError

from .atomic_write import Replacement, folder_made, sweep
from .ledger import note_written
from .outputs import check_write
from .remote import is_address, local_copy


@contextmanager
def write_atomic(path: str | Path) -> Iterator[BinaryIO]:
    """A binary file that appears under its name only when the block ends well (`-`: standard output, likewise).

    A kill leaves the old file or the new one, and nothing beside it. The ledger remembers what was written.
    """
    if str(path) == "-":
        with tempfile.TemporaryFile() as spool:
            yield spool
            spool.seek(0)
            shutil.copyfileobj(spool, sys.stdout.buffer)
            sys.stdout.buffer.flush()
        return
    target = Path(path)
    if target.exists() and not target.is_file() and not target.is_dir():
        check_write(target)
        yield from _into_device(target)
        return
    with _replacement(target) as made:
        try:
            yield made.stream
            # Before it has its name: whatever a kill leaves there, the old file or the new one, is known as ours.
            note_written(target, made.settle())
            made.publish()
        except OSError as error:
            raise StorageError.named("files.not_written", path=target, strerror=error.strerror) from error


@contextmanager
def write_together(*paths: Path) -> Iterator[list[BinaryIO]]:
    """Binary files that get their names together, when the block ends well; the last one proves that all are whole.

    All are on the disk and known to the ledger before the first has its name. The last one goes before that moment and
    comes back after it: where a kill falls between, the others have no proof beside them, and may be written again.
    """
    with ExitStack() as stack:
        if any(path.exists() and not path.is_file() and not path.is_dir() for path in paths):
            yield [stack.enter_context(write_atomic(path)) for path in reversed(paths)][::-1]
            return
        made = [stack.enter_context(_replacement(path)) for path in paths]
        try:
            yield [each.stream for each in made]
            for path, each in zip(paths, made, strict=True):
                note_written(path, each.settle())
            paths[-1].unlink(missing_ok=True)
            for each in made:
                each.publish()
        except OSError as error:
            raise StorageError.named("files.not_written", path=paths[-1].parent, strerror=error.strerror) from error


@contextmanager
def _replacement(target: Path) -> Iterator[Replacement]:
    check_write(target)
    with _in_its_folder(target), _open_replacement(target) as made:
        yield made


def _into_device(target: Path) -> Iterator[BinaryIO]:
    """A device or a pipe is written to: a file put in its place would take it away."""
    with tempfile.TemporaryFile() as spool:
        yield spool
        spool.seek(0)
        try:
            with target.open("wb") as stream:
                shutil.copyfileobj(spool, stream)
        except OSError as error:
            raise StorageError.named("files.not_written", path=target, strerror=error.strerror) from error


@contextmanager
def _in_its_folder(target: Path) -> Iterator[None]:
    if target.is_dir():
        raise UsageError.named("files.directory", path=target)
    with ExitStack() as stack:
        try:
            stack.enter_context(folder_made(target.parent))
        except OSError as error:
            raise UsageError.named("files.not_made", path=target.parent, strerror=error.strerror) from None
        yield


@contextmanager
def _open_replacement(target: Path) -> Iterator[Replacement]:
    sweep(target)
    try:
        made = Replacement(target)
    except OSError as error:
        raise UsageError.named("files.not_written", path=target, strerror=error.strerror) from None
    try:
        yield made
    finally:
        made.close()


@contextmanager
def as_file(path: str | Path) -> Iterator[Path]:
    """A path that can be read more than once: standard input (`-`) is first copied to a temporary file.

    That file has no name, where the system allows to open such a one again (Linux), so that a kill leaves nothing.
    """
    if str(path) != "-":
        yield local_copy(path) if isinstance(path, str) and is_address(path) else Path(path)
        return
    with tempfile.TemporaryFile() as spool:
        nameless = Path(f"/proc/self/fd/{spool.fileno()}")
        if nameless.exists():
            _copy_stdin(spool)
            yield nameless
            return
    with tempfile.NamedTemporaryFile(suffix=".jsonl") as named:
        _copy_stdin(named)
        yield Path(named.name)


def _copy_stdin(spool: IO[bytes]) -> None:
    shutil.copyfileobj(sys.stdin.buffer, spool)
    spool.flush()
