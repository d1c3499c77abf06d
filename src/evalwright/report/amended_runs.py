"""A run read with other eyes: its items grouped by a field of the data, or graded with a file of marks.

A stored run flows in, the same run flows out, whose parts give amended reviews when they are read. Nothing on disk
changes and nothing is asked again: the data file must still be there as it was, which is said where it is not.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice
from pathlib import Path
from typing import Any

from evalwright.chat import loads_line
from evalwright.data import Marks, Row, group_of, loads_sealed, own_id, plan_ids, scan_records, scan_rows, unwrap
from evalwright.errors import UsageError
from evalwright.tasks import ReviewLine, make_task, reviewed, stated
from evalwright.text import Sentence

from .data_places import find_data
from .html.item_records import wanted_records
from .runs import Amendment, Part, StoredRun


def regrouped(run: StoredRun, group_by: str | None) -> StoredRun:
    """The run with its items grouped by a field; UsageError where the data is gone or no item has the field."""
    if group_by is None:
        return run
    known: dict[Path, dict[str, str]] = {}
    return _amended(run, lambda part: _regroup(run, part, group_by, known))


def remarked(run: StoredRun, marks: Mapping[str, Any] | None) -> StoredRun:
    """The run graded with these marks; UsageError where the data is gone. Parts of tasks without items stay."""
    if marks is None:
        return run
    return _amended(run, lambda part: _regrade(run, part, marks) if stated(part.task, "of_items", False) else None)


def _amended(run: StoredRun, make: Callable[[Part], Amendment | None]) -> StoredRun:
    made = [(part, make(part)) for part in run.parts]
    parts = [part if more is None else replace(part, amendments=(*part.amendments, more)) for part, more in made]
    return replace(run, parts=tuple(parts))


def _unchanged_data(run: StoredRun, part: Part, option: str) -> Path:
    found = find_data(run, part)
    if found.state != "found" or found.path is None:
        told = {"run": run.path, "subset": part.subset[:80], "option": option}
        raise UsageError.named(f"amended.data_{found.state}", path=found.path or "stdin", **told)
    return found.path


@dataclass(frozen=True, slots=True)
class _Regroup:
    """The groups of the items of one data file."""

    group_by: str
    groups: Mapping[str, str]

    def reviews(self, reviews: Iterator[ReviewLine]) -> Iterator[ReviewLine]:
        for review in reviews:
            review.pop("group", None)
            value = self.groups.get(review["id"])
            if value is not None:
                review["group"] = {self.group_by: value}
            yield review

    def notes(self) -> list[Sentence]:
        return []


def _regroup(run: StoredRun, part: Part, group_by: str, known: dict[Path, dict[str, str]]) -> Amendment:
    path = _unchanged_data(run, part, "--group-by")
    if path not in known:
        known[path] = _groups_by_id(path, group_by, part.settings.rows)
    if not known[path]:
        raise UsageError.named("grouping.nobody", field=group_by, path=path)
    return _Regroup(group_by, known[path])


def _groups_by_id(path: Path, group_by: str, rows: int | None) -> dict[str, str]:
    """By id, the value of the field."""
    plan = plan_ids(own_id(record) for _, record in _numbered_records(path, rows))
    named = (
        (plan.of(place, own_id(record)), group_of(record, group_by)) for place, record in _numbered_records(path, rows)
    )
    return {identifier: value for identifier, value in named if value is not None}


def _numbered_records(path: Path, rows: int | None) -> Iterator[tuple[int, Any]]:
    for place, row in islice(enumerate(scan_records(path)), rows):
        if isinstance(row, Row):
            yield place, unwrap(row.value)


@dataclass(slots=True)
class _Regrade:
    """Reviews of marked items, made again from the answers that the run holds."""

    marks: Marks
    again: Mapping[str, list[ReviewLine]]

    def reviews(self, reviews: Iterator[ReviewLine]) -> Iterator[ReviewLine]:
        left = {identifier: iter(made) for identifier, made in self.again.items()}
        for review in reviews:
            made = next(left.get(review["id"], iter(())), None)
            yield review if made is None else _with_new_grade(review, made)

    def notes(self) -> list[Sentence]:
        return self.marks.notes()


def _with_new_grade(review: ReviewLine, made: ReviewLine) -> ReviewLine:
    """A new grade in an old review: what the task did not say (effects, scorers) stays."""
    both: Any = {**review, **made, "score": {**review["score"], **made["score"]}}
    both["details"] = {**_details_in(review), **_details_in(made)}
    for gone in ("matched", "unfair", "acceptable"):
        if gone not in _details_in(made):
            both["details"].pop(gone, None)
    kept: ReviewLine = both
    return kept


def _details_in(review: ReviewLine) -> Mapping[str, Any]:
    details = review.get("details")
    return details if isinstance(details, Mapping) else {}


def _regrade(run: StoredRun, part: Part, document: Mapping[str, Any]) -> Amendment:
    marks, earlier = Marks.of(document), part.options.get("marks")
    marked = {*marks.by_item, *(Marks.of(earlier).by_item if isinstance(earlier, Mapping) else ())}
    task = make_task(part.task, {name: value for name, value in part.options.items() if name != "marks"})
    samples = _samples_for(part, marked)
    again: dict[str, list[ReviewLine]] = {}
    for identifier, record in wanted_records(_unchanged_data(run, part, "--marks"), part.settings.rows, marked):
        question = task.read(marks.applied(record, identifier), identifier)
        again[identifier] = [reviewed(task, question, sample, identifier) for sample in samples[identifier]]
    return _Regrade(marks, again)


def _samples_for(part: Part, wanted: set[str]) -> dict[str, list[Any]]:
    """What the model answered to these items, in the order of the answers."""
    found: dict[str, list[Any]] = defaultdict(list)
    if part.predictions.is_file() and part.predictions.stat().st_size:
        for row in scan_rows(part.predictions, lambda line: loads_sealed(line, loads_line)):
            line = row.value if isinstance(row, Row) else None
            if isinstance(line, dict) and line.get("id") in wanted and isinstance(line.get("sample"), dict):
                found[line["id"]].append(line["sample"])
    return found
