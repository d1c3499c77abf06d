"""evalwright: from an MCP server to a number you can trust.

This is the one public door. Names are loaded when they are first used, so that `import evalwright` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .lazy import lazy_names

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

_FILES = {
    "errors": ("EvalwrightError",),
    "scoring": (
        "MatchRules",
        "Review",
        "grade_tool_calls",
        "standalone_grader",
    ),
    "data": (
        "Audit",
        "CurateRules",
        "ExpandOptions",
        "Stats",
        "Trace",
        "audit",
        "convert",
        "curate",
        "expand",
        "expand_file",
        "show",
        "split",
        "stats",
    ),
    "tasks": (
        "EvalConfig",
        "JudgeStrategy=Strategy",
        "TaskConfig",
    ),
    "synth": (
        "Synthesis",
        "Verified",
        "verify=prove",
    ),
    "report": (
        "Comparison",
        "Evaluation",
        "Plan",
        "StoredRun",
        "compare=compare_runs",
        "evaluate",
        "open_run",
        "plan=plan_runs",
        "run_task",
        "synthesise=synthesise_data",
    ),
}
"""Where the names live. `compare=compare_runs`: known to users (from EvalScope, or as a verb) by another name."""
_load = lazy_names(__name__, _FILES)

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
        from importlib import import_module

        return import_module(".report", __name__)
    return _load(name)


def __dir__() -> list[str]:
    return sorted(__all__)
