"""`string_check`: whether two texts are equal, different, or one holds the other."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import ClassVar, Literal

from .criterion import Elsewhere, Outcome
from .fields import Fields
from .template import Template, Variables

_OPERATIONS: Mapping[str, Callable[[str, str], bool]] = {
    "eq": lambda given, reference: given == reference,
    "ne": lambda given, reference: given != reference,
    "like": lambda given, reference: reference in given,
    "ilike": lambda given, reference: reference.casefold() in given.casefold(),
}
"""`like` is "holds", no pattern: neither % nor _ mean anything but themselves."""


@dataclass(frozen=True, slots=True)
class StringCheck:
    """The grader."""

    operation: str
    given: Template
    reference: Template
    kind: ClassVar[Literal["rate"]] = "rate"
    top: ClassVar[float] = 1.0

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """1 or 0."""
        holds = _OPERATIONS[self.operation](self.given.fill(variables), self.reference.fill(variables))
        return Outcome(float(holds))


def read_string_check(fields: Fields) -> StringCheck:
    """The grader that a criterion of this type describes."""
    operation = fields.one_of("operation", tuple(_OPERATIONS))
    return StringCheck(operation, fields.template("input"), fields.template("reference"))
