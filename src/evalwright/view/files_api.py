"""A file of conversations: a page of them, and one as a trace with what the audit says about it."""

from __future__ import annotations

from typing import Any

from evalwright.chat import Conversation, JsonObject, calls_of
from evalwright.data import dumps, unwrap
from evalwright.text import localized
from evalwright.workbench import audit, show

from .http_errors import RefusedError, not_found
from .index_cache import PATIENCE, WHOLE, Shelf
from .item_answers import BadLine, ConversationLine, ConversationPage, FilePage, ShownFinding
from .library import Entry, Library
from .line_facts import bare_facts, read_object
from .line_index import LineIndex
from .params import Params
from .records import conversation_of
from .selection import read_wish, select
from .shorten import cut, shorten

_NAME = 300
_WORDS = 240
_AUDITED = 2_000_000
"""Bytes of a line beyond which the audit is not asked: it would hold up the page."""
_LAST_ROW = 10**12


def file_page(library: Library, shelf: Shelf, entry: Entry, params: Params) -> FilePage:
    """One page of the conversations of a file."""
    wish = read_wish(params)
    index = _index(library, shelf, entry, PATIENCE)
    selection = select(index, wish)
    rows = selection.page(wish)
    lines = list(index.lines(rows))
    if len(lines) < len(rows):
        raise RefusedError(409, localized("viewer_errors.file_replaced"))
    return {
        "id": entry.id,
        "name": cut(entry.name, _NAME),
        "total": len(index),
        "matching": len(selection.rows),
        "complete": selection.complete,
        "page": wish.page,
        "size": wish.size,
        "rows": [_conversation_summary(row, line) for row, line in zip(rows, lines, strict=True)],
    }


def conversation_page(library: Library, shelf: Shelf, entry: Entry, row: int) -> ConversationPage:
    """One conversation of a file: the trace with every value's source, and the findings."""
    index = _index(library, shelf, entry, WHOLE)
    if not 0 <= row < len(index):
        raise not_found("conversation")
    line = next(iter(index.lines([row])), b"")
    record, conversation = _read_record_line(line)
    if record is None:
        raise RefusedError(422, localized("viewer_errors.line_no_object"))
    return {
        "file": entry.id,
        "name": cut(entry.name, _NAME),
        "row": row,
        "total": len(index),
        "id": _record_name(record, row),
        "trace": shorten(show(conversation).to_dict()) if conversation is not None else None,
        "expected": shorten(record.get("expected_output")),
        "findings": shorten(_findings(record, line), 2_000) if conversation is not None else [],
        "tools": [cut(tool.name, _NAME) for tool in conversation.tools[:200]] if conversation is not None else [],
        "raw": shorten(record),
    }


def _index(library: Library, shelf: Shelf, entry: Entry, seconds: float) -> LineIndex:
    return shelf.index(entry.path, library.root, "file", bare_facts, seconds=seconds)


def _read_record_line(line: bytes) -> tuple[JsonObject | None, Conversation | None]:
    record = unwrap(read_object(line))
    if not isinstance(record, dict):
        return None, None
    return record, conversation_of(record)


def _conversation_summary(row: int, line: bytes) -> ConversationLine | BadLine:
    record, conversation = _read_record_line(line)
    if record is None or conversation is None:
        problem = localized("viewer_errors.no_object") if record is None else localized("viewer_errors.no_conversation")
        return {"row": row, "id": _record_name(record, row), "problem": problem, "first": cut(_raw(line), _WORDS)}
    calls = [call["function"]["name"] for message in conversation.messages for call in calls_of(message)]
    severities = [finding["severity"] for finding in _findings(record, line)]
    return {
        "row": row,
        "id": _record_name(record, row),
        "messages": len(conversation.messages),
        "calls": len(calls),
        "tools": [cut(str(name), 80) for name in dict.fromkeys(calls)][:20],
        "errors": severities.count("error"),
        "warnings": severities.count("warning"),
        "first": cut(_first_words(conversation), _WORDS),
    }


def _findings(record: JsonObject, line: bytes) -> list[ShownFinding]:
    """What the audit says about this conversation alone, without what needs the others to be seen."""
    if len(line) > _AUDITED or "expected_output" in record:
        return []  # an item is a conversation cut short, which is no fault of it
    found = [finding for finding in audit(record, limit=50).findings if finding.conversation is not None]
    return [
        {
            "rule": finding.rule,
            "severity": finding.severity,
            "message": finding.message,
            "path": finding.path,
            "text": finding.text,
        }
        for finding in found
    ]


def _record_name(record: JsonObject | None, row: int) -> str:
    own = record.get("id") if record is not None else None
    return cut(str(own), _NAME) if isinstance(own, str | int) and own != "" else str(row)


def _first_words(conversation: Conversation) -> str:
    for message in conversation.messages:
        content: Any = message.get("content")
        if message["role"] == "user" and content:
            return content if isinstance(content, str) else dumps(content).decode("utf-8", "replace")
    return ""


def _raw(line: bytes) -> str:
    return line[:2_000].decode("utf-8", "replace").strip()
