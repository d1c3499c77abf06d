"""Numbers that may be believed: scores with intervals, what was left out, and the table of both."""

from evalwright.report.evaluate import Evaluation, describe_evaluation, evaluate, publish_run, run_task
from evalwright.report.notes import render_notes
from evalwright.report.publish import write_report
from evalwright.report.quantiles import t_quantile
from evalwright.report.statistics import Interval, mean_interval, rate_interval
from evalwright.report.summary import summarise
from evalwright.report.table import render_grid, render_table

__all__ = [
    "Evaluation",
    "Interval",
    "describe_evaluation",
    "evaluate",
    "mean_interval",
    "publish_run",
    "rate_interval",
    "render_grid",
    "render_notes",
    "render_table",
    "run_task",
    "summarise",
    "t_quantile",
    "write_report",
]
