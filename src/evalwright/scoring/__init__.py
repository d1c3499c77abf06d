"""Pure measures: what an answer is worth, with the reason. No model, no file, no clock."""

from evalwright.scoring.choices import Choice, Choices, stated_choice, stated_choices
from evalwright.scoring.judge_prompts import check_template, judge_messages, language_of, question_text
from evalwright.scoring.metric import Metric
from evalwright.scoring.review import Review
from evalwright.scoring.rules import MatchRules
from evalwright.scoring.standalone import standalone_grader
from evalwright.scoring.text_scores import TEXT_METRICS, TextScores, text_scores
from evalwright.scoring.tool_calls import NEXT_CALL_METRICS, grade_tool_calls, metric_values
from evalwright.scoring.verdicts import Verdict, VerdictRules, read_verdict, without_thoughts

__all__ = [
    "NEXT_CALL_METRICS",
    "TEXT_METRICS",
    "Choice",
    "Choices",
    "MatchRules",
    "Metric",
    "Review",
    "TextScores",
    "Verdict",
    "VerdictRules",
    "check_template",
    "grade_tool_calls",
    "judge_messages",
    "language_of",
    "metric_values",
    "question_text",
    "read_verdict",
    "standalone_grader",
    "stated_choice",
    "stated_choices",
    "text_scores",
    "without_thoughts",
]
