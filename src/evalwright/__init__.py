"""evalwright: from an MCP server to a number you can trust.

This is the one public door. Names are loaded when they are first used, so that `import evalwright` costs nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ._version import __version__
from .lazy import lazy_names

if TYPE_CHECKING:
    from .chat import ChatFormat, Conversation, register_format
    from .errors import EvalwrightError
    from .models import AnswerError, Model, ModelSpec, Request, Sample, register_model
    from .report import Comparison, Plan, StoredRun, open_run
    from .report import compare_runs as compare
    from .report import plan_runs as plan
    from .report import report_run as report
    from .run import EvalConfig, Evaluation, TaskConfig, evaluate, run_task
    from .scoring import (
        MatchRules,
        Metric,
        Review,
        Score,
        Scorer,
        grade_tool_calls,
        register_scorer,
        standalone_grader,
    )
    from .synth import (
        Domain,
        Environment,
        EnvironmentSpec,
        Policy,
        Result,
        Synthesis,
        Verified,
        register_domain,
    )
    from .synth import prove as verify
    from .synth import synthesise_data as synthesise
    from .tasks import InvalidItemError, Task, TaskOption, register_task
    from .tasks import Strategy as JudgeStrategy
    from .workbench import (
        Audit,
        CurateRules,
        ExpandOptions,
        Hit,
        Rule,
        Stats,
        Trace,
        audit,
        convert,
        curate,
        expand,
        expand_file,
        register_rule,
        show,
        split,
        stats,
    )

_FILES = {
    "errors": ("EvalwrightError",),
    "chat": (
        "ChatFormat",
        "Conversation",
        "register_format",
    ),
    "scoring": (
        "MatchRules",
        "Metric",
        "Review",
        "Score",
        "Scorer",
        "grade_tool_calls",
        "register_scorer",
        "standalone_grader",
    ),
    "workbench": (
        "Audit",
        "CurateRules",
        "ExpandOptions",
        "Hit",
        "Rule",
        "Stats",
        "Trace",
        "audit",
        "convert",
        "curate",
        "expand",
        "expand_file",
        "register_rule",
        "show",
        "split",
        "stats",
    ),
    "models": (
        "AnswerError",
        "Model",
        "ModelSpec",
        "Request",
        "Sample",
        "register_model",
    ),
    "tasks": (
        "InvalidItemError",
        "JudgeStrategy=Strategy",
        "Task",
        "TaskOption",
        "register_task",
    ),
    "report": (
        "Comparison",
        "Plan",
        "StoredRun",
        "compare=compare_runs",
        "open_run",
        "plan=plan_runs",
    ),
    "run": (
        "EvalConfig",
        "Evaluation",
        "TaskConfig",
        "evaluate",
        "run_task",
    ),
    "synth": (
        "Domain",
        "Environment",
        "EnvironmentSpec",
        "Policy",
        "Result",
        "Synthesis",
        "Verified",
        "register_domain",
        "synthesise=synthesise_data",
        "verify=prove",
    ),
}
"""Where the names live. `compare=compare_runs`: known to users (from EvalScope, or as a verb) by another name."""
_load = lazy_names(__name__, _FILES)

__all__ = [
    "AnswerError",
    "Audit",
    "ChatFormat",
    "Comparison",
    "Conversation",
    "CurateRules",
    "Domain",
    "Environment",
    "EnvironmentSpec",
    "EvalConfig",
    "Evaluation",
    "EvalwrightError",
    "ExpandOptions",
    "Hit",
    "InvalidItemError",
    "JudgeStrategy",
    "MatchRules",
    "Metric",
    "Model",
    "ModelSpec",
    "Plan",
    "Policy",
    "Request",
    "Result",
    "Review",
    "Rule",
    "Sample",
    "Score",
    "Scorer",
    "Stats",
    "StoredRun",
    "Synthesis",
    "Task",
    "TaskConfig",
    "TaskOption",
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
    "register_domain",
    "register_format",
    "register_model",
    "register_rule",
    "register_scorer",
    "register_task",
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
