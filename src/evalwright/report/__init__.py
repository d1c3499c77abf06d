"""Numbers that may be believed: scores with intervals, what was left out, and the table of both."""

import sys
from types import ModuleType

from evalwright.report.causes import CauseRow, can_help_to_repeat, cause_rows, render_causes
from evalwright.report.compare import compare_models
from evalwright.report.compare_words import regression_lines, render_comparison
from evalwright.report.compare_words import remarks as comparison_remarks
from evalwright.report.compare_words import sentence as comparison_sentence
from evalwright.report.contestants import Contestant, contestant, matches
from evalwright.report.csv_export import safe_cell, write_csv
from evalwright.report.data_places import FoundData, data_candidates, data_remarks, find_data
from evalwright.report.door import compare as compare_runs
from evalwright.report.door import plan as plan_runs
from evalwright.report.door import report as report_run
from evalwright.report.door import synthesise as synthesise_data
from evalwright.report.dry_run_text import describe_dry_run
from evalwright.report.evaluate import (
    Evaluation,
    describe_evaluation,
    evaluate,
    publish_run,
    render_warnings,
    run_task,
)
from evalwright.report.failure_causes import FailureCause, failure_causes
from evalwright.report.grid import render_grid
from evalwright.report.html import comparison_page, write_html, write_synthesis_page
from evalwright.report.junit import comparison_junit, run_junit
from evalwright.report.markdown import comparison_markdown, report_markdown
from evalwright.report.notebook import Comparison, Plan
from evalwright.report.notes import render_notes
from evalwright.report.plan_words import render_plan
from evalwright.report.planning import plan
from evalwright.report.publish import write_report
from evalwright.report.quantiles import t_quantile
from evalwright.report.rightness import RightRule, main_metric
from evalwright.report.run_inputs import run_inputs
from evalwright.report.runs import Part, StoredRun, is_run, open_run
from evalwright.report.statistics import Interval, mean_interval, rate_interval
from evalwright.report.summary import summarise
from evalwright.report.table import name_text, render_table

__all__ = [
    "CauseRow",
    "Comparison",
    "Contestant",
    "Evaluation",
    "FailureCause",
    "FoundData",
    "Interval",
    "Part",
    "Plan",
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
    "describe_dry_run",
    "describe_evaluation",
    "evaluate",
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
    "publish_run",
    "rate_interval",
    "regression_lines",
    "render_causes",
    "render_comparison",
    "render_grid",
    "render_notes",
    "render_plan",
    "render_table",
    "render_warnings",
    "report_markdown",
    "report_run",
    "run_inputs",
    "run_junit",
    "run_task",
    "safe_cell",
    "summarise",
    "synthesise_data",
    "t_quantile",
    "write_csv",
    "write_html",
    "write_report",
    "write_synthesis_page",
]


class _Verb(ModuleType):
    """This room, which is a verb too: `evalwright.report` is both, and `report(RUN)` does what its name says."""

    __call__ = staticmethod(report_run)


sys.modules[__name__].__class__ = _Verb
