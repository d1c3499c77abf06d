"""Everything the server knows, on disk: one folder an object, known by a random id that never changes.

A document and what belongs to it flow in and get their name together, by one rename, so that a kill leaves an object
whole or not at all. Only heads (id, order, a few words) are in memory; documents are read when they are asked for.
An id from a client is looked up among the heads and never joined to a path before that.
"""

from __future__ import annotations

import os
import secrets
import shutil
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import declare_outputs, dumps, sync_directory, write_atomic
from evalwright.errors import UsageError

DOCUMENT = "object.json"
MARK = "serve.json"
"""The file by which a directory of ours is known."""
_HALF = ".new-"
_GONE = ".gone-"
_HEAD_FIELDS = ("eval_id", "status", "made_by", "purpose")


@dataclass(frozen=True, slots=True)
class Head:
    """What is known of an object without reading it."""

    id: str
    number: int
    """The order in which objects were made."""
    created_at: int
    updated_at: float
    eval_id: str = ""
    status: str = ""
    made_by: str = ""
    """A digest of the request that made it, so that a repeated one finds it again."""
    purpose: str = ""


class Shelf:
    """The objects of one kind. Safe to use from several threads."""

    def __init__(self, folder: Path, prefix: str) -> None:
        self.folder = folder
        self._prefix = prefix
        self._lock = threading.RLock()
        self._heads: dict[str, Head] = {}
        self._number = 0
        folder.mkdir(mode=0o700, exist_ok=True)
        self._load()

    def _load(self) -> None:
        found = []
        for entry in sorted(self.folder.iterdir()):
            if entry.name.startswith((_HALF, _GONE)):
                shutil.rmtree(entry, ignore_errors=True)
            elif (document := _read_document(entry / DOCUMENT)) is not None:
                found.append(_head_of(document))
        for head in sorted(found, key=lambda each: each.number):
            self._heads[head.id] = head
            self._number = head.number + 1

    def __len__(self) -> int:
        return len(self._heads)

    def heads(self, *, eval_id: str | None = None, status: str | None = None) -> list[Head]:
        """The heads in the order in which their objects were made."""
        with self._lock:
            found = list(self._heads.values())
        return [
            head
            for head in found
            if (eval_id is None or head.eval_id == eval_id) and (status is None or head.status == status)
        ]

    def head(self, identifier: str) -> Head | None:
        """The head of this id."""
        return self._heads.get(identifier)

    def place(self, identifier: str) -> Path:
        """The folder of an object that is there."""
        return self.folder / self._heads[identifier].id

    def get(self, identifier: str) -> JsonObject | None:
        """The document of this id."""
        head = self._heads.get(identifier)
        return None if head is None else _read_document(self.folder / head.id / DOCUMENT)

    def create(self, document: JsonObject, fill: Callable[[Path], JsonObject | None] | None = None) -> JsonObject:
        """Keep a new object under an id of its own; `fill` puts files beside its document, and may add fields."""
        identifier = self._prefix + secrets.token_hex(16)
        half = self.folder / (_HALF + identifier)
        half.mkdir(mode=0o700)
        try:
            more = fill(half) if fill is not None else None
            with self._lock:
                number, self._number = self._number, self._number + 1
            now = time.time()
            head = {"id": identifier, "number": number, "created_at": int(now), "updated_at": now}
            made = {**head, **document, **(more or {}), **head}  # in this order, and nothing takes their place
            _write_document(half / DOCUMENT, made)
            half.rename(self.folder / identifier)
        except BaseException:
            shutil.rmtree(half, ignore_errors=True)
            raise
        sync_directory(self.folder)
        with self._lock:
            self._heads[identifier] = _head_of(made)
        return made

    def change(self, identifier: str, change: Callable[[JsonObject], JsonObject | None]) -> JsonObject | None:
        """Put the changed document in the place of the old one; None where nothing has this id.

        `change` gets the document and gives the new one, or None where it stays as it is.
        """
        with self._lock:
            document = self.get(identifier)
            if document is None:
                return None
            changed = change(document)
            if changed is None:
                return document
            changed = {**changed, "updated_at": time.time()}
            _write_document(self.folder / identifier / DOCUMENT, changed)
            self._heads[identifier] = replace(_head_of(changed), number=self._heads[identifier].number)
            return changed

    def remove(self, identifier: str) -> bool:
        """Take an object away with all that belongs to it; whether it was there."""
        with self._lock:
            head = self._heads.pop(identifier, None)
            if head is None:
                return False
            gone = self.folder / (_GONE + head.id)
            (self.folder / head.id).rename(gone)
        shutil.rmtree(gone, ignore_errors=True)
        return True

    def made_by(self, digest: str, since: float) -> Head | None:
        """The object that a request with this digest made, where it is not older."""
        with self._lock:
            found = (head for head in reversed(self._heads.values()) if head.made_by == digest)
            return next((head for head in found if head.created_at >= since), None)


class Store:
    """The directory of a server: its evals, runs and files, and the run directories that people look at."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.evals = Shelf(root / "evals", "eval_")
        self.runs = Shelf(root / "runs", "evalrun_")
        self.files = Shelf(root / "files", "file-")
        self.outputs = root / "outputs"
        self.outputs.mkdir(mode=0o700, exist_ok=True)
        self._measured = (float("-inf"), 0.0, 0)
        self._drop_orphans()

    def output(self, run_id: str) -> Path:
        """The run directory of a run."""
        return self.outputs / run_id

    def used_bytes(self) -> int:
        """What lies in the directory, looked at anew every few seconds; less often where looking takes long."""
        at, took, size = self._measured
        begun = time.monotonic()
        if begun - at > max(5.0, 50 * took):
            size = sum(_sizes(self.root))
            self._measured = (begun, time.monotonic() - begun, size)
        return size

    def _drop_orphans(self) -> None:
        """Finish what a kill interrupted: a run whose eval is gone goes too, and so do the outputs of one."""
        for head in self.runs.heads():
            if self.evals.head(head.eval_id) is None:
                self.runs.remove(head.id)
        for entry in self.outputs.iterdir():
            if self.runs.head(entry.name) is None:
                shutil.rmtree(entry, ignore_errors=True)


def claim_folder(root: Path) -> None:
    """Make the directory, or take up one of ours; for its owner alone. UsageError where it holds somebody's things."""
    try:
        root.mkdir(mode=0o700, parents=True, exist_ok=True)
        if not (root / MARK).is_file() and any(entry.name != ".lock" for entry in root.iterdir()):
            raise UsageError.named("serve.foreign", path=root)
        root.chmod(0o700)
        declare_outputs(folders=[root])
        if not (root / MARK).is_file():
            with write_atomic(root / MARK) as out:
                out.write(dumps({"format": 1}) + b"\n")
    except OSError as error:
        raise UsageError.named("serve.folder", path=root, strerror=error.strerror) from None


def _read_document(path: Path) -> JsonObject | None:
    try:
        found = loads(path.read_text(encoding="utf-8"))
    except (OSError, JsonError, ValueError):
        return None
    return found if isinstance(found, dict) and isinstance(found.get("id"), str) else None


def _write_document(path: Path, document: JsonObject) -> None:
    with write_atomic(path) as out:
        out.write(dumps(document) + b"\n")


def _head_of(document: JsonObject) -> Head:
    words: dict[str, Any] = {name: str(document.get(name) or "") for name in _HEAD_FIELDS}
    return Head(
        document["id"],
        int(document.get("number") or 0),
        int(document["created_at"]),
        float(document.get("updated_at") or 0.0),
        **words,
    )


def _sizes(folder: Path) -> Iterator[int]:
    with suppress(OSError), os.scandir(folder) as listing:
        for entry in listing:
            with suppress(OSError):
                if entry.is_dir(follow_symlinks=False):
                    yield from _sizes(Path(entry.path))
                else:
                    yield entry.stat(follow_symlinks=False).st_size
