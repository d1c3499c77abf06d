"""From an evaluation to its reports: run it, then sum up the reviews of every model on every data set.

The reviews are read back from disk, a line at a time, so that a report can be made again from a run directory and
memory does not grow with the data.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalwright.tasks import EvalConfig, Run, TaskConfig, Tell, execute, read_task_config
from evalwright.text import localized

from .display import visible
from .notes import render_notes
from .portions import Portion, portions_of
from .publish import write_report
from .runs import open_run
from .summary import summarise
from .table import render_table

_NAMED = 8
_LINE = 500


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished evaluation: what was left in the run directory, and its reports."""

    run: Run
    reports: list[dict[str, Any]]


def evaluate(config: EvalConfig, tell: Tell | None = None) -> Evaluation:
    """Ask, score and report. Given an existing run directory, it grows: only what is unfinished is asked.

    `tell` hears sentences about what was noticed, such as a data file that changed; by default they go to standard
    error where progress is shown.
    """
    with execute(config, tell or (_to_stderr if config.show_progress else _to_nobody)) as run:
        return Evaluation(run, publish_run(run))


def _to_stderr(remark: str) -> None:
    print(remark, file=sys.stderr, flush=True)


def _to_nobody(remark: str) -> None:
    """What nobody wants to hear."""


def run_task(task_cfg: TaskConfig | Mapping[str, Any] | str | Path) -> dict[str, dict[str, Any]]:
    """Evaluate as EvalScope's run_task does: print the table, return the report of every data set by its name."""
    evaluation = evaluate(read_task_config(task_cfg).resolve())
    print(describe_evaluation(evaluation))
    if evaluation.run.interrupted:
        raise KeyboardInterrupt
    return {report["dataset"]: report for report in evaluation.reports}


def describe_evaluation(evaluation: Evaluation, lang: str = "en") -> str:
    """The table, the notes under it, and where everything lies."""
    lines = [
        render_table(evaluation.reports, lang),
        render_notes(evaluation.reports, lang),
        also_held(evaluation.run, lang),
        f"Report: {evaluation.run.directory.path / 'report.html'}",
    ]
    return "\n".join(line for line in lines if line)


def also_held(run: Run, lang: str = "en") -> str:
    """What the run directory holds besides what was asked now, in one line; empty where it holds nothing else."""
    if not run.others:
        return ""
    named = [localized("run_dir.also_part", lang, model=each.model, subset=each.subset) for each in run.others]
    shown = named[:_NAMED]
    if len(named) > _NAMED:
        shown.append(localized("run_dir.also_more", lang, n=len(named) - _NAMED))
    said = localized("run_dir.also_holds", lang, run=run.directory.path, parts=", ".join(shown))
    return visible(said, _LINE)


def publish_run(run: Run) -> list[dict[str, Any]]:
    """Write one report per model and data set that was scored now; returns them in the order they were run."""
    pairs = dict.fromkeys((part.model, part.dataset) for part in run.scored)
    if not pairs:
        return []
    stored = open_run(run.directory.path)
    reports = []
    for model, dataset in pairs:
        report = _report(model, dataset, portions_of(run, stored, model, dataset))
        write_report(report, run.directory.report(model, dataset))
        reports.append(report)
    _write_page(run)
    return reports


def _write_page(run: Run) -> None:
    """The page for people, beside the reports."""
    from .html import write_html

    write_html(run)


def _report(model: str, dataset: str, portions: Sequence[Portion]) -> dict[str, Any]:
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
    )
