"""The judge: a second model that says how good an answer is.

Its requests go through the same engine as all others: journalled, resumed, retried. A reply that gives no verdict is
asked for once more and then leaves the item *unjudged*; it is never turned into a score.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from evalwright.chat import Message
from evalwright.models import AnswerError, Model, Request, Sample
from evalwright.scoring import (
    Verdict,
    VerdictRules,
    judge_messages,
    language_of,
    question_text,
    read_verdict,
    without_thoughts,
)


class Strategy(StrEnum):
    """When a judge is asked; EvalScope's names."""

    AUTO = "auto"
    """By rule where there is a rule; the judge, if one is set, only for answers without a reference."""
    RULE = "rule"
    LLM = "llm"
    """The judge alone decides."""
    LLM_RECALL = "llm_recall"
    """By rule; the judge is asked where the rule says the answer is not right."""


@dataclass(frozen=True, slots=True)
class JudgeView:
    """What a judge is shown of an item."""

    messages: Sequence[Message]
    answer: str
    references: tuple[str, ...]

    def fence(self) -> str:
        """A token that whoever wrote the answer cannot know, since the answer decides it; the same on every run."""
        shown = repr((list(self.messages), self.answer, self.references)).encode("utf-8", "surrogatepass")
        return hashlib.blake2b(shown, digest_size=8).hexdigest()


@runtime_checkable
class Judged(Protocol):
    """A task whose answers a judge can look at."""

    def to_judge(self, question: Any, sample: Sample, review: dict[str, Any]) -> JudgeView | None: ...

    def with_verdict(self, review: dict[str, Any], score: float | None, reason: str) -> dict[str, Any]: ...

    def without_judge(self, review: dict[str, Any]) -> dict[str, Any]: ...


@dataclass(frozen=True, slots=True)
class Judge:
    """Who judges, and how the question is put."""

    model: Model
    rules: VerdictRules
    settings: Mapping[str, Any]
    prompt_template: str | None = None
    system_prompt: str | None = None
    workers: int | None = None

    def request(self, identifier: str, view: JudgeView) -> Request:
        """The judge's question about one answer, fenced so that the answer cannot speak to the judge."""
        language = language_of([*(str(message.get("content") or "") for message in view.messages), *view.references])
        fence = view.fence()
        messages = judge_messages(
            self.rules.score_type,
            question_text(view.messages, language),
            view.answer,
            "\n".join(view.references) or None,
            language=language,
            fence=fence,
            prompt_template=self.prompt_template,
            system_prompt=self.system_prompt,
        )
        return Request(identifier, messages, [], self.settings, fence)

    def verdict(self, sample: Sample, fence: str) -> Verdict:
        """What the judge said, apart from what it only repeats."""
        return read_verdict(sample.get("output_text") or "", self.rules, fence=fence)


class JudgeModel:
    """The judge's model as the engine sees it: an answer without a verdict is asked for once more, then an error."""

    def __init__(self, judge: Judge) -> None:
        self.judge = judge
        self.name = f"judge {judge.model.name}"

    def identity(self) -> dict[str, Any]:
        return self.judge.model.identity()

    def prepare(self, request: Request) -> bytes:
        return self.judge.model.prepare(request)

    async def open(self) -> None:
        await self.judge.model.open()

    async def close(self) -> None:
        await self.judge.model.close()

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        for _ in range(2):
            sample = await self.judge.model.answer(request, prepared)
            verdict = self.judge.verdict(sample, request.tag)
            if verdict.score is not None:
                return sample
        raise AnswerError("unjudged", verdict.reason)


def answer_text(sample: Sample) -> str:
    """What was answered: the text after the thinking."""
    return without_thoughts(sample.get("output_text") or "")
