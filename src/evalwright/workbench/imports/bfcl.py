"""The files of BFCL: questions become items, stored results samples.

Answers lie in a file of their own: the one that was named, else `possible_answer/` beside the questions, as BFCL's
packages have it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject
from evalwright.data import BadRow, label_of, own_id
from evalwright.text import phrase

from .bfcl_questions import bfcl_item, is_bfcl_question
from .bfcl_results import bfcl_sample, is_bfcl_result
from .shape import ImportFile, ImportRun, Made, record_of_row

_ANSWERS_FOLDER = "possible_answer"


def is_bfcl(value: Any) -> bool:
    """Whether a row is one of BFCL's."""
    return is_bfcl_question(value) or is_bfcl_result(value)


def read_bfcl(files: Sequence[ImportFile], run: ImportRun) -> Iterator[Made]:
    """The items and samples of BFCL's files."""
    seen: set[str] = set()
    for file in files:
        answers: dict[str, Any] = {}
        yield from _read_answers(run.answers or answers_beside(file.label), answers)
        read = partial(_record_of, answers=answers, seen=seen)
        for row in file.rows():
            yield row if isinstance(row, BadRow) else record_of_row(read, file, row)


def answers_beside(path: str | Path) -> list[Path]:
    """The file of answers that lies where BFCL has it, if there is one."""
    beside = Path(path).parent / _ANSWERS_FOLDER / Path(path).name
    return [beside] if str(path) != "-" and beside.is_file() else []


def _record_of(value: Any, answers: dict[str, Any], seen: set[str]) -> JsonObject:
    if is_bfcl_question(value):
        record = bfcl_item(value, answers.get(own_id(value) or ""))
    elif is_bfcl_result(value):
        record = bfcl_sample(value)
    else:
        raise ValueError(phrase("import.bfcl.unknown"))
    if record["id"] in seen:
        raise ValueError(phrase("import.repeated", id=record["id"][:80]))
    seen.add(record["id"])
    return record


def _read_answers(files: Sequence[str | Path], found: dict[str, Any]) -> Iterator[BadRow]:
    """Put the possible answers into `found` by id; the rows that are none are given."""
    for each in files:
        file = ImportFile(Path(each), label_of(each))
        for row in file.rows():
            if isinstance(row, BadRow):
                yield row
            elif isinstance(row.value, dict) and own_id(row.value) and "ground_truth" in row.value:
                found[own_id(row.value) or ""] = row.value["ground_truth"]
            else:
                yield file.bad(row, phrase("import.bfcl.answer_row"))
