"""Reviews as a CSV file that a spreadsheet can open without running what stands in it.

Parts of a run flow in, one row per answer flows out. A cell that a spreadsheet would take for a formula gets an
apostrophe in front; spreadsheets show such a cell as the text it is, and taking away one leading apostrophe gives it
back. Numbers are written as numbers. The reviews themselves, as JSON, keep every character as it came.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, BinaryIO

from evalwright.tasks import ReviewLine

from .runs import StoredRun

_COLUMNS = ("model", "dataset", "subset", "id", "conversation_id", "call_index", "repeat", "tool")
_LAST = ("verdict", "reason")
_NUMBER = re.compile(r"[+-]?\d{1,15}(\.\d{1,15})?([eE][+-]?\d{1,3})?")
_STARTS = "=+-@"
_UNSEEN = {"Cc", "Cf", "Zs", "Zl", "Zp", "Cs", "Cn"}
"""Kinds of characters that some spreadsheet passes over on its way to a formula."""


def safe_cell(value: Any) -> Any:
    """A value as a cell: numbers as they are, text that could start a formula with an apostrophe before it."""
    if value is None:
        return ""
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    text = str(value).encode(errors="replace").decode()
    return f"'{text}" if _is_risky(text) else text


def write_csv(run: StoredRun, out: BinaryIO) -> int:
    """All answers of a run, one a row, failed requests included; returns the number of rows."""
    stream = io.TextIOWrapper(out, encoding="utf-8", newline="", write_through=True)
    writer = csv.writer(stream, quoting=csv.QUOTE_NONNUMERIC)
    metrics = _score_names(run)
    writer.writerow([safe_cell(name) for name in (*_COLUMNS, *metrics, *_LAST)])
    count = 0
    for row in _csv_rows(run, metrics):
        writer.writerow([safe_cell(cell) for cell in row])
        count += 1
    stream.detach()
    return count


def _is_risky(text: str) -> bool:
    if _NUMBER.fullmatch(text):
        return False
    seen = text.lstrip("".join({each for each in text[:200] if unicodedata.category(each) in _UNSEEN}))
    if text[:1] in ("\t", "\r", "\n", "'"):
        return True  # an apostrophe of the text's own is doubled, so that taking one away gives the text back
    return bool(seen) and unicodedata.normalize("NFKC", seen[0])[:1] in _STARTS


def _score_names(run: StoredRun) -> list[str]:
    """The facts that reviews carry, in the order they first appear."""
    names: dict[str, None] = {}
    for part in run.parts:
        if part.reviews.is_file():
            for review in part.read_reviews():
                names.update(dict.fromkeys(_score(review)))
    return list(names)


def _csv_rows(run: StoredRun, metrics: Sequence[str]) -> Iterator[Iterable[Any]]:
    for part in run.parts:
        where = (part.model, part.dataset, part.subset)
        answered = set()
        for review in part.read_reviews() if part.reviews.is_file() else ():
            answered.add(review["id"])
            score = _score(review)
            facts = (review.get(name) for name in (*_COLUMNS[3:],))
            yield *where, *facts, *(score.get(name) for name in metrics), *(review.get(name) for name in _LAST)
        for error in part.read_errors():
            if error["id"] not in answered:
                blank = ("",) * (len(_COLUMNS) - 4 + len(metrics))
                yield *where, error["id"], *blank, "error", f"{error['kind']}: {error['message']}"


def _score(review: ReviewLine) -> Mapping[str, Any]:
    score = review.get("score")
    return score if isinstance(score, Mapping) else {}
