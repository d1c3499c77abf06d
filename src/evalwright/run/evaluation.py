"""From an evaluation to its reports: run it, then sum up the reviews of every model on every data set.

The reviews are read back from disk, a line at a time, so that a report can be made again from a run directory and
memory does not grow with the data.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any

from evalwright.chat import JsonObject
from evalwright.data import check_address, copy_folder
from evalwright.errors import UsageError
from evalwright.executor import LocalExecutor, Workers, open_executor
from evalwright.report import (
    Report,
    StoredRun,
    main_metric,
    open_run,
    render_causes,
    render_notes,
    render_table,
    summarise,
    warning_lines,
    write_report,
)
from evalwright.rundir import CONFIG
from evalwright.secrecy import redacted_tree
from evalwright.text import listed, localized, spoken_language, visible

from .adopt_parts import end_merging
from .config import EvalConfig
from .execution import Run, Tell, execute
from .portions import Portion, portions_of
from .seal import renew_seal, write_seal

if TYPE_CHECKING:
    from .task_config import TaskConfig

_NAMED = 8
_LINE = 500


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished evaluation: what was left in the run directory, and its reports."""

    run: Run
    reports: list[Report]

    @property
    def path(self) -> Path:
        """The run directory."""
        return self.run.directory.path

    def main_metric(self, model: str, dataset: str) -> str | None:
        """The metric that a model is judged by on a data set."""
        part = next(each for each in self.run.scored if (each.model, each.dataset) == (model, dataset))
        found = main_metric(part.task.name, part.metrics)
        return found.name if found is not None else None

    def __repr__(self) -> str:
        from evalwright.report import reports_line

        state = ", incomplete" if self.run.incomplete else ""
        return f"Evaluation({visible(str(self.run.directory.path))}{state}: {reports_line(self.reports)})"

    def __str__(self) -> str:
        return describe_evaluation(self, spoken_language())

    def _repr_html_(self) -> str:
        from evalwright.report import reports_markup

        return reports_markup(str(self.run.directory.path), self.reports)


def evaluate(config: EvalConfig, tell: Tell | None = None, workers: Workers = 1) -> Evaluation:
    """Ask, score and report. Given an existing run directory, it grows: only what is unfinished is asked.

    `tell` hears sentences about what was noticed, such as a data file that changed; by default they go to standard
    error where progress is shown. `workers` ask: how many processes, or an executor.
    """
    if config.dry_run:
        raise UsageError.named("asking.dry_run")
    if config.copy_to is not None:
        check_address(config.copy_to)
    tell = tell or (_to_stderr if config.show_progress else _to_nobody)
    with open_executor(workers) as chosen:
        executor = None if isinstance(chosen, LocalExecutor) or config.slice is not None else chosen
        with execute(config, tell, executor) as run:
            done = Evaluation(run, publish_run(run))
            if config.copy_to is not None and config.slice is None and not run.interrupted:
                copy_run(run.directory.path, config.copy_to)
            if config.slice is None and not run.interrupted:
                end_merging(run.directory.path)
            return done


def copy_run(run: Path, address: str) -> None:
    """Copy a run to an address: what says that it is a run comes last, so that nothing partial looks whole."""
    files = [path for path in sorted(run.rglob("*")) if path.is_file() and not path.name.startswith(".")]
    copy_folder(run, address, sorted(files, key=lambda path: path.name == CONFIG))


def _to_stderr(remark: str) -> None:
    print(remark, file=sys.stderr, flush=True)


def _to_nobody(remark: str) -> None:
    """What nobody wants to hear."""


def run_task(task_cfg: TaskConfig | Mapping[str, Any] | str | Path) -> dict[str, JsonObject]:
    """Evaluate as EvalScope's run_task does: print the table, return the report of every data set by its name.

    With `dry_run` nothing is asked: what would be is printed and returned, by data set.
    """
    from .task_config import read_task_config

    config = read_task_config(task_cfg).resolve()
    if config.dry_run:
        return _rehearsed(config)
    evaluation = evaluate(config)
    print(describe_evaluation(evaluation))
    if evaluation.run.interrupted:
        raise KeyboardInterrupt
    return {report["dataset"]: dict(report) for report in evaluation.reports}


def _rehearsed(config: EvalConfig) -> dict[str, JsonObject]:
    from .dry_run_text import describe_dry_run
    from .request_plan import dry_run

    found = dry_run(config)
    print(describe_dry_run(found))
    plans = found.document()["plans"]
    names = dict.fromkeys(plan["dataset"] for plan in plans)
    return {name: {"dry_run": True, "plans": [plan for plan in plans if plan["dataset"] == name]} for name in names}


def describe_evaluation(evaluation: Evaluation, lang: str | None = None, columns: int | None = None) -> str:
    """The table, in so many columns where they are few, the notes under it, and where everything lies.

    In the language of the command unless told.
    """
    lang = lang or spoken_language()
    lines = [
        render_table(evaluation.reports, lang, columns),
        render_notes(evaluation.reports, lang),
        render_causes(evaluation.reports, lang),
        also_held(evaluation.run, lang),
        localized("common.report", lang, path=evaluation.run.directory.path / "report.html"),
    ]
    return "\n".join(line for line in lines if line)


def render_warnings(reports: Sequence[Report], lang: str = "en") -> str:
    """What must be heard also by those who read no table: answers that are none and many, and why requests failed."""
    loud = [line for report in reports for line in warning_lines(report, lang)]
    return "\n".join(filter(None, [*loud, render_causes(reports, lang)]))


def also_held(run: Run, lang: str = "en") -> str:
    """What the run directory holds besides what was asked now, in one line; empty where it holds nothing else."""
    if not run.others:
        return ""
    named = [localized("run_dir.also_part", lang, model=each.model, subset=each.subset) for each in run.others]
    shown = named[:_NAMED]
    if len(named) > _NAMED:
        shown.append(localized("run_dir.also_more", lang, n=len(named) - _NAMED))
    said = localized("run_dir.also_holds", lang, run=run.directory.path, parts=listed(shown))
    return visible(said, _LINE)


def publish_run(run: Run) -> list[Report]:
    """Write one report per model and data set that was scored now; returns them in the order they were run."""
    pairs = dict.fromkeys((part.model, part.dataset) for part in run.scored)
    if not pairs:
        return []
    stored = open_run(run.directory.path)
    if run.sealed and run.seal is not None:
        renew_seal(run.directory.path, run.seal)
        return [found for pair in pairs if (found := stored.report(*pair)) is not None]
    reports: list[Report] = []
    for model, dataset in pairs:
        report: Report = redacted_tree(_report(stored, model, dataset, portions_of(run, stored, model, dataset)))
        write_report(report, run.directory.report(model, dataset))
        reports.append(report)
    _write_page(run)
    if run.seal is not None and not run.interrupted:
        write_seal(run.directory.path, run.seal, complete=not run.incomplete)
    return reports


def _write_page(run: Run) -> None:
    """The page for people, beside the reports."""
    from evalwright.report import write_html

    write_html(run.directory.path)


def _report(stored: StoredRun, model: str, dataset: str, portions: Sequence[Portion]) -> Report:
    metrics = {metric.name: metric for portion in portions for metric in portion.metrics}
    return summarise(
        (review for portion in portions for review in portion.labelled_reviews()),
        model=model,
        dataset=dataset,
        metrics=tuple(metrics.values()),
        failures=[{**failure, "subset": each.subset} for each in portions for failure in each.failures],
        invalid=[{**invalid, "subset": each.subset} for each in portions for invalid in each.invalid],
        subsets=[portion.subset for portion in portions],
        notes=[note for portion in portions for note in portion.notes],
        judge_failures=[failure for portion in portions for failure in portion.judge_failures],
        criteria_failures=[failure for portion in portions for failure in portion.criteria_failures],
        answered_by=stored.kind_of(model),
    )
