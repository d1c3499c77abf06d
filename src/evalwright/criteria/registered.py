"""`scorer`: a scorer of evalwright's registry as a criterion, our own of tool calls among them.

Not a type of hosted services: it is how a file of criteria names what is already here, and what a plug-in brings.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from evalwright.errors import EvalwrightError
from evalwright.scoring import Metric, Scorer, make_scorer, scored_by
from evalwright.text import phrase

from .criterion import Elsewhere, GradeError, Outcome
from .fields import Fields
from .template import Variables


@dataclass(frozen=True, slots=True, eq=False)
class RegisteredScorer:
    """The grader: one metric of a scorer."""

    scorer: Scorer
    metric: Metric
    top: float = 1.0

    @property
    def kind(self) -> Literal["rate", "mean", "number"]:
        """As the scorer says."""
        return self.metric.kind if self.metric.kind in ("rate", "mean") else "number"

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """The value of the metric."""
        try:
            found = scored_by(self.scorer, variables["item"], variables["sample"])
        except EvalwrightError as error:
            raise GradeError("other_error", error.message) from None
        part = self.metric.of(found.values)
        if part is None or not part[1]:
            raise GradeError("other_error", phrase("criteria.nothing_said", scorer=self.scorer.name))
        return Outcome(part[0] / part[1], note=found.explanation)


def read_registered(fields: Fields) -> RegisteredScorer:
    """The grader that a criterion of this type describes."""
    name = fields.text("scorer") or ""
    try:
        scorer = make_scorer(name)
    except EvalwrightError as error:
        raise fields.fault("scorer", "scorer", problem=error.message) from None
    metrics = {metric.name: metric for metric in scorer.metrics}
    wanted = next(iter(metrics)) if fields.given.get("metric") is None else fields.one_of("metric", tuple(metrics))
    return RegisteredScorer(scorer, metrics[wanted])
