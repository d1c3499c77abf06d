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

from evalwright.errors import UsageError
from evalwright.secrecy import redacted_tree
from evalwright.tasks import EvalConfig, Run, Scored, TaskConfig, dry_run, execute, read_task_config
from evalwright.text import spoken_language

from .answer_notes import warning_lines
from .causes import render_causes
from .display import visible
from .dry_run_text import describe_dry_run
from .notebook import reports_line, reports_markup
from .notes import render_notes
from .publish import write_report
from .summary import summarise
from .table import render_table


@dataclass(frozen=True, slots=True)
class Evaluation:
    """A finished evaluation: what was left in the run directory, and its reports."""

    run: Run
    reports: list[dict[str, Any]]

    def __repr__(self) -> str:
        state = ", incomplete" if self.run.incomplete else ""
        return f"Evaluation({visible(str(self.run.directory.path))}{state}: {reports_line(self.reports)})"

    def __str__(self) -> str:
        return describe_evaluation(self, spoken_language())

    def _repr_html_(self) -> str:
        return reports_markup(str(self.run.directory.path), self.reports)


def evaluate(config: EvalConfig) -> Evaluation:
    """Ask, score and report. Given an existing run directory, only what is unfinished is asked."""
    if config.dry_run:
        raise UsageError.named("asking.dry_run")
    with execute(config) as run:
        return Evaluation(run, publish_run(run))


def run_task(task_cfg: TaskConfig | Mapping[str, Any] | str | Path) -> dict[str, dict[str, Any]]:
    """Evaluate as EvalScope's run_task does: print the table, return the report of every data set by its name.

    With `dry_run` nothing is asked: what would be is printed and returned, by data set.
    """
    config = read_task_config(task_cfg).resolve()
    if config.dry_run:
        return _rehearsed(config)
    evaluation = evaluate(config)
    print(describe_evaluation(evaluation))
    if evaluation.run.interrupted:
        raise KeyboardInterrupt
    return {report["dataset"]: report for report in evaluation.reports}


def _rehearsed(config: EvalConfig) -> dict[str, dict[str, Any]]:
    found = dry_run(config)
    print(describe_dry_run(found))
    plans = found.document()["plans"]
    names = dict.fromkeys(plan["dataset"] for plan in plans)
    return {name: {"dry_run": True, "plans": [plan for plan in plans if plan["dataset"] == name]} for name in names}


def describe_evaluation(evaluation: Evaluation, lang: str = "en", columns: int | None = None) -> str:
    """The table, in so many columns where they are few, the notes under it, and where everything lies."""
    lines = [
        render_table(evaluation.reports, lang, columns),
        render_notes(evaluation.reports, lang),
        render_causes(evaluation.reports, lang),
        f"Report: {evaluation.run.directory.path / 'report.html'}",
    ]
    return "\n".join(line for line in lines if line)


def render_warnings(reports: Sequence[Mapping[str, Any]], lang: str = "en") -> str:
    """What must be heard also by those who read no table: answers that are none and many, and why requests failed."""
    loud = [line for report in reports for line in warning_lines(report, lang)]
    return "\n".join(filter(None, [*loud, render_causes(reports, lang)]))


def publish_run(run: Run) -> list[dict[str, Any]]:
    """Write one report per model and data set; returns them in the order they were run."""
    groups: dict[tuple[str, str], list[Scored]] = {}
    for part in run.scored:
        groups.setdefault((part.model, part.dataset), []).append(part)
    reports = []
    for (model, dataset), parts in groups.items():
        report = redacted_tree(_report(model, dataset, parts))
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
        judge_failures=[failure for part in parts for failure in part.judge_failures],
    )


def _reviews(part: Scored) -> Iterator[dict[str, Any]]:
    with part.reviews.open("rb") as stream:
        for line in stream:
            review = orjson.loads(line)
            review["subset"] = part.subset
            yield review
