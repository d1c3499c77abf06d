"""From an evaluation to its reports: run it, then sum up the reviews of every model on every data set.

The reviews are read back from disk, a line at a time, so that a report can be made again from a run directory and
memory does not grow with the data.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import orjson

from evalwright.tasks import EvalConfig, Run, Scored, TaskConfig, execute, read_task_config
from evalwright.text import localized

from .notes import render_notes
from .publish import write_report
from .summary import summarise
from .table import render_table


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished evaluation: what was left in the run directory, and its reports."""

    run: Run
    reports: list[dict[str, Any]]


def evaluate(config: EvalConfig) -> Evaluation:
    """Ask, score and report. Given an existing run directory, only what is unfinished is asked."""
    with execute(config) as run:
        return Evaluation(run, publish_run(run))


def run_task(task_cfg: TaskConfig | Mapping[str, Any] | str | Path) -> dict[str, dict[str, Any]]:
    """Evaluate as EvalScope's run_task does: print the table, return the report of every data set by its name."""
    evaluation = evaluate(read_task_config(task_cfg).resolve())
    print(describe_evaluation(evaluation))
    if evaluation.run.interrupted:
        raise KeyboardInterrupt
    return {report["dataset"]: report for report in evaluation.reports}


def describe_evaluation(evaluation: Evaluation, lang: str | None = None) -> str:
    """The table, the notes under it, and where everything lies, in the language of the command unless told."""
    lines = [
        render_table(evaluation.reports, lang),
        render_notes(evaluation.reports, lang),
        localized("common.report", lang, path=evaluation.run.directory.path / "report.html"),
    ]
    return "\n".join(line for line in lines if line)


def publish_run(run: Run) -> list[dict[str, Any]]:
    """Write one report per model and data set; returns them in the order they were run."""
    groups: dict[tuple[str, str], list[Scored]] = {}
    for part in run.scored:
        groups.setdefault((part.model, part.dataset), []).append(part)
    reports = []
    for (model, dataset), parts in groups.items():
        report = _report(model, dataset, parts)
        write_report(report, run.directory.report(model, dataset))
        reports.append(report)
    if reports:
        _write_page(run)
    return reports


def _write_page(run: Run) -> None:
    """The page for people, beside the reports."""
    from .html import write_html

    write_html(run)


def _report(model: str, dataset: str, parts: Sequence[Scored]) -> dict[str, Any]:
    return summarise(
        (review for part in parts for review in _reviews(part)),
        model=model,
        dataset=dataset,
        metrics=parts[0].metrics,
        failures=[{**failure, "subset": part.subset} for part in parts for failure in part.failures],
        invalid=[{**invalid, "subset": part.subset} for part in parts for invalid in part.invalid],
        subsets=[part.subset for part in parts],
        notes=[note for part in parts for note in part.notes],
    )


def _reviews(part: Scored) -> Iterator[dict[str, Any]]:
    with part.reviews.open("rb") as stream:
        for line in stream:
            review = orjson.loads(line)
            review["subset"] = part.subset
            yield review
