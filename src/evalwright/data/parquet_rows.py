"""The rows of a Parquet file as records: empty cells taken away, JSON text in `extra` put back where it came from.

Nested columns hold every key that any row has; what is null in a row was not there. The library is loaded when a file
is read or written.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from typing import Any, BinaryIO

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.errors import InputError, UsageError
from evalwright.text import phrase

PARQUET_BATCH = 1_000
_LISTS = ("messages", "conversations", "contents")


def parquet_library() -> tuple[Any, Any]:
    """pyarrow and its module for Parquet; UsageError with the cure where it is not installed."""
    try:
        return import_module("pyarrow"), import_module("pyarrow.parquet")
    except ImportError:
        raise UsageError.named("convert.pyarrow", cure=phrase("cures.parquet")) from None


def read_parquet(stream: BinaryIO, label: str) -> Iterator[JsonObject]:
    """The records of a Parquet file."""
    arrow, parquet = parquet_library()
    try:
        with parquet.ParquetFile(stream) as file:
            for batch in file.iter_batches(batch_size=PARQUET_BATCH):
                yield from (parquet_record(_json_compatible(row)) for row in batch.to_pylist())
    except (arrow.ArrowException, OSError, ValueError) as error:
        raise InputError.named("convert.parquet", path=label, splitlines=str(error).splitlines()[0][:200]) from None


def parquet_record(row: JsonObject) -> JsonObject:
    """A row as a record."""
    made = {key: value for key, value in row.items() if value is not None and key != "extra"}
    for key in _LISTS:
        if isinstance(made.get(key), list):
            made[key] = [_unpack_message(message) if isinstance(message, dict) else message for message in made[key]]
    if isinstance(made.get("tools"), list):
        made["tools"] = _without_nulls(made["tools"])
    return {**made, **_extra_keys(row)}


def _unpack_message(row: JsonObject) -> JsonObject:
    made = {key: _without_nulls(value) for key, value in row.items() if value is not None and key != "extra"}
    if "role" in made:
        made.setdefault("content", None)
    return {**made, **_extra_keys(row)}


def _without_nulls(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_nulls(inner) for key, inner in value.items() if inner is not None}
    return [_without_nulls(inner) for inner in value] if isinstance(value, list) else value


def _extra_keys(row: JsonObject) -> JsonObject:
    text = row.get("extra")
    if not isinstance(text, str):
        return {} if text is None else {"extra": text}
    try:
        found = loads(text)
    except JsonError:
        return {"extra": text}
    return found if isinstance(found, dict) else {"extra": text}


def _json_compatible(value: Any) -> Any:
    """Values of a foreign table as JSON has them: dates, bytes and the like become text."""
    if isinstance(value, dict):
        return {str(key): _json_compatible(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_json_compatible(inner) for inner in value]
    return value if value is None or isinstance(value, str | bool | int | float) else str(value)
