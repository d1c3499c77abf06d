"""Parquet, which Hugging Face and every table tool read: one row a conversation, messages as nested columns.

Whatever has no column of its own (parts of a content, further keys) stands as JSON text in `extra`, of the message or
of the row, so nothing is lost. The library is loaded when a file is written or read.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import Conversation, JsonError, Message, calls_of, loads
from evalwright.data import dumps
from evalwright.errors import InputError, UsageError
from evalwright.text import phrase

from .parts import Record

MAGIC = b"PAR1"
_TEXTS = ("role", "content", "name", "tool_call_id", "reasoning_content")
_LISTS = ("messages", "conversations", "contents")
_ROWS = 1_000
_CALL_KEYS = {"id", "type", "function"}


def write_rows(stream: BinaryIO, rows: Iterable[Record]) -> None:
    """Write rows made by `row_of`, a thousand at a time."""
    arrow, parquet = _library()
    schema = _schema(arrow)
    with parquet.ParquetWriter(stream, schema, compression="zstd") as writer:
        batch: list[Record] = []
        for row in rows:
            batch.append(row)
            if len(batch) == _ROWS:
                writer.write_table(arrow.Table.from_pylist(batch, schema=schema))
                batch = []
        writer.write_table(arrow.Table.from_pylist(batch, schema=schema))


def read_records(path: Path) -> Iterator[Record]:
    """The records of a Parquet file, ready for the one reader."""
    arrow, parquet = _library()
    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches(batch_size=_ROWS):
                yield from (record_of(_json_compatible(row)) for row in batch.to_pylist())
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise InputError.named("convert.parquet", path=path, splitlines=str(error).splitlines()[0][:200]) from None


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


def record_of(row: Record) -> Record:
    """A row as a record: empty columns taken away, `extra` put back where it came from."""
    made = {key: value for key, value in row.items() if value is not None and key != "extra"}
    for key in _LISTS:
        if isinstance(made.get(key), list):
            made[key] = [_unpack_message(message) if isinstance(message, dict) else message for message in made[key]]
    return {**made, **_extra(row)}


def _unpack_message(row: Record) -> Record:
    made = {key: value for key, value in row.items() if value is not None and key != "extra"}
    if "role" in made:
        made.setdefault("content", None)
    return {**made, **_extra(row)}


def _extra(row: Record) -> Record:
    text = row.get("extra")
    if not isinstance(text, str):
        return {} if text is None else {"extra": text}
    try:
        found = loads(text)
    except JsonError:
        return {"extra": text}
    return found if isinstance(found, dict) else {"extra": text}


def _parquet_message(message: Message) -> Record:
    rest: Record = dict(message)
    made = {key: rest.pop(key) for key in _TEXTS if isinstance(rest.get(key), str)}
    if rest.get("content", "") is None:
        rest.pop("content")
    calls = calls_of(message)
    if calls and all(call.keys() == _CALL_KEYS and len(call["function"]) == 2 for call in calls):
        made["tool_calls"] = rest.pop("tool_calls")
    return {**made, "extra": _json_column(rest)} if rest else made


def _json_compatible(value: Any) -> Any:
    """Values of a foreign table as JSON has them: dates, bytes and the like become text."""
    if isinstance(value, dict):
        return {str(key): _json_compatible(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_json_compatible(inner) for inner in value]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)


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


def _library() -> tuple[Any, Any]:
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        cure = phrase("cures.parquet")
        raise UsageError.named("convert.pyarrow", cure=cure) from None
