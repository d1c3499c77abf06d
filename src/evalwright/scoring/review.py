"""What a grade is: a score, a verdict, one sentence, and the details behind them."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypedDict

from evalwright.chat import Arguments
from evalwright.text import SaidAgain, StoredSentence

from .argument_equality import Difference


class _NamedCall(SaidAgain):
    name: str | None


class GradedCall(_NamedCall, total=False):
    """A call as reviews store it: with its arguments, or with the reason why it cannot be read."""

    arguments: Arguments
    unreadable: str


class _CallDetails(TypedDict):
    expected: list[GradedCall]
    given: list[GradedCall]
    arguments: list[Difference]
    rules: list[str]
    """The rules of equality that made unequal spellings equal."""
    said: dict[str, StoredSentence]
    """The reason, for other languages."""


class MatchedAnswer(TypedDict):
    """Which of the acceptable answers was given, and why it is one."""

    index: int
    why: str


class GoldAlone(TypedDict):
    """What the expected calls alone would have said."""

    score: float | None
    verdict: str


class CallDetails(_CallDetails, total=False):
    """What stands behind the grade of calls."""

    matched: MatchedAnswer
    """Only where the answer is right by an alternative."""
    gold_alone: GoldAlone
    """Only where rules or alternatives changed the grade."""

    schema_valid: bool | None
    """None where it cannot be known; absent where nobody looked (the standalone grader)."""


@dataclass(frozen=True, slots=True)
class Review:
    """The outcome of grading one item."""

    score: float | None
    """From 0 to 1; None for an item that cannot be graded."""
    verdict: str
    """exact, wrong_arguments, wrong_tool, no_call, no_answer, malformed_call, unexpected_call, extra_call,
    missing_call or invalid_item."""
    reason: str
    """One sentence for a person."""
    details: CallDetails


class ReviewedSample(TypedDict):
    """A review as plain data."""

    score: float | None
    verdict: str
    reason: str
    details: CallDetails
