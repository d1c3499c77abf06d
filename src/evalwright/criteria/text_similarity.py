"""`text_similarity`: how alike two texts are, by one of the named measures."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, Literal

from evalwright.text import phrase

from .criterion import Elsewhere, GradeError, Outcome
from .fields import Fields
from .similarity_metrics import MAX_TEXT, METRICS
from .template import Template, Variables

COSINE, METEOR = "cosine", "meteor"


@dataclass(frozen=True, slots=True, eq=False)
class TextSimilarity:
    """The grader."""

    measure: Callable[[str, str], float]
    given: Template
    reference: Template
    kind: ClassVar[Literal["mean"]] = "mean"
    top: ClassVar[float] = 1.0

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """From 0 to 1."""
        return Outcome(self.measure(*compared_texts(self, variables)))


@dataclass(frozen=True, slots=True, eq=False)
class EmbeddingSimilarity:
    """The same by the angle between two embeddings, which a model gives."""

    model: str
    given: Template
    reference: Template
    kind: ClassVar[Literal["number"]] = "number"
    top: ClassVar[float] = 1.0

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """From -1 to 1."""
        return elsewhere(self, variables)


def compared_texts(grader: TextSimilarity | EmbeddingSimilarity, variables: Variables) -> tuple[str, str]:
    """The two texts of a row; GradeError where one is longer than can be compared."""
    texts = grader.given.fill(variables), grader.reference.fill(variables)
    if max(map(len, texts)) > MAX_TEXT:
        raise GradeError("other_error", phrase("criteria.long_text", n=max(map(len, texts)), most=MAX_TEXT))
    return texts


def read_text_similarity(fields: Fields) -> TextSimilarity | EmbeddingSimilarity:
    """The grader that a criterion of this type describes."""
    name = fields.one_of("evaluation_metric", (*METRICS, COSINE, METEOR))
    texts = fields.template("input"), fields.template("reference")
    if name == METEOR:
        raise fields.fault("evaluation_metric", "meteor", known=", ".join(METRICS))
    if name == COSINE:
        model = fields.given.get("model")
        if not isinstance(model, str) or not model.strip():
            raise fields.fault("model", "cosine")
        return EmbeddingSimilarity(model, *texts)
    return TextSimilarity(METRICS[name], *texts)
