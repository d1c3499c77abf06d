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
from evalwright.run import EvalConfig
from evalwright.tasks import known_metrics
from evalwright.text import listed, localized

from .forms import lang_option
from .help_page import GroupedCommand
from .options import options_of
from .output import columns, json_option, result, say
from .paths import DataIn, FileIn, ModelIn
from .workers_options import workers_options

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from evalwright.chat import JsonObject
    from evalwright.errors import EvalwrightError
    from evalwright.executor import Executor
    from evalwright.run import Evaluation, Run, Scored
    from evalwright.tasks import FailedItem


_ASKING = ("api_url", "api_key_env", "generation_config", "stream", "concurrency", "requests_per_minute")
_TRYING = ("tries", "timeout", "deadline", "retry_wait")
_JUDGING = ("judge_strategy", "judge_model_args", "judge_worker_num")
_GROUPS = {
    "what": ("models", "out", "file", "name", "replace", "keep_data", "copy_to", "private", "force", "dry_run"),
    "data": (
        "task",
        "datasets",
        "dataset_args",
        "limit",
        "repeats",
        "skip_bad_rows",
        "part",
        "workers",
        "executor",
        "ray_address",
    ),
    "asking": (*_ASKING, *_TRYING, "max_requests", "max_tokens_total", "max_minutes"),
    "scoring": (
        "match",
        "match_rules",
        "marks",
        "drop_unfair",
        "group_by",
        "environment",
        "scorers",
        "criteria",
        "unsafe_python",
        "rerun_review",
        *_JUDGING,
    ),
    "result": ("fail_under", "metric", "ignore_errors", "as_json", "lang", "help"),
}


@click.command("eval", cls=GroupedCommand, groups=_GROUPS)
@click.argument("data", type=DataIn(), nargs=-1)
@click.option("-m", "--model", "models", type=ModelIn(), multiple=True, metavar="MODEL")
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="RUN")
@click.option("--config", "file", type=FileIn(as_path=True), metavar="FILE")
@options_of(EvalConfig)
@click.option("--fail-under", type=float, metavar="X")
@click.option("--metric", metavar="NAME")
@workers_options
@lang_option
@json_option
def command(
    data: tuple[str, ...],
    models: tuple[str, ...],
    out: Path | None,
    file: Path | None,
    fail_under: float | None,
    metric: str | None,
    as_json: bool,
    workers: Executor,
    **options: Any,
) -> int:
    """Ask every MODEL every question of DATA and score the answers into RUN."""
    from evalwright.run import evaluate

    options |= {"data": data, "models": models, "show_progress": not as_json or sys.stderr.isatty()}
    options |= {"run": out or Path("outputs") / time.strftime("%Y%m%d-%H%M%S"), "fresh": out is None}
    config = EvalConfig(**options) if file is None else _from_file(file, options)
    _check_metric(config, metric, fail_under)
    if config.dry_run:
        return _show_dry_run(config, as_json=as_json)
    evaluation = evaluate(config, say, workers)
    if evaluation.run.interrupted:
        say(localized("eval.stopped", run=config.run))
        return INTERRUPTED
    show_evaluation(evaluation, as_json=as_json)
    if config.slice is not None:
        say(localized("eval.part_ended", number=config.slice.number, count=config.slice.count, run=config.run))
    return verdict(evaluation, fail_under, metric, ignore_errors=config.ignore_errors)


def show_evaluation(evaluation: Evaluation, *, as_json: bool) -> None:
    """Print the table, or the document, of an evaluation."""
    from evalwright.run import describe_evaluation, render_warnings

    run = evaluation.run.directory.path
    others = [dict(zip(("model", "dataset", "subset"), part.name, strict=True)) for part in evaluation.run.others]
    document = {"run": str(run), "complete": not evaluation.run.incomplete, "reports": evaluation.reports}
    document |= {"also": others} if others else {}
    result(document, lambda: describe_evaluation(evaluation, columns=columns()), as_json=as_json)
    if as_json and (loud := render_warnings(evaluation.reports)):
        say(loud)  # those who read words see it under the table


def _show_dry_run(config: EvalConfig, *, as_json: bool) -> int:
    from evalwright.run import describe_dry_run, dry_run

    found = dry_run(config)
    result(found.document(), lambda: describe_dry_run(found), as_json=as_json)
    return OK


def _from_file(file: Path, options: JsonObject) -> EvalConfig:
    """The settings of a file, with what the command line says put over them."""
    from evalwright.run import TaskConfig, read_config_file

    context = click.get_current_context()
    given = {name for name in options if context.get_parameter_source(name) is ParameterSource.COMMANDLINE}
    if context.get_parameter_source("out") is ParameterSource.COMMANDLINE:
        given |= {"run", "fresh"}
    config = TaskConfig(**read_config_file(file)).resolve()
    return dataclasses.replace(config, **{name: options[name] for name in (*given, "show_progress")})


def _check_metric(config: EvalConfig, metric: str | None, fail_under: float | None) -> None:
    """A misspelt metric is found before anything is asked."""
    if fail_under is None:
        return
    known = known_metrics({name: config.options_for(name) for name in config.dataset_args or ()}, config.scorers)
    known += [metric for criterion in config.testing_criteria() for metric in criterion.metrics]
    if config.criteria is not None:
        from evalwright.criteria import ALL_PASSED

        known.append(ALL_PASSED)
    names = list(dict.fromkeys(each.name for each in known))
    if metric is not None and metric not in names:
        raise UsageError.named("eval.no_metric", metric=repr(metric), names=listed(names))
    counted = {each.name for each in known if each.kind == "count"}
    if metric not in counted and not 0 <= fail_under <= 1:
        percent = fail_under / 100 if 1 < fail_under <= 100 else None
        name = "eval.no_share" if percent is None else "eval.percent"
        raise UsageError.named(
            name, given=f"{fail_under:g}", metric=metric or localized("eval.main_metric"), meant=f"{percent or 0.8:.2f}"
        )


def verdict(
    evaluation: Evaluation, fail_under: float | None, metric: str | None = None, *, ignore_errors: bool = False
) -> int:
    """The exit code: incomplete before a missed threshold before success."""
    run = evaluation.run
    if run.incomplete:
        _say_incomplete(evaluation)
        if not ignore_errors:
            return INCOMPLETE
    missed = _missed(evaluation, fail_under, metric) if fail_under is not None else []
    for line in missed:
        say(line)
    return THRESHOLD_MISSED if missed else OK


def _say_incomplete(evaluation: Evaluation) -> None:
    """What is missing, why the run stopped where it did, and whether the same command helps."""
    from evalwright.report import can_help_to_repeat

    run, helps = evaluation.run, can_help_to_repeat(evaluation.reports)
    several = len({part.model for part in run.scored}) > 1
    for why, parts in _by_reason((part.stopped, part) for part in run.scored if part.failures):
        failures = [failure for part in parts for failure in part.failures]
        say(_owed_line(_missing(failures), why, parts if several else [], run, helps))
    for why, parts in _by_reason((part.judge_stopped, part) for part in run.scored if _unjudged(part)):
        unjudged = localized("eval.unjudged", n=sum(map(_unjudged, parts)))
        say(_owed_line(unjudged, why, [], run, helps))


def _unjudged(part: Scored) -> int:
    """How many judgements are missing, of the task's judge and of those of criteria."""
    return len(part.judge_failures) + len(part.criteria_failures)


def _by_reason(pairs: Iterable[tuple[EvalwrightError | None, Scored]]) -> list[tuple[str, list[Scored]]]:
    """The parts that ended early for the same reason; what ended by itself has none."""
    found: dict[str, list[Scored]] = {}
    for stopped, part in pairs:
        found.setdefault("" if stopped is None else str(stopped), []).append(part)
    return list(found.items())


def _missing(failures: Sequence[FailedItem]) -> str:
    """How many items have no answer; what failed and what was not asked are two things."""
    unasked = sum(failure["kind"] == "not_asked" for failure in failures)
    name = "incomplete_none_asked" if unasked == len(failures) else "incomplete_unasked" if unasked else "incomplete"
    return localized(f"eval.{name}", n=len(failures), unasked=unasked)


def _owed_line(missing: str, why: str, parts: list[Scored], run: Run, helps: bool) -> str:
    """What is missing, why it stopped (which says what helps), of whom, and what the same command does."""
    from evalwright.text import escaped

    again = localized("eval.again" if why or helps else "eval.again_in_vain", run=run.directory.path)
    models = escaped(", ".join(dict.fromkeys(part.model for part in parts)))
    key = "eval.owed" if not why else "eval.owed_stopped_of" if parts else "eval.owed_stopped"
    return localized(key, missing=missing, why=why, models=models, again=again)


def _missed(evaluation: Evaluation, fail_under: float, metric: str | None) -> list[str]:
    lines = []
    for report in evaluation.reports:
        name = metric or evaluation.main_metric(report["model"], report["dataset"])
        rows = {row["metric"]: row for row in report["metrics"]}  # the pooled row of a metric comes last
        if name not in rows:
            there = {"dataset": report["dataset"], "names": listed(rows)}
            raise UsageError.named("eval.metric_not_there", metric=repr(name), **there)
        score = rows[name]["score"]
        if score is None or score < fail_under:
            values = {"model": report["model"], "metric": name, "score": score, "limit": fail_under}
            lines.append(localized("eval.below", **values))
    return lines
