"""Parquet, which Hugging Face and every table tool read: one row a conversation, messages as nested columns.

Whatever has no column of its own (parts of a content, further keys) stands as JSON text in `extra`, of the message or
of the row, so nothing is lost. `data` reads such files. The library is loaded when a file is written.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, BinaryIO

from evalwright.chat import Conversation, Message, calls_of
from evalwright.data import PARQUET_BATCH, dumps, parquet_library

from .parts import Record

_TEXTS = ("role", "content", "name", "tool_call_id", "reasoning_content")
_CALL_KEYS = {"id", "type", "function"}


def write_rows(stream: BinaryIO, rows: Iterable[Record]) -> None:
    """Write rows made by `row_of`, a thousand at a time."""
    arrow, parquet = parquet_library()
    schema = _schema(arrow)
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        batch: list[Record] = []
        for row in rows:
            batch.append(row)
            if len(batch) == PARQUET_BATCH:
                writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
                batch = []
        writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def row_of(conversation: Conversation) -> Record:
    """A conversation as a row."""
    extra: Record = dict(conversation.extra)
    if conversation.metadata:
        extra["metadata"] = conversation.metadata
    return {
        "id": conversation.id,
        "messages": [_parquet_message(message) for message in conversation.messages],
        "tools": _json_column([tool.to_dict() for tool in conversation.tools]) if conversation.tools else None,
        "parallel_tool_calls": conversation.parallel_tool_calls,
        "extra": _json_column(extra) if extra else None,
    }


def _parquet_message(message: Message) -> Record:
    rest: Record = dict(message)
    made = {key: rest.pop(key) for key in _TEXTS if isinstance(rest.get(key), str)}
    if rest.get("content", "") is None:
        rest.pop("content")
    calls = calls_of(message)
    if calls and all(call.keys() == _CALL_KEYS and len(call["function"]) == 2 for call in calls):
        made["tool_calls"] = rest.pop("tool_calls")
    return {**made, "extra": _json_column(rest)} if rest else made


def _json_column(value: Any) -> str:
    return dumps(value).decode()


def _schema(arrow: Any) -> Any:
    text = arrow.string()
    function = arrow.struct([("name", text), ("arguments", text)])
    call = arrow.struct([("id", text), ("type", text), ("function", function)])
    message = arrow.struct([*((name, text) for name in _TEXTS), ("tool_calls", arrow.list_(call)), ("extra", text)])
    return arrow.schema(
        [
            ("id", text),
            ("messages", arrow.list_(message)),
            ("tools", text),
            ("parallel_tool_calls", arrow.bool_()),
            ("extra", text),
        ]
    )
