"""Files by address (`s3://`, `gs://`, `https://`, ...), through fsspec (extra `remote`).

A file that is read is first copied to this machine, once for each process, under its own name: all that reads files
reads the copy. In messages and in what is written it is called by its address, without what may be a key. Keys stand
in the environment or in the files of each service, where fsspec finds them; they are never asked for here.
"""

from __future__ import annotations

import os
import tempfile
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from evalwright.errors import InputError, StorageError, UsageError
from evalwright.lazy import late_pattern
from evalwright.secrecy import Secret, shown_address

_ADDRESS = late_pattern(r"[A-Za-z][A-Za-z0-9+.\-]+://\S+")
_KEYS = ("AWS_SECRET_ACCESS_KEY", "AWS_SESSION_TOKEN", "AZURE_STORAGE_KEY", "AZURE_STORAGE_CONNECTION_STRING")
_NAME = late_pattern(r"[^A-Za-z0-9._-]")
_copies: dict[str, str] = {}
"""By the path of a copy: the address that it is of."""


def is_address(text: str | Path) -> bool:
    """Whether this is the address of a file and no path."""
    return isinstance(text, str) and _ADDRESS.fullmatch(text) is not None


def address_of(path: str | Path) -> str | None:
    """The address that a copy on this machine is of, fit to be shown; None of every other path."""
    found = _copies.get(str(path))
    return None if found is None else shown_address(found)


def local_copy(address: str) -> Path:
    """The file behind an address, copied here; InputError where it cannot be had."""
    return _copied(address)


@cache
def _copied(address: str) -> Path:
    folder = Path(tempfile.mkdtemp(dir=_copies_folder().name))
    path = folder / (_NAME.sub("_", address.partition("?")[0].rstrip("/").rpartition("/")[2]) or "data")
    file_system, place = _opened_system(address)
    try:
        file_system.get_file(place, str(path))
    except FileNotFoundError:
        raise InputError.named("data.remote_missing", path=shown_address(address)) from None
    except Exception as error:  # whatever the service's own library raises
        raise InputError.named("data.remote_failed", path=shown_address(address), error=_described(error)) from None
    _copies[str(path)] = address
    return path


@cache
def _copies_folder() -> tempfile.TemporaryDirectory[str]:
    return tempfile.TemporaryDirectory(prefix="evalwright-")


def check_address(address: str) -> None:
    """Refuse what cannot be written to, before there is anything to write."""
    _opened_system(address)


def copy_folder(folder: Path, address: str, files: Sequence[Path]) -> None:
    """Copy files of a folder to the same places under an address, in this order; StorageError where one is refused."""
    file_system, place = _opened_system(address)
    try:
        for file in files:
            target = f"{place.rstrip('/')}/{file.relative_to(folder).as_posix()}"
            file_system.makedirs(target.rpartition("/")[0], exist_ok=True)
            file_system.put_file(str(file), target)
    except Exception as error:  # see above
        raise StorageError.named("data.remote_refused", path=shown_address(address), error=_described(error)) from None


def _opened_system(address: str) -> tuple[Any, str]:
    """The file system of an address, and the place in it."""
    try:
        from fsspec.core import url_to_fs
    except ImportError:
        raise UsageError.named("data.no_remote", path=shown_address(address)) from None
    for name in _KEYS:
        if os.environ.get(name):
            Secret(os.environ[name], name)
    try:
        file_system, place = url_to_fs(address)
    except (ImportError, ValueError) as error:
        raise UsageError.named("data.remote_kind", path=shown_address(address), error=_described(error)) from None
    return file_system, str(place)


def _described(error: Exception) -> str:
    return shown_address(f"{type(error).__name__}: {error}"[:300])
