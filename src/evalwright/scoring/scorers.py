"""Scorers: what an answer is worth beside its task's own numbers, on any task, by name.

A record and a sample flow in, numbers and an explanation flow out. A new one is registered by decorator, or by the
entry point group `evalwright.scorers`; ours come in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Protocol, TypeVar

from evalwright.errors import EvalwrightError, UsageError
from evalwright.plugins import SCORERS

from .metric import Metric


@dataclass(frozen=True, slots=True)
class Score:
    """What a scorer found: the values of its metrics, and why in a few words."""

    values: Mapping[str, float]
    """By metric; one that cannot be said of this answer has none."""
    explanation: str = ""


class Scorer(Protocol):
    """Numbers about an answer, whatever the task."""

    name: str

    @property
    def metrics(self) -> Sequence[Metric]:
        """The numbers that it gives; an attribute will do."""
        ...

    def score(self, record: Any, sample: Mapping[str, Any]) -> Score | Mapping[str, float] | float | None:
        """What the answer to a record of the data file is worth: a number will do where there is one metric.

        `sample["output_text"]` is what was said, `sample["output_tools"]` what was called. None: nothing can be said.
        """
        ...


_Made = TypeVar("_Made", bound=Callable[..., Any])


def register_scorer(name: str) -> Callable[[_Made], _Made]:
    """Offer a scorer under this name: a class, or a function that makes one."""
    return SCORERS.register(name)


def make_scorer(name: str) -> Scorer:
    """The scorer of this name; UsageError, with the nearest name, where there is none."""
    scorer: Scorer = SCORERS.make(name, {}, ("metrics", "score"))
    return scorer


def scored_by(scorer: Scorer, record: Any, sample: Mapping[str, Any]) -> Score:
    """What a scorer finds, in one form; a fault inside it is one sentence."""
    try:
        return _as_score(scorer, scorer.score(record, sample))
    except EvalwrightError:
        raise
    except Exception as error:
        raise SCORERS.failed(scorer.name, error) from error


def _as_score(scorer: Scorer, found: Any) -> Score:
    if found is None:
        return Score({})
    if isinstance(found, bool | int | float):
        found = {scorer.metrics[0].name: found}
    made = found if isinstance(found, Score) else Score(found)
    names = {metric.name for metric in scorer.metrics} | {"explanation"}
    unknown = [str(name) for name in made.values if name not in names]
    if unknown and not any(metric.part for metric in scorer.metrics):
        raise UsageError.named("plugins.unknown_metric", scorer=scorer.name, name=repr(unknown[0]))
    words = made.explanation or str(made.values.get("explanation", ""))
    return Score({name: float(value) for name, value in made.values.items() if name != "explanation"}, words)
