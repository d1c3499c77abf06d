"""Numbers that may be believed: scores with intervals, what was left out, and the table of both."""

from evalwright.report.compare import compare_models
from evalwright.report.compare_words import regression_lines, render_comparison
from evalwright.report.compare_words import remarks as comparison_remarks
from evalwright.report.compare_words import sentence as comparison_sentence
from evalwright.report.contestants import Contestant, contestant, matches
from evalwright.report.csv_export import safe_cell, write_csv
from evalwright.report.evaluate import Evaluation, describe_evaluation, evaluate, publish_run, run_task
from evalwright.report.html import comparison_page, write_html, write_synthesis_page
from evalwright.report.junit import comparison_junit, run_junit
from evalwright.report.markdown import comparison_markdown, report_markdown
from evalwright.report.notes import render_notes
from evalwright.report.planning import plan
from evalwright.report.publish import write_report
from evalwright.report.quantiles import t_quantile
from evalwright.report.rightness import RightRule, main_metric
from evalwright.report.run_inputs import run_inputs
from evalwright.report.runs import Part, StoredRun, is_run, open_run
from evalwright.report.statistics import Interval, mean_interval, rate_interval
from evalwright.report.summary import summarise
from evalwright.report.table import name_text, render_grid, render_table

__all__ = [
    "Contestant",
    "Evaluation",
    "Interval",
    "Part",
    "RightRule",
    "StoredRun",
    "compare_models",
    "comparison_junit",
    "comparison_markdown",
    "comparison_page",
    "comparison_remarks",
    "comparison_sentence",
    "contestant",
    "describe_evaluation",
    "evaluate",
    "is_run",
    "main_metric",
    "matches",
    "mean_interval",
    "name_text",
    "open_run",
    "plan",
    "publish_run",
    "rate_interval",
    "regression_lines",
    "render_comparison",
    "render_grid",
    "render_notes",
    "render_table",
    "report_markdown",
    "run_inputs",
    "run_junit",
    "run_task",
    "safe_cell",
    "summarise",
    "t_quantile",
    "write_csv",
    "write_html",
    "write_report",
    "write_synthesis_page",
]
