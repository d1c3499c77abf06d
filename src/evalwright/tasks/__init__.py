"""What is asked and how it is scored: tasks, their data sources, and the run that carries them out."""

from .answer_kinds import ANSWER_KINDS, WHOLE_ANSWERS, answer_kind
from .ask import Asked, Asking, collect
from .config import EvalConfig
from .dry_run import DryRun, RequestPlan, dry_run
from .execute import Run, Tell, execute
from .grade import Grading, open_grading
from .grader_process import Limits as GraderLimits
from .protocol import (
    InvalidItemError,
    Statements,
    Task,
    TaskOption,
    make_task,
    register_task,
    requested,
    reviewed,
    stated,
)
from .repair import Owed, Repair, repair_run, require_sound
from .run_config import FORMAT, DataConfig, PartConfig, RunConfig, read_document, read_report, read_run_config
from .run_dir import KEPT_DATA, SET_ASIDE, RunDir
from .score import Scored, review_notes, served_by
from .statements import known_metrics, main_metric, metric_names, scorers_named, shown_metric
from .strategy import Strategy
from .task_config import TaskConfig, read_config_file, read_task_config
from .user_grader import GraderFacts

__all__ = [
    "ANSWER_KINDS",
    "FORMAT",
    "KEPT_DATA",
    "SET_ASIDE",
    "WHOLE_ANSWERS",
    "Asked",
    "Asking",
    "DataConfig",
    "DryRun",
    "EvalConfig",
    "GraderFacts",
    "GraderLimits",
    "Grading",
    "InvalidItemError",
    "Owed",
    "PartConfig",
    "Repair",
    "RequestPlan",
    "Run",
    "RunConfig",
    "RunDir",
    "Scored",
    "Statements",
    "Strategy",
    "Task",
    "TaskConfig",
    "TaskOption",
    "Tell",
    "answer_kind",
    "collect",
    "dry_run",
    "execute",
    "known_metrics",
    "main_metric",
    "make_task",
    "metric_names",
    "open_grading",
    "read_config_file",
    "read_document",
    "read_report",
    "read_run_config",
    "read_task_config",
    "register_task",
    "repair_run",
    "requested",
    "require_sound",
    "review_notes",
    "reviewed",
    "scorers_named",
    "served_by",
    "shown_metric",
    "stated",
]
