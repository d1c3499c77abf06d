"""From what a user or a client gives as testing criteria to criteria that can be used, or one sentence with the cure.

This is the one check of criteria: the command line, `EvalConfig`, `TaskConfig` and the server call it before anything
is asked. The fields are those of hosted services; fields that nobody knows are kept and not used.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from itertools import count
from typing import Any

from evalwright.chat import JsonObject
from evalwright.scoring import Metric
from evalwright.text import listed

from .criterion import ALL_PASSED, Criterion, Grader, leaves_of
from .errors import CriteriaError
from .fields import Fields, kind_of
from .model_graders import read_label_model, read_score_model
from .multi import read_multi
from .python_grader import PythonGrader, read_python
from .recorded import read_recorded
from .registered import read_registered
from .string_check import read_string_check
from .text_similarity import read_text_similarity

MAX_CRITERIA = 200
MAX_NAME = 200
MAX_PYTHON = 20
"""Graders with code of their own, each of which has a process."""
_READERS: Mapping[str, Callable[[Fields], Grader]] = {
    "string_check": read_string_check,
    "text_similarity": read_text_similarity,
    "score_model": read_score_model,
    "label_model": read_label_model,
    "python": read_python,
    "scorer": read_registered,
    "recorded": read_recorded,
    "multi": lambda fields: read_multi(fields, read_grader),
}
_ELSEWHERE = ("azure_ai_evaluator", "endpoint")
"""Types of hosted services that need the service: refused with what comes nearest here."""


def read_criteria(
    given: Any, place: str = "testing_criteria", taken: Collection[str] = (), *, needs_name: bool = True
) -> list[Criterion]:
    """The criteria in a list, or in an object that holds them as `testing_criteria`; CriteriaError with the field.

    `taken` are the names of metrics that the criteria's own must differ from.
    """
    listed_ones = given.get("testing_criteria") if isinstance(given, Mapping) else given
    if not isinstance(listed_ones, Sequence) or isinstance(listed_ones, str | bytes):
        raise CriteriaError.named("criteria.no_list", param=place, kind=kind_of(listed_ones))
    if not listed_ones:
        raise CriteriaError.named("criteria.none", param=place)
    if len(listed_ones) > MAX_CRITERIA:
        raise CriteriaError.named("criteria.many", param=place, n=len(listed_ones), most=MAX_CRITERIA)
    names = {ALL_PASSED.name, *taken}
    found: list[Criterion] = []
    for number, each in enumerate(listed_ones):
        made = read_criterion(each, f"{place}[{number}]", names, needs_name=needs_name)
        names |= {metric.name for metric in made.metrics}
        found.append(made)
    _check_ids(found, place)
    own_code = sum(isinstance(grader, PythonGrader) for _, grader in leaves_of(found))
    if own_code > MAX_PYTHON:
        raise CriteriaError.named("criteria.much_python", param=place, n=own_code, most=MAX_PYTHON)
    return found


def read_criterion(given: Any, place: str, taken: Collection[str] = (), *, needs_name: bool = True) -> Criterion:
    """One criterion; CriteriaError with the field at fault."""
    fields = Fields(_object(given, place), place)
    grader = read_grader(fields)
    kind = str(given["type"])
    name = fields.text("name", needed=needs_name) or kind
    if not name.strip() or len(name) > MAX_NAME:
        raise fields.fault("name", "name_length", most=MAX_NAME)
    metric = _distinct(name.strip(), taken, several=grader.kind != "rate")
    identifier = fields.text("id", needed=False) or metric
    return Criterion(identifier, name, kind, grader, dict(given), metric, fields.number("pass_threshold"))


def read_grader(fields: Fields) -> Grader:
    """What grades, by the type that is named."""
    kind = fields.given.get("type")
    if isinstance(kind, str) and kind in _READERS:
        return _READERS[kind](fields)
    if kind in _ELSEWHERE:
        raise fields.fault("type", f"elsewhere.{kind}")
    shown = repr(kind)[:60] if kind is not None else "nothing"
    raise fields.fault("type", "type", given=shown, known=listed(_READERS))


def criteria_metrics(documents: Sequence[Any]) -> list[Metric]:
    """The metrics of criteria that a run was graded by, as its configuration holds them."""
    found: list[Metric] = []
    for each in documents:
        metrics = each.get("metrics") if isinstance(each, Mapping) else None
        for row in metrics if isinstance(metrics, list) else ():
            if isinstance(row, Mapping) and isinstance(row.get("name"), str) and row.get("kind") in _KINDS:
                found.append(Metric(row["name"], row["kind"]))
    return found


_KINDS = ("rate", "mean", "number")


def stored_criterion(criterion: Criterion) -> JsonObject:
    """A criterion as the configuration of a run holds it: as given, with its id and its metrics."""
    metrics = [{"name": metric.name, "kind": metric.kind} for metric in criterion.metrics]
    return {**criterion.document, "id": criterion.id, "name": criterion.name, "metrics": metrics}


def _object(given: Any, place: str) -> JsonObject:
    if not isinstance(given, Mapping):
        raise CriteriaError.named("criteria.no_object", param=place, kind=type(given).__name__)
    return dict(given)


def _distinct(name: str, taken: Collection[str], *, several: bool) -> str:
    """The name, numbered where it, or that of its pass rate, is taken."""
    for number in count(2):
        mine = {name, f"{name}_passed"} if several else {name}
        if not mine & set(taken):
            return name
        name = f"{name.removesuffix(f'-{number - 1}')}-{number}"
    raise AssertionError("unreachable")


def _check_ids(found: Sequence[Criterion], place: str) -> None:
    """Results are found by id."""
    seen: set[str] = set()
    for number, criterion in enumerate(found):
        if criterion.id in seen:
            where = f"{place}[{number}].id"
            raise CriteriaError.named("criteria.id_twice", param=where, id=repr(criterion.id[:80]))
        seen.add(criterion.id)
