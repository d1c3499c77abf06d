"""What is asked and how it is scored: tasks, their data sources, and the run that carries them out."""

from .ask import Asked, Asking, collect
from .config import EvalConfig
from .execute import Run, execute
from .grade import Grading, open_grading
from .protocol import InvalidItemError, Task, is_share, make_task, metric_names, register_task
from .run_dir import RunDir
from .score import Scored
from .strategy import Strategy
from .task_config import TaskConfig, read_config_file, read_task_config

__all__ = [
    "Asked",
    "Asking",
    "EvalConfig",
    "Grading",
    "InvalidItemError",
    "Run",
    "RunDir",
    "Scored",
    "Strategy",
    "Task",
    "TaskConfig",
    "collect",
    "execute",
    "is_share",
    "make_task",
    "metric_names",
    "open_grading",
    "read_config_file",
    "read_task_config",
    "register_task",
]
