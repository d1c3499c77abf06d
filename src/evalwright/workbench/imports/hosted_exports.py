"""Runs of OpenAI's hosted evals, exported: the dashboard's lines, dumps of the API (evals, runs, pages of output
items), and pairs of item and sample.

Out come rows `{"id", "item", "sample"}` by run, with the old grades in `item.recorded_grades`, and what is known of
each run: its model, its name, the criteria that it was graded by.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.chat import JsonObject
from evalwright.data import BadRow, Row, as_file, dumps, label_of
from evalwright.errors import InputError
from evalwright.text import phrase, said_by

from .shape import ImportFile

_ITEM, _RUN, _EVAL = "eval.run.output_item", "eval.run", "eval"


@dataclass(slots=True)
class HostedRun:
    """What is known of one run."""

    id: str
    model: str | None = None
    name: str | None = None
    eval_id: str | None = None
    rows: int = 0
    file: Path | None = None
    """Where its rows were written."""
    kinds: dict[str, int] = field(default_factory=dict)
    """By grader, what its scores are: 0 for yes or no, 1 for shares, 2 for other numbers."""


@dataclass(slots=True)
class HostedExport:
    """What the files say beside their rows."""

    runs: dict[str, HostedRun] = field(default_factory=dict)
    graders: dict[str, str] = field(default_factory=dict)
    """The names of criteria by their ids."""
    criteria: list[JsonObject] = field(default_factory=list)
    """The criteria of evals that came along."""

    def run(self, identifier: str) -> HostedRun:
        return self.runs.setdefault(identifier, HostedRun(identifier))


def is_hosted_export(value: Any) -> bool:
    """Whether a row is of a hosted eval: an object of the API, a page of them, or an output item of the dashboard."""
    if not isinstance(value, dict):
        return False
    if value.get("object") in (_ITEM, _RUN, _EVAL):
        return True
    if value.get("object") == "list" and isinstance(value.get("data"), list):
        return bool(value["data"]) and is_hosted_export(value["data"][0])
    if not isinstance(value.get("item"), dict):
        return False
    return "run_id" in value or isinstance(value.get("grades"), dict)


def rows_of_export(value: JsonObject, export: HostedExport) -> Iterator[tuple[str, JsonObject]]:
    """The rows of a record, each with the id of its run; what it says of runs and evals goes to `export`."""
    kind = value.get("object")
    if kind == "list":
        for each in value["data"]:
            yield from rows_of_export(each, export) if isinstance(each, dict) else ()
    elif kind == _EVAL:
        _note_eval(value, export)
    elif kind == _RUN:
        _note_run(value, export)
    elif kind == _ITEM:
        yield _of_api(value, export)
    else:
        yield _of_dashboard(value, export)


def _note_eval(value: JsonObject, export: HostedExport) -> None:
    for criterion in value.get("testing_criteria") or ():
        if isinstance(criterion, dict):
            name = str(criterion.get("name") or criterion.get("id"))
            export.graders[str(criterion.get("id") or name)] = name
            export.criteria.append(criterion)


def _note_run(value: JsonObject, export: HostedExport) -> None:
    run = export.run(str(value.get("id")))
    run.model = value["model"] if isinstance(value.get("model"), str) else run.model
    run.name = value["name"] if isinstance(value.get("name"), str) else run.name
    run.eval_id = value["eval_id"] if isinstance(value.get("eval_id"), str) else run.eval_id


def _of_api(value: JsonObject, export: HostedExport) -> tuple[str, JsonObject]:
    """An output item of the API."""
    item = value.get("datasource_item")
    if not isinstance(item, dict):
        raise ValueError(phrase("import.evals.no_item"))
    item = item["item"] if isinstance(item.get("item"), dict) else item
    results = [each for each in value.get("results") or () if isinstance(each, dict)]
    grades = {str(each.get("name")): {"score": each.get("score"), "passed": each.get("passed")} for each in results}
    sample = value.get("sample") if isinstance(value.get("sample"), dict) else {}
    return _hosted_row(value.get("run_id"), value.get("datasource_item_id"), item, sample or {}, grades, export)


def _of_dashboard(value: JsonObject, export: HostedExport) -> tuple[str, JsonObject]:
    """A line of the dashboard's export."""
    passes = value.get("passes") if isinstance(value.get("passes"), dict) else {}
    given = value.get("grades") if isinstance(value.get("grades"), dict) else {}
    grades = {
        str(name): {"score": (given or {}).get(name, (passes or {}).get(name)), "passed": (passes or {}).get(name)}
        for name in {**(given or {}), **(passes or {})}
    }
    sample = value.get("sample") if isinstance(value.get("sample"), dict) else {}
    made = dict(sample or {})
    if "outputs" in made:
        made["output"] = made.pop("outputs")
    if "token_usage" in made:
        made["usage"] = made.pop("token_usage")
    return _hosted_row(value.get("run_id"), value.get("data_source_idx"), value["item"], made, grades, export)


def _hosted_row(
    run_id: Any, position: Any, item: JsonObject, sample: JsonObject, grades: dict[str, Any], export: HostedExport
) -> tuple[str, JsonObject]:
    run = export.run(str(run_id) if run_id is not None else "")
    if run.model is None and isinstance(sample.get("model"), str):
        run.model = sample["model"]
    named = {export.graders.get(name, name): grade for name, grade in grades.items()}
    for name, grade in named.items():
        run.kinds[name] = max(run.kinds.get(name, 0), _kind_of_score(grade["score"]))
    number = position if isinstance(position, int) and not isinstance(position, bool) else run.rows
    run.rows += 1
    error = sample.get("error")
    if isinstance(error, str) and error:
        sample = sample | {"error": {"message": error}}
    return run.id, {"id": str(item.get("id", number)), "item": item | {"recorded_grades": named}, "sample": sample}


def recorded_criteria(run: HostedRun) -> list[JsonObject]:
    """The criteria that keep a run's old grades, one for each of its graders."""
    return [
        {"type": "recorded", "name": name, "grader": name, "kind": ("rate", "mean", "number")[kind]}
        for name, kind in run.kinds.items()
    ]


def _kind_of_score(score: Any) -> int:
    if not isinstance(score, bool | int | float) or score in (0, 1):
        return 0
    return 1 if 0 <= score <= 1 else 2


def write_hosted_rows(
    files: Sequence[str | Path], folder: Path, *, skip_bad_rows: bool = False
) -> tuple[HostedExport, list[BadRow]]:
    """Write the rows of each run to a file of its own in `folder`, called by the run's position; what else is known."""
    export, bad_rows = HostedExport(), []
    with ExitStack() as stack:
        given = [ImportFile(stack.enter_context(as_file(path)), label_of(path)) for path in files]
        streams: dict[str, BinaryIO] = {}
        for made in (made for file in given for made in _rows_of_file(file, export)):
            if isinstance(made, BadRow):
                if not skip_bad_rows:
                    raise made.as_error()
                bad_rows.append(made)
                continue
            run, row = made
            if run not in streams:
                streams[run] = stack.enter_context((folder / f"{len(streams)}.jsonl").open("wb"))
                export.run(run).file = folder / f"{len(streams) - 1}.jsonl"
            streams[run].write(dumps(row) + b"\n")
    if not streams:
        raise InputError.named("import.evals.no_rows", path=label_of(files[0]))
    return export, bad_rows


def _rows_of_file(file: ImportFile, export: HostedExport) -> Iterator[tuple[str, JsonObject] | BadRow]:
    for row in file.rows():
        if isinstance(row, BadRow):
            yield row
            continue
        try:
            if not is_hosted_export(row.value) and not _is_pair(row.value):
                raise ValueError(phrase("import.evals.unknown"))
            yield from rows_of_export(row.value, export)
        except ValueError as error:
            yield file.bad(row, said_by(error))


def _is_pair(value: Any) -> bool:
    return isinstance(value, dict) and isinstance(value.get("item"), dict) and isinstance(value.get("sample"), dict)


def is_hosted_file(path: str | Path) -> bool:
    """Whether a file's first row is of a hosted eval."""
    with as_file(path) as opened:
        first = next(ImportFile(opened, label_of(path)).rows(), None)
    return isinstance(first, Row) and is_hosted_export(first.value)
