"""What is asked and how it is scored: tasks, their data sources, and the run that carries them out."""

from .ask import Asked, Asking, collect
from .config import EvalConfig
from .execute import Run, Tell, execute
from .grade import Grading, open_grading
from .protocol import InvalidItemError, Task, make_task, metric_names, register_task
from .repair import Owed, Repair, repair_run, require_sound
from .run_config import FORMAT, DataConfig, PartConfig, RunConfig, read_document, read_run_config
from .run_dir import SET_ASIDE, RunDir
from .score import Scored, review_notes
from .strategy import Strategy
from .task_config import TaskConfig, read_config_file, read_task_config

__all__ = [
    "FORMAT",
    "SET_ASIDE",
    "Asked",
    "Asking",
    "DataConfig",
    "EvalConfig",
    "Grading",
    "InvalidItemError",
    "Owed",
    "PartConfig",
    "Repair",
    "Run",
    "RunConfig",
    "RunDir",
    "Scored",
    "Strategy",
    "Task",
    "TaskConfig",
    "Tell",
    "collect",
    "execute",
    "make_task",
    "metric_names",
    "open_grading",
    "read_config_file",
    "read_document",
    "read_run_config",
    "read_task_config",
    "register_task",
    "repair_run",
    "require_sound",
    "review_notes",
]
