"""What a task is: how a record becomes a question, and how an answer becomes a review.

A task holds no state between items and does no I/O, so that the same record and sample give the same review for
ever. New ones are registered by decorator, or by the entry point group `evalwright.tasks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from importlib import import_module
from importlib.metadata import entry_points
from typing import Any, Protocol, TypeVar, runtime_checkable

from evalwright.errors import UsageError
from evalwright.models import Request, Sample
from evalwright.scoring import Metric
from evalwright.text import listed


class InvalidItemError(ValueError):
    """An item whose gold cannot be read: it is reported by id, never asked and never scored."""


class Task(Protocol):
    """What is asked and how it is scored."""

    name: str
    metrics: tuple[Metric, ...]

    def read(self, record: Any, identifier: str) -> Any:
        """The question in a record. ValueError: a bad row. InvalidItemError: a question without a usable answer."""
        ...

    def request(self, question: Any, settings: Mapping[str, Any]) -> Request:
        """What the model is sent."""
        ...

    def review(self, question: Any, sample: Sample) -> dict[str, Any]:
        """What the answer is worth, and why: a line of the reviews file."""
        ...


@runtime_checkable
class FewShot(Protocol):
    """A task that can show solved examples before its question."""

    examples: Sequence[Any]

    def read(self, record: Any, identifier: str) -> Any: ...


TaskFactory = Callable[[Mapping[str, Any]], Task]
_TASKS: dict[str, TaskFactory] = {}
_OWN = {"general_fc": "fc", "general_mcq": "mcq", "general_qa": "qa", "next_call": "next_call"}
"""Our own tasks and the files that register them, loaded when they are asked for."""
_Made = TypeVar("_Made", bound=TaskFactory)


def register_task(name: str) -> Callable[[_Made], _Made]:
    """Offer a task under this name; the factory gets the task's own options."""

    def keep(factory: _Made) -> _Made:
        _TASKS[name] = factory
        return factory

    return keep


def make_task(name: str, options: Mapping[str, Any]) -> Task:
    """The task of this name."""
    if name not in _TASKS and name in _OWN:
        import_module(f".{_OWN[name]}", __package__)
    if name not in _TASKS:
        _TASKS.update((point.name, point.load()) for point in entry_points(group="evalwright.tasks", name=name))
    if name not in _TASKS:
        raise UsageError.named("tasks.no_task", name=repr(name), known=listed(sorted({*_OWN, *_TASKS})))
    return _TASKS[name](options)


def metric_names() -> list[str]:
    """The metrics of our own tasks, for settings that name one."""
    return [metric.name for metric in _own_metrics()]


def is_share(name: str) -> bool:
    """Whether a metric of this name lies between 0 and 1 in every task that has it."""
    return all(metric.kind != "count" for metric in _own_metrics() if metric.name == name)


def _own_metrics() -> list[Metric]:
    for name in _OWN:
        make_task(name, {})
    return [metric for factory in _TASKS.values() for metric in getattr(factory, "metrics", ())]
