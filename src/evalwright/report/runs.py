"""A run directory read back: what was asked of whom, the reviews, and what has no answer.

A path flows in, a `StoredRun` flows out, with one `Part` for every model on every subset. Nothing is kept in memory:
reviews are streamed whenever they are asked for. All that reads runs (compare, plan, report, the viewer) reads them
here. Files may have been edited, damaged or cut off, so nothing in them is taken on trust.
"""

from __future__ import annotations

import difflib
from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from evalwright.chat import JsonError, loads_line
from evalwright.data import loads_sealed
from evalwright.engine import damaged_line
from evalwright.errors import EvalwrightError, InputError, UsageError
from evalwright.rundir import DataConfig, PartConfig, RunDir, read_report, read_run_config
from evalwright.scoring import EFFECT_METRICS, Metric, make_scorer
from evalwright.tasks import FailedItem, ReviewLine, make_task
from evalwright.text import Sentence, localized, visible

from .report_document import Report

_KINDS = ("rate", "mean", "number", "count", "ratio")
_LOOKED_AT = 200


class Amendment(Protocol):
    """What changes the reviews of a part when they are read, and what must be said of it."""

    def reviews(self, reviews: Iterator[ReviewLine]) -> Iterator[ReviewLine]:
        """The reviews as they are to be taken."""
        ...

    def notes(self) -> list[Sentence]:
        """What a reader of the numbers must know."""
        ...


@dataclass(frozen=True, slots=True)
class Part:
    """One model on one subset of a data set."""

    settings: PartConfig
    """What was asked, and how."""
    run: Path
    reviews: Path
    predictions: Path
    judgements: Path
    amendments: tuple[Amendment, ...] = ()
    """What is done to the reviews when they are read."""

    @property
    def model(self) -> str:
        return self.settings.model

    @property
    def dataset(self) -> str:
        return self.settings.dataset

    @property
    def subset(self) -> str:
        return self.settings.subset

    @property
    def task(self) -> str:
        return self.settings.task

    @property
    def sha256(self) -> str:
        """Of the data file as it was asked from."""
        return self.settings.sha256

    @property
    def limit(self) -> Any:
        """How many of its rows were asked, where not all were."""
        return self.settings.limit

    @property
    def options(self) -> Mapping[str, Any]:
        return self.settings.options

    def read_reviews(self) -> Iterator[ReviewLine]:
        """Every review, in the order of the data set."""
        if not self.reviews.is_file():
            raise InputError.named("run_dir.no_reviews", path=self.reviews, model=repr(self.model[:80]))
        reviews: Iterator[ReviewLine] = _objects(self.reviews, self.run)
        for amendment in self.amendments:
            reviews = amendment.reviews(reviews)
        yield from reviews

    def read_errors(self) -> Iterator[FailedItem]:
        """The requests that failed for good: id, kind, message."""
        yield from _errors_in(self.predictions, self.run)

    def read_judge_errors(self) -> Iterator[FailedItem]:
        """The requests to a judge that failed for good: id, kind, message."""
        yield from _errors_in(self.judgements, self.run)


@dataclass(frozen=True, slots=True)
class StoredRun:
    """A run directory that was read back."""

    path: Path
    config: Mapping[str, Any]
    parts: tuple[Part, ...]
    """In the order they were run: model by model, subset by subset."""
    files: RunDir = field(compare=False)
    data: tuple[DataConfig, ...] = ()
    """The data files, as they were when they were last asked from."""

    def __repr__(self) -> str:
        from .notebook import reports_line

        return f"StoredRun({visible(str(self.path))}: {reports_line(self._stored_reports())})"

    def _repr_html_(self) -> str:
        from .notebook import reports_markup

        return reports_markup(str(self.path), self._stored_reports())

    @property
    def models(self) -> list[str]:
        """The models' names, in order."""
        return list(dict.fromkeys(part.model for part in self.parts))

    def kind_of(self, model: str) -> str | None:
        """The kind of a model, as its identity says it."""
        held = self.config.get("models")
        named = [each for each in held if isinstance(each, Mapping)] if isinstance(held, list) else []
        kind = next((each.get("kind") for each in named if each.get("name") == model), None)
        return kind if isinstance(kind, str) else None

    def parts_of(self, model: str) -> dict[str, list[Part]]:
        """The parts of a model, by data set."""
        found: dict[str, list[Part]] = {}
        for part in self.parts:
            if part.model == model:
                found.setdefault(part.dataset, []).append(part)
        return found

    def report(self, model: str, dataset: str) -> Report | None:
        """The report of a model on a data set, where it was written; it may have been edited since."""
        path = self.files.report(model, dataset)
        found: Report | None = read_report(path, self.path) if path.is_file() else None
        return found

    def reports(self) -> list[Report]:
        """All reports, in the order they were run; UsageError where there is none yet."""
        found = self._stored_reports()
        if not found:
            raise UsageError.named("run_dir.no_reports", run=self.path)
        return found

    def _stored_reports(self) -> list[Report]:
        pairs = dict.fromkeys((part.model, part.dataset) for part in self.parts)
        return [report for pair in pairs if (report := self.report(*pair)) is not None]

    def metrics(self, model: str, dataset: str) -> tuple[Metric, ...]:
        """The metrics of a report, able to read reviews; those of the task where no report was written."""
        part = next(part for part in self.parts if part.dataset == dataset)
        known = {metric.name: metric for metric in _known_metrics(part)}
        report = self.report(model, dataset)
        rows: Any = report.get("metrics") if report else None  # whatever stands in the file
        if not isinstance(rows, list):
            return tuple(known.values())
        found = {}
        for row in rows:
            name, kind = (row.get("metric"), row.get("kind")) if isinstance(row, Mapping) else (None, None)
            if isinstance(name, str) and kind in _KINDS and (name in known or kind != "ratio"):
                # A task's options can add a metric or change its kind; only a ratio needs the task to read it.
                same = name in known and known[name].kind == kind
                found[name] = known[name] if same else Metric(name, kind)
        return tuple(found.values())


def open_run(path: str | Path) -> StoredRun:
    """Read what a run directory says about itself; UsageError, with the nearest run, for one that is none."""
    directory = Path(path)
    if not is_run(directory):
        name = "run_dir.no_run" if directory.exists() else "run_dir.missing"
        raise UsageError.named(name, run=directory, cure=_nearest_run_hint(directory))
    config = read_run_config(directory)
    files = config.directory(directory)
    parts = tuple(
        Part(part, directory, files.reviews(*part.name), files.predictions(*part.name), files.judgements(*part.name))
        for part in config.parts
    )
    return StoredRun(directory, config.document, parts, files, tuple(config.data))


def is_run(path: Path) -> bool:
    """Whether this is a run directory."""
    return (path / "config.json").is_file()


def _errors_in(journal: Path, run: Path) -> Iterator[FailedItem]:
    if not journal.is_file():
        return
    for line in _objects(journal, run, holding=b'"error"'):
        error = line.get("error")
        if isinstance(error, Mapping):
            failed: FailedItem = {
                "id": line["id"],
                "kind": str(error.get("kind")),
                "message": str(error.get("message")),
            }
            if isinstance(said := error.get("said"), dict):
                failed["said"] = said
            yield failed


def _objects(path: Path, run: Path, holding: bytes = b"") -> Iterator[Any]:
    """The objects of a JSONL file, which must have an id; an empty file has none.

    Lines without `holding` are passed over unread, their checksum apart: few predictions are errors, and the others
    are long.
    """
    with path.open("rb") as stream:
        for number, line in enumerate(stream, 1):
            if line.isspace():
                continue
            try:
                value = loads_sealed(line.removeprefix(BOM_UTF8), loads_line if holding in line else _nothing)
            except (JsonError, UnicodeDecodeError):
                raise damaged_line(path, number, run) from None
            if value is None and holding:
                continue
            if not isinstance(value, dict) or not isinstance(value.get("id"), str):
                raise damaged_line(path, number, run)
            yield value


def _nothing(line: bytes) -> None:
    return None


def _known_metrics(part: Part) -> Iterator[Metric]:
    """The metrics of a part's task and scorers; none of those that are not installed here."""
    for options in ({}, part.options):  # its own may be such that no task can be made, or such that one needs them
        with suppress(EvalwrightError):
            yield from make_task(part.task, options).metrics
            break
    if part.settings.environment is not None:
        yield from EFFECT_METRICS
    if part.settings.criteria:
        from evalwright.criteria import ALL_PASSED, criteria_metrics

        yield from criteria_metrics(part.settings.criteria)
        yield ALL_PASSED
    for name in part.settings.scorers:
        with suppress(EvalwrightError):
            yield from make_scorer(name).metrics


def _nearest_run_hint(path: Path) -> str:
    """A hint at the run that was probably meant: inside the path, beside it, or under outputs."""
    inside = _runs_in(path)
    if inside:
        return localized("cures.near", close=inside[-1])
    runs = [*_runs_in(path.parent), *_runs_in(Path("outputs"))]
    close = difflib.get_close_matches(path.name, [run.name for run in runs], n=1, cutoff=0.5)
    if close:
        return localized("cures.near", close=next(run for run in runs if run.name == close[0]))
    return localized("cures.run_near", run=runs[-1]) if runs else localized("cures.make_run")


def _runs_in(folder: Path) -> list[Path]:
    try:
        entries = sorted(folder.iterdir())[:_LOOKED_AT]
    except OSError:
        return []
    return [entry for entry in entries if is_run(entry)]
