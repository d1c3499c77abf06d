"""Marks of people, from the page of an item: those that are there, and the one address that writes.

What a browser sends is an item's address and a word of three; the answer that is marked, the item's digest and the
place of the file come from the run and its data, never from the request. The file lies beside the items, or where the
viewer was told at its start; it is written only where the items are the very ones that were asked.
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalwright.chat import Call, JsonError, JsonObject, loads, plain, read_call
from evalwright.data import (
    MARK_KINDS,
    MARKS_FILE,
    Mark,
    dumps,
    dumps_canonical,
    item_digest,
    read_marks,
    write_mark,
)
from evalwright.errors import EvalwrightError
from evalwright.report import Part
from evalwright.tasks import stated
from evalwright.text import localized

from .http_errors import RefusedError, not_found
from .item_answers import MarkLine, MarksOfItem
from .line_index import object_at
from .records import Record, Records
from .shorten import cut
from .stored import RunView

MARKS_ADDRESS = "/api/marks"
_LONGEST_WHY = 500
_LONGEST_KEY = 500
_SHOWN = 300
_FIELDS = {"run": str, "part": int, "key": str, "copy": int, "mark": str, "why": str, "withdraw": str}


@dataclass(frozen=True, slots=True)
class MarkWish:
    """What a page asks for: a mark on an answer, or that one is taken back."""

    run: str
    part: int
    key: str
    copy: int
    mark: str | None
    why: str
    withdraw: str | None


def read_mark_wish(body: bytes) -> MarkWish:
    """The wish in a request; RefusedError for anything else."""
    try:
        value = loads(body.decode("utf-8"))
    except (JsonError, UnicodeDecodeError):
        raise _refused() from None
    if not isinstance(value, dict) or not set(value) <= _FIELDS.keys():
        raise _refused()
    if any(type(inner) is not _FIELDS[name] for name, inner in value.items()):
        raise _refused()
    wish = MarkWish(
        value.get("run", ""),
        value.get("part", -1),
        value.get("key", ""),
        value.get("copy", 0),
        value.get("mark"),
        value.get("why", "").strip(),
        value.get("withdraw"),
    )
    one = (wish.mark is None) != (wish.withdraw is None) and (wish.mark is None or wish.mark in MARK_KINDS)
    if not one or len(wish.why) > _LONGEST_WHY or len(wish.key) > _LONGEST_KEY or not 0 <= wish.copy <= 10_000:
        raise _refused()
    return wish


def _refused() -> RefusedError:
    return RefusedError(400, localized("viewer_errors.mark_shape"))


@dataclass(frozen=True, slots=True)
class MarkBook:
    """Where marks are read and written."""

    records: Records
    token: str
    """What a page must send with a mark."""
    chosen: Path | None = None
    """The file, where the viewer was told one."""

    def of_item(self, part: Part, record: Record, identifier: str) -> MarksOfItem:
        """What the page of an item shows of its marks, and what it needs to set one."""
        path = self._path(record)
        if not stated(part.task, "of_items", False) or path is None:
            return {"can": False, "file": None, "token": None, "own": [], "outdated": 0, "problem": None}
        made: MarksOfItem = {
            "can": True,
            "file": cut(str(path), _SHOWN),
            "token": self.token,
            "own": [],
            "outdated": 0,
            "problem": None,
        }
        try:
            marks = _marks_in(path, identifier)
        except EvalwrightError as error:
            made["problem"] = str(error)
            return made
        digest = item_digest(record.value)
        made["own"] = [_mark_line(mark) for mark in marks if mark["digest"] == digest]
        made["outdated"] = len(marks) - len(made["own"])
        return made

    def carry_out(self, view: RunView, part: Part, wish: MarkWish) -> MarksOfItem:
        """Set a mark, or take one back; RefusedError where that cannot be."""
        prediction = object_at(view.places(part.predictions), wish.key, wish.copy)
        if prediction is None:
            raise not_found("item")
        identifier = str(prediction["id"])
        record = self.records.find(view.stored, part, identifier)
        path = self._path(record)
        if path is None or not stated(part.task, "of_items", False):
            raise RefusedError(409, localized("viewer_errors.mark_no_items"))
        if wish.withdraw is not None:
            self._take_back(path, identifier, wish.withdraw)
        else:
            write_mark(path, _made_mark(wish, identifier, record, prediction))
        return self.of_item(part, record, identifier)

    def _take_back(self, path: Path, identifier: str, name: str) -> None:
        for mark in _marks_in(path, identifier):
            if _mark_name(mark) == name:
                write_mark(path, mark, withdrawn=True)

    def _path(self, record: Record) -> Path | None:
        """The file of marks: beside the items that were found as they were asked."""
        if record.state != "found" or record.path is None:
            return None
        return self.chosen or record.path.parent / MARKS_FILE


def _marks_in(path: Path, identifier: str) -> list[Mark]:
    marks = read_marks(path)["marks"] if path.exists() else []
    return [mark for mark in marks if mark["item"] == identifier]


def _mark_name(mark: Mark) -> str:
    """How a mark is named when it is taken back."""
    return hashlib.sha256(dumps_canonical(mark)).hexdigest()[:24]


def _mark_line(mark: Mark) -> MarkLine:
    calls = ", ".join(_call_text(call) for call in mark.get("tool_calls", ()))
    return {"name": _mark_name(mark), "mark": mark["mark"], "why": mark["why"], "answer": cut(calls, _SHOWN)}


def _call_text(call: JsonObject) -> str:
    read = read_call(call)
    return f"{read.name}({dumps(plain(read.arguments)).decode()})" if isinstance(read, Call) else "?"


def _made_mark(wish: MarkWish, identifier: str, record: Record, prediction: JsonObject) -> Mark:
    assert wish.mark is not None
    made: Mark = {"item": identifier, "digest": item_digest(record.value), "mark": wish.mark, "why": wish.why}
    if wish.mark == "also_right":
        made["tool_calls"] = _answered_calls(prediction)
    return made


def _answered_calls(prediction: JsonObject) -> list[JsonObject]:
    """The calls of an answer, as they were read; none where it is in words."""
    sample: Any = prediction.get("sample")
    given = sample.get("output_tools") if isinstance(sample, dict) else None
    if not isinstance(sample, dict) or not (given or str(sample.get("output_text") or "").strip()):
        raise RefusedError(409, localized("viewer_errors.mark_no_answer"))
    read = [read_call(call) for call in given or ()]
    calls = [call for call in read if isinstance(call, Call)]
    if len(calls) < len(read):
        raise RefusedError(409, localized("viewer_errors.mark_no_answer"))
    return [{"function": {"name": call.name, "arguments": dumps(plain(call.arguments)).decode()}} for call in calls]
