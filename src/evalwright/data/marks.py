"""What people say of items when they look at answers: also right, gold wrong, unfair. A file of such marks, by line.

A mark names its item by id and by a digest of what was asked and expected: one whose item has changed since is not
used. A file flows in, strictly read; what it says is put on records before they are graded, and nothing of it decides
what a model is asked. The file is small and written whole, under a lock, so that it is never half there.
"""

from __future__ import annotations

import fcntl
import hashlib
import os
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NotRequired, TypedDict

from evalwright.chat import JsonError, JsonObject, loads_line
from evalwright.errors import InputError, StorageError
from evalwright.text import Sentence, listed, phrase

from .encode import dumps, dumps_canonical
from .files import write_atomic
from .items import unwrap
from .outputs import declare_outputs

MARKS_FILE = "marks.jsonl"
MARK_KINDS = ("also_right", "gold_wrong", "unfair")
LONGEST_WHY = 2_000
_LARGEST = 64 << 20
_MOST_ACCEPTABLE = 20
_SHOWN = 5
_HEX = frozenset("0123456789abcdef")


class Mark(TypedDict):
    """One line: what somebody says of an item, or of an answer to it."""

    item: str
    digest: str
    """Of the messages, the tools and the expected output of the item."""
    mark: str
    """One of `MARK_KINDS`."""
    why: str
    tool_calls: NotRequired[list[JsonObject]]
    """Of `also_right`: the calls of the answer; none where it is in words."""


class MarksDocument(TypedDict):
    """A file of marks as runs keep it in their configuration."""

    file: str
    sha256: str
    marks: list[Mark]


def item_digest(record: Any) -> str:
    """What tells whether an item is still the one that was marked."""
    told = unwrap(record)
    parts = [told.get(name) for name in ("messages", "tools", "expected_output")] if isinstance(told, dict) else [told]
    return hashlib.sha256(dumps_canonical(parts)).hexdigest()


def read_marks(path: Path) -> MarksDocument:
    """The marks of a file; InputError with the line that is none."""
    try:
        if path.stat().st_size > _LARGEST:
            raise InputError.named("marks.too_large", path=path, most=_LARGEST >> 20)
        raw = path.read_bytes()
    except OSError as error:
        raise InputError.named("marks.unreadable", path=path, strerror=error.strerror) from None
    marks = [_read_mark(line, path, number) for number, line in enumerate(raw.split(b"\n"), 1) if line.strip()]
    return {"file": path.name, "sha256": hashlib.sha256(raw).hexdigest(), "marks": marks}


def _read_mark(line: bytes, path: Path, number: int) -> Mark:
    try:
        value = loads_line(line)
    except (JsonError, UnicodeDecodeError):
        raise InputError.named("marks.no_mark", path=path, line=number, problem=phrase("marks.not_json")) from None
    problem = mark_problem(value)
    if problem is not None:
        raise InputError.named("marks.no_mark", path=path, line=number, problem=problem)
    made: Mark = {name: value[name] for name in Mark.__annotations__ if name in value}  # type: ignore[assignment]
    return made


def mark_problem(value: Any) -> Sentence | None:
    """Why this is no mark; None where it is one."""
    if not isinstance(value, dict) or value.get("mark") not in MARK_KINDS:
        return phrase("marks.kind", kinds=listed(MARK_KINDS))
    if not isinstance(value.get("item"), str) or not _is_digest(value.get("digest")):
        return phrase("marks.names_item")
    if not isinstance(value.get("why"), str) or len(value["why"]) > LONGEST_WHY:
        return phrase("marks.why_text", most=LONGEST_WHY)
    calls = value.get("tool_calls")
    if (value["mark"] == "also_right") != isinstance(calls, list) or not all(isinstance(c, dict) for c in calls or ()):
        return phrase("marks.calls")
    return None


def _is_digest(value: Any) -> bool:
    return isinstance(value, str) and len(value) == 64 and set(value) <= _HEX


def same_mark(one: Mark, other: Mark) -> bool:
    """Whether two marks say the same of the same, whatever reason they give."""
    return _mark_key(one) == _mark_key(other)


def _mark_key(mark: Mark) -> bytes:
    return dumps_canonical([mark["item"], mark["digest"], mark["mark"], mark.get("tool_calls")])


def write_mark(path: Path, mark: Mark, *, withdrawn: bool = False) -> None:
    """Put a mark into a file, in place of one that says the same, or take it out; StorageError where that fails."""
    try:
        with _folder_lock(path.parent):
            if path.is_symlink() or (path.exists() and not path.is_file()):
                raise StorageError.named("marks.no_file", path=path)
            there = read_marks(path)["marks"] if path.exists() else []
            kept = [each for each in there if not same_mark(each, mark)]
            declare_outputs(folders=[path.parent])  # what stands in the file is kept, whoever wrote it
            with write_atomic(path) as out:
                for each in [*kept, *([] if withdrawn else [mark])]:
                    out.write(dumps(each) + b"\n")
    except OSError as error:
        raise StorageError.named("marks.not_written", path=path, strerror=error.strerror or str(error)) from None


@contextmanager
def _folder_lock(folder: Path) -> Iterator[None]:
    """One writer at a time; the lock is the folder's own, so that nothing is left behind."""
    handle = os.open(folder, os.O_RDONLY | os.O_DIRECTORY | os.O_CLOEXEC)
    try:
        fcntl.flock(handle, fcntl.LOCK_EX)
        yield
    finally:
        os.close(handle)


@dataclass(slots=True)
class Marks:
    """The marks of a file on their way to the items of one data file, and what became of them."""

    file: str
    by_item: Mapping[str, Sequence[Mark]]
    _used: dict[str, Counter[str]] = field(default_factory=dict)
    """By item, the marks that were used."""
    _changed: dict[str, int] = field(default_factory=dict)
    """By item, the marks that were not, since the item is another now."""

    @classmethod
    def of(cls, document: Mapping[str, Any]) -> Marks:
        """Those of a document that `read_marks` gave, or that a run kept."""
        by_item: dict[str, list[Mark]] = {}
        for mark in document.get("marks") or ():
            if mark_problem(mark) is None:
                by_item.setdefault(mark["item"], []).append(mark)
        return cls(str(document.get("file") or MARKS_FILE), by_item)

    def applied(self, record: Any, identifier: str) -> Any:
        """The record with what its marks say."""
        marks = self.by_item.get(identifier)
        if not marks or not isinstance(record, dict):
            return record
        digest = item_digest(record)
        own = [mark for mark in marks if mark["digest"] == digest]
        if len(own) < len(marks):
            self._changed[identifier] = len(marks) - len(own)
        if own:
            self._used[identifier] = Counter(mark["mark"] for mark in own)
        return _marked(record, own)

    def merge(self, later: Marks) -> None:
        """Take in what became of the marks of the next items."""
        self._used.update(later._used)
        self._changed.update(later._changed)

    def notes(self) -> list[Sentence]:
        """What a reader of the scores must know: which marks were used, and which were not, and why."""
        used: Counter[str] = sum(self._used.values(), Counter())
        told = [phrase("marks.used", file=self.file, num=used.total(), **{kind: used[kind] for kind in MARK_KINDS})]
        if self._changed:
            shown = listed(list(self._changed)[:_SHOWN])
            told.append(phrase("marks.changed", file=self.file, num=sum(self._changed.values()), ids=shown))
        met = self._used.keys() | self._changed.keys()
        if absent := sum(len(marks) for item, marks in self.by_item.items() if item not in met):
            told.append(phrase("marks.absent", file=self.file, num=absent))
        return told


def _marked(record: JsonObject, marks: Sequence[Mark]) -> JsonObject:
    """A record with other right answers, and with why it is unfair."""
    right = [
        {"tool_calls": mark["tool_calls"], "why": str(phrase("marks.right_too", why=mark["why"] or "-"))}
        for mark in marks
        if mark["mark"] == "also_right"
    ]
    unfair = [
        str(phrase(f"marks.doubt.{mark['mark']}", why=mark["why"] or "-"))
        for mark in marks
        if mark["mark"] != "also_right"
    ]
    made = dict(record)
    if right:
        known = record.get("acceptable")
        made["acceptable"] = [*right, *(known if isinstance(known, list) else ())][:_MOST_ACCEPTABLE]
    if unfair:
        made["unfair"] = "; ".join(unfair)
    return made
