"""`score_model` and `label_model`: a judge's number, or a judge's choice among labels.

What is asked is the criterion's own `input`, filled per item. The judge is asked for structured output, as hosted
services do: steps and a `result`; a reply is read strictly, as that object or as the bare result, and what is neither
is an error and no score.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, Literal

from evalwright.chat import JsonError, JsonObject, Message, loads
from evalwright.scoring import without_thoughts
from evalwright.text import phrase

from .criterion import Elsewhere, GradeError, Outcome
from .fields import Fields
from .messages import MessageTemplates
from .template import Variables

_MAX_LABELS = 200
_QUOTED = 200
_FENCED = re.compile(r"\s*```(?:json)?\s*\n(.*)\n\s*```\s*", re.DOTALL)
_NUMBER = re.compile(r"[+-]?\d{1,15}(?:\.\d{1,15})?")
_SPELLINGS = {"max_completions_tokens": "max_completion_tokens"}
"""How hosted services write a setting, and how servers know it."""
_STEP = {
    "type": "object",
    "properties": {"description": {"type": "string"}, "conclusion": {"type": "string"}},
    "required": ["description", "conclusion"],
    "additionalProperties": False,
}


@dataclass(frozen=True, slots=True, eq=False)
class ModelGrader:
    """What both have in common: whom they ask, and how."""

    model: str
    messages: MessageTemplates
    settings: JsonObject = field(default_factory=dict)

    def request(self, variables: Variables) -> list[Message]:
        """What the judge is asked about an answer; MissingVariableError where the row lacks something."""
        return self.messages.fill(variables)

    @property
    def sent(self) -> JsonObject:
        """The settings of every request, with the form of the reply."""
        schema = {
            "type": "object",
            "properties": {"steps": {"type": "array", "items": _STEP}, "result": self.result_schema},
            "required": ["steps", "result"],
            "additionalProperties": False,
        }
        form = {"type": "json_schema", "json_schema": {"name": "grade", "strict": True, "schema": schema}}
        return {**self.settings, "response_format": form}

    @property
    def result_schema(self) -> JsonObject:
        """What the result may be."""
        raise NotImplementedError

    @property
    def reminder(self) -> str:
        """What a judge is told that did not keep to the form."""
        raise NotImplementedError

    def outcome(self, result: Any) -> Outcome:
        """What a result is worth; ValueError where it is none."""
        raise NotImplementedError

    def grade(self, variables: Variables, elsewhere: Elsewhere) -> Outcome:
        """What the judge said of an answer."""
        return elsewhere(self, variables)

    def read(self, reply: Mapping[str, Any]) -> Outcome:
        """What a judge's reply is worth; GradeError where it says nothing that can be read."""
        text = without_thoughts(str(reply.get("output_text") or "")).strip()
        if "refusal" in (reply.get("notes") or ()):
            raise GradeError("model_grader_refusal_error", phrase("criteria.refused", text=text[:_QUOTED]))
        try:
            return self.outcome(_result_in(text))
        except ValueError:
            raise GradeError("model_grader_parse_error", phrase("criteria.unreadable", text=text[:_QUOTED])) from None


@dataclass(frozen=True, slots=True, eq=False)
class ScoreModel(ModelGrader):
    """A judge's number."""

    low: float = 0.0
    high: float = 1.0
    kind: ClassVar[Literal["number"]] = "number"

    @property
    def top(self) -> float:
        return self.high

    @property
    def result_schema(self) -> JsonObject:
        return {"type": "number"}

    @property
    def reminder(self) -> str:
        return phrase("criteria.say_number", low=f"{self.low:g}", high=f"{self.high:g}")

    def outcome(self, result: Any) -> Outcome:
        if isinstance(result, str) and _NUMBER.fullmatch(result.strip()):
            result = float(result)
        if isinstance(result, bool) or not isinstance(result, int | float) or not math.isfinite(result):
            raise ValueError(result)
        if self.low <= result <= self.high:
            return Outcome(float(result))
        told = {"score": f"{result:g}", "low": f"{self.low:g}", "high": f"{self.high:g}"}
        return Outcome(float(result), note=phrase("criteria.outside", **told))


@dataclass(frozen=True, slots=True, eq=False)
class LabelModel(ModelGrader):
    """A judge's choice."""

    labels: tuple[str, ...] = ()
    passing: frozenset[str] = frozenset()
    kind: ClassVar[Literal["rate"]] = "rate"
    top: ClassVar[float] = 1.0

    @property
    def result_schema(self) -> JsonObject:
        return {"type": "string", "enum": list(self.labels)}

    @property
    def reminder(self) -> str:
        return phrase("criteria.say_label", labels=", ".join(f'"{label}"' for label in self.labels))

    def outcome(self, result: Any) -> Outcome:
        if not isinstance(result, str) or result.strip() not in self.labels:
            raise ValueError(result)
        return Outcome(float(result.strip() in self.passing), note=result.strip())


def _result_in(text: str) -> Any:
    """The result in a reply: of the object that was asked for, else the whole reply."""
    fenced = _FENCED.fullmatch(text)
    inner = fenced[1] if fenced else text
    try:
        value = loads(inner)
    except JsonError:
        return text
    if isinstance(value, dict):
        if "result" not in value:
            raise ValueError("no result")
        return value["result"]
    return value


def read_score_model(fields: Fields) -> ScoreModel:
    """The grader that a criterion of this type describes."""
    given = fields.given.get("range", [0, 1])
    numbers = isinstance(given, list) and len(given) == 2 and all(_is_number(each) for each in given)
    if not numbers or not given[0] < given[1]:
        raise fields.fault("range", "range")
    return ScoreModel(*_judge_question(fields), low=float(given[0]), high=float(given[1]))


def read_label_model(fields: Fields) -> LabelModel:
    """The grader that a criterion of this type describes."""
    labels, passing = (_labels(fields, name) for name in ("labels", "passing_labels"))
    for label in passing:
        if label not in labels:
            raise fields.fault("passing_labels", "passing", label=repr(label[:60]), known=", ".join(labels)[:200])
    return LabelModel(*_judge_question(fields), labels=labels, passing=frozenset(passing))


def _judge_question(fields: Fields) -> tuple[str, MessageTemplates, JsonObject]:
    model = fields.given.get("model")
    if not isinstance(model, str) or not model.strip():
        raise fields.fault("model", "needs_model")
    return model, MessageTemplates(fields.given.get("input"), fields.param("input")), _sampling(fields)


def _sampling(fields: Fields) -> JsonObject:
    given = fields.given.get("sampling_params")
    if given is None:
        return {}
    if not isinstance(given, Mapping):
        raise fields.fault("sampling_params", "no_object", kind=type(given).__name__)
    return {_SPELLINGS.get(str(name), str(name)): value for name, value in given.items() if value is not None}


def _labels(fields: Fields, name: str) -> tuple[str, ...]:
    given = fields.given.get(name)
    listed: Sequence[Any] = given if isinstance(given, list) else ()
    texts = [each for each in listed if isinstance(each, str) and each.strip()]
    if not texts or len(texts) != len(listed) or len(set(texts)) != len(texts) or len(texts) > _MAX_LABELS:
        raise fields.fault(name, "labels", most=_MAX_LABELS)
    return tuple(text.strip() for text in texts)


def _is_number(value: Any) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)
