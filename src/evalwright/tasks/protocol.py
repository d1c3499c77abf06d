"""What a task is: how a record becomes a question, and how an answer becomes a review.

A task holds no state between items and does no I/O, so that the same record and sample give the same review for
ever. New ones are registered by decorator, or by the entry point group `evalwright.tasks`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib.metadata import entry_points
from typing import Any, Protocol, TypeVar

from evalwright.errors import UsageError
from evalwright.models import Request, Sample
from evalwright.scoring import Metric


class InvalidItemError(ValueError):
    """An item whose gold cannot be read: it is reported by id, never asked and never scored."""


class Question(Protocol):
    """A record as the task understands it."""

    @property
    def id(self) -> str: ...


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


TaskFactory = Callable[[Mapping[str, Any]], Task]
_TASKS: dict[str, TaskFactory] = {}
_Made = TypeVar("_Made", bound=TaskFactory)


def register_task(name: str) -> Callable[[_Made], _Made]:
    """Offer a task under this name; the factory gets the task's own options."""

    def keep(factory: _Made) -> _Made:
        _TASKS[name] = factory
        return factory

    return keep


def make_task(name: str, options: Mapping[str, Any]) -> Task:
    """The task of this name."""
    if name not in _TASKS:
        for point in entry_points(group="evalwright.tasks", name=name):
            _TASKS[name] = point.load()
    if name not in _TASKS:
        raise UsageError(f"there is no task {name!r}", cure=f"Choose one of: {', '.join(sorted(_TASKS))}")
    return _TASKS[name](options)


def metric_names() -> list[str]:
    """The metrics of our own tasks, for settings that name one."""
    return [metric.name for factory in _TASKS.values() for metric in getattr(factory, "metrics", ())]
