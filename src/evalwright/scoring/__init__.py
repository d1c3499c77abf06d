"""Pure measures: what an answer is worth, with the reason. No model, no file, no clock.

Names are loaded when they are first used: a run over tool calls needs no word lists, and start-up shows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .argument_equality import Difference
    from .argument_rules import ArgumentRule, read_argument_rules
    from .choices import Choice, Choices, stated_choice, stated_choices
    from .finish_reasons import early_end
    from .gold import Gold, gold_problem
    from .hosted_grader import answer_in_words
    from .judge_prompts import check_template, judge_messages, language_of, question_text
    from .longest_common import common_words
    from .metric import EFFECT_METRICS, Metric
    from .review import CallDetails, GradedCall, Review, ReviewedSample
    from .rules import MatchRules
    from .scorers import Score, Scorer, make_scorer, register_scorer, scored_by
    from .spoken_review import is_review, review_in_words
    from .standalone import standalone_grader
    from .texts import TEXT_METRICS, TextScores, text_scores
    from .thoughts import without_thoughts
    from .tool_calls import NEXT_CALL_METRICS, grade_tool_calls, metric_values
    from .verdicts import Verdict, VerdictRules, read_verdict

__all__ = [
    "EFFECT_METRICS",
    "NEXT_CALL_METRICS",
    "TEXT_METRICS",
    "ArgumentRule",
    "CallDetails",
    "Choice",
    "Choices",
    "Difference",
    "Gold",
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
    "answer_in_words",
    "check_template",
    "common_words",
    "early_end",
    "gold_problem",
    "grade_tool_calls",
    "is_review",
    "judge_messages",
    "language_of",
    "make_scorer",
    "metric_values",
    "question_text",
    "read_argument_rules",
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
    "argument_rules": "ArgumentRule read_argument_rules",
    "choices": "Choice Choices stated_choice stated_choices",
    "finish_reasons": "early_end",
    "gold": "Gold gold_problem",
    "hosted_grader": "answer_in_words",
    "judge_prompts": "check_template judge_messages language_of question_text",
    "longest_common": "common_words",
    "metric": "EFFECT_METRICS Metric",
    "review": "CallDetails GradedCall Review ReviewedSample",
    "rules": "MatchRules",
    "scorers": "Score Scorer make_scorer register_scorer scored_by",
    "spoken_review": "is_review review_in_words",
    "standalone": "standalone_grader",
    "texts": "TEXT_METRICS TextScores text_scores",
    "thoughts": "without_thoughts",
    "tool_calls": "NEXT_CALL_METRICS grade_tool_calls metric_values",
    "verdicts": "Verdict VerdictRules read_verdict",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
