"""general_qa: an open question. With a reference: ROUGE and BLEU, or a judge; without one: a judge, or no score."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from evalwright.chat import JsonObject, Message, read_messages
from evalwright.errors import InputError, UsageError
from evalwright.models import Request, Sample
from evalwright.scoring import TEXT_METRICS, Metric, text_scores, without_thoughts
from evalwright.text import Sentence, listed, phrase, to_store

from .judge_strategy import JudgeView, Strategy
from .options import Options
from .protocol import TaskOption
from .record_shapes import is_of_open_question
from .review_line import ReviewLine
from .templates import fill, require_place
from .unused_fields import option_names, refuse_unread

JUDGED = Metric("AverageAccuracy", "mean")
ACCURACY = Metric("acc", "rate")
"""Whether the answer is a reference, apart from case and white space around it."""
_READ = {"id", "query", "question", "messages", "system", "response", "answer"}
_TABLES = (".csv", ".tsv")
_FAMILIES = {"rouge": "Rouge", "bleu": "bleu", "acc": "acc", "exact_match": "acc"}


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A record with an open question."""

    id: str
    messages: list[Message]
    references: tuple[str, ...]


class QuestionAnswer:
    """EvalScope's question-answer format: the three record shapes and their aliases."""

    name = "general_qa"
    metrics: tuple[Metric, ...] = tuple(Metric(name, "mean") for name in TEXT_METRICS)
    main_metric = (JUDGED.name, "Rouge-L-F")
    options = (
        TaskOption("prompt_template", str),
        TaskOption("system_prompt", str),
        TaskOption("metric_list", list),
    )

    def __init__(self, options: Mapping[str, Any]) -> None:
        settings = Options(options)
        self.system = settings.text("system_prompt")
        template = settings.text("prompt_template")
        self.template = require_place(template, ("query", "question"), "prompt_template") if template else None
        self.strategy = Strategy(options.get("judge_strategy", Strategy.RULE))
        self.by_rule = () if self.strategy is Strategy.LLM else _chosen(settings.names("metric_list"), self.metrics)
        judged = () if self.strategy is Strategy.RULE else (JUDGED,)
        self.metrics = (*self.by_rule, *judged)

    def recognises(self, record: Any) -> bool:
        return is_of_open_question(record)

    def check_file(self, path: Path, record: JsonObject) -> None:
        """Refuse a table whose reference answers stand in a column of a name that is not read."""
        columns = [name for name in record if name]
        if path.suffix.lower() not in _TABLES or not set(columns) - _READ or {"response", "answer"} & set(columns):
            return
        if not option_names(record):
            raise InputError.named("readers.columns", path=path, line=1, task=self.name, found=", ".join(columns)[:300])

    def read(self, record: Any, identifier: str) -> OpenQuestion:
        if not isinstance(record, dict):
            raise ValueError(phrase("bad_row.record.kind"))
        refuse_unread(record)
        messages = record.get("messages") or _question_messages(record)
        if record.get("messages") and _field_text(record.get("system")) and not _has_system(messages):
            messages = [{"role": "system", "content": _field_text(record["system"])}, *messages]
        return OpenQuestion(identifier, read_messages(messages), _references(record))

    def request(self, question: OpenQuestion, settings: Mapping[str, Any]) -> Request:
        messages = list(question.messages)
        if self.template is not None:
            messages = _templated(self.template, messages)
        if self.system and not _has_system(messages):
            messages.insert(0, {"role": "system", "content": self.system})
        return Request(question.id, messages, [], settings)

    def review(self, question: OpenQuestion, sample: Sample) -> ReviewLine:
        answer = answer_text(sample)
        score: dict[str, float] = {}
        notes: list[str] = []
        if question.references and self.by_rule:
            found = text_scores(answer, question.references)
            values = {**found.values, ACCURACY.name: float(_is_a_reference(answer, question.references))}
            score = {metric.name: values[metric.name] for metric in self.by_rule}
            notes = list(found.notes)
        reason = _reason(question, score, notes)
        details = {"reference": list(question.references), "answer": answer, "notes": notes}
        return {
            "id": question.id,
            "score": score,
            "verdict": "scored" if score else "no_reference" if not question.references else "unscored",
            "reason": reason,
            "details": {**details, **to_store(reason=reason)},
        }

    def to_judge(self, question: OpenQuestion, sample: Sample, review: ReviewLine) -> JudgeView | None:
        """What the judge is shown, or None where the strategy asks no judge about this item."""
        has_reference = bool(question.references)
        if self.strategy is Strategy.RULE or (self.strategy is Strategy.AUTO and has_reference):
            return None
        if self.strategy is Strategy.LLM_RECALL and review["score"].get("Rouge-L-R", 0.0) > 0.99:
            return None
        return JudgeView(question.messages, answer_text(sample), question.references)

    def with_verdict(self, review: ReviewLine, score: float | None, reason: str) -> ReviewLine:
        """The review with the judge's word; a judge that gave none leaves the item unjudged."""
        review = {**review, "reason": reason, "details": {**review["details"], **to_store(reason=reason)}}
        if score is None:
            return {**review, "verdict": "unjudged"}
        return {**review, "score": {**review["score"], JUDGED.name: score}, "verdict": "judged"}

    def without_judge(self, review: ReviewLine) -> ReviewLine:
        """The review where the judge need not be asked: under llm_recall the rule's yes stands for the judge's."""
        if self.strategy is Strategy.LLM_RECALL and review["score"].get("Rouge-L-R", 0.0) > 0.99:
            return {**review, "score": {**review["score"], JUDGED.name: 1.0}}
        return review


def _chosen(names: Any, metrics: tuple[Metric, ...]) -> tuple[Metric, ...]:
    """The metrics of a `metric_list` such as ["Rouge"], ["bleu"] or ["acc"]; ROUGE and BLEU without one."""
    if names is None:
        return metrics
    wanted: list[Metric] = []
    for name in names:
        family = _FAMILIES.get(name.lower(), name)
        found = [ACCURACY] if family == "acc" else [metric for metric in metrics if metric.name.startswith(family)]
        if not found:
            raise UsageError.named("tasks.no_metric", task=QuestionAnswer.name, name=repr(name))
        wanted += found
    return tuple(dict.fromkeys(wanted))


def _field_text(value: Any) -> str:
    if isinstance(value, bool) or value is None:
        return ""
    if isinstance(value, int | float):
        return str(value)
    if isinstance(value, str):
        return value
    raise ValueError(phrase("bad_row.record.no_text", kind=type(value).__name__))


def _question_messages(record: JsonObject) -> list[dict[str, str]]:
    """The messages of a record that has a question instead of messages."""
    query = _field_text(record.get("question")) or _field_text(record.get("query"))
    if not query:
        raise ValueError(phrase("bad_row.record.no_question"))
    system = _field_text(record.get("system"))
    messages = [{"role": "user", "content": query}]
    return [{"role": "system", "content": system}, *messages] if system else messages


def _references(record: JsonObject) -> tuple[str, ...]:
    """The reference answers; empty ones are none."""
    given = next((record[name] for name in ("answer", "response") if record.get(name) not in (None, "", [])), None)
    listed = given if isinstance(given, list) else [given]
    return tuple(text for one in listed if (text := _field_text(one)))


def _is_a_reference(answer: str, references: tuple[str, ...]) -> bool:
    return answer.strip().lower() in {reference.strip().lower() for reference in references}


def _has_system(messages: list[Any]) -> bool:
    return any(isinstance(message, dict) and message.get("role") in ("system", "developer") for message in messages)


def _templated(template: str, messages: list[Message]) -> list[Message]:
    """The messages with the template around the last thing the user said."""
    made = list(messages)
    for position in range(len(made) - 1, -1, -1):
        content = made[position].get("content")
        if made[position]["role"] == "user" and isinstance(content, str):
            values = {"query": content, "question": content}
            made[position] = {**made[position], "content": fill(template, values)}
            break
    return made


def _reason(question: OpenQuestion, score: Mapping[str, float], notes: list[str]) -> Sentence:
    if not question.references:
        return phrase("review.qa.no_reference")
    if "Rouge-L-F" in score:
        values = {"score": f"{score['Rouge-L-F']:.4f}", "num": len(question.references)}
        if not notes:
            return phrase("review.qa.rouge", **values)
        return phrase(
            "review.qa.rouge_notes", notes=listed(phrase(f"review.qa.notes.{note}") for note in notes), **values
        )
    return phrase("review.qa.by_rule" if score else "review.qa.by_judge")


def answer_text(sample: Sample) -> str:
    """What was answered: the text after the thinking."""
    return without_thoughts(sample.get("output_text") or "")
