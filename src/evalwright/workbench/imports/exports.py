"""Exports of hosted evaluations and of reinforcement fine-tuning: the item, what a model answered (`sample`), its
grades. They become samples, under the id of their item; grades are others' and are named as lost.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import BadRow, RecordedError, read_sample

from .shape import ImportFile, ImportRun, Made, record_of_row

_ITEMS = ("item", "datasource_item")
_GRADES = ("grades", "results", "passes", "grader_samples")


def is_export(value: Any) -> bool:
    """Whether a row is an item with what was answered or graded."""
    if not isinstance(value, dict) or not any(isinstance(value.get(key), dict) for key in _ITEMS):
        return False
    return isinstance(value.get("sample"), dict) or "grades" in value


def read_exports(files: Sequence[ImportFile], run: ImportRun) -> Iterator[Made]:
    """The samples of the files; rows without an id of their own are known by their place."""
    position = 0
    for file in files:
        for row in file.rows():
            if isinstance(row, BadRow):
                yield row
            else:
                run.done.lost.update(key for key in _GRADES if isinstance(row.value, dict) and row.value.get(key))
                yield record_of_row(partial(_sample_of, position=position), file, row)
            position += 1


def _sample_of(value: Any, position: int) -> JsonObject:
    try:
        identifier, sample = read_sample(value)
    except RecordedError as error:
        told = {"kind": error.kind, "message": error.message}
        return {"id": error.id if error.id is not None else str(position), "error": told}
    return {"id": identifier if identifier is not None else str(position), **sample}
