"""When a judge is asked, and what a task must offer so that its answers can be judged."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, Protocol, runtime_checkable

from evalwright.chat import JsonObject, Message
from evalwright.models import Sample

UNREADABLE_VERDICT = "unjudged"
"""The kind of error of a judge that was asked, and answered without a verdict."""


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

    def to_judge(self, question: Any, sample: Sample, review: JsonObject) -> JudgeView | None: ...

    def with_verdict(self, review: JsonObject, score: float | None, reason: str) -> JsonObject: ...

    def without_judge(self, review: JsonObject) -> JsonObject: ...
