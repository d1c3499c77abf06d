"""What a task is: how a record becomes a question, and how an answer becomes a review.

A task holds no state between items and does no I/O, so that the same record and sample give the same review for
ever. New ones are registered by decorator, or by the entry point group `evalwright.tasks`. What a task may state about
itself besides (`Statements`) is optional: without it there is a sensible default.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol, TypeGuard, TypeVar, runtime_checkable

from evalwright.data import dumps
from evalwright.errors import EvalwrightError, UsageError
from evalwright.models import Request, Sample
from evalwright.plugins import OURSELVES, TASKS
from evalwright.scoring import Metric

from .review_line import ReviewLine


class InvalidItemError(ValueError):
    """An item whose gold cannot be read: it is reported by id, never asked and never scored."""


class Task(Protocol):
    """What is asked and how it is scored."""

    name: str

    @property
    def metrics(self) -> Sequence[Metric]:
        """The numbers that it reports; an attribute will do."""
        ...

    def read(self, record: Any, identifier: str) -> Any:
        """The question in a record. ValueError: a bad row. InvalidItemError: a question without a usable answer."""
        ...

    def request(self, question: Any, settings: Mapping[str, Any]) -> Request:
        """What the model is sent."""
        ...

    def review(self, question: Any, sample: Sample) -> Mapping[str, Any]:
        """What the answer is worth, and why: a `ReviewLine`, of which `score` is enough."""
        ...


class TaskOption(NamedTuple):
    """A setting of a task, given in `dataset_args`."""

    name: str
    type: type
    default: Any = None


class Statements(Protocol):
    """What a task may state about itself besides, each on its own or not at all; see `stated`."""

    options: Sequence[TaskOption]
    """Its settings. Without this statement it is given whatever stands in `dataset_args`."""
    splits: Sequence[str]
    """How its files end: ("val",) for `NAME_val.jsonl`. Without: ("test",)."""
    subsets: Sequence[str]
    """The subsets that are taken where none are named. Without: all files of the folder."""
    hub_id: str
    """The data set on the hub that it stands for where no path is given."""
    main_metric: str | Sequence[str]
    """The metric that it is judged by, the first one that a run has. Without: the first rate, else the first mean."""
    shown_metric: str
    """The metric whose values lists of items show. Without: the main one."""
    optional_metrics: frozenset[str]
    """Metrics that only some data can have, reported where they were seen."""
    quick_to_review: bool
    """Whether answers are reviewed in passing, for the line of progress."""
    reading_options: Mapping[str, Any]
    """Options under which every record can be read, for pages that show questions."""
    of_items: bool
    """Whether its records are the items that `expand` cuts, which `grade` takes."""

    def recognises(self, record: Any) -> bool:
        """Whether a file whose first record is this one is for this task."""
        ...

    def check_file(self, path: Any, record: Any) -> None:
        """InputError where a file that was recognised by its first record cannot be meant."""
        ...


@runtime_checkable
class FewShot(Protocol):
    """A task that can show solved examples before its question."""

    examples: Sequence[Any]

    def read(self, record: Any, identifier: str) -> Any: ...


TaskFactory = Callable[[Mapping[str, Any]], Task]
_Made = TypeVar("_Made", bound=Callable[..., Any])


def register_task(name: str) -> Callable[[_Made], _Made]:
    """Offer a task under this name; the factory gets the task's own options."""
    return TASKS.register(name)


def make_task(name: str, options: Mapping[str, Any]) -> Task:
    """The task of this name; UsageError, with the nearest name, where there is none."""
    task: Task = TASKS.make(name, options, ("metrics", "read", "request", "review"))
    return task


def is_our_own(task: object) -> bool:
    """Whether a task came with evalwright: a fault inside it is ours, and is shown with its traceback."""
    return type(task).__module__.partition(".")[0] == OURSELVES


class _OwnTask(Task, Protocol):
    """A task that came with evalwright: its reviews are whole."""

    def review(self, question: Any, sample: Sample) -> ReviewLine: ...


def _gives_lines(task: Task) -> TypeGuard[_OwnTask]:
    return is_our_own(task)


def reviewed(task: Task, question: Any, sample: Sample, identifier: str) -> ReviewLine:
    """The review of an answer, whole: what a stranger's task leaves out is filled in, a fault in it is one sentence."""
    if _gives_lines(task):
        return task.review(question, sample)
    try:
        return whole_review(task, task.review(question, sample), identifier)
    except EvalwrightError:
        raise
    except Exception as error:
        raise TASKS.failed(task.name, error) from error


def whole_review(task: Task, review: Any, identifier: str) -> ReviewLine:
    """What a stranger gave as a review, checked and filled in; UsageError where it holds no score."""
    score = review.get("score") if isinstance(review, Mapping) else review
    if isinstance(score, bool | int | float):
        score = {task.metrics[0].name: score}
    if not isinstance(score, Mapping):
        problem = type(review).__name__ if score is None else type(score).__name__
        raise UsageError.named("plugins.no_review", task=task.name, id=repr(identifier), problem=problem)
    given = dict(review) if isinstance(review, Mapping) else {}
    numbers = {str(name): float(value) for name, value in score.items() if value is not None}
    filled = {"id": identifier, "score": numbers, "verdict": "scored", "reason": "", "details": {}}
    made: Any = {**filled, **{name: value for name, value in given.items() if value is not None}, "score": numbers}
    dumps(made)  # what cannot be written is found here, where its author is known
    line: ReviewLine = made
    return line


def requested(task: Task, question: Any, settings: Mapping[str, Any]) -> Request:
    """What the model is sent; a fault inside a stranger's task is one sentence."""
    if is_our_own(task):
        return task.request(question, settings)
    try:
        made = task.request(question, settings)
        if not isinstance(made, Request):
            raise TypeError(f"request() gave {type(made).__name__}")
    except EvalwrightError:
        raise
    except Exception as error:
        raise TASKS.failed(task.name, error) from error
    return made


def stated(name: str, statement: str, default: Any) -> Any:
    """What the task of this name states about itself; the default where it says nothing, or is not installed here."""
    try:
        factory = TASKS.get(name)
        holder = factory if hasattr(factory, statement) else make_task(name, {})
    except EvalwrightError:
        return default
    return getattr(holder, statement, default)
