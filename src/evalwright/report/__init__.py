"""Numbers that may be believed: scores with intervals, what was left out, and the table of both."""

from __future__ import annotations

import sys
from types import ModuleType
from typing import TYPE_CHECKING, Any

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .answer_notes import warning_lines
    from .causes import can_help_to_repeat, cause_rows, render_causes
    from .compare import compare_models
    from .compare_words import regression_lines, render_comparison
    from .compare_words import remarks as comparison_remarks
    from .compare_words import sentence as comparison_sentence
    from .comparison_document import ComparisonDocument, Flip, PairComparison, PlanDocument
    from .confidence_intervals import Interval, mean_interval, rate_interval
    from .csv_export import safe_cell, write_csv
    from .data_places import FoundData, data_candidates, data_remarks, find_data
    from .failure_groups import FailureCause, failure_causes
    from .html import comparison_page, write_html, write_synthesis_page
    from .junit import comparison_junit, run_junit
    from .markdown import comparison_markdown, report_markdown
    from .model_pairs import Contestant, contestant, matches
    from .notebook import Comparison, Plan, reports_line, reports_markup
    from .notes import render_notes
    from .pass_rule import RightRule, main_metric
    from .plan_words import render_plan
    from .planning import plan
    from .publish import write_report
    from .python_door import compare as compare_runs
    from .python_door import plan as plan_runs
    from .python_door import report as report_run
    from .quantiles import t_quantile
    from .report_document import CauseRow, MetricRow, Report
    from .review_tally import ReviewTally
    from .run_files import run_inputs
    from .runs import Part, StoredRun, is_run, open_run
    from .summary import UNJUDGED, summarise
    from .table import name_text, render_table

__all__ = [
    "UNJUDGED",
    "CauseRow",
    "Comparison",
    "ComparisonDocument",
    "Contestant",
    "FailureCause",
    "Flip",
    "FoundData",
    "Interval",
    "MetricRow",
    "PairComparison",
    "Part",
    "Plan",
    "PlanDocument",
    "Report",
    "ReviewTally",
    "RightRule",
    "StoredRun",
    "can_help_to_repeat",
    "cause_rows",
    "compare_models",
    "compare_runs",
    "comparison_junit",
    "comparison_markdown",
    "comparison_page",
    "comparison_remarks",
    "comparison_sentence",
    "contestant",
    "data_candidates",
    "data_remarks",
    "failure_causes",
    "find_data",
    "is_run",
    "main_metric",
    "matches",
    "mean_interval",
    "name_text",
    "open_run",
    "plan",
    "plan_runs",
    "rate_interval",
    "regression_lines",
    "render_causes",
    "render_comparison",
    "render_notes",
    "render_plan",
    "render_table",
    "report_markdown",
    "report_run",
    "reports_line",
    "reports_markup",
    "run_inputs",
    "run_junit",
    "safe_cell",
    "summarise",
    "t_quantile",
    "warning_lines",
    "write_csv",
    "write_html",
    "write_report",
    "write_synthesis_page",
]

_LATE = {
    "answer_notes": "warning_lines",
    "causes": "can_help_to_repeat cause_rows render_causes",
    "compare": "compare_models",
    "compare_words": "comparison_remarks=remarks comparison_sentence=sentence regression_lines render_comparison",
    "comparison_document": "ComparisonDocument Flip PairComparison PlanDocument",
    "csv_export": "safe_cell write_csv",
    "data_places": "FoundData data_candidates data_remarks find_data",
    "python_door": "compare_runs=compare plan_runs=plan report_run=report",
    "failure_groups": "FailureCause failure_causes",
    "html": "comparison_page write_html write_synthesis_page",
    "junit": "comparison_junit run_junit",
    "markdown": "comparison_markdown report_markdown",
    "model_pairs": "Contestant contestant matches",
    "notebook": "Comparison Plan reports_line reports_markup",
    "notes": "render_notes",
    "pass_rule": "RightRule main_metric",
    "plan_words": "render_plan",
    "planning": "plan",
    "publish": "write_report",
    "quantiles": "t_quantile",
    "report_document": "CauseRow MetricRow Report",
    "run_files": "run_inputs",
    "runs": "Part StoredRun is_run open_run",
    "confidence_intervals": "Interval mean_interval rate_interval",
    "review_tally": "ReviewTally",
    "summary": "UNJUDGED summarise",
    "table": "name_text render_table",
}
_MOVED = {
    ".run": "Evaluation describe_dry_run describe_evaluation evaluate publish_run render_warnings run_task",
    ".synth": "synthesise_data",
    ".text": "render_grid",
}
"""Names that live in other rooms now, and are still found here."""

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, {**_LATE, **_MOVED})


class _Verb(ModuleType):
    """This room, which is a verb too: `evalwright.report` is both, and `report(RUN)` does what its name says."""

    def __call__(self, *runs: Any, **forms: Any) -> StoredRun:
        """A run read back; see `report_run`."""
        stored: StoredRun = self.report_run(*runs, **forms)
        return stored


sys.modules[__name__].__class__ = _Verb
