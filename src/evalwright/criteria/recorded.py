"""`recorded`: the grade that another service gave an answer, as it came with the answer.

Not a type of hosted services: it keeps the grades of an imported run beside those given here. The grade stands in the
item under `recorded_grades`, by the grader's name: a number, or an object with `score` and `passed`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from evalwright.text import phrase

from .criterion import Elsewhere, GradeError, Outcome
from .fields import Fields
from .template import Variables

RECORDED_GRADES = "recorded_grades"
_KINDS: tuple[Literal["rate", "mean", "number"], ...] = ("rate", "mean", "number")


@dataclass(frozen=True, slots=True)
class RecordedGrade:
    """The grader."""

    grader: str
    kind: Literal["rate", "mean", "number"]
    top: float = 1.0

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """The grade that was recorded."""
        item = variables["item"]
        recorded = item.get(RECORDED_GRADES) if isinstance(item, Mapping) else None
        given = recorded.get(self.grader) if isinstance(recorded, Mapping) else None
        passed = given.get("passed") if isinstance(given, Mapping) else None
        score = given.get("score") if isinstance(given, Mapping) else given
        if isinstance(score, bool | int | float):
            return Outcome(float(score), passed if isinstance(passed, bool) else None)
        raise GradeError("other_error", phrase("criteria.not_recorded", grader=self.grader[:80]))


def read_recorded(fields: Fields) -> RecordedGrade:
    """The grader that a criterion of this type describes."""
    kind = next(each for each in _KINDS if each == fields.one_of("kind", _KINDS))
    return RecordedGrade(fields.text("grader") or "", kind)
