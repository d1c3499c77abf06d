"""Testing criteria in the shape of hosted evals: read and checked here, graded here where nobody else is needed.

Criteria as data flow in, `Criterion` objects flow out; each says of an item and an answer what it is worth, or why
that cannot be said. What needs a process, a model or an embedding is graded by `run`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .criterion import ALL_PASSED, Criterion, Elsewhere, ErrorKind, GradedCriterion, GradeError, Outcome, leaves_of
    from .errors import CriteriaError
    from .fields import Fields
    from .messages import MessageTemplates
    from .model_graders import ModelGrader
    from .python_grader import PythonGrader
    from .reading import criteria_metrics, read_criteria, read_criterion, stored_criterion
    from .similarity_metrics import METRICS as SIMILARITY_METRICS
    from .template import MissingVariableError, Template, Variables, read_reference, value_at
    from .text_similarity import EmbeddingSimilarity, compared_texts
    from .variables import SampleView, variables_of

__all__ = [
    "ALL_PASSED",
    "SIMILARITY_METRICS",
    "CriteriaError",
    "Criterion",
    "Elsewhere",
    "EmbeddingSimilarity",
    "ErrorKind",
    "Fields",
    "GradeError",
    "GradedCriterion",
    "MessageTemplates",
    "MissingVariableError",
    "ModelGrader",
    "Outcome",
    "PythonGrader",
    "SampleView",
    "Template",
    "Variables",
    "compared_texts",
    "criteria_metrics",
    "leaves_of",
    "read_criteria",
    "read_criterion",
    "read_reference",
    "stored_criterion",
    "value_at",
    "variables_of",
]

_LATE = {
    "criterion": "ALL_PASSED Criterion Elsewhere ErrorKind GradeError GradedCriterion Outcome leaves_of",
    "errors": "CriteriaError",
    "fields": "Fields",
    "messages": "MessageTemplates",
    "model_graders": "ModelGrader",
    "python_grader": "PythonGrader",
    "reading": "criteria_metrics read_criteria read_criterion stored_criterion",
    "similarity_metrics": "SIMILARITY_METRICS=METRICS",
    "text_similarity": "EmbeddingSimilarity compared_texts",
    "template": "MissingVariableError Template Variables read_reference value_at",
    "variables": "SampleView variables_of",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
