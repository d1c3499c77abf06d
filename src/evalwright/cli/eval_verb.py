"""evalwright eval: ask models and score their answers. Given an existing run directory, it resumes it."""

from __future__ import annotations

import dataclasses
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click
from click.core import ParameterSource

from evalwright.errors import INCOMPLETE, INTERRUPTED, OK, THRESHOLD_MISSED, UsageError
from evalwright.tasks import EvalConfig, TaskConfig, metric_names, read_config_file
from evalwright.text import localized

from .forms import lang_option
from .options import options_of
from .output import json_option, result, say

if TYPE_CHECKING:
    from evalwright.report import Evaluation


@click.command("eval", short_help="Ask models and score their answers into a run directory.")
@click.argument("data", nargs=-1)
@click.option(
    "-m",
    "--model",
    "models",
    multiple=True,
    metavar="MODEL",
    help="NAME[@URL], baseline:bigram:TRAIN, replay:FILE.",
)
@click.option(
    "-o",
    "--out",
    type=click.Path(path_type=Path),
    metavar="RUN",
    help="Run directory; an existing one is resumed.",
)
@click.option(
    "--config",
    "file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="Settings (YAML, JSON) by TaskConfig's names.",
)
@options_of(EvalConfig)
@click.option("--fail-under", type=float, metavar="X", help="Exit with 1 if --metric is below X.")
@click.option("--metric", default="next_call_exact", metavar="NAME", help="For --fail-under (next_call_exact).")
@lang_option
@json_option
def command(
    data: tuple[str, ...],
    models: tuple[str, ...],
    out: Path | None,
    file: Path | None,
    fail_under: float | None,
    metric: str,
    as_json: bool,
    **options: Any,
) -> int:
    """Ask every MODEL every question of DATA and score the answers into RUN."""
    from evalwright.report import describe_evaluation, evaluate

    _check_metric(metric, fail_under)
    options |= {"data": data, "models": models, "show_progress": not as_json or sys.stderr.isatty()}
    options["run"] = out or Path("outputs") / time.strftime("%Y%m%d-%H%M%S")
    config = EvalConfig(**options) if file is None else _from_file(file, options)
    run = config.run
    evaluation = evaluate(config)
    if evaluation.run.interrupted:
        say(localized("eval.stopped", run=run))
        return INTERRUPTED
    document = {"run": str(run), "complete": not evaluation.run.incomplete, "reports": evaluation.reports}
    result(document, lambda: describe_evaluation(evaluation), as_json=as_json)
    return verdict(evaluation, fail_under, metric, ignore_errors=config.ignore_errors)


def _from_file(file: Path, options: dict[str, Any]) -> EvalConfig:
    """The settings of a file, with what the command line says put over them."""
    context = click.get_current_context()
    given = {name for name in options if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    if context.get_parameter_source("out") is ParameterSource.COMMANDLINE:
        given.add("run")
    config = TaskConfig(**read_config_file(file)).resolve()
    return dataclasses.replace(config, **{name: options[name] for name in (*given, "show_progress")})


def _check_metric(metric: str, fail_under: float | None) -> None:
    """A misspelt metric is found before anything is asked."""
    if fail_under is not None and metric not in (names := metric_names()):
        raise UsageError(f"there is no metric {metric!r}", cure=f"Choose one of: {', '.join(names)}")


def verdict(evaluation: Evaluation, fail_under: float | None, metric: str, *, ignore_errors: bool = False) -> int:
    """The exit code: incomplete before a missed threshold before success."""
    run = evaluation.run
    if run.incomplete:
        count = sum(len(part.failures) for part in run.scored)
        key = "eval.incomplete_why" if run.stopped else "eval.incomplete"
        say(localized(key, num=count, why=run.stopped, run=run.directory.path))
        if not ignore_errors:
            return INCOMPLETE
    missed = _missed(evaluation, fail_under, metric) if fail_under is not None else []
    for line in missed:
        say(line)
    return THRESHOLD_MISSED if missed else OK


def _missed(evaluation: Evaluation, fail_under: float, metric: str) -> list[str]:
    lines = []
    for report in evaluation.reports:
        row = [row for row in report["metrics"] if row["metric"] == metric][-1]  # the pooled one comes last
        if row["score"] is None or row["score"] < fail_under:
            values = {"model": report["model"], "metric": metric, "score": row["score"], "limit": fail_under}
            lines.append(localized("eval.below", **values))
    return lines
