"""The judge: a second model that says how good an answer is.

Its requests go through the same engine as all others: journalled, resumed, retried. A reply that gives no verdict is
asked for once more and then leaves the item *unjudged*; it is never turned into a score.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from evalwright.models import AnswerError, Model, Request, Sample
from evalwright.scoring import Verdict, VerdictRules, judge_messages, language_of, question_text, read_verdict
from evalwright.tasks import UNREADABLE_VERDICT, JudgeView


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
        self.in_flight: int | None = getattr(judge.model, "in_flight", None)
        self._unread: set[int] = set()
        """Requests under way whose first reply gave no verdict."""

    def identity(self) -> Mapping[str, Any]:
        return self.judge.model.identity()

    def prepare(self, request: Request) -> bytes:
        return self.judge.model.prepare(request)

    async def open(self) -> None:
        await self.judge.model.open()

    async def close(self) -> None:
        await self.judge.model.close()

    async def answer(self, request: Request, prepared: bytes) -> Sample:
        sample = await self.judge.model.answer(request, prepared)
        verdict = self.judge.verdict(sample, request.tag)
        asked_before = id(request) in self._unread
        self._unread.discard(id(request))
        if verdict.score is not None:
            return sample
        if not asked_before:
            self._unread.add(id(request))
        raise AnswerError(UNREADABLE_VERDICT, verdict.reason, retry=not asked_before)
