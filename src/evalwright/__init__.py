"""evalwright: from an MCP server to a number you can trust.

This is the one public door. Names are loaded when they are first used, so that `import evalwright` costs nothing.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

from ._version import __version__

if TYPE_CHECKING:
    from .data import (
        Audit,
        CurateRules,
        ExpandOptions,
        Stats,
        Trace,
        audit,
        convert,
        curate,
        expand,
        expand_file,
        show,
        split,
        stats,
    )
    from .errors import EvalwrightError
    from .report import evaluate, run_task
    from .scoring import MatchRules, Review, grade_tool_calls, standalone_grader
    from .tasks import EvalConfig, TaskConfig
    from .tasks import Strategy as JudgeStrategy

_ROOMS = {
    "Audit": "data",
    "CurateRules": "data",
    "EvalConfig": "tasks",
    "JudgeStrategy": "tasks",
    "Stats": "data",
    "TaskConfig": "tasks",
    "Trace": "data",
    "EvalwrightError": "errors",
    "ExpandOptions": "data",
    "MatchRules": "scoring",
    "Review": "scoring",
    "audit": "data",
    "convert": "data",
    "curate": "data",
    "evaluate": "report",
    "run_task": "report",
    "expand": "data",
    "expand_file": "data",
    "grade_tool_calls": "scoring",
    "show": "data",
    "split": "data",
    "standalone_grader": "scoring",
    "stats": "data",
}

_OTHER_NAMES = {"JudgeStrategy": "Strategy"}
"""Names that EvalScope's users know, and what they are called in their room."""

__all__ = [
    "Audit",
    "CurateRules",
    "EvalConfig",
    "EvalwrightError",
    "ExpandOptions",
    "JudgeStrategy",
    "MatchRules",
    "Review",
    "Stats",
    "TaskConfig",
    "Trace",
    "__version__",
    "audit",
    "convert",
    "curate",
    "evaluate",
    "expand",
    "expand_file",
    "grade_tool_calls",
    "run_task",
    "show",
    "split",
    "standalone_grader",
    "stats",
]


def __getattr__(name: str) -> Any:
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_ROOMS[name]}", __name__), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
