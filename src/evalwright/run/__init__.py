"""An evaluation: what is asked of whom, the answers collected and graded, the run written and reported."""

from __future__ import annotations

from typing import TYPE_CHECKING

from evalwright.lazy import lazy_names

if TYPE_CHECKING:
    from .ask import Asked, Asking, collect
    from .collect_reviews import Scored, review_notes, served_by
    from .config import EvalConfig
    from .dry_run_text import describe_dry_run
    from .evaluation import Evaluation, describe_evaluation, evaluate, publish_run, render_warnings, run_task
    from .execution import Run, Tell, execute
    from .grade import Grading, open_grading
    from .grader_process import Limits as GraderLimits
    from .grader_run import GraderRun, run_grader
    from .parts import merged_evaluation
    from .request_plan import DryRun, RequestPlan, dry_run
    from .task_config import TaskConfig, read_config_file, read_criteria_file, read_task_config
    from .user_grader import GraderFacts

__all__ = [
    "Asked",
    "Asking",
    "DryRun",
    "EvalConfig",
    "Evaluation",
    "GraderFacts",
    "GraderLimits",
    "GraderRun",
    "Grading",
    "RequestPlan",
    "Run",
    "Scored",
    "TaskConfig",
    "Tell",
    "collect",
    "describe_dry_run",
    "describe_evaluation",
    "dry_run",
    "evaluate",
    "execute",
    "merged_evaluation",
    "open_grading",
    "publish_run",
    "read_config_file",
    "read_criteria_file",
    "read_task_config",
    "render_warnings",
    "review_notes",
    "run_grader",
    "run_task",
    "served_by",
]

_LATE = {
    "ask": "Asked Asking collect",
    "collect_reviews": "Scored review_notes served_by",
    "config": "EvalConfig",
    "dry_run_text": "describe_dry_run",
    "evaluation": "Evaluation describe_evaluation evaluate publish_run render_warnings run_task",
    "execution": "Run Tell execute",
    "grade": "Grading open_grading",
    "grader_process": "GraderLimits=Limits",
    "grader_run": "GraderRun run_grader",
    "parts": "merged_evaluation",
    "request_plan": "DryRun RequestPlan dry_run",
    "task_config": "TaskConfig read_config_file read_criteria_file read_task_config",
    "user_grader": "GraderFacts",
}

if not TYPE_CHECKING:
    __getattr__ = lazy_names(__name__, _LATE)
