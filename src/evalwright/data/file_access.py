"""Opening a file for reading, and saying what is wrong with its path where it cannot be."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO

from evalwright.errors import InputError
from evalwright.text import phrase

from .remote import address_of

OPEN_FILES = "/proc/self/fd/"
"""Where the copy of standard input is opened again."""


def label_of(path: str | Path) -> str:
    """How a path is called in messages."""
    address = address_of(path)
    if address is not None:
        return address
    return "<stdin>" if str(path) == "-" or str(path).startswith(OPEN_FILES) else str(path)


@contextmanager
def open_binary(path: str | Path) -> Iterator[BinaryIO]:
    """The file's bytes (`-`: standard input), or an InputError that says what is wrong with the path."""
    if str(path) == "-":
        yield sys.stdin.buffer
        return
    try:
        stream = Path(path).open("rb")  # noqa: SIM115 - closed below; opening alone is what may fail
    except FileNotFoundError:
        raise InputError.named("data.no_file", path=path, cure=_nearby(Path(path))) from None
    except IsADirectoryError:
        raise InputError.named("data.directory", path=path, cure=_inside(Path(path))) from None
    except OSError as error:
        raise InputError.named("data.not_opened", path=path, strerror=error.strerror) from None
    with stream:
        yield stream


def _nearby(path: Path) -> str:
    """A hint at the file that was probably meant."""
    import difflib

    folder = path.parent
    if not folder.is_dir():
        return phrase("cures.no_folder", folder=folder)
    close = difflib.get_close_matches(path.name, sorted(entry.name for entry in folder.iterdir())[:1000], n=1)
    return phrase("cures.near_file", folder=folder / close[0]) if close else phrase("cures.check_the_path")


def _inside(path: Path) -> str:
    names = sorted(path.glob("*.jsonl"))
    return phrase("cures.file_inside", names=names[0]) if names else phrase("cures.jsonl_file")
