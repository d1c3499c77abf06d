"""Pure measures: what an answer is worth, with the reason. No model, no file, no clock.

Names are loaded when they are first used: a run over tool calls needs no word lists, and start-up shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .argument_equality import Difference
    from .choices import Choice, Choices, stated_choice, stated_choices
    from .judge_prompts import check_template, judge_messages, language_of, question_text
    from .metric import Metric
    from .review import CallDetails, GradedCall, Review, ReviewedSample
    from .rules import MatchRules
    from .scorers import Score, Scorer, make_scorer, register_scorer, scored_by
    from .spoken_review import is_review, review_in_words
    from .standalone import standalone_grader
    from .texts import TEXT_METRICS, TextScores, text_scores
    from .tool_calls import NEXT_CALL_METRICS, grade_tool_calls, metric_values
    from .verdicts import Verdict, VerdictRules, read_verdict, without_thoughts

__all__ = [
    "NEXT_CALL_METRICS",
    "TEXT_METRICS",
    "CallDetails",
    "Choice",
    "Choices",
    "Difference",
    "GradedCall",
    "MatchRules",
    "Metric",
    "Review",
    "ReviewedSample",
    "Score",
    "Scorer",
    "TextScores",
    "Verdict",
    "VerdictRules",
    "check_template",
    "grade_tool_calls",
    "is_review",
    "judge_messages",
    "language_of",
    "make_scorer",
    "metric_values",
    "question_text",
    "read_verdict",
    "register_scorer",
    "review_in_words",
    "scored_by",
    "standalone_grader",
    "stated_choice",
    "stated_choices",
    "text_scores",
    "without_thoughts",
]

_LATE = {
    "argument_equality": "Difference",
    "choices": "Choice Choices stated_choice stated_choices",
    "judge_prompts": "check_template judge_messages language_of question_text",
    "metric": "Metric",
    "review": "CallDetails GradedCall Review ReviewedSample",
    "rules": "MatchRules",
    "scorers": "Score Scorer make_scorer register_scorer scored_by",
    "spoken_review": "is_review review_in_words",
    "standalone": "standalone_grader",
    "texts": "TEXT_METRICS TextScores text_scores",
    "tool_calls": "NEXT_CALL_METRICS grade_tool_calls metric_values",
    "verdicts": "Verdict VerdictRules read_verdict without_thoughts",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
