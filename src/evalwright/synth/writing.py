"""Writing a made data set: rows as they are accepted, the manifest last, nothing that looks whole before it is."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.data import dumps, dumps_pretty, write_atomic
from evalwright.errors import UsageError

from .checks import row_digest

FILES = {"train": "train.jsonl", "valid": "valid.jsonl"}
TWINS = "negatives.jsonl"
MANIFEST = "manifest.json"


class RowFile:
    """One file of rows on its way, with what the manifest says of it."""

    def __init__(self, stream: BinaryIO) -> None:
        self._stream = stream
        self._hash = hashlib.sha256()
        self._digests: list[str] = []

    def write(self, record: dict[str, Any]) -> None:
        """Add one row."""
        line = dumps(record) + b"\n"
        self._stream.write(line)
        self._hash.update(line)
        self._digests.append(row_digest(record))

    def to_dict(self) -> dict[str, Any]:
        """What the manifest holds of this file."""
        return {"sha256": self._hash.hexdigest(), "rows": len(self._digests), "digests": self._digests}


@contextmanager
def open_rows(out: Path, *, twins: bool) -> Iterator[dict[str, RowFile]]:
    """The files of a data set; they appear under their names together, when all went well."""
    check_place(out)
    names = FILES | ({"twins": TWINS} if twins else {})
    with ExitStack() as stack:
        yield {key: RowFile(stack.enter_context(write_atomic(out / name))) for key, name in names.items()}
        (out / MANIFEST).unlink(missing_ok=True)


def check_place(out: Path) -> None:
    """Refuse a folder that holds rows which were not made here."""
    if out.exists() and not out.is_dir():
        raise UsageError(f"{out} is a file", cure="Name a folder with -o")
    strangers = [name for name in FILES.values() if (out / name).exists()]
    if strangers and not (out / MANIFEST).exists():
        raise UsageError(
            f"{out / strangers[0]} was not written by synth: there is no {MANIFEST} beside it",
            cure="Name another folder with -o, or move the file away",
        )


def write_manifest(out: Path, manifest: dict[str, Any]) -> None:
    """The manifest: once it is there, the data set is whole."""
    with write_atomic(out / MANIFEST) as stream:
        stream.write(dumps_pretty(manifest))
