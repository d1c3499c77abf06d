"""What config.json says: whom a run has asked what, with which settings, and where the data lies. Never a key.

Every part (one model on one subset) carries the settings it was asked with, so that a run of several commands claims
nothing false; what all parts share stands once more at the top. The file is read leniently, for it may come from
anyone, and files of format 1, which had one set of settings for all, are read as well. Newer formats are refused.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from evalwright.chat import JsonError, JsonObject, loads
from evalwright.data import document_checksum, dumps_canonical
from evalwright.errors import InputError, UsageError
from evalwright.tasks import InvalidItem, stated
from evalwright.text import said_by, stored_list

from .config_document import PartEntry
from .layout import OlderNames, PartName, RunDir

FORMAT = 2
"""The format written here; what is newer is not read. Files of format 1 do not name theirs."""
CONFIG = "config.json"
_SHARED = ("generation", "limit", "repeats", "judge")


@dataclass(frozen=True, slots=True)
class PartConfig:
    """One model on one subset: what was asked, and how."""

    model: str
    dataset: str
    subset: str
    task: str
    sha256: str = ""
    """Of the data file."""
    rows: int | None = None
    bad_rows: int = 0
    due: int | None = None
    """How many answers there should be in the end."""
    limit: Any = None
    """How many of the rows were asked, where not all were."""
    repeats: int = 1
    stream: bool | None = None
    """Whether replies were asked for in pieces; format 1 did not say."""
    generation: Mapping[str, Any] = field(default_factory=dict)
    options: Mapping[str, Any] = field(default_factory=dict)
    judge: Mapping[str, Any] | None = None
    notes: Sequence[str] = ()
    """What a reader of its scores must know about the data."""
    scorers: Sequence[str] = ()
    """Who added numbers of their own to the task's."""
    criteria: Sequence[Mapping[str, Any]] = ()
    """Testing criteria that answers were graded by besides, each with its metrics."""
    environment: str | None = None
    """Where the answers were executed, for grading by effect."""
    group_by: str | None = None
    """The field whose values statistics cluster by, where one was named."""
    invalid: Sequence[InvalidItem] = ()
    """Items that cannot be asked: id, line and reason."""

    @property
    def name(self) -> PartName:
        """Model, data set and subset."""
        return self.model, self.dataset, self.subset

    def entry(self) -> PartEntry:
        """As it is written."""
        made: PartEntry = {
            "model": self.model,
            "dataset": self.dataset,
            "subset": self.subset,
            "task": self.task,
            "sha256": self.sha256,
            "rows": self.rows,
            "bad_rows": self.bad_rows,
            "due": self.due,
            "limit": self.limit,
            "repeats": self.repeats,
            "stream": self.stream,
            "generation": dict(self.generation),
            "options": dict(self.options),
            "judge": None if self.judge is None else dict(self.judge),
        }
        if self.notes:
            made["notes"] = list(self.notes)
        if self.scorers:
            made["scorers"] = list(self.scorers)
        if self.criteria:
            made["criteria"] = [dict(each) for each in self.criteria]
        if self.environment is not None:
            made["environment"] = self.environment
        if self.group_by is not None:
            made["group_by"] = self.group_by
        if self.invalid:
            made["invalid"] = list(self.invalid)
        return made

    def is_as(self, other: PartConfig) -> bool:
        """Whether both were asked the same in the same way."""
        return dumps_canonical(self.entry()) == dumps_canonical(other.entry())


@dataclass(frozen=True, slots=True)
class DataConfig:
    """One data file, as it was when it was last asked from."""

    task: str
    dataset: str
    subset: str
    path: str | None = None
    """Where it lay, in full; None for standard input."""
    relative: str | None = None
    """Where it lay, from the run directory."""
    sha256: str = ""
    rows: int | None = None
    bad_rows: int = 0
    kept: bool = False
    """Whether the run carries a copy."""


@dataclass(frozen=True, slots=True)
class RunConfig:
    """A config.json that was read."""

    document: Mapping[str, Any]
    """A `ConfigDocument`, unless somebody wrote something else into it."""
    format: int
    models: Sequence[Mapping[str, Any]]
    data: Sequence[DataConfig]
    parts: Sequence[PartConfig]

    def directory(self, path: Path) -> RunDir:
        """The files of the run, also under the names of format 1 where it has that."""
        return RunDir(path, OlderNames(part.name for part in self.parts) if self.format < FORMAT else None)

    def identity(self, model: str) -> Mapping[str, Any]:
        """What decides a model's answers apart from the request."""
        return next((each for each in self.models if each.get("name") == model), {})


def read_run_config(run: Path) -> RunConfig:
    """The config.json of a run; InputError where it is none, UsageError where its format is newer than this program."""
    file = run / CONFIG
    document = read_document(file)
    number = document.get("format", 1)
    if not isinstance(number, int) or isinstance(number, bool) or number < 1:
        raise InputError.named("run_dir.no_format", path=file)
    if number > FORMAT:
        raise UsageError.named("run_dir.newer_format", run=run, format=number, known=FORMAT)
    models, sources = _require_mappings(document, "models", file), _require_mappings(document, "data", file)
    data = [_data(source) for source in sources]
    return RunConfig(document, number, models, data, _read_parts(document, models, sources))


def read_document(path: Path) -> JsonObject:
    """A JSON object in a file; InputError where it is none."""
    try:
        document = loads(path.read_text(encoding="utf-8"))
    except (JsonError, UnicodeDecodeError) as error:
        raise InputError.named("run_dir.not_json", path=path, problem=said_by(error)) from None
    except OSError as error:
        raise InputError.named("run_dir.unreadable", path=path, strerror=error.strerror) from None
    if not isinstance(document, dict):
        raise InputError.named("run_dir.no_object", path=path)
    return document


def read_report(path: Path, run: Path) -> Any:
    """A report of a run, without its checksum; InputError where that says that the file was damaged.

    It is an object; what stands in it, whoever reads it must look at.
    """
    report = read_document(path)
    written = report.pop("crc", None)
    damaged = _is_seal(report) if written is None else written != document_checksum(report)
    if damaged:
        raise InputError.named("run_dir.damaged_report", path=path, run=run)
    return report


def _is_seal(report: Mapping[str, Any]) -> bool:
    """Whether the last field of a report is its checksum under a damaged name."""
    *others, (_, value) = report.items() if report else [("", None)]
    return isinstance(value, str) and value == document_checksum(dict(others))


def _read_parts(
    document: Mapping[str, Any], models: Sequence[Mapping[str, Any]], sources: Sequence[Mapping[str, Any]]
) -> list[PartConfig]:
    written = document.get("parts")
    if isinstance(written, list):
        return [_read_part(part) for part in written if isinstance(part, Mapping)]
    named = [{**_first_settings(document, source.get("task")), **source} for source in sources]
    return [_read_part({**source, "model": model.get("name")}) for model in models for source in named]


def _first_settings(document: Mapping[str, Any], task: Any) -> JsonObject:
    """The settings of format 1, which were said once for all; a judge looked at what can be judged alone."""
    return {name: document.get(name) for name in _SHARED if name != "judge" or stated(str(task), "to_judge", None)}


def _read_part(given: Mapping[str, Any]) -> PartConfig:
    rows, bad, repeats = (
        _count_or_none(given, "rows"),
        _count_or_none(given, "bad_rows") or 0,
        _count_or_none(given, "repeats") or 1,
    )
    due = _count_or_none(given, "due")
    judge = given.get("judge")
    return PartConfig(
        model=str(given.get("model")),
        dataset=str(given.get("dataset")),
        subset=str(given.get("subset")),
        task=str(given.get("task")),
        sha256=str(given.get("sha256")),
        rows=rows,
        bad_rows=bad,
        due=due if due is not None or rows is None else max(0, rows - bad) * repeats,
        limit=given.get("limit"),
        repeats=repeats,
        stream=given["stream"] if isinstance(given.get("stream"), bool) else None,
        generation=_mapping_or_empty(given.get("generation")),
        options=_mapping_or_empty(given.get("options")),
        judge=judge if isinstance(judge, Mapping) else None,
        notes=stored_list(given, "notes"),
        scorers=[name for name in _items(given, "scorers") if isinstance(name, str)],
        criteria=[each for each in _items(given, "criteria") if isinstance(each, Mapping)],
        environment=given["environment"] if isinstance(given.get("environment"), str) else None,
        group_by=given["group_by"] if isinstance(given.get("group_by"), str) else None,
        invalid=[_invalid_item(each) for each in _items(given, "invalid") if isinstance(each, dict)],
    )


def _invalid_item(given: Any) -> InvalidItem:
    """An entry as it stands: what is not in it is not known."""
    entry: InvalidItem = given
    return entry


def _data(given: Mapping[str, Any]) -> DataConfig:
    return DataConfig(
        task=str(given.get("task")),
        dataset=str(given.get("dataset")),
        subset=str(given.get("subset")),
        path=_path(given.get("path")),
        relative=_path(given.get("relative")),
        sha256=str(given.get("sha256")),
        rows=_count_or_none(given, "rows"),
        bad_rows=_count_or_none(given, "bad_rows") or 0,
        kept=given.get("kept") is True,
    )


def _require_mappings(document: Mapping[str, Any], key: str, file: Path) -> Sequence[Mapping[str, Any]]:
    found = document.get(key)
    if not isinstance(found, list) or not found or not all(isinstance(each, Mapping) for each in found):
        raise InputError.named("run_dir.missing_key", path=file, key=key)
    return found


def _path(value: Any) -> str | None:
    return value if isinstance(value, str) and value and "\0" not in value else None


def _mapping_or_empty(value: Any) -> Mapping[str, Any]:
    return value if isinstance(value, Mapping) else {}


def _items(given: Mapping[str, Any], name: str) -> list[Any]:
    found = given.get(name)
    return found if isinstance(found, list) else []


def _count_or_none(given: Mapping[str, Any], name: str) -> int | None:
    found = given.get(name)
    return found if isinstance(found, int) and not isinstance(found, bool) and found >= 0 else None
