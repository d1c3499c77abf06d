"""Grading answers by testing criteria: what is computed here, and who is asked for the rest.

A `CriteriaPass` lives as long as an evaluation: it owns the confined processes of Python graders and knows the judges.
For each model on each source it makes a `PartCriteria`, which holds what the judges said and adds to every review the
scores by metric and every criterion in `details.criteria`. An error of a criterion is no score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, BinaryIO

from evalwright.criteria import (
    ALL_PASSED,
    Criterion,
    GradedCriterion,
    GradeError,
    Outcome,
    PythonGrader,
    Variables,
    leaves_of,
    variables_of,
)
from evalwright.errors import EvalwrightError
from evalwright.tasks import FailedItem, ReviewLine, Task
from evalwright.text import phrase, said_by, to_store

from .ask import Answers
from .criteria_judges import CriterionJudge
from .final_journal import Answered, copy_answer, final_form
from .grader_process import GraderError, GraderProcessError, Limits
from .user_grader import UserGrader

_LIMITS = Limits(seconds=120.0, total_seconds=3600.0)
"""For a Python grader: as hosted services have it for an item, and an hour for all."""


Said = Mapping[int, Outcome | GradeError]
"""What judges said of an answer, by the identity of their graders."""


@dataclass(slots=True)
class CriteriaPass:
    """Grades by criteria; made by `open_criteria`."""

    criteria: Sequence[Criterion]
    judges: Sequence[CriterionJudge] = ()
    processes: dict[int, UserGrader] = field(default_factory=dict)
    """The processes of Python graders, by the grader's identity."""

    def part(self, words: Mapping[str, Answers]) -> PartCriteria:
        """The same for one model on one source, with what the judges said, by their graders' names."""
        judges = {id(judge.grader): (judge, words[judge.name]) for judge in self.judges if judge.name in words}
        return PartCriteria(self, judges)

    def grade(self, item: Any, sample: Mapping[str, Any], said: Said) -> list[GradedCriterion]:
        """What every criterion says of an answer, in their order."""

        def elsewhere(grader: Any, variables: Variables) -> Outcome:
            if isinstance(grader, PythonGrader):
                return self._run_python(grader, variables)
            found = said.get(id(grader))
            if found is None:
                raise GradeError("model_grader_server_error", phrase("criteria.not_asked"))
            if isinstance(found, GradeError):
                raise found
            return found

        variables = variables_of(item, sample)
        return [criterion.grade(variables, elsewhere) for criterion in self.criteria]

    def _run_python(self, grader: PythonGrader, variables: Variables) -> Outcome:
        try:
            return Outcome(self.processes[id(grader)].grade(variables["sample"].whole(), variables["item"]))
        except GraderProcessError as error:
            raise GradeError("python_grader_server_error", said_by(error)) from None
        except GraderError as error:
            raise GradeError("python_grader_runtime_error", said_by(error), str(error)) from None


@dataclass(slots=True)
class PartCriteria:
    """Grades the answers of one model on one source."""

    whole: CriteriaPass
    judges: Mapping[int, tuple[CriterionJudge, Answers]]
    unreached: list[FailedItem] = field(default_factory=list)
    """Answers that a judge was to see and did not."""
    finals: dict[int, BinaryIO] = field(default_factory=dict)

    @property
    def stopped(self) -> EvalwrightError | None:
        """Why asking a judge ended early, where it did."""
        return next((words.outcome.stopped for _, words in self.judges.values() if words.outcome.stopped), None)

    def open(self, stack: ExitStack) -> None:
        """Begin the final form of the judges' journals, which appear when the stack ends well."""
        for key, (_, words) in self.judges.items():
            self.finals[key] = stack.enter_context(final_form(words))

    def add(self, review: ReviewLine, item: Any, sample: Mapping[str, Any], task: Task, slot: int) -> ReviewLine:
        """The review of an answer with what every criterion says of it."""
        graded = self.whole.grade(item, sample, self._said(slot, review["id"]))
        score = dict(review["score"])
        for criterion, found in zip(self.whole.criteria, graded, strict=True):
            score.update(criterion.facts(found))
        if all(found.get("passed") is not None for found in graded):
            score[ALL_PASSED.name] = float(all(found.get("passed") for found in graded))
        made: ReviewLine = {**review, "score": score, "details": {**review["details"], "criteria": graded}}
        self.unreached += unreached_judges(made)
        return with_verdict(made, graded) if getattr(task, "by_criteria", False) else made

    def _said(self, slot: int, identifier: str) -> dict[int, Outcome | GradeError]:
        """What the judges said of the answer in a slot, copied to their final journals on the way."""
        said: dict[int, Outcome | GradeError] = {}
        for key, (judge, words) in self.judges.items():
            word: Answered | None = copy_answer(words, slot, identifier, self.finals[key])
            try:
                said[key] = judge.outcome(word)
            except GradeError as error:
                said[key] = error
        return said


def unreached_judges(review: ReviewLine) -> list[FailedItem]:
    """What a review says of judges of criteria that were to see its answer and did not."""
    graded = review["details"].get("criteria") if isinstance(review.get("details"), Mapping) else None
    errors = [each.get("error") for each in graded if isinstance(each, Mapping)] if isinstance(graded, list) else []
    return [
        {"id": review["id"], "kind": str(error.get("details")), "message": str(error.get("message"))}
        for error in errors
        if isinstance(error, Mapping) and error.get("kind") == "model_grader_server_error"
    ]


def with_verdict(review: ReviewLine, graded: Sequence[GradedCriterion]) -> ReviewLine:
    """The review of a task whose verdicts are those of the criteria."""
    failed = [found for found in graded if found.get("error")]
    passed = sum(bool(found.get("passed")) for found in graded)
    verdict = "errored" if failed else "passed" if passed == len(graded) else "failed"
    told: dict[str, Any] = {"passed": passed, "all": len(graded), "errors": len(failed)}
    reason = phrase("review.hosted.errored" if failed else "review.hosted.passed", **told)
    details = {**review["details"], **to_store(reason=reason)}
    return {**review, "verdict": verdict, "reason": reason, "details": details}


@contextmanager
def open_criteria(
    criteria: Sequence[Criterion], judges: Sequence[CriterionJudge] = (), *, unsafe: bool = False
) -> Iterator[CriteriaPass | None]:
    """Get ready to grade by these criteria; None where there are none.

    Python graders are started, each in a process of its own, so that one that cannot be is known before anything is
    asked. `unsafe`: they are run as any program of the user's.
    """
    with ExitStack() as stack:
        processes = {}
        for name, grader in leaves_of(criteria):
            if isinstance(grader, PythonGrader):
                source = grader.source.encode("utf-8", "surrogatepass")
                made = UserGrader(Path(f"{name}.py"), _LIMITS, source=source, unsafe=unsafe, any_number=True)
                processes[id(grader)] = stack.enter_context(made)
        yield CriteriaPass(criteria, judges, processes) if criteria else None
