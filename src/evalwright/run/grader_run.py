"""One grader on one item and one answer, as hosted services run a grader to try it: a reward, or the kind of error.

The same criteria, the same sandbox and the same judges as in an evaluation; nothing is written but what the engine
needs while it asks. A server's route and a user's notebook call this.
"""

from __future__ import annotations

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypedDict, get_args

import orjson

from evalwright.criteria import (
    Criterion,
    ErrorKind,
    GradedCriterion,
    GradeError,
    MissingVariableError,
    Outcome,
    SampleView,
    Variables,
    read_criterion,
    variables_of,
)
from evalwright.engine import Journal
from evalwright.errors import InputError
from evalwright.models import recorded_sample

from .ask import Asked, Asking, collect
from .config import OF_THE_ROWS, EvalConfig
from .criteria_judges import CriterionJudge, criterion_judges
from .criteria_pass import open_criteria

_DETAILS = {
    "python_grader_server_error": "python_grader_server_error_type",
    "python_grader_runtime_error": "python_grader_runtime_error_details",
    "model_grader_server_error": "model_grader_server_error_details",
}
"""Errors that say more of themselves, and where."""


class GraderMetadata(TypedDict):
    """How a grader was run."""

    name: str
    type: str
    errors: dict[str, Any]
    """By kind, whether it happened, and what is said of it."""
    execution_time: float
    scores: dict[str, float]
    token_usage: int | None
    sampled_model_name: str | None


class GraderRun(TypedDict):
    """What a grader gave."""

    reward: float
    """0 where there was an error."""
    sub_rewards: dict[str, float]
    metadata: GraderMetadata
    model_grader_token_usage_per_model: dict[str, Any]


def run_grader(
    grader: Any,
    item: Any,
    model_sample: str | Mapping[str, Any],
    *,
    api_url: str | None = None,
    api_key_env: str = "OPENAI_API_KEY",
    unsafe_python: bool = False,
) -> GraderRun:
    """Grade one answer; CriteriaError where the grader cannot be used.

    `model_sample` is the answer's text, or a sample in any shape that rows bring.
    """
    begun = time.monotonic()
    criterion = read_criterion(grader, "grader", needs_name=False)
    config = EvalConfig(models=(OF_THE_ROWS,), data=("-",), run=Path(), api_url=api_url, api_key_env=api_key_env)
    sample = {"output_text": model_sample} if isinstance(model_sample, str) else recorded_sample(model_sample)
    variables = variables_of(item if item is not None else {}, SampleView(sample))
    judges = criterion_judges([criterion], config, ())
    try:
        opened = open_criteria([criterion], judges, unsafe=unsafe_python)
        with opened as whole, _judges_asked(judges, variables, config) as said:
            assert whole is not None
            graded = whole.grade(variables["item"], variables["sample"], said)[0]
    except InputError as error:  # its code cannot be loaded
        told = {"kind": "python_grader_runtime_error", "message": error.message}
        graded = {"score": None, "passed": None, "error": told}
    return _grader_run(criterion, judges, graded, time.monotonic() - begun)


@contextmanager
def _judges_asked(
    judges: list[CriterionJudge], variables: Variables, config: EvalConfig
) -> Iterator[dict[int, Outcome | GradeError]]:
    """What the judges say of the answer, by the identity of their graders."""
    said: dict[int, Outcome | GradeError] = {}
    with ExitStack() as stack:
        folder = Path(stack.enter_context(TemporaryDirectory(prefix="evalwright-grader-run-")))
        for number, judge in enumerate(judges):
            journal = Journal(folder / f"{number}.jsonl", folder)
            stack.callback(journal.close)
            try:
                questions = iter([Asked(0, judge.request("0", variables))])
                answers = collect(Asking("", judge.engine_model, 1, 1, config.policy), journal, questions)
                line = answers.line(0)
                said[id(judge.grader)] = judge.outcome(None if line is None else orjson.loads(line))
            except GradeError as error:
                said[id(judge.grader)] = error
            except MissingVariableError:
                continue  # the grader says so itself
        yield said


def _grader_run(
    criterion: Criterion, judges: Sequence[CriterionJudge], graded: GradedCriterion, seconds: float
) -> GraderRun:
    errors: dict[str, Any] = dict.fromkeys(get_args(ErrorKind), False)
    if error := graded.get("error"):
        errors[error["kind"]] = True
        if error["kind"] in _DETAILS:
            errors[_DETAILS[error["kind"]]] = error.get("details") or error["message"]
    parts = dict(graded.get("parts") or {})
    used = _judge_tokens(graded)
    judge = next((judge.asked.name for judge in judges), None)
    return {
        "reward": graded.get("score") or 0.0,
        "sub_rewards": parts,
        "model_grader_token_usage_per_model": {judge: used} if judge and used else {},
        "metadata": {
            "name": criterion.name,
            "type": criterion.type,
            "errors": errors,
            "execution_time": round(seconds, 3),
            "scores": parts or ({criterion.name: score} if (score := graded.get("score")) is not None else {}),
            "token_usage": used.get("total_tokens") if used else None,
            "sampled_model_name": judge,
        },
    }


def _judge_tokens(graded: GradedCriterion) -> dict[str, Any]:
    found = (graded.get("sample") or {}).get("usage")
    return dict(found) if isinstance(found, Mapping) else {}
