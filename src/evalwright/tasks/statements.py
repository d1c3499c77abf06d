"""What tasks state about themselves, asked by name: options, splits, metrics. No other file knows a task by its name.

Names flow in, as they stand on the command line or in a run's config.json; a task that states nothing, or is not
installed here, gets the default.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from evalwright.errors import EvalwrightError, UsageError
from evalwright.plugins import TASKS
from evalwright.scoring import Metric, Scorer, make_scorer

from .fields import DATA_FIELDS, DATASET_FIELDS, EXTRA_PARAMS, TASK_FIELDS, UNUSED_DATASET_FIELDS, check_names, mapping
from .protocol import TaskOption, make_task, stated


def splits_of(name: str) -> Sequence[str]:
    """How the files of a task's data set end."""
    return tuple(stated(name, "splits", ("test",)))


def unused_by(name: str) -> tuple[str, ...]:
    """Settings of a data set that this task has no use for; none are known of one that states no options."""
    options = _stated_options(name)
    used = None if options is None else {option.name for option in options}
    return () if used is None else tuple(field for field in TASK_FIELDS if field not in used)


def check_options(name: str, given: Mapping[str, Any], where: str) -> None:
    """Refuse settings that mean nothing to a task, or that have another type than it states."""
    options = _stated_options(name)
    if options is None:
        return  # it is given whatever it is to be given
    own = [option.name for option in options]
    if set(own) <= set(TASK_FIELDS):  # a format of EvalScope's: what it has no use for is noted, not refused
        check_names(given, DATASET_FIELDS, where, UNUSED_DATASET_FIELDS)
        check_names(mapping(given.get("extra_params"), f"{where}.extra_params"), EXTRA_PARAMS, f"{where}.extra_params")
        return
    check_names(given, [*DATA_FIELDS, *own], where, UNUSED_DATASET_FIELDS)
    for option in options:
        value = given.get(option.name)
        if value is not None and not _fits(value, option.type):
            wanted = option.type.__name__
            raise UsageError.named("plugins.option_type", where=where, name=option.name, wanted=wanted)


def _fits(value: Any, wanted: type) -> bool:
    if isinstance(value, bool):
        return wanted is bool
    return isinstance(value, int | float) if wanted is float else isinstance(value, wanted)


def _stated_options(name: str) -> list[TaskOption] | None:
    """The options that a task states; a bare name or a default are enough of a statement."""
    found = stated(name, "options", None)
    if isinstance(found, Mapping):
        return [TaskOption(key, object if value is None else type(value), value) for key, value in found.items()]
    if not isinstance(found, list | tuple):
        return None
    return [each if isinstance(each, TaskOption) else TaskOption(str(each), object) for each in found]


def main_metric(task: str, metrics: Sequence[Metric]) -> Metric | None:
    """The metric that a task is judged by: its own, else the first rate, else the first mean."""
    names = {metric.name: metric for metric in metrics}
    own = stated(task, "main_metric", ())
    for name in (own,) if isinstance(own, str) else tuple(own):
        if name in names:
            return names[name]
    by_task = {metric.name for metric in stated(task, "metrics", ())}
    first = [metric for metric in metrics if metric.name in by_task]  # before those of scorers
    for group in (first, metrics):
        for kind in ("rate", "mean"):
            for metric in group:
                if metric.kind == kind:
                    return metric
    return None


def shown_metric(task: str, metrics: Sequence[Metric]) -> Metric | None:
    """The metric whose values lists of items show: where half a point can be had, the one that tells."""
    wanted = stated(task, "shown_metric", None)
    return next((metric for metric in metrics if metric.name == wanted), main_metric(task, metrics))


def task_of_items() -> str:
    """The task whose records are the items that `expand` cuts."""
    return next(name for name in TASKS.own_names() if stated(name, "of_items", False))


def task_of_criteria() -> str:
    """The task whose scores are those of testing criteria."""
    return next(name for name in TASKS.own_names() if stated(name, "by_criteria", False))


def known_metrics(options: Mapping[str, Mapping[str, Any]], scorers: Iterable[str]) -> list[Metric]:
    """The metrics of every task there is, with these options by task, and of these scorers."""
    found: list[Metric] = []
    for name in TASKS.names():
        try:
            found += make_task(name, options.get(name, {})).metrics
        except EvalwrightError:
            continue  # one that cannot be made has no metric to be named
    return [*found, *(metric for scorer in scorers_named(scorers) for metric in scorer.metrics)]


def metric_names() -> list[str]:
    """The metrics of all tasks, for settings that name one."""
    return list(dict.fromkeys(metric.name for metric in known_metrics({}, ())))


def is_share(name: str) -> bool:
    """Whether a metric of this name lies between 0 and 1 in every task that has it."""
    return all(metric.kind != "count" for metric in known_metrics({}, ()) if metric.name == name)


def scorers_named(names: Iterable[str]) -> list[Scorer]:
    """The scorers of these names; UsageError, with the nearest name, where there is none."""
    return [make_scorer(name) for name in names]
