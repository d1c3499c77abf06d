"""Judges of testing criteria: one question per answer and criterion, through the same engine and journal as all others.

The judge is asked for structured output. A server that does not know of it, and a judge that does not keep to it, is
asked once more with a reminder in words; what cannot be read then leaves the criterion without a score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

import orjson

from evalwright.criteria import (
    Criterion,
    EmbeddingSimilarity,
    GradeError,
    MissingVariableError,
    ModelGrader,
    Outcome,
    Variables,
    compared_texts,
    leaves_of,
    variables_of,
)
from evalwright.engine import Budget, Journal
from evalwright.errors import EvalwrightError, RunStoppedError, UsageError
from evalwright.models import AnswerError, EmbeddingModel, Model, Request, Sample
from evalwright.text import escaped, localized

from .ask import Answers, Asked, Asking, collect
from .config import EvalConfig
from .final_journal import Answered, failure_of
from .judges import judge_model
from .sources import Source

_OWN_KINDS = ("model_grader_parse_error", "model_grader_refusal_error")
_UNKNOWN_FORM = ("http_400", "http_422", "http_501")


class CriterionJudge(Protocol):
    """Who is asked for one grader, and what it said."""

    name: str
    """The grader's own, which its journal is called by."""
    asked: Model

    @property
    def grader(self) -> ModelGrader | EmbeddingSimilarity:
        """What it is asked for."""
        ...

    @property
    def engine_model(self) -> Model:
        """Who answers, as the engine sees it."""
        ...

    def request(self, identifier: str, variables: Variables) -> Request:
        """The question about one answer; MissingVariableError or GradeError where there is none."""
        ...

    def outcome(self, word: Answered | None) -> Outcome:
        """What was said of an answer; GradeError where nothing was."""
        ...


@dataclass(slots=True)
class EmbeddingJudge:
    """Compares two texts by their embeddings."""

    name: str
    grader: EmbeddingSimilarity
    asked: Model

    @property
    def engine_model(self) -> Model:
        return self.asked

    def request(self, identifier: str, variables: Variables) -> Request:
        texts = compared_texts(self.grader, variables)
        return Request(identifier, [{"role": "user", "content": text} for text in texts])

    def outcome(self, word: Answered | None) -> Outcome:
        _raise_failure(word)
        assert word is not None
        return Outcome(float(word["sample"]["output_text"] or 0.0))


def _raise_failure(word: Answered | None) -> None:
    """GradeError where a journal holds no answer."""
    if word is None or "error" in word:
        failure = failure_of(word)
        own = failure["kind"] in _OWN_KINDS
        kind: Any = failure["kind"] if own else "model_grader_server_error"
        raise GradeError(kind, failure["message"], None if own else failure["kind"])


@dataclass(slots=True)
class TextJudge:
    """A model that is asked in words, and answers with a number or a label."""

    name: str
    """The grader's own, which its journal is called by."""
    grader: ModelGrader
    asked: Model

    @property
    def engine_model(self) -> Model:
        return _AskedJudge(self)

    def request(self, identifier: str, variables: Variables) -> Request:
        """The question about one answer; MissingVariableError where the row lacks something."""
        return Request(identifier, self.grader.request(variables), [], self.grader.sent)

    def outcome(self, word: Answered | None) -> Outcome:
        """What the judge said of an answer; GradeError where it said nothing."""
        _raise_failure(word)
        assert word is not None
        found = self.grader.read(word["sample"])
        return replace(found, sample=_judge_sample(self.asked.name, word["sample"]))


def _judge_sample(model: str, reply: Sample) -> Mapping[str, Any]:
    """What a judge said, in the shape of hosted services."""
    return {
        "output": [{"role": "assistant", "content": reply.get("output_text") or ""}],
        "finish_reason": reply.get("finish_reason"),
        "model": model,
        "usage": reply.get("usage"),
    }


def criterion_judges(
    criteria: Sequence[Criterion], config: EvalConfig, models: Sequence[Model]
) -> list[CriterionJudge]:
    """The judges of all criteria that need one; UsageError where one cannot be reached by what is said of it."""
    found: list[CriterionJudge] = []
    for name, grader in leaves_of(criteria):
        if isinstance(grader, ModelGrader):
            found.append(TextJudge(name, grader, judge_model(grader.model, config, models)))
        elif isinstance(grader, EmbeddingSimilarity):
            found.append(EmbeddingJudge(name, grader, EmbeddingModel(judge_model(grader.model, config, models))))
    return found


class _AskedJudge:
    """A judge's model as the engine sees it: what cannot be read is asked for once more, then it is an error."""

    def __init__(self, judge: TextJudge) -> None:
        self._judge, self._model = judge, judge.asked
        self.name = f"judge {judge.asked.name}"
        self.in_flight: int | None = getattr(judge.asked, "in_flight", None)
        self._reminded: set[int] = set()
        """Requests under way whose first reply could not be read."""
        self._is_plain = False
        """Whether the server does not know of structured output."""

    def identity(self) -> Mapping[str, Any]:
        return self._model.identity()

    def prepare(self, request: Request) -> bytes:
        return self._model.prepare(request)

    async def open(self) -> None:
        await self._model.open()

    async def close(self) -> None:
        await self._model.close()

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        again = id(request) in self._reminded
        try:
            sample = await self._reply(request, prepared, in_words=again or self._is_plain)
            self._judge.grader.read(sample)
        except GradeError as error:
            self._reminded ^= {id(request)}
            raise AnswerError(error.kind, error.message, retry=not again) from None
        self._reminded.discard(id(request))
        return sample

    async def _reply(self, request: Request, prepared: bytes, *, in_words: bool) -> Sample:
        if not in_words:
            try:
                return await self._model.answer(request, prepared)
            except AnswerError as error:
                if error.kind not in _UNKNOWN_FORM:
                    raise
        made = self._in_words(request)
        sample = await self._model.answer(made, self._model.prepare(made))
        self._is_plain = True
        return sample

    def _in_words(self, request: Request) -> Request:
        """The same question with the form of the reply said in words."""
        settings = {name: value for name, value in request.settings.items() if name != "response_format"}
        said: Any = {"role": "user", "content": str(self._judge.grader.reminder)}
        return replace(request, messages=[*request.messages, said], settings=settings)


@dataclass(frozen=True, slots=True)
class JudgeRound:
    """What a judge of a criterion is asked about: the answers of one model on one source."""

    source: Source
    answers: Answers
    config: EvalConfig
    budget: Budget = field(default_factory=Budget)


def ask_criterion(
    judge: CriterionJudge, round: JudgeRound, journal: Journal, stopped: EvalwrightError | None = None
) -> Answers:
    """Ask about every answer that has no judgement yet; `stopped` says why nothing more is asked, where nothing is."""
    source, config = round.source, round.config
    told = {"name": judge.name, "model": judge.asked.name, "subset": source.subset}
    asking = Asking(
        escaped(localized("progress.criterion", **told)),
        judge.engine_model,
        len(round.answers.offsets),
        source.askable,
        config.policy,
        config.judge_worker_num,
        config.show_progress,
        config.only_known,
        budget=round.budget,
        counts_errors=config.counts_errors,
        at_most=config.at_most,
        pace=config.pace,
    )
    try:
        if stopped is None:
            return collect(asking, journal, _questions(judge, round))
    except UsageError as error:  # nobody listens there: the answers are kept, and the judge is asked another time
        stopped = RunStoppedError(error.message, cure=error.cure).caused_by("unreachable")
    unasked = collect(replace(asking, only_known=True), journal, _questions(judge, round))
    unasked.outcome.stopped = stopped
    return unasked


def _questions(judge: CriterionJudge, round: JudgeRound) -> Iterator[Asked]:
    source = round.source
    for position, record, _ in source.questions():
        identifier = source.identifier(position, record)
        for slot in range(position * source.copies, (position + 1) * source.copies):
            line = round.answers.line(slot)
            sample = orjson.loads(line).get("sample") if line is not None else None
            if sample is None:
                continue
            try:
                yield Asked(slot, judge.request(identifier, variables_of(source.item_of(record), sample)))
            except (MissingVariableError, GradeError):
                continue  # the criterion says so of this row
