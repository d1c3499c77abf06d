"""Pure measures: what an answer is worth, with the reason. No model, no file, no clock."""

from evalwright.scoring.metric import Metric
from evalwright.scoring.review import Review
from evalwright.scoring.rules import MatchRules
from evalwright.scoring.standalone import standalone_grader
from evalwright.scoring.tool_calls import NEXT_CALL_METRICS, grade_tool_calls, metric_values

__all__ = [
    "NEXT_CALL_METRICS",
    "MatchRules",
    "Metric",
    "Review",
    "grade_tool_calls",
    "metric_values",
    "standalone_grader",
]
