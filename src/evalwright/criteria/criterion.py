"""What a testing criterion is: a grader with a name, an id and a threshold; and what it says of one answer.

A grader gives a score or says why it cannot; what it needs besides the item and the answer (a sandbox, a judge, an
embedding) is brought by whoever runs it, as `Elsewhere`. An error is no score: it is left out of every number and
counted apart.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, Protocol, TypedDict

from evalwright.chat import JsonObject
from evalwright.scoring import Metric
from evalwright.text import phrase

from .template import MissingVariableError, Variables

ALL_PASSED = Metric("criteria_passed", "rate")
"""Whether an answer passes every criterion; of an answer that one of them could not grade it is not known."""

_LARGEST = 1e12
"""What no score lies beyond: sums of such numbers are still exact."""
ErrorKind = Literal[
    "formula_parse_error",
    "sample_parse_error",
    "truncated_observation_error",
    "unresponsive_reward_error",
    "invalid_variable_error",
    "other_error",
    "python_grader_server_error",
    "python_grader_runtime_error",
    "model_grader_server_error",
    "model_grader_refusal_error",
    "model_grader_parse_error",
]
"""Why there is no score, in the words of hosted services."""


class GradeError(Exception):
    """A grader gave no score for an answer."""

    def __init__(self, kind: ErrorKind, message: str, details: str | None = None) -> None:
        super().__init__(message)
        self.kind: ErrorKind = kind
        self.message = message
        self.details = details
        """What the grader's own code said, where it is somebody's code."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a grader found."""

    score: float
    passed: bool | None = None
    """Where the grader itself says so; else its threshold does."""
    note: str = ""
    sample: Mapping[str, Any] | None = None
    """What a judge said."""
    parts: Mapping[str, float] = field(default_factory=dict)
    """The scores of its own graders, by name."""


class Grader(Protocol):
    """From an item and an answer to a score."""

    @property
    def kind(self) -> Literal["rate", "mean", "number"]:
        """What its scores are: 0 or 1, from 0 to 1, or any."""
        ...

    @property
    def top(self) -> float:
        """The score that passes where no threshold is given."""
        ...

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """The score of an answer; GradeError or MissingVariableError where there is none."""
        ...


Elsewhere = Callable[[Any, Variables], Outcome]
"""Grades with what cannot be computed here: a python, a model or an embedding grader; GradeError where it cannot."""


class GradedCriterion(TypedDict, total=False):
    """What a review says of one criterion."""

    id: str
    name: str
    type: str
    metric: str
    """What its score is called, where not by its name."""
    score: float | None
    passed: bool | None
    """None, as the score, where there is an error."""
    error: JsonObject | None
    """`kind` and `message`, and `details` where a grader's own code said something."""
    sample: Mapping[str, Any]
    note: str
    parts: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Criterion:
    """One testing criterion."""

    id: str
    name: str
    type: str
    grader: Grader
    document: JsonObject
    """As it was given."""
    metric: str
    """What it is called in reports: its name, made distinct."""
    threshold: float | None = None

    @property
    def metrics(self) -> tuple[Metric, ...]:
        """Its score, and where that is more than yes or no, how often it passes."""
        score = Metric(self.metric, self.grader.kind)
        return (score,) if self.grader.kind == "rate" else (score, Metric(self.passed_metric, "rate"))

    @property
    def passed_metric(self) -> str:
        """The name of its pass rate."""
        return self.metric if self.grader.kind == "rate" else f"{self.metric}_passed"

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> GradedCriterion:
        """What it says of an answer; never an exception for what a row or a grader does."""
        head: GradedCriterion = {"id": self.id, "name": self.name, "type": self.type}
        if self.metric != self.name:
            head["metric"] = self.metric
        try:
            found = self.grader.grade(variables, elsewhere)
            if not abs(found.score) <= _LARGEST:  # which nan is not
                raise GradeError("other_error", phrase("criteria.large", score=f"{found.score:g}"))
        except MissingVariableError as missing:
            return {**head, **_failed(GradeError("invalid_variable_error", missing.said))}
        except GradeError as error:
            return {**head, **_failed(error)}
        threshold = self.grader.top if self.threshold is None else self.threshold
        passed = found.score >= threshold if found.passed is None else found.passed
        return {**head, "score": found.score, "passed": passed, "error": None, **_besides(found)}

    def facts(self, graded: GradedCriterion) -> dict[str, float]:
        """What a graded answer adds to the metrics: nothing where there is an error."""
        score, passed = graded.get("score"), graded.get("passed")
        if score is None or passed is None:
            return {}
        return {self.metric: score, self.passed_metric: float(passed)}


def _failed(error: GradeError) -> GradedCriterion:
    told: JsonObject = {"kind": error.kind, "message": str(error.message)}
    if error.details:
        told["details"] = error.details
    return {"score": None, "passed": None, "error": told}


def _besides(found: Outcome) -> GradedCriterion:
    """What is there only of some graders."""
    made: GradedCriterion = {}
    if found.note:
        made["note"] = found.note
    if found.sample is not None:
        made["sample"] = found.sample
    if found.parts:
        made["parts"] = found.parts
    return made


def leaves_of(criteria: Sequence[Criterion]) -> Iterator[tuple[str, Any]]:
    """Every grader of criteria that is no sum of others, with a name of its own."""
    for criterion in criteria:
        inner = getattr(criterion.grader, "graders", None)
        if inner is None:
            yield criterion.metric, criterion.grader
        else:
            yield from ((f"{criterion.metric}.{name}", grader) for name, grader in inner.items())
