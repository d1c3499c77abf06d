"""Batches: requests (`custom_id` with a `body` or `params`) and their results, in files of their own and in any order.

Requests alone become conversations that wait for their answer, results alone become samples; where both are given, a
request and its result, found by `custom_id`, become one conversation. Only ids are held in memory.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from evalwright.chat import JsonObject, loads_line, read_answer, read_conversation
from evalwright.data import BadRow, Row, opened, read_sample, scan_places
from evalwright.text import phrase

from .shape import ImportFile, ImportRun, Made, record_of_row

_SUCCEEDED = "succeeded"


def is_batch(value: Any) -> bool:
    """Whether a row is a request or a result of a batch."""
    return isinstance(value, dict) and "custom_id" in value and (_is_request(value) or _is_result(value))


def read_batch(files: Sequence[ImportFile], run: ImportRun) -> Iterator[Made]:
    """The conversations or samples of a batch."""
    index = _Index()
    for file in files:
        yield from index.add(file)
    if not index.requests:
        yield from _result_samples(files)
    else:
        yield from _Joined(files, run, index).records()


def _is_request(value: JsonObject) -> bool:
    return isinstance(value.get("body"), dict) or isinstance(value.get("params"), dict)


def _is_result(value: JsonObject) -> bool:
    return "response" in value or "result" in value or "error" in value


@dataclass(slots=True)
class _Index:
    """Where the results lie, by id."""

    requests: int = 0
    places: dict[str, tuple[ImportFile, int]] = field(default_factory=dict)

    def add(self, file: ImportFile) -> Iterator[BadRow]:
        """Look through a file; rows that are neither request nor result, or stand there twice, are given."""
        for place, row in scan_places(opened(file.path), loads_line):
            if isinstance(row, BadRow):
                yield row.at(file.label)
            elif not is_batch(row.value) or not isinstance(row.value["custom_id"], str):
                yield file.bad(row, phrase("import.batch.unknown"))
            elif _is_request(row.value):
                self.requests += 1
            elif row.value["custom_id"] in self.places:
                yield file.bad(row, phrase("import.repeated", id=row.value["custom_id"][:80]))
            else:
                self.places[row.value["custom_id"]] = (file, place)


@dataclass(slots=True)
class _Joined:
    """Requests with their results."""

    files: Sequence[ImportFile]
    run: ImportRun
    index: _Index
    used: set[str] = field(default_factory=set)

    def records(self) -> Iterator[Made]:
        """A conversation for every request; results that nobody asked for are named."""
        for file in self.files:
            for row in _good_rows(file):
                if _is_request(row.value):
                    yield record_of_row(self._joined_conversation, file, row)
        for file in self.files:
            for row in _good_rows(file):
                if not _is_request(row.value) and row.value["custom_id"] not in self.used:
                    yield file.bad(row, phrase("import.batch.no_request", id=row.value["custom_id"][:80]))

    def _joined_conversation(self, value: JsonObject) -> JsonObject:
        identifier = value["custom_id"]
        if identifier in self.used:
            raise ValueError(phrase("import.repeated", id=identifier[:80]))
        self.used.add(identifier)
        found = self.index.places.get(identifier)
        if found is None:
            if self.index.places:
                self.run.done.lost[phrase("import.batch.no_result")] += 1
            return read_conversation(value).to_dict()
        body, why = _answer_body(_row_at(*found))
        if body is None:
            raise ValueError(phrase("import.batch.failed", why=why))
        record = read_conversation(value).to_dict()
        return read_conversation({**record, "messages": [*record["messages"], *read_answer(body)]}).to_dict()


def _result_samples(files: Sequence[ImportFile]) -> Iterator[Made]:
    for file in files:
        for row in _good_rows(file):
            yield record_of_row(_sample_of, file, row)


def _sample_of(value: JsonObject) -> JsonObject:
    """The sample of a result; a failed one says why, as our own predictions do."""
    body, why = _answer_body(value)
    if body is None:
        return {"id": value["custom_id"], "error": {"kind": "batch", "message": str(why)}}
    message = read_conversation({"messages": read_answer(body)}).messages[0]
    text, calls = message.get("content"), message.get("tool_calls")
    _, sample = read_sample({"output_text": text if isinstance(text, str) else None, "output_tools": calls or None})
    usage = body.get("usage")
    return {"id": value["custom_id"], **sample, "usage": usage if isinstance(usage, dict) else None}


def _answer_body(value: JsonObject) -> tuple[JsonObject | None, str]:
    """The model's reply in a result, or why there is none."""
    result = value.get("result")
    if isinstance(result, dict):
        if result.get("type") == _SUCCEEDED and isinstance(result.get("message"), dict):
            return result["message"], ""
        return None, _why(result.get("error"), str(result.get("type"))[:80])
    response = value.get("response")
    body = response.get("body") if isinstance(response, dict) else None
    status = response.get("status_code", 200) if isinstance(response, dict) else None
    if isinstance(body, dict) and not value.get("error") and status == 200:
        return body, ""
    return None, _why(value.get("error") or (body or {}).get("error"), str(status))


def _why(error: Any, otherwise: str) -> str:
    while isinstance(error, dict) and isinstance(error.get("error"), dict):
        error = error["error"]
    message = error.get("message") if isinstance(error, dict) else error
    return str(message)[:200] if message else otherwise


def _good_rows(file: ImportFile) -> Iterator[Row]:
    """The rows of a file that are known to be of a batch; the others were named already."""
    for row in file.rows():
        if isinstance(row, Row) and is_batch(row.value) and isinstance(row.value["custom_id"], str):
            yield row


def _row_at(file: ImportFile, place: int) -> JsonObject:
    with file.lines() as stream:
        stream.seek(place)
        found: JsonObject = loads_line(stream.readline())
    return found
