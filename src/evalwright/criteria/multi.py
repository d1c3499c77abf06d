"""`multi`: several graders and a formula over their scores. A grader without a score leaves the sum without one."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from .criterion import Elsewhere, GradeError, Grader, Outcome
from .fields import Fields
from .formula import Formula, FormulaError, read_formula
from .template import Variables

_MAX_GRADERS = 50


@dataclass(frozen=True, slots=True, eq=False)
class MultiGrader:
    """The grader."""

    graders: Mapping[str, Grader]
    formula: Formula
    kind: ClassVar[Literal["number"]] = "number"
    top: ClassVar[float] = 1.0

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """What the formula gives for the scores of all graders."""
        scores = {name: grader.grade(variables, elsewhere).score for name, grader in self.graders.items()}
        try:
            return Outcome(self.formula.of(scores), parts=scores)
        except FormulaError as error:
            raise GradeError("formula_parse_error", error.said) from None


def read_multi(fields: Fields, read_grader: Callable[[Fields], Grader]) -> MultiGrader:
    """The grader that a criterion of this type describes; its graders cannot be sums themselves."""
    given = fields.given.get("graders")
    if isinstance(given, list):  # as some clients write it: each with a name
        given = {str(each.get("name")): each for each in given if isinstance(each, dict)}
    if not isinstance(given, Mapping) or not 0 < len(given) <= _MAX_GRADERS:
        raise fields.fault("graders", "graders", most=_MAX_GRADERS)
    inner = Fields({**fields.given, "graders": given}, fields.place)
    graders = {}
    for name in given:
        if not str(name).isidentifier():
            raise fields.fault("graders", "grader_name", name=repr(str(name)[:60]))
        one = inner.inside("graders", name)
        if one.given.get("type") == "multi":
            raise one.fault("type", "nested")
        graders[str(name)] = read_grader(one)
    formula = fields.text("calculate_output") or ""
    try:
        return MultiGrader(graders, read_formula(formula, graders))
    except FormulaError as error:
        raise fields.fault("calculate_output", "formula", problem=error.said) from None
