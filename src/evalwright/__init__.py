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
    from .report import (
        Comparison,
        Evaluation,
        Plan,
        StoredRun,
        evaluate,
        open_run,
        run_task,
    )
    from .report import compare_runs as compare
    from .report import plan_runs as plan
    from .report import report_run as report
    from .report import synthesise_data as synthesise
    from .scoring import MatchRules, Review, grade_tool_calls, standalone_grader
    from .synth import Synthesis, Verified
    from .synth import prove as verify
    from .tasks import EvalConfig, TaskConfig
    from .tasks import Strategy as JudgeStrategy

_ROOMS = {
    "Audit": "data",
    "Comparison": "report",
    "CurateRules": "data",
    "EvalConfig": "tasks",
    "Evaluation": "report",
    "EvalwrightError": "errors",
    "ExpandOptions": "data",
    "JudgeStrategy": "tasks",
    "MatchRules": "scoring",
    "Plan": "report",
    "Review": "scoring",
    "Stats": "data",
    "StoredRun": "report",
    "Synthesis": "synth",
    "TaskConfig": "tasks",
    "Trace": "data",
    "Verified": "synth",
    "audit": "data",
    "compare": "report",
    "convert": "data",
    "curate": "data",
    "evaluate": "report",
    "expand": "data",
    "expand_file": "data",
    "grade_tool_calls": "scoring",
    "open_run": "report",
    "plan": "report",
    "run_task": "report",
    "show": "data",
    "split": "data",
    "standalone_grader": "scoring",
    "stats": "data",
    "synthesise": "report",
    "verify": "synth",
}

_OTHER_NAMES = {
    "JudgeStrategy": "Strategy",
    "compare": "compare_runs",
    "plan": "plan_runs",
    "synthesise": "synthesise_data",
    "verify": "prove",
}
"""Names that users know (from EvalScope, or as verbs), and what they are called in their room."""

__all__ = [
    "Audit",
    "Comparison",
    "CurateRules",
    "EvalConfig",
    "Evaluation",
    "EvalwrightError",
    "ExpandOptions",
    "JudgeStrategy",
    "MatchRules",
    "Plan",
    "Review",
    "Stats",
    "StoredRun",
    "Synthesis",
    "TaskConfig",
    "Trace",
    "Verified",
    "__version__",
    "audit",
    "compare",
    "convert",
    "curate",
    "evaluate",
    "expand",
    "expand_file",
    "grade_tool_calls",
    "open_run",
    "plan",
    "report",
    "run_task",
    "show",
    "split",
    "standalone_grader",
    "stats",
    "synthesise",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name == "report":  # a verb and a room of the same name: the room can be called
        return import_module(".report", __name__)
    if name not in _ROOMS:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f".{_ROOMS[name]}", __name__), _OTHER_NAMES.get(name, name))
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
