"""Output items: what a run found about every row, in the shape of the API, made from its files as they lie there.

An index, the rows, the reviews and the answers flow in; one page of documents flows out. Every item has one result per
criterion, all with the same keys, also where nothing could be said, for clients build columns of them.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonObject, loads_line
from evalwright.errors import EvalwrightError
from evalwright.tasks import make_task, requested, task_of_criteria
from evalwright.text import in_words

from .api_errors import refused
from .item_index import ItemIndex, Places, Status

INDEX = "output_items.index"
_PAGE_BYTES = 32 * 1024 * 1024
_MAX_LINE = 256 * 1024 * 1024
_NO_SAMPLE = "no_sample"
"""The note on an answer that stands for none."""
_SETTINGS = ("temperature", "top_p", "seed", "max_completion_tokens")
_TOKENS = ("prompt_tokens", "completion_tokens", "total_tokens", "cached_tokens")


@dataclass(frozen=True, slots=True)
class ItemFiles:
    """The files of one run."""

    folder: Path
    """Where the server keeps the run."""
    rows: Path
    reviews: Path | None
    answers: Path | None


@dataclass(frozen=True, slots=True)
class RunFacts:
    """What all output items of a run share."""

    run_id: str
    eval_id: str
    created_at: int
    criteria: Sequence[Mapping[str, Any]]
    model: str
    settings: Mapping[str, Any]
    task_options: Mapping[str, Any] | None = None
    """How rows become questions; None where nothing was asked."""


def item_id(run_id: str, row: int) -> str:
    """The id of an output item: it says which row of which run it is."""
    return f"outputitem_{run_id.removeprefix('evalrun_')}_{row}"


def row_of(run_id: str, identifier: str) -> int | None:
    """The row that an id names; None where it is none of this run."""
    found = re.fullmatch(rf"outputitem_{re.escape(run_id.removeprefix('evalrun_'))}_(\d{{1,12}})", identifier)
    return int(found[1]) if found and found[1] == str(int(found[1])) else None


@dataclass(frozen=True, slots=True)
class Wish:
    """Which page."""

    after: str | None
    limit: int
    backwards: bool
    status: Status | None


def items_page(files: ItemFiles, facts: RunFacts, wish: Wish) -> tuple[list[JsonObject], bool]:
    """One page, and whether there is more behind it."""
    with ExitStack() as stack:
        reading = Reading(files, facts, stack)
        start = _first_row(reading.index, facts.run_id, wish)
        rows = reading.index.rows(start, backwards=wish.backwards, status=wish.status)
        made: list[JsonObject] = []
        size = 0
        for row in rows if 0 <= start < len(reading.index) else ():
            if len(made) == wish.limit or (made and size > _PAGE_BYTES):
                return made, True
            document, length = reading.document(row)
            made.append(document)
            size += length
        return made, False


def one_item(files: ItemFiles, facts: RunFacts, identifier: str) -> JsonObject | None:
    """The output item of this id; None where there is none."""
    row = row_of(facts.run_id, identifier)
    with ExitStack() as stack:
        reading = Reading(files, facts, stack)
        return reading.document(row)[0] if row is not None and row < len(reading.index) else None


def _first_row(index: ItemIndex, run_id: str, wish: Wish) -> int:
    if not wish.after:
        return len(index) - 1 if wish.backwards else 0
    row = row_of(run_id, wish.after)
    if row is None or row >= len(index):
        raise refused("after", param="after")
    return row - 1 if wish.backwards else row + 1


class Reading:
    """The files of a run, open for one request."""

    def __init__(self, files: ItemFiles, facts: RunFacts, stack: ExitStack) -> None:
        self.index = ItemIndex(stack.enter_context((files.folder / INDEX).open("rb")))
        self._facts = facts
        self._rows = stack.enter_context(files.rows.open("rb"))
        self._reviews = _opened(files.reviews, stack)
        self._answers = _opened(files.answers, stack)
        self._task = None if facts.task_options is None else make_task(task_of_criteria(), facts.task_options)

    def document(self, row: int) -> tuple[JsonObject, int]:
        """The output item of a row, and how many bytes it came from."""
        places = self.index.places(row)
        lines = list(self._lines(places))
        record, review, answer = (_line_object(line) for line in lines)
        made = output_item(row, self._facts, record, review, answer)
        made["sample"]["input"] = self._asked(record, row)
        return made, sum(map(len, lines))

    def _asked(self, record: JsonObject, row: int) -> list[Any]:
        """The messages that were sent, made again from the row."""
        if self._task is None:
            return []
        try:
            return list(requested(self._task, self._task.read(record, str(row)), {}).messages)
        except (EvalwrightError, ValueError):
            return []

    def _lines(self, places: Places) -> Iterator[bytes]:
        for stream, place in zip((self._rows, self._reviews, self._answers), places, strict=True):
            if stream is None or place < 0:
                yield b""
            else:
                stream.seek(place)
                yield stream.readline(_MAX_LINE)


def _opened(path: Path | None, stack: ExitStack) -> BinaryIO | None:
    return stack.enter_context(path.open("rb")) if path is not None and path.is_file() else None


def _line_object(line: bytes) -> JsonObject:
    found = loads_line(line) if line else {}
    return found if isinstance(found, dict) else {}


def output_item(row: int, facts: RunFacts, record: JsonObject, review: JsonObject, answer: JsonObject) -> JsonObject:
    """One output item."""
    results = item_results(facts.criteria, review, answer)
    return {
        "id": item_id(facts.run_id, row),
        "object": "eval.run.output_item",
        "created_at": facts.created_at,
        "run_id": facts.run_id,
        "eval_id": facts.eval_id,
        "status": "pass" if results and all(each["passed"] for each in results) else "fail",
        "datasource_item_id": row,
        "datasource_item": record.get("item", record),
        "results": results,
        "sample": sample_document(facts, record, answer),
    }


def item_results(criteria: Sequence[Mapping[str, Any]], review: JsonObject, answer: JsonObject) -> list[JsonObject]:
    """One result per criterion, in their order and with the same keys; an error is a result that did not pass."""
    details = review.get("details")
    given = details.get("criteria") if isinstance(details, dict) else None
    found = {each.get("id"): each for each in given or () if isinstance(each, dict)}
    failure = answer.get("error") if isinstance(answer.get("error"), dict) else None
    return [_result(each, found.get(each["id"]), failure) for each in criteria]


def _result(criterion: Mapping[str, Any], graded: JsonObject | None, failure: Any) -> JsonObject:
    error = _error_document((graded or {}).get("error") or (None if graded else failure or _UNGRADED))
    score = (graded or {}).get("score")
    return {
        "name": criterion["id"],
        "type": criterion.get("type"),
        "metric": criterion.get("name"),
        "score": 0.0 if error or score is None else score,
        "passed": bool((graded or {}).get("passed")) and error is None,
        "error": error,
        "note": in_words((graded or {}).get("note") or "") or None,
        "sample": (graded or {}).get("sample"),
    }


_UNGRADED = {"kind": "not_graded", "message": ""}


def _error_document(error: Any) -> JsonObject | None:
    if not isinstance(error, dict):
        return None
    message = in_words(error.get("message") or error.get("kind") or "")
    details = error.get("details")
    told = {"details": details} if details else {}
    return {"code": str(error.get("kind") or "error"), "message": message, **told}


def sample_document(facts: RunFacts, record: JsonObject, answer: JsonObject) -> JsonObject:
    """What was asked and answered."""
    given = answer.get("sample") if isinstance(answer.get("sample"), dict) else record.get("sample")
    sample: JsonObject = given if isinstance(given, dict) else {}
    return {
        "input": [],
        "output": _output(sample),
        "finish_reason": sample.get("finish_reason") or "",
        "model": sample.get("model") or facts.model or "",
        "usage": _token_counts(sample.get("usage")),
        "error": _error_document(answer.get("error")),
        **{name: facts.settings.get(name) for name in _SETTINGS},
    }


def _output(sample: JsonObject) -> list[JsonObject]:
    if not sample or _NO_SAMPLE in (sample.get("notes") or ()):
        return []
    message: JsonObject = {"role": "assistant", "content": sample.get("output_text") or ""}
    if sample.get("output_tools"):
        message["tool_calls"] = sample["output_tools"]
    return [message]


def _token_counts(given: Any) -> JsonObject:
    usage = given if isinstance(given, dict) else {}
    return {name: usage.get(name) or 0 for name in _TOKENS}
