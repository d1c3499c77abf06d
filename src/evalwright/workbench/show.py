"""The way into `show`: finding one conversation in a file, by its place, by its id, or as the one with most calls."""

from __future__ import annotations

from pathlib import Path

from evalwright.chat import ChatError, Conversation, JsonObject, read_conversation
from evalwright.data import BadRow, IdPlan, Row, as_file, label_of, note_dialects, own_id, plan_ids, scan_rows, unwrap
from evalwright.errors import InputError, UsageError
from evalwright.text import listed, phrase, said_by

from .audit.finding import quoted, visible
from .provenance import FreeForm
from .show_trace import Trace, trace_of

_MAX_IDS = 20_000
"""Ids that are compared with one that was not found."""


def show(
    source: str | Path | Conversation | JsonObject,
    *,
    index: int | None = None,
    id: str | None = None,
    most_calls: bool = False,
    free_form: FreeForm | None = None,
) -> Trace:
    """One conversation as a trace: of a file (`-`: standard input) the first unless told otherwise, or a given one.

    `index`: its position from 0. `id`: its own id, where that is unique in the file, else its position.
    """
    if isinstance(source, Conversation):
        return trace_of(source, free_form=free_form)
    if isinstance(source, dict):
        return trace_of(_conversation(Row(1, source), "<given>"), free_form=free_form)
    if (index is not None) + (id is not None) + most_calls > 1:
        raise UsageError.named("show.exclusive")
    label = label_of(source)
    with as_file(source) as path:
        place, row = _find(path, label, index, id, most_calls)
        return trace_of(_conversation(row, label), file=label, line=row.line, index=place, free_form=free_form)


def _find(path: Path, label: str, index: int | None, id: str | None, most_calls: bool) -> tuple[int, Row]:
    if most_calls:
        return _with_most_calls(path, label)
    if id is not None:
        return _with_id(path, label, id)
    return _row_at(path, label, index or 0)


def _row_at(path: Path, label: str, index: int) -> tuple[int, Row]:
    count = 0
    for count, row in enumerate(scan_rows(path), start=1):
        if count == index + 1:
            return index, _good(row, label)
    shown = phrase("show.range", last=count - 1) if count > 1 else "0"
    raise InputError.named("show.no_index", path=label, index=index, count=count, shown=shown)


def _with_most_calls(path: Path, label: str) -> tuple[int, Row]:
    """The first of those with the most calls; rows that cannot be read have none."""
    best: tuple[int, Row] | None = None
    most = -1
    for place, row in enumerate(scan_rows(path)):
        calls = _row_call_count(row)
        if isinstance(row, Row) and calls > most:
            best, most = (place, row), calls
    if best is None or most < 0:
        raise InputError.named("show.no_conversation", path=label)
    return best


def _row_call_count(row: Row | BadRow) -> int:
    if isinstance(row, BadRow):
        return -1
    try:
        messages = read_conversation(row.value).messages
    except ChatError:
        return -1
    return sum(len(message.get("tool_calls") or ()) for message in messages)


def _with_id(path: Path, label: str, wanted: str) -> tuple[int, Row]:
    """The conversation of this id. Whether an id is unique is only known at the end, so the file is read twice."""
    plan = plan_ids(_row_id(row) for row in scan_rows(path))
    known: list[str] = []
    twice: list[int] = []
    for place, row in enumerate(scan_rows(path)):
        own = _row_id(row)
        name = plan.of(place, own)
        if name == wanted:
            return place, _good(row, label)
        if own == wanted:
            twice.append(place)
        if len(known) < _MAX_IDS:
            known.append(name)
    raise _no_such_id(wanted, known, twice, plan, label)


def _row_id(row: Row | BadRow) -> str | None:
    return own_id(unwrap(row.value)) if isinstance(row, Row) else None


def _no_such_id(wanted: str, known: list[str], twice: list[int], plan: IdPlan, label: str) -> InputError:
    """The error for an id that names none or several, with the nearest that would do."""
    import difflib

    shown = quoted(wanted)
    if twice:
        places = listed(twice[:3], "or_index")
        return InputError.named("show.id_twice", path=label, wanted=shown, num=len(twice), places=places)
    close = difflib.get_close_matches(wanted[:200], [name for name in known if len(name) <= 200], n=1, cutoff=0.5)
    if close:
        return InputError.named("show.id_near", path=label, wanted=shown, close=quoted(close[0]))
    if plan.own:
        return InputError.named("show.id_like", path=label, wanted=shown, known=quoted(known[0]))
    return InputError.named("show.no_ids", path=label, wanted=shown)


def _good(row: Row | BadRow, label: str) -> Row:
    if isinstance(row, BadRow):
        raise row.at(label).as_error()
    return row


def _conversation(row: Row, label: str) -> Conversation:
    try:
        conversation = read_conversation(row.value)
    except ChatError as error:
        raise BadRow(row.at(label), row.line, visible(said_by(error))).as_error() from None
    note_dialects(label, conversation.dialects)
    return conversation
